import IndexedTables

/// The distance from an item to the end of the text; see ``GrammarDistances``.
extension GrammarMachine {
  /// Returns the smallest number of bytes that complete the text, if each byte is a token.
  ///
  /// - Complexity: O(*n*) in the depth of the item.
  func distance(of item: Item) -> Distance {
    var total = placeDistance(item.position, item.stack)
    var stack = item.stack
    while stack != .empty, !total.isInfinite {
      let node = stacks[stack]
      total += placeDistance(node.position, node.parent)
      stack = node.parent
    }
    return total
  }

  /// Returns the distance from a place to the end of its value, without the distances of the places
  /// on the stack.
  private func placeDistance(_ position: GrammarPosition, _ stack: StackIndex) -> Distance {
    switch position.kind {
    case .end: 0
    case .leaf: tables.layout.leaves[position.leaf].state(position.leafState).distance
    case .counted:
      tables.layout.counters[position.counter].distance(
        position.counted, position.characters, content: content(of: position))
    case .text:
      Distance(
        Int(StringContent.shared.distance[Int(position.content)])
          + max(position.need - (position.content == StringContent.start ? 0 : 1), 0) + 1)
    case .value: blank(position) + tables.distances[position.node]
    case .objectStart: objectDistance(position, commaAndBlank: false)
    case .objectAfter: objectDistance(position, commaAndBlank: true)
    case .keyQuote: keyDistance(position, stack)
    case .key: nameDistance(position, stack)
    case .remaining: missingDistance(position)
    case .colon:
      1 + afterBlank + tables.distances[position.valueNode]
        + tables.distances[position.objectState]
    case .arrayStart: arrayDistance(position, from: 0)
    case .arrayAfter: arrayDistance(position, from: position.elementCount)
    }
  }

  /// Returns the state of ``StringContent`` at a place in a string whose characters are counted.
  func content(of position: GrammarPosition) -> UInt8 {
    tables.layout.leaves[tables.layout.counters[position.counter].leaf].state(position.counted)
      .content
  }

  private var afterBlank: Distance { tables.layout.blanksAfter == Blanks.oneSpace ? 1 : 0 }

  private func blank(_ position: GrammarPosition) -> Distance {
    position.blanks == Blanks.oneSpace ? 1 : 0
  }

  // MARK: Objects

  private func objectDistance(_ position: GrammarPosition, commaAndBlank: Bool) -> Distance {
    let state = tables.layout.objects.states[position.objectState]
    if state.canClose { return 1 }
    let distance = tables.distances[position.objectState]
    return commaAndBlank ? distance : distance - 1 - afterBlank
  }

  /// Returns the distance before a name that must follow, also if the object could have been closed
  /// instead.
  private func keyDistance(_ position: GrammarPosition, _ stack: StackIndex) -> Distance {
    let state = tables.layout.objects.states[position.objectState]
    let object = tables.layout.objects[state.object]
    var best = nameDistance(.key(position.objectState, name: .declared(object.keyRoot)), stack)
    if let next = state.additionalNext {
      for name in tables.names(of: object) {
        let leaf = tables.layout.leaves[name.leaf]
        best = min(
          best,
          leaf.state(name.state).distance + 1 + afterBlank
            + tables.distances[name.node]
            + tables.distances[next])
      }
    }
    return blank(position) + 1 + best
  }

  /// Returns the distance of the missing required properties, if properties come in any order.
  private func missingDistance(_ position: GrammarPosition) -> Distance {
    var total: Distance = 0
    var rest = position.remaining
    while rest != 0, !total.isInfinite {
      let property = position.firstRemaining.value + rest.trailingZeroBitCount
      total += tables.distances[missing: EntryIndex(property)]
      rest &= rest - 1
    }
    return total
  }

  /// Returns the distance within a name: to the end of the name, of the value, and of the object.
  ///
  /// If properties come in any order, a required property counts as missing until its name is
  /// complete, so the distance of that property is subtracted.
  private func nameDistance(_ position: GrammarPosition, _ stack: StackIndex) -> Distance {
    let content = StringContent.shared
    let state = tables.layout.objects.states[position.objectState]
    let object = tables.layout.objects[state.object]
    var best = Distance.infinite
    let contentState = self.content(ofName: position.name)
    var ownQuote = 0
    if case .declared(let index) = position.name {
      let node = tables.layout.objects.keyNodes[index]
      for property in 0..<object.properties.count
      where isBelow(property, node) && isAllowed(property, in: state, stack) {
        let index = object.properties[property]
        let entry = tables.layout.objects.properties[index]
        let missing = tables.distances[missing: index]
        guard !missing.isInfinite else { continue }
        best = min(
          best,
          Distance(entry.nameLength - Int(node.depth) + 1) + afterBlank
            + tables.distances[entry.node] - missing
            + tables.distances[tables.next(after: property, in: state)])
      }
      // The text so far is a declared name. With one more character, the name is undeclared.
      let child = tables.child(of: node, UInt8(ascii: "\""))
      if contentState == StringContent.start, child != nil { ownQuote = 1 }
    }
    guard let next = state.additionalNext, let additional = object.additional else { return best }
    let rest =
      Distance(Int(content.distance[Int(contentState)]) + ownQuote + 2) + afterBlank
      + tables.distances[additional] + tables.distances[next]
    return min(best, rest)
  }

  private func isBelow(_ property: Int, _ node: GrammarTables.KeyNode) -> Bool {
    tables.layout.objects.contains(property, node.below)
  }

  // MARK: Arrays

  private func arrayDistance(_ position: GrammarPosition, from count: Int) -> Distance {
    let array = tables.layout.arrays[position.array]
    var total: Distance = 1
    var index = count
    while index < array.minimum, !total.isInfinite {
      let separator = index == 0 ? 0 : 1 + afterBlank
      if index >= max(array.prefix.count, 1) {
        let rest = array.rest.map { tables.distances[$0] } ?? .infinite
        return total + (rest + separator) * (array.minimum - index)
      }
      let element = tables.element(after: index, of: array)
      total += separator + (element.map { tables.distances[$0] } ?? .infinite)
      index += 1
    }
    return total
  }
}
