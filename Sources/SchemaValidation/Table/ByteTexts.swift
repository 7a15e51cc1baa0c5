/// Texts that are looked up by their bytes in UTF-8, as JSON compares them; in Swift two spellings
/// of "é" are equal.
struct ByteTexts: Sendable {
  /// The texts in the order in which they were given.
  private let listed: [[UInt8]]
  /// The places of the texts in that list, sorted by the texts.
  private let sorted: [Int32]

  init(_ texts: some Sequence<String>) {
    let listed = texts.map { Array($0.utf8) }
    self.listed = listed
    sorted = listed.indices
      .sorted { listed[$0].lexicographicallyPrecedes(listed[$1]) }
      .map { Int32(truncatingIfNeeded: $0) }
  }

  var count: Int { listed.count }

  /// The index of a text in the list; a likely index is tried first.
  ///
  /// - Complexity: O(log n) comparisons.
  func index(of text: Span<UInt8>, near hint: Int = 0) -> Int? {
    if hint < listed.count, Self.order(listed[hint], text) == 0 { return hint }
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      let place = Int(sorted[middle])
      let order = Self.order(listed[place], text)
      if order == 0 { return place }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Below, at or above zero as the first comes before, is the same as or comes after the second.
  private static func order(_ first: [UInt8], _ second: Span<UInt8>) -> Int {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return first[index] < second[index] ? -1 : 1
    }
    return first.count - second.count
  }
}
