/// The index of an entry in a table of such entries.
///
/// It has four bytes, since tables refer to each other from each of their entries. The limits of
/// grammars keep all tables far below 2³² entries; an index beyond that would be a fault of this
/// module, and stops the program here.
struct EntryIndex<Entry>: Hashable, Sendable, BitwiseCopyable {
  private let number: UInt32

  init(_ index: Int) { number = UInt32(index) }

  var value: Int { Int(number) }
}

/// Neighbors in a table of such entries.
struct EntryRange<Entry>: Hashable, Sendable, BitwiseCopyable {
  let start: EntryIndex<Entry>
  private let length: EntryIndex<Entry>

  init(_ indices: Range<Int>) {
    start = EntryIndex(indices.lowerBound)
    length = EntryIndex(indices.count)
  }

  var count: Int { length.value }

  var indices: Range<Int> { start.value..<(start.value + count) }

  /// The index of the entry at a position in the range.
  subscript(position: Int) -> EntryIndex<Entry> {
    assert(position >= 0 && position < count)
    return EntryIndex(start.value + position)
  }
}

extension Array {
  subscript(index: EntryIndex<Element>) -> Element { self[index.value] }

  subscript(range: EntryRange<Element>) -> ArraySlice<Element> { self[range.indices] }
}
