import IndexedTables

/// The working memory for finding the masks of one grammar, and a cache of these masks.
///
/// A matcher accepts a token if one of its items accepts the token. So a mask is computed and
/// stored for each item, and every matcher with this item can use it. There is a type for each kind
/// of mask; this class chooses among them by the place of the item.
///
/// Matchers on one thread can share a workspace and so reuse each other's masks. A workspace has no
/// locks, so only one thread may use it at a time.
final class MaskWorkspace {
  /// The memory limit above which the stored masks are removed.
  private static let memoryLimit = 1 << 23

  /// The automaton of the grammar.
  let machine: GrammarMachine

  // This workspace has its own reference to the tables of the vocabulary, so that threads do not
  // wait for each other's reference counting; see ``FixedTable``.
  let vocabulary: VocabularyTables

  // The stored masks, and the parts of which they consist. All are removed together, because they
  // refer to each other.
  private let masks: MaskTable
  private let work: MaskCounter
  private let leafTable: LeafMaskTable
  private let suffixes: SuffixTable
  private let walker: TrieWalker

  private let leaves: LeafMasks
  private let texts: TextMasks
  private let names: NameMasks
  private let counted: CountedMasks

  /// Creates an empty workspace.
  ///
  /// `memory`: The memory of walks, of which the workspaces on one thread use one at a time.
  init(_ tables: GrammarTables, _ memory: WalkMemory, _ work: MaskCounter) {
    self.work = work
    machine = GrammarMachine(tables)
    vocabulary = tables.vocabulary
    masks = MaskTable(vocabulary, work)
    walker = TrieWalker(machine, memory, work)
    leafTable = LeafMaskTable(tables, masks, work)
    suffixes = SuffixTable(vocabulary.strings, machine.items, walker)
    leaves = LeafMasks(machine, leafTable, suffixes, masks)
    texts = TextMasks(machine, suffixes, walker, masks)
    names = NameMasks(machine, suffixes, walker, masks, memory)
    counted = CountedMasks(machine, leafTable, suffixes, masks, work)
  }

  /// The memory of masks, stacks and items, in bytes.
  var byteCount: Int { maskByteCount + machine.byteCount }

  private var maskByteCount: Int { masks.byteCount + leafTable.byteCount + suffixes.byteCount }

  /// Removes all masks, and frees their memory.
  func removeMasks() {
    masks.removeAll()
    leafTable.removeAll()
    suffixes.removeAll()
  }

  /// Checks the stored masks, and that nothing is left of the computation of a mask.
  func checkInvariants() {
    #if DEBUG
    masks.checkInvariants()
    leafTable.checkInvariants()
    names.checkInvariants()
    walker.checkInvariants()
    counted.checkInvariants()
    #endif
  }

  /// Returns whether a set of items had too many, and resets this.
  func takeOverflow() -> Bool { machine.items.takeOverflow() }

  /// Writes a mask to words, as many as a mask has.
  func write<Word: MaskWord>(_ mask: StoredMask, to words: UnsafeMutablePointer<Word>) {
    unsafe masks.write(mask, to: words)
  }

  /// Adds the tokens of a mask to the tokens in words.
  func formUnion<Word: MaskWord>(_ mask: StoredMask, into words: UnsafeMutablePointer<Word>) {
    unsafe masks.formUnion(mask, into: words)
  }

  /// Returns the mask of an item: exactly the tokens whose bytes the item can read.
  func mask(of item: Item) -> StoredMask {
    let key = key(item)
    if let known = masks.mask(of: key) {
      work.addFoundMask()
      return known
    }
    work.addNewMask()
    if maskByteCount > Self.memoryLimit { removeMasks() }
    let mask = makeMask(of: item)
    // After an overflow the mask lacks tokens. It is not stored, so that other matchers also notice
    // the overflow.
    guard !machine.items.hasOverflowed else { return mask }
    masks.keep(mask, of: key)
    return mask
  }

  /// Returns the item under which a mask is stored.
  ///
  /// Lengths that no token can reach give the same item.
  private func key(_ item: Item) -> Item {
    switch item.position.kind {
    case .counted: counted.key(item)
    case .text: texts.key(item)
    default: item
    }
  }

  private func makeMask(of item: Item) -> StoredMask {
    switch item.position.kind {
    case .end: masks.draft().finish()
    case .text: texts.mask(of: item)
    case .counted: counted.mask(of: item)
    case .key: names.mask(of: item)
    case .leaf: leaves.mask(of: item) ?? walker.mask(of: item, in: masks)
    default: walker.mask(of: item, in: masks)
    }
  }
}
