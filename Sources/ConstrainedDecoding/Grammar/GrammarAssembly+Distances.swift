/// How far it is from each place to the end: the fewest bytes, of those that are tokens of their
/// own.
///
/// These are the bounds by which a token budget always suffices: the bytes of the shortest way to
/// the end can be produced one by one.
extension GrammarAssembly {
  mutating func findDistances() {
    var changed = true
    while changed {
      changed = false
      for index in objects.indices.reversed() { findDistances(object: index) }
      for index in nodes.indices.reversed() {
        let distance = (0..<Int(nodes[index].formCount)).reduce(Self.far) {
          min($0, self.distance(of: forms[Int(nodes[index].firstForm) + $1]))
        }
        if distance < nodes[index].distance {
          nodes[index].distance = distance
          changed = true
        }
      }
    }
  }

  private func distance(of form: GrammarTables.Form) -> Int64 {
    let index = Int(form.index)
    switch form.kind {
    case .leaf: return leafStates[Int(leaves[index].firstState) + Int(LeafAutomaton.start)].distance
    case .text:
      return Self.sum(has("\""), has("\""), Int64(form.need) * characterDistance)
    case .object:
      let state = objectStates[index]
      if state.canClose { return Self.sum(has("{"), has("}")) }
      // Without the comma and the blank in front of it, the first property is like all others.
      return Self.sum(has("{"), state.distance, -1 - blankDistance)
    case .array:
      let array = arrays[index]
      var distance = Self.sum(has("["), has("]"))
      for position in 0..<Int(array.minimum) {
        if position >= Int(array.prefixCount) {
          let rest = array.rest < 0 ? Self.far : nodes[Int(array.rest)].distance
          let separators = Int64(array.minimum) - Int64(max(position, 1))
          distance = Self.sum(
            distance, Self.product(rest, Int64(array.minimum) - Int64(position)),
            Self.product(Self.sum(has(","), blankDistance), separators))
          break
        }
        let node = nodes[Int(prefixes[Int(array.firstPrefix) + position])]
        distance = Self.sum(distance, node.distance)
        if position > 0 { distance = Self.sum(distance, has(","), blankDistance) }
      }
      return distance
    }
  }

  /// Finds how far it is from behind a property to behind the brace.
  private mutating func findDistances(object index: Int) {
    let object = objects[index]
    let stride = Int(object.countStride)
    for position in (0...Int(object.propertyCount)).reversed() {
      for count in (0..<stride).reversed() {
        let number = Int(object.firstState) + position * stride + count
        objectStates[number].distance = distance(of: objectStates[number], object)
      }
    }
  }

  private func distance(
    of state: GrammarTables.ObjectState, _ object: GrammarTables.Object
  ) -> Int64 {
    if state.canClose { return has("}") }
    let frame = Self.sum(has(","), blankDistance, has("\""), has(":"), blankDistance)
    var best = Self.far
    for property in 0..<Int(object.propertyCount)
    where sets[Int(state.allowed) + property >> 6] >> UInt64(property & 63) & 1 == 1 {
      let entry = properties[Int(object.firstProperty) + property]
      let stride = Int(object.countStride)
      let next =
        Int(object.firstState) + (property + 1) * stride + min(Int(state.count) + 1, stride - 1)
      best = min(
        best,
        Self.sum(
          frame, Int64(entry.nameLength), nodes[Int(entry.node)].distance,
          objectStates[next].distance))
    }
    if state.additionalNext >= 0, object.additional >= 0 {
      // Any name that is not declared: one of the characters that no name begins with would do, but
      // the way is only promised to be no longer than this.
      best = min(
        best,
        Self.sum(
          frame, freeNameDistance(object), nodes[Int(object.additional)].distance,
          objectStates[Int(state.additionalNext)].distance))
    }
    if state.additionalNext >= 0 {
      for name in names[Int(object.firstName)..<Int(object.firstName + object.nameCount)] {
        let rest = leafStates[Int(leaves[Int(name.leaf)].firstState) + Int(name.state)].distance
        best = min(
          best,
          Self.sum(
            frame, rest, nodes[Int(name.node)].distance,
            objectStates[Int(state.additionalNext)].distance))
      }
    }
    return best
  }

  /// What one byte can add at most to the way to the end: the longest rest of each kind of place
  /// together, since a byte can end one and begin another.
  var longestStep: Int64 {
    func longest(_ distances: some Sequence<Int64>) -> Int64 {
      distances.reduce(0) { $1 < Self.far ? max($0, $1) : $0 }
    }
    return 8 + longest(nodes.lazy.map(\.distance)) + longest(leafStates.lazy.map(\.distance))
      + longest(objectStates.lazy.map(\.distance))
      + longest(properties.lazy.map { Int64($0.nameLength) })
  }

  /// The bytes of a name that is not declared, with its closing quote.
  func freeNameDistance(_ object: GrammarTables.Object) -> Int64 {
    let root = keyNodes[Int(object.keyRoot)]
    let children = Int(root.firstChild)..<(Int(root.firstChild) + Int(root.childCount))
    let declaresEmpty = children.contains { keyNodes[$0].property >= 0 }
    return Self.sum(has("\""), declaresEmpty ? characterDistance * 2 : 0)
  }

  // MARK: Sums

  /// 1 if the byte of a character is a token, and far otherwise.
  private func has(_ character: Unicode.Scalar) -> Int64 {
    singleBytes.contains(UInt8(truncatingIfNeeded: character.value)) ? 1 : Self.far
  }

  private var blankDistance: Int64 { whitespace.after == Blanks.oneSpace ? has(" ") : 0 }

  /// The bytes of some character in a string.
  private var characterDistance: Int64 {
    let content = StringContent.shared
    let hasCharacter = (0x20...0x7E as ClosedRange<UInt8>).contains {
      content.step(StringContent.start, $0) == StringContent.start && singleBytes.contains($0)
    }
    return hasCharacter ? 1 : Self.far
  }

  private static func sum(_ terms: Int64...) -> Int64 {
    terms.reduce(0) { $1 >= far || $0 >= far ? far : min($0 + $1, far) }
  }

  private static func product(_ first: Int64, _ second: Int64) -> Int64 {
    let (product, overflow) = first.multipliedReportingOverflow(by: second)
    return second == 0 ? 0 : overflow || first >= far ? far : min(product, far)
  }
}
