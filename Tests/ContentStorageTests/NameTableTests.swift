import Testing

@testable import ContentStorage

/// Sets of names, in which the names in content are looked up.
struct NameTableTests {
  /// Names of many lengths, among them some that differ only in the middle.
  private static func names(_ count: Int) -> [String] {
    (0..<count).map { number in
      let part = String(repeating: "é", count: number % 7)
      return number % 3 == 0 ? "same beginning \(number) same end" : "\(part)n\(number)"
    }
  }

  @Test(arguments: [0, 1, 12, 13, 40])
  func `a text is found in its set only, as a name and at a place`(count: Int) {
    var table = NameTable()
    var sets: [Range<Int>] = []
    for names in [Self.names(count), Self.names(count + 5)] {
      var set = 0..<0
      for name in names { _ = table.insert(name, into: &set) }
      table.seal(set)
      sets.append(set)
    }
    for (number, name) in Self.names(count + 5).enumerated() {
      let places = ContentPlaces(StoredContent(string: name))
      let outline = places.outline(at: places.root)
      for set in sets {
        let index = number < set.count ? set.lowerBound + number : nil
        #expect(table.index(of: name, among: set) == index, "\(name)")
        #expect(
          table.index(of: outline, ofTextAt: places.root, in: places, among: set) == index,
          "\(name)")
      }
    }
    for set in sets { #expect(table.index(of: "absent", among: set) == nil) }
  }
}
