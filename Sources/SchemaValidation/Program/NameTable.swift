import SchemaText

/// Sets of distinct names in one list, each set a range of it.
///
/// A set is made by adding its names one after the other, and then sealed.
struct NameTable: Sendable {
  private struct Name: Sendable {
    let outline: TextOutline
    /// Where its bytes stand.
    let bytes: Range<Int>
  }

  private var names: [Name] = []
  private var bytes: [UInt8] = []
  /// The indices of the names of each large set in ascending order.
  private var sorted: [Int] = []
  /// The names of the set that is being made, once they are many.
  private var known: [ExactText: Int] = [:]

  /// Up to so many names are compared one by one.
  private static let shortCount = 12

  // MARK: Making sets

  /// Adds a name to the set that is being made, unless it is there.
  ///
  /// - Returns: Its index.
  mutating func insert(_ name: String, into set: inout Range<Int>) -> Int {
    if set.isEmpty { set = names.count..<names.count }
    if let known = known.isEmpty ? index(of: name, among: set) : known[ExactText(name)] {
      return known
    }
    let start = bytes.count
    bytes += name.utf8
    names.append(
      Name(
        outline: TextOutline(bytes.span.extracting(start..<bytes.count)),
        bytes: start..<bytes.count))
    set = set.lowerBound..<names.count
    if set.count == Self.shortCount {
      for index in set { known[ExactText(self.name(index))] = index }
    } else if set.count > Self.shortCount {
      known[ExactText(name)] = names.count - 1
    }
    return names.count - 1
  }

  /// Ends the set that is being made.
  mutating func seal(_ set: Range<Int>) {
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

  /// A name as a string.
  func name(_ index: Int) -> String {
    String(decoding: bytes[names[index].bytes], as: UTF8.self)
  }

  /// The index of a name in a set that is sealed or short.
  func index(of name: String, among set: Range<Int>) -> Int? {
    withSpan(of: name.utf8) { index(of: $0, among: set) }
  }

  /// The index of the string at a place in a set; a likely index is tried first.
  func index(
    ofTextAt place: Int, in places: ContentPlaces, among set: Range<Int>, near hint: Int = -1
  ) -> Int? {
    places.withText(at: place) { index(of: $0, among: set, near: hint) }
  }

  /// - Complexity: O(log *n*) in the number of names.
  private func index(of text: Span<UInt8>, among set: Range<Int>, near hint: Int = -1) -> Int? {
    let outline = TextOutline(text)
    if set.contains(hint), isName(hint, outline, text) { return hint }
    if set.count <= Self.shortCount {
      for index in set where isName(index, outline, text) { return index }
      return nil
    }
    var (low, high) = (set.lowerBound, set.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let index = sorted[middle]
      if isName(index, outline, text) { return index }
      if outline.precedes(names[index].outline)
        ?? text.precedes(bytes.span.extracting(names[index].bytes))
      {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return nil
  }

  private func isName(_ index: Int, _ outline: TextOutline, _ text: Span<UInt8>) -> Bool {
    let name = names[index]
    guard outline.isEqual(to: name.outline) else { return false }
    return outline.count <= TextOutline.completeLength
      || text.isEqual(to: bytes.span.extracting(name.bytes))
  }
}

extension TextOutline {
  fileprivate func isEqual(to other: TextOutline) -> Bool {
    count == other.count && last == other.last && first == other.first
  }

  /// Whether a text comes before another of another outline.
  fileprivate func precedes(_ other: TextOutline) -> Bool? {
    if count != other.count { return count < other.count }
    if first != other.first { return first < other.first }
    return last == other.last ? nil : last < other.last
  }
}

extension Span<UInt8> {
  /// Whether the bytes of a text of the same length come before those of another.
  fileprivate func precedes(_ other: Span<UInt8>) -> Bool {
    for index in indices where self[index] != other[index] { return self[index] < other[index] }
    return false
  }

  /// Whether a text of the same length has the same bytes.
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
