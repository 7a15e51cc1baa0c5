extension GeneratedContent: Equatable {
  /// Whether two contents have the same value.
  ///
  /// Numbers are compared exactly, whatever their spelling; strings and names by their bytes.
  /// Neither ids nor the order of properties count. Where a name occurs more than once, its values
  /// are compared in their order. Content that is not complete equals only such content.
  ///
  /// - Complexity: O(n) in the size of the contents, or O(n log n) where properties come in another
  ///   order. There is no recursion, hence the depth of the contents does not matter.
  public static func == (first: GeneratedContent, second: GeneratedContent) -> Bool {
    guard let one = first.buffer, let two = second.buffer,
      first.tag == second.tag, first.tag == .array || first.tag == .object
    else { return hasSameScalar(first, second) }
    var comparison = ContentComparison(one, two)
    return comparison.compare(first.node, second.node)
  }

  /// Compares two contents of which at least one is no container.
  static func hasSameScalar(_ first: GeneratedContent, _ second: GeneratedContent) -> Bool {
    switch (first.tag, second.tag) {
    case (.null, .null):
      return first.isComplete == second.isComplete
    case (.false, .false), (.true, .true):
      return true
    case (.string, .string), (.wideString, .wideString):
      guard let one = first.buffer, let two = second.buffer,
        first.isComplete == second.isComplete
      else { return false }
      let bytes = one.textBytes(first.node)
      let others = two.textBytes(second.node)
      guard bytes.count == others.count, let start = bytes.baseAddress
      else { return bytes.count == others.count }
      return withExtendedLifetime((one, two)) { haveSameBytes(start, others) }
    case (.integer, .integer), (.wideInteger, .wideInteger):
      return first.integerValue == second.integerValue
    default:
      // A pending string has the tag of a short one, however long it is.
      if case .string(let one) = first.textKind, case .string(let two) = second.textKind {
        return first.isComplete == second.isComplete && one.utf8.elementsEqual(two.utf8)
      }
      guard let one = first.exactNumber, let two = second.exactNumber
      else { return first.numberText == second.numberText && first.numberText != nil }
      return one == two
    }
  }

  private enum TextKind {
    case string(String)
    case other
  }

  private var textKind: TextKind {
    tag == .string || tag == .wideString ? .string(stringValue) : .other
  }
}

/// A comparison of two trees with a list of what is still to do in place of a recursion.
private struct ContentComparison {
  private let one: ContentBuffer
  private let two: ContentBuffer
  /// Pairs of containers of one kind.
  private var pending: [(ContentNode, ContentNode)] = []

  init(_ one: ContentBuffer, _ two: ContentBuffer) {
    self.one = one
    self.two = two
  }

  mutating func compare(_ first: ContentNode, _ second: ContentNode) -> Bool {
    pending.append((first, second))
    while let (first, second) = pending.popLast() {
      if one === two, first == second { continue }
      guard one.isComplete(first) == two.isComplete(second) else { return false }
      if one.tag(first) == .array {
        guard compareElements(first, second) else { return false }
      } else {
        let done = pending.count
        switch compareInOrder(first, second) {
        case true?: break
        case false?: return false
        case nil:
          pending.removeLast(pending.count - done)
          guard compareSorted(first, second) else { return false }
        }
      }
    }
    return true
  }

  /// Compares two values: scalars at once, containers later.
  private mutating func compareChildren(_ first: ContentNode, _ second: ContentNode) -> Bool {
    let tag = one.tag(first)
    if tag == .array || tag == .object {
      guard two.tag(second) == tag else { return false }
      pending.append((first, second))
      return true
    }
    return GeneratedContent.hasSameScalar(
      GeneratedContent(one, first), GeneratedContent(two, second))
  }

  private mutating func compareElements(_ first: ContentNode, _ second: ContentNode) -> Bool {
    var firsts = one.children(of: first)
    var seconds = two.children(of: second)
    while true {
      switch (firsts.next(in: one), seconds.next(in: two)) {
      case (nil, nil): return true
      case (let first?, let second?):
        guard compareChildren(first, second) else { return false }
      default: return false
      }
    }
  }

  /// Compares properties as they come, or gives `nil` where the names differ.
  private mutating func compareInOrder(_ first: ContentNode, _ second: ContentNode) -> Bool? {
    var firsts = one.children(of: first)
    var seconds = two.children(of: second)
    while true {
      switch (firsts.nextKey(in: one), seconds.nextKey(in: two)) {
      case (nil, nil): return true
      case (let firstKey?, let secondKey?):
        let name = one.textBytes(at: firstKey)
        let other = two.textBytes(at: secondKey)
        guard name.count == other.count, let start = name.baseAddress, haveSameBytes(start, other)
        else { return nil }
        guard let first = firsts.next(in: one), let second = seconds.next(in: two)
        else { return false }
        guard compareChildren(first, second) else { return false }
      default: return false
      }
    }
  }

  private typealias Property = (name: UnsafeBufferPointer<UInt8>, node: ContentNode)

  private mutating func compareSorted(_ first: ContentNode, _ second: ContentNode) -> Bool {
    let firsts = sortedProperties(of: first, in: one)
    let seconds = sortedProperties(of: second, in: two)
    guard firsts.count == seconds.count else { return false }
    for (first, second) in zip(firsts, seconds) {
      guard !precedes(first.name, second.name), !precedes(second.name, first.name),
        compareChildren(first.node, second.node)
      else { return false }
    }
    return true
  }

  private func sortedProperties(of object: ContentNode, in buffer: ContentBuffer) -> [Property] {
    var properties: [Property] = []
    var children = buffer.children(of: object)
    while let key = children.nextKey(in: buffer), let node = children.next(in: buffer) {
      properties.append((buffer.textBytes(at: key), node))
    }
    // By name, and by place where names are the same.
    return properties.sorted { first, second in
      if precedes(first.name, second.name) { return true }
      if precedes(second.name, first.name) { return false }
      return first.node.index < second.node.index
    }
  }

  /// An order of names; which one does not matter.
  private func precedes(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    first.count != second.count
      ? first.count < second.count : first.lexicographicallyPrecedes(second)
  }
}
