import SchemaText

/// Sets of distinct names, in which the names in content are looked up.
///
/// Each set is a range of one list.
///
/// A set is made by adding its names one after the other, and then sealed.
package struct NameTable: Sendable {
  private struct Name: Sendable {
    let outline: TextOutline
    let bytes: Range<Int>
  }

  private var names: [Name] = []
  private var bytes: [UInt8] = []
  /// The indices of the names of each large set in ascending order.
  private var sorted: [Int] = []
  /// The names of the set that is being made, if it has many names.
  private var known: [ExactText: Int] = [:]

  /// The largest number of names that are compared one by one.
  private static let shortCount = 12

  package init() {}

  // MARK: Making sets

  /// Adds a name to the set that is being made, unless the set has it, and returns its index.
  package mutating func insert(_ name: String, into set: inout Range<Int>) -> Int {
    if set.isEmpty { set = names.count..<names.count }
    let outline = withSpan(of: name.utf8) { TextOutline($0) }
    let known =
      known.isEmpty
      ? set.first {
        names[$0].outline.isSame(as: outline) && bytes[names[$0].bytes].elementsEqual(name.utf8)
      } : known[ExactText(name)]
    if let known { return known }
    names.append(Name(outline: outline, bytes: bytes.count..<bytes.count + outline.count))
    withSpan(of: name.utf8) { text in
      unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
    set = set.lowerBound..<names.count
    if set.count == Self.shortCount {
      self.known.reserveCapacity(4 * Self.shortCount)
      for index in set { self.known[ExactText(self.name(index))] = index }
    } else if set.count > Self.shortCount {
      self.known[ExactText(name)] = names.count - 1
    }
    return names.count - 1
  }

  /// Ends the set that is being made, or changes nothing if there is none.
  package mutating func seal(_ set: Range<Int>) {
    known.removeAll()
    guard set.count > Self.shortCount else { return }
    sorted += repeatElement(0, count: names.count - sorted.count)
    let order = set.sorted { first, second in
      let (one, two) = (names[first], names[second])
      return one.outline.precedes(two.outline)
        ?? bytes[one.bytes].lexicographicallyPrecedes(bytes[two.bytes])
    }
    sorted.replaceSubrange(set, with: order)
  }

  // MARK: Reading

  package func name(_ index: Int) -> String {
    String(decoding: bytes[names[index].bytes], as: UTF8.self)
  }

  /// Returns the index of a name in a set.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  package func index(of name: String, among set: Range<Int>) -> Int? {
    index(withSpan(of: name.utf8) { TextOutline($0) }, among: set, near: nil) { other in
      let other = bytes[other]
      if name.utf8.elementsEqual(other) { return 0 }
      return name.utf8.lexicographicallyPrecedes(other) ? -1 : 1
    }
  }

  /// Returns the index in a set of the string at a place.
  ///
  /// A likely index is tried first.
  ///
  /// - Complexity: O(log *n*) in the number of names.
  package func index(
    of outline: TextOutline, ofTextAt place: ContentPlace, in places: ContentPlaces,
    among set: Range<Int>, near hint: Int? = nil
  ) -> Int? {
    index(outline, among: set, near: hint) { other in
      places.order(ofTextAt: place, bytes.span.extracting(other))
    }
  }

  /// Searches a set for a text, of which `order` says how it compares with other bytes.
  @inline(__always)
  private func index(
    _ outline: TextOutline, among set: Range<Int>, near hint: Int?, order: (Range<Int>) -> Int
  ) -> Int? {
    func isName(_ index: Int) -> Bool {
      guard outline.isSame(as: names[index].outline) else { return false }
      return outline.isWhole || order(names[index].bytes) == 0
    }
    if let hint, set.contains(hint), isName(hint) { return hint }
    if set.count <= Self.shortCount { return set.first(where: isName) }
    var (low, high) = (set.lowerBound, set.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let index = sorted[middle]
      if isName(index) { return index }
      if outline.precedes(names[index].outline) ?? (order(names[index].bytes) < 0) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return nil
  }
}

extension TextOutline {
  /// Returns `true` if a text comes before another in the order of outlines; `nil` if both have the
  /// same outline.
  fileprivate func precedes(_ other: TextOutline) -> Bool? {
    if count != other.count { return count < other.count }
    if first != other.first { return first < other.first }
    return last == other.last ? nil : last < other.last
  }
}
