import ContentStorage
import Testing

/// The indices of entries in tables.
struct EntryIndexTests {
  private struct Links {
    @PackedIndex var next: EntryIndex<String>?

    init(_ next: EntryIndex<String>?) { self.next = next }
  }

  @Test(arguments: [nil, 0, 1, 70_000, Int(UInt32.max) - 1])
  func `an index that may be absent is read as it was written`(number: Int?) {
    var links = Links(number.map { EntryIndex($0) })
    #expect(links.next?.value == number)
    links.next = nil
    #expect(links.next == nil)
    links.next = number.map { EntryIndex($0) }
    #expect(links.next?.value == number)
  }

  @Test func `an entry is found by the index with which it was added`() {
    var table: [String] = []
    let first = table.add("one")
    let second = table.add("two")
    #expect(table[first] == "one")
    #expect(table[second] == "two")
    table[first] = "three"
    #expect(table == ["three", "two"])
  }

  @Test(arguments: [0..<0, 3..<3, 0..<1, 2..<5])
  func `a range has the indices of its entries in order`(numbers: Range<Int>) {
    let range = EntryRange<Int>(numbers)
    #expect(range.map(\.value) == Array(numbers))
    #expect(range.count == numbers.count)
    #expect(range.numbers == numbers)
    #expect((0..<range.count).map { range[$0].value } == Array(numbers))
    #expect(Array(0..<8)[range] == Array(0..<8)[numbers])
  }
}
