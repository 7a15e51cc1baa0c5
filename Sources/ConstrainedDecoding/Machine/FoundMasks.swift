import ContentStorage

/// The masks of a grammar that a ``MaskWorkspace`` has found, and the parts of which it makes them.
///
/// All are dropped together, since they refer to each other.
struct FoundMasks {
  let masks: MaskTable
  let leaves = LeafMaskTable()
  let suffixes: SuffixTable
  let groups: LeafGroupTable

  init(_ tables: GrammarTables) {
    masks = MaskTable(tables.vocabulary)
    suffixes = SuffixTable(suffixCount: tables.vocabulary.strings.suffixCount)
    groups = LeafGroupTable(tables)
  }

  /// The memory of all tables, in bytes.
  var byteCount: Int {
    masks.byteCount + leaves.byteCount + suffixes.byteCount + groups.byteCount
  }

  /// Drops all masks, and gives their memory back.
  func removeAll() {
    masks.removeAll()
    leaves.removeAll()
    suffixes.removeAll()
    groups.removeAll()
  }
}

/// The tokens that a state of a leaf takes, whatever follows the leaf.
struct LeafMask: BitwiseCopyable {
  /// The tokens that stay within the leaf.
  var interior: StoredMask
  /// The tokens that close it, in the ``LeafMaskTable``.
  var exits: EntryRange<StringTables.Exit>
}

/// The masks of the states of leaves, whatever follows the leaves.
struct LeafMaskTable {
  private let indices = ItemTable<LeafMask>()
  private let masks = GrowingTable<LeafMask>()
  private let exits = GrowingTable<StringTables.Exit>()

  /// The memory of the table, in bytes.
  var byteCount: Int { indices.byteCount + masks.byteCount + exits.byteCount }

  func removeAll() {
    indices.removeAll()
    masks.removeAll()
    exits.removeAll()
  }

  /// The mask of a place in a leaf; `nil` if none was kept.
  func mask(of position: Position) -> LeafMask? {
    guard let index = indices.entry(of: Item(position: position, stack: .empty)) else { return nil }
    return masks[index]
  }

  /// Keeps the mask of a place that has none.
  func keep(_ mask: LeafMask, of position: Position) {
    indices.insert(Item(position: position, stack: .empty), masks.add(mask))
  }

  /// The number of exits of all masks: where those begin that are added next.
  var exitCount: Int { exits.count }

  func add(_ exit: StringTables.Exit) { exits.append(exit) }

  subscript(exit: EntryIndex<StringTables.Exit>) -> StringTables.Exit { exits[exit] }
}

/// The suffixes that items read behind a closing quote, as sets of bits.
///
/// A set is known by its first word.
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

  /// The set of an item behind a quote; `nil` if none was kept.
  func set(of item: Item) -> EntryIndex<UInt64>? { indices.entry(of: item) }

  /// Keeps the set of an item that has none.
  func keep(_ set: EntryIndex<UInt64>, of item: Item) { indices.insert(item, set) }

  /// Makes a set that has only the suffix 0: nothing follows the quote.
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

  /// Calls a function with the suffixes of a set in order.
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
