import SchemaText

extension StoredContent: Equatable {
  /// Returns `true` if two contents have the same value.
  ///
  /// Numbers are compared by their exact values; strings and names by their bytes. Ids and the
  /// order of properties have no effect. If a name occurs more than once, its values are compared
  /// in their order. Incomplete content equals only incomplete content.
  ///
  /// - Complexity: O(n) in the size of the contents, or O(n log n) if properties are in another
  ///   order. Nothing recurses, so the depth of the contents does not matter.
  package static func == (first: StoredContent, second: StoredContent) -> Bool {
    guard let one = first.buffer, let two = second.buffer,
      first.tag == second.tag, first.tag == .array || first.tag == .object
    else { return hasSameScalar(first, second) }
    var comparison = ContentComparison(one, two)
    return comparison.compare(first.place, second.place)
  }

  /// Compares two contents, at least one of which is not a container.
  static func hasSameScalar(_ first: StoredContent, _ second: StoredContent) -> Bool {
    switch (first.tag, second.tag) {
    case (.null, .null):
      return first.isComplete == second.isComplete
    case (.false, .false), (.true, .true):
      return true
    case (.integer, .integer), (.wideInteger, .wideInteger):
      return first.integer == second.integer
    default:
      // A pending string has the tag of a short string, even if it is long.
      if first.tag.shape == .string, second.tag.shape == .string {
        guard let one = first.buffer, let two = second.buffer else { return false }
        return withExtendedLifetime((one, two)) {
          unsafe first.isComplete == second.isComplete
            && haveSameBytes(one.textBytes(first.place), two.textBytes(second.place))
        }
      }
      guard first.tag.shape == .number, second.tag.shape == .number else { return false }
      guard let one = first.number, let two = second.number
      else { return first.text == second.text && first.integer == second.integer }
      return one == two
    }
  }
}

/// A comparison of two trees.
///
/// It uses a list of pending pairs instead of recursion.
private struct ContentComparison {
  private let one: ContentBuffer
  private let two: ContentBuffer
  /// Pairs of containers of one kind.
  private var pending: [(ContentPlace, ContentPlace)] = []

  init(_ one: ContentBuffer, _ two: ContentBuffer) {
    self.one = one
    self.two = two
  }

  mutating func compare(_ first: ContentPlace, _ second: ContentPlace) -> Bool {
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

  /// Compares two scalars, or adds two containers to the pending pairs.
  private mutating func compareChildren(_ first: ContentPlace, _ second: ContentPlace) -> Bool {
    let tag = one.tag(first)
    if tag == .array || tag == .object {
      guard two.tag(second) == tag else { return false }
      pending.append((first, second))
      return true
    }
    return StoredContent.hasSameScalar(
      StoredContent(one, first), StoredContent(two, second))
  }

  private mutating func compareElements(_ first: ContentPlace, _ second: ContentPlace) -> Bool {
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

  /// Compares properties in their order, or returns `nil` if the names differ.
  private mutating func compareInOrder(_ first: ContentPlace, _ second: ContentPlace) -> Bool? {
    var firsts = one.children(of: first)
    var seconds = two.children(of: second)
    while true {
      switch (firsts.nextKey(in: one), seconds.nextKey(in: two)) {
      case (nil, nil): return true
      case (let firstKey?, let secondKey?):
        guard unsafe haveSameBytes(one.textBytes(at: firstKey), two.textBytes(at: secondKey))
        else { return nil }
        guard let first = firsts.next(in: one), let second = seconds.next(in: two)
        else { return false }
        guard compareChildren(first, second) else { return false }
      default: return false
      }
    }
  }

  private mutating func compareSorted(_ first: ContentPlace, _ second: ContentPlace) -> Bool {
    let firsts = sortedProperties(of: first, in: one)
    let seconds = sortedProperties(of: second, in: two)
    guard firsts.count == seconds.count else { return false }
    return zip(firsts, seconds).allSatisfy { first, second in
      first.name == second.name && compareChildren(first.place, second.place)
    }
  }

  /// Returns the properties by name, and by place if names are the same.
  private func sortedProperties(
    of object: ContentPlace, in buffer: ContentBuffer
  ) -> [(name: ExactText, place: ContentPlace)] {
    var properties: [(name: ExactText, place: ContentPlace)] = []
    var children = buffer.children(of: object)
    while let key = children.nextKey(in: buffer), let place = children.next(in: buffer) {
      properties.append((ExactText(buffer.name(at: key)), place))
    }
    return properties.sorted { ($0.name, $0.place.index) < ($1.name, $1.place.index) }
  }
}
