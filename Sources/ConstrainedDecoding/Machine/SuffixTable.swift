import IndexedTables

/// The suffixes that items accept after a closing quote, as bit sets.
///
/// A set is identified by its first word. The stored tables are classes. A copy of this structure
/// shares the tables, so it must have only one owner.
struct SuffixTable {
  private let indices = ItemTable<UInt64>()
  private let bits = GrowingTable<UInt64>()
  private let wordCount: Int

  init(suffixCount: Int) { wordCount = (suffixCount + 63) / 64 }

  /// The memory of the table, in bytes.
  var byteCount: Int { indices.byteCount + bits.byteCount }

  func removeAll() {
    indices.removeAll()
    bits.removeAll()
  }

  /// Returns the stored set of an item after a quote; `nil` if there is none.
  func set(of item: Item) -> EntryIndex<UInt64>? { indices.entry(of: item) }

  /// Stores the set of an item; the item must not have a stored set.
  func keep(_ set: EntryIndex<UInt64>, of item: Item) { indices.insert(item, set) }

  /// Makes a set that contains only the suffix 0, which is empty.
  func makeSet() -> EntryIndex<UInt64> {
    let set = bits.nextIndex
    bits.append(repeating: 0, count: wordCount)
    bits[set] = 1
    return set
  }

  func insert(_ suffix: Int, into set: EntryIndex<UInt64>) {
    bits[set.value + suffix >> 6] |= 1 << UInt64(suffix & 63)
  }

  func contains(_ suffix: UInt32, in set: EntryIndex<UInt64>) -> Bool {
    bits[set.value + Int(suffix) >> 6] >> UInt64(suffix & 63) & 1 == 1
  }

  /// Calls a function with each suffix of a set, in order.
  func forEachSuffix(in set: EntryIndex<UInt64>, _ body: (Int) -> Void) {
    for word in 0..<wordCount {
      var rest = bits[set.value + word]
      while rest != 0 {
        body(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
