import IndexedTables

/// The distance from an item to the end of the text; see ``GrammarDistances``.
extension GrammarMachine {
  /// Returns the smallest number of bytes that complete the text, if each byte is a token.
  ///
  /// - Complexity: O(*n*) in the depth of the item.
  func distance(of item: Item) -> Int64 {
    var total = placeDistance(item.position, item.stack)
    var stack = item.stack
    while stack != .empty, total < GrammarLayout.far {
      let node = stacks[stack]
      total += placeDistance(node.position, node.parent)
      stack = node.parent
    }
    return min(total, GrammarLayout.far)
  }

  /// Returns the distance from a place to the end of its value, without the distances of the places
  /// on the stack.
  private func placeDistance(_ position: Position, _ stack: StackIndex) -> Int64 {
    switch position.kind {
    case .end: 0
    case .leaf: tables.state(tables.layout.leaves[position.leaf], position.leafState).distance
    case .counted:
      tables.layout.counters[position.counter].distance(
        position.counted, position.characters, content: content(of: position))
    case .text:
      Int64(StringContent.shared.distance[Int(position.content)])
        + Int64(max(position.need - (position.content == StringContent.start ? 0 : 1), 0)) + 1
    case .value: blank(position) + tables.distances.nodes[position.node.value]
    case .objectStart: objectDistance(position, commaAndBlank: false)
    case .objectAfter: objectDistance(position, commaAndBlank: true)
    case .keyQuote: keyDistance(position, stack)
    case .key: nameDistance(position, stack)
    case .remaining: missingDistance(position)
    case .colon:
      1 + afterBlank + tables.distances.nodes[position.valueNode.value]
        + tables.distances.states[position.objectState.value]
    case .arrayStart: arrayDistance(position, from: 0)
    case .arrayAfter: arrayDistance(position, from: position.elementCount)
    }
  }

  /// Returns the state of ``StringContent`` at a place in a string whose characters are counted.
  func content(of position: Position) -> UInt8 {
    tables.state(
      tables.layout.leaves[tables.layout.counters[position.counter].leaf], position.counted
    ).content
  }

  private var afterBlank: Int64 { tables.layout.blanksAfter == Blanks.oneSpace ? 1 : 0 }

  private func blank(_ position: Position) -> Int64 {
    position.blanks == Blanks.oneSpace ? 1 : 0
  }

  // MARK: Objects

  private func objectDistance(_ position: Position, commaAndBlank: Bool) -> Int64 {
    let state = tables.layout.objects.states[position.objectState]
    if state.canClose { return 1 }
    let distance = tables.distances.states[position.objectState.value]
    return commaAndBlank ? distance : distance - 1 - afterBlank
  }

  /// Returns the distance before a name that must follow, also if the object could have been closed
  /// instead.
  private func keyDistance(_ position: Position, _ stack: StackIndex) -> Int64 {
    let state = tables.layout.objects.states[position.objectState]
    let object = tables.layout.objects[state.object]
    var best = nameDistance(.key(position.objectState, name: .declared(object.keyRoot)), stack)
    if let next = state.additionalNext {
      for name in tables.names(of: object) {
        let leaf = tables.layout.leaves[name.leaf]
        best = min(
          best,
          tables.state(leaf, name.state).distance + 1 + afterBlank
            + tables.distances.nodes[name.node.value]
            + tables.distances.states[next.value])
      }
    }
    return blank(position) + 1 + best
  }

  /// Returns the distance of the missing required properties, if properties come in any order.
  private func missingDistance(_ position: Position) -> Int64 {
    var total: Int64 = 0
    var rest = position.remaining
    while rest != 0 {
      total +=
        tables.distances.missing[position.firstRemaining.value + rest.trailingZeroBitCount]
      rest &= rest - 1
      // The distance of the property that is being named is subtracted later. The result must still
      // be far.
      if total >= GrammarLayout.far { return 2 * GrammarLayout.far }
    }
    return total
  }

  /// Returns the distance within a name: to the end of the name, of the value, and of the object.
  ///
  /// If properties come in any order, a required property counts as missing until its name is
  /// complete, so the distance of that property is subtracted.
  private func nameDistance(_ position: Position, _ stack: StackIndex) -> Int64 {
    let content = StringContent.shared
    let state = tables.layout.objects.states[position.objectState]
    let object = tables.layout.objects[state.object]
    var best = GrammarLayout.far
    let contentState = self.content(ofName: position.name)
    var ownQuote: Int64 = 0
    if case .declared(let index) = position.name {
      let node = tables.layout.objects.keyNodes[index]
      for property in 0..<object.properties.count
      where isBelow(property, node) && isAllowed(property, in: state, stack) {
        let index = object.properties[property]
        let (entry, missing) = (
          tables.layout.objects.properties[index], tables.distances.missing[index.value]
        )
        guard missing < GrammarLayout.far else { continue }
        best = min(
          best,
          Int64(entry.nameLength) - Int64(node.depth) + 1 + afterBlank
            + tables.distances.nodes[entry.node.value] - missing
            + tables.distances.states[tables.next(after: property, in: state).value])
      }
      // The text so far is a declared name. With one more character, the name is undeclared.
      let child = tables.child(of: node, UInt8(ascii: "\""))
      if contentState == StringContent.start, child != nil { ownQuote = 1 }
    }
    guard let next = state.additionalNext, let additional = object.additional else { return best }
    let rest =
      Int64(content.distance[Int(contentState)]) + ownQuote + 1 + 1 + afterBlank
      + tables.distances.nodes[additional.value] + tables.distances.states[next.value]
    return min(best, rest)
  }

  private func isBelow(_ property: Int, _ node: GrammarTables.KeyNode) -> Bool {
    tables.layout.objects.contains(property, node.below)
  }

  // MARK: Arrays

  private func arrayDistance(_ position: Position, from count: Int) -> Int64 {
    let array = tables.layout.arrays[position.array]
    var total: Int64 = 1
    var index = count
    while index < array.minimum, total < GrammarLayout.far {
      let separator = index == 0 ? 0 : 1 + afterBlank
      if index >= max(array.prefix.count, 1) {
        let rest = array.rest.map { tables.distances.nodes[$0.value] } ?? GrammarLayout.far
        let missing = Int64(array.minimum - index)
        let (product, overflow) = (rest + separator).multipliedReportingOverflow(by: missing)
        return overflow || product >= GrammarLayout.far ? GrammarLayout.far : total + product
      }
      let element = tables.element(after: index, of: array)
      total += separator + (element.map { tables.distances.nodes[$0.value] } ?? GrammarLayout.far)
      index += 1
    }
    return total
  }
}
