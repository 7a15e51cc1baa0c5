import IndexedTables
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
    #expect(range.isEmpty == numbers.isEmpty)
    #expect(range.map { range.position(of: $0) } == Array(0..<numbers.count))
  }

  @Test func `a range is the indices of entries that were added together`() {
    var table = ["one"]
    let range = table.add(contentsOf: ["two", "three"])
    #expect(range == EntryRange(1..<3))
    #expect(table[range] == ["two", "three"])
    #expect(table.add(contentsOf: []).isEmpty)
    #expect(EntryRange<String>().isEmpty)
  }

  @Test func `indices have the order and the distances of their numbers`() {
    let index = EntryIndex<String>(2)
    #expect(index + 3 == EntryIndex(5))
    #expect(index + -2 == EntryIndex(0))
    #expect(index < index + 1)
    #expect(!(index < index))
  }
}
