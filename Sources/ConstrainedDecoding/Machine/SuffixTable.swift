import IndexedTables

/// The suffixes that items accept after a closing quote, as bit sets.
///
/// A set is identified by its first word.
final class SuffixTable {
  private let indices = ItemTable<UInt64>()
  private let bits = GrowingTable<UInt64>()
  private let wordCount: Int
  private let strings: StringTables
  private let items: ItemSets<Item>
  private let walker: TrieWalker

  init(_ strings: StringTables, _ items: ItemSets<Item>, _ walker: TrieWalker) {
    self.strings = strings
    self.items = items
    self.walker = walker
    wordCount = (strings.suffixCount + 63) / 64
  }

  /// The memory of the table, in bytes.
  var byteCount: Int { indices.byteCount + bits.byteCount }

  func removeAll() {
    indices.removeAll()
    bits.removeAll()
  }

  /// Returns the suffixes that tokens may have after a closing quote if the string is followed by
  /// an item.
  func set(after item: Item) -> EntryIndex<UInt64> {
    if let known = indices.entry(of: item) { return known }
    let set = bits.nextIndex
    bits.append(repeating: 0, count: wordCount)
    // The suffix 0 is empty.
    insert(0, into: set)
    let start = items.count
    items.append(item)
    walker.withValues(in: strings.suffixTrie, itemsFrom: start) { suffixes in
      for index in suffixes.indices { insert(Int(suffixes[index]), into: set) }
    }
    if !items.hasOverflowed { indices.insert(item, set) }
    return set
  }

  private func insert(_ suffix: Int, into set: EntryIndex<UInt64>) {
    bits[set.value + suffix >> 6] |= 1 << UInt64(suffix & 63)
  }

  func contains(_ suffix: UInt32, in set: EntryIndex<UInt64>) -> Bool {
    bits[set.value + Int(suffix) >> 6] >> UInt64(suffix & 63) & 1 == 1
  }

  /// Calls a function with the exits of a ``StringContent`` state whose suffixes are in a set.
  func forEachExit(
    from content: UInt8, in set: EntryIndex<UInt64>, _ body: (StringTables.Exit) -> Void
  ) {
    guard content == StringContent.start else {
      for index in strings.exitRange(from: content)
      where contains(strings.exits[index].suffix, in: set) { body(strings.exits[index]) }
      return
    }
    let bounds = strings.startExitBounds
    forEachSuffix(in: set) { suffix in
      for index in Int(bounds[suffix])..<Int(bounds[suffix + 1]) { body(strings.startExits[index]) }
    }
  }

  /// Calls a function with each suffix of a set, in order.
  private func forEachSuffix(in set: EntryIndex<UInt64>, _ body: (Int) -> Void) {
    for word in 0..<wordCount {
      var rest = bits[set.value + word]
      while rest != 0 {
        body(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
