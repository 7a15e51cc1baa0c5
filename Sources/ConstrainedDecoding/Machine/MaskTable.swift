import IndexedTables

/// The mask of one item, as a shared mask and a list of differences.
///
/// Only the ``MaskTable`` that made the mask can read it.
struct StoredMask: BitwiseCopyable {
  /// The shared mask.
  fileprivate enum Base: BitwiseCopyable {
    case none
    /// A mask of ``StringTables/masks``, by its index.
    case string(Int32)
    /// Words of the table, by the index of the first word.
    case dense(EntryIndex<UInt64>)
  }

  fileprivate var base: Base
  /// The index of the mask's first token in the table.
  ///
  /// The added tokens are followed by the removed tokens.
  fileprivate var firstToken: EntryIndex<Int32>
  fileprivate var addedCount: Int32 = 0
  fileprivate var removedCount: Int32 = 0

  fileprivate init(_ base: Base, _ firstToken: EntryIndex<Int32>) {
    self.base = base
    self.firstToken = firstToken
  }

  /// Indicates whether the mask consists of single tokens only, because it has few tokens.
  var isSparse: Bool { if case .none = base { true } else { false } }

  fileprivate var added: Range<Int> { firstToken.value..<(firstToken.value + Int(addedCount)) }

  /// The index after the last token of the mask in the table.
  fileprivate var end: Int { added.upperBound + Int(removedCount) }
}

/// The masks of items, and the tokens and words of which the masks consist.
@safe
final class MaskTable {
  /// The largest number of tokens that a mask stores separately.
  ///
  /// A mask with more tokens is stored as words.
  static let sparseLimit = 1024

  private let indices = ItemTable<StoredMask>()
  private let masks = GrowingTable<StoredMask>()
  /// The tokens in which masks differ from shared masks.
  fileprivate let tokens = GrowingTable<Int32>(capacity: 64)
  /// The words of masks of many tokens.
  fileprivate let words = GrowingTable<UInt64>(capacity: 1)
  fileprivate let vocabulary: VocabularyTables
  private let stringMasks: UnsafePointer<UInt64>
  private let wordCount: Int
  private let tokenCount: Int

  private let work: MaskCounter

  init(_ vocabulary: VocabularyTables, _ work: MaskCounter) {
    self.vocabulary = vocabulary
    self.work = work
    unsafe stringMasks = vocabulary.strings.masks.base
    wordCount = vocabulary.wordCount
    tokenCount = vocabulary.count
  }

  /// The memory of the table, in bytes.
  var byteCount: Int { indices.byteCount + masks.byteCount + tokens.byteCount + words.byteCount }

  /// Removes all masks, and frees their memory.
  func removeAll() {
    indices.removeAll()
    masks.removeAll()
    tokens.removeAll()
    words.removeAll()
  }

  /// Returns the stored mask of an item; `nil` if there is none.
  func mask(of item: Item) -> StoredMask? {
    guard let index = indices.entry(of: item) else { return nil }
    return masks[index]
  }

  /// Stores the mask of an item; the item must not have a stored mask.
  func keep(_ mask: StoredMask, of item: Item) { indices.insert(item, masks.add(mask)) }

  // MARK: Making

  /// Begins a mask without tokens.
  func draft() -> MaskDraft { MaskDraft(self, .none) }

  /// Begins a mask with the tokens of a mask of ``StringTables``.
  func draft(ofStrings index: Int) -> MaskDraft {
    work.addPreparedSets(1)
    return MaskDraft(self, .string(Int32(index)))
  }

  /// Begins a mask with the tokens of another mask, without the separately stored tokens that do
  /// not satisfy a condition.
  func draft(
    from other: StoredMask, where isKept: (Int32) -> Bool = { _ in true }
  ) -> MaskDraft {
    var draft = MaskDraft(self, other.base)
    // The tokens of a mask must be adjacent in the table, so they are copied.
    for index in other.added where isKept(tokens[index]) { draft.append(tokens[index]) }
    return draft
  }

  /// Begins a mask with some tokens, and the tokens with the same bytes.
  func draft(of list: Span<Int32>) -> MaskDraft {
    if list.count > Self.sparseLimit {
      let words = makeWords()
      for index in list.indices { words.insert(list[index]) }
      return draft(from: words.finish())
    }
    var draft = draft()
    for index in list.indices { draft.add(list[index]) }
    return draft
  }

  /// Begins words without tokens.
  func makeWords() -> MaskWords { MaskWords(self, wordCount) }

  /// Begins words with the tokens of a mask.
  func makeWords(of mask: StoredMask) -> MaskWords {
    let copy = makeWords()
    unsafe words.withUnsafeElements { unsafe write(mask, to: $0 + copy.first) }
    return copy
  }

  // MARK: Writing

  /// Writes a mask to the caller's words, which have 32 or 64 bits.
  ///
  /// `words`: The words, as many as a mask has.
  func write<Word: MaskWord>(_ mask: StoredMask, to words: UnsafeMutablePointer<Word>) {
    let count = Word.count(ofTokens: tokenCount)
    if let source = unsafe base(of: mask) {
      unsafe Word.copy(source, to: words, count: count)
    } else {
      unsafe words.update(repeating: 0, count: count)
    }
    unsafe patch(mask, words)
  }

  func formUnion<Word: MaskWord>(_ mask: StoredMask, into words: UnsafeMutablePointer<Word>) {
    let count = Word.count(ofTokens: tokenCount)
    if mask.removedCount > 0 {
      // A token that this mask removes may already be in the words because of another mask, so the
      // mask is written to other words first.
      let scratch = UnsafeMutablePointer<Word>.allocate(capacity: count)
      defer { unsafe scratch.deallocate() }
      unsafe write(mask, to: scratch)
      for index in 0..<count { unsafe words[index] |= scratch[index] }
      return
    }
    if let source = unsafe base(of: mask) {
      unsafe Word.formUnion(source, into: words, count: count)
    }
    unsafe patch(mask, words)
  }

  /// Returns the shared words of a mask; `nil` if it has none.
  ///
  /// The pointer is valid until the next mask is made.
  private func base(of mask: StoredMask) -> UnsafePointer<UInt64>? {
    switch mask.base {
    case .none: nil
    case .string(let index): unsafe stringMasks + Int(index) * wordCount
    case .dense(let first): unsafe words.address(of: first.value)
    }
  }

  private func patch<Word: MaskWord>(_ mask: StoredMask, _ words: UnsafeMutablePointer<Word>) {
    assert(mask.end <= tokens.count)
    // The address is read once, because for the compiler each written word could change it.
    unsafe tokens.withUnsafeElements { tokens in
      for index in mask.added {
        let token = Int(unsafe tokens[index])
        unsafe words[Word.index(of: token)] |= Word.bit(of: token)
      }
      for index in mask.added.upperBound..<mask.end {
        let token = Int(unsafe tokens[index])
        unsafe words[Word.index(of: token)] &= ~Word.bit(of: token)
      }
    }
  }

  // MARK: Invariants

  /// Checks that each item has one mask, that no two stored masks share separate tokens, and that
  /// the parts of each mask are in the tables.
  func checkInvariants() {
    #if DEBUG
    indices.checkInvariants(entryCount: masks.count)
    var end = 0
    for index in 0..<masks.count {
      assert(masks[index].firstToken.value >= end, "mask \(index) shares tokens with another")
      end = masks[index].end
      checkInvariants(of: masks[index])
    }
    #endif
  }

  /// Checks that the parts of a mask are in the tables.
  func checkInvariants(of mask: StoredMask) {
    #if DEBUG
    assert(mask.addedCount >= 0 && mask.removedCount >= 0, "a mask has a negative count")
    assert(mask.end <= tokens.count, "a mask lacks its tokens")
    for index in mask.firstToken.value..<mask.end {
      assert(tokens[index] >= 0 && tokens[index] < tokenCount, "\(tokens[index]) is no token")
    }
    switch mask.base {
    case .none: break
    case .string(let index):
      assert(index >= 0 && (Int(index) + 1) * wordCount <= vocabulary.strings.masks.count)
    case .dense(let first):
      assert(first.value % wordCount == 0 && first.value + wordCount <= words.count)
    }
    #endif
  }
}

/// A mask that is being made from a shared mask and single tokens.
///
/// Its tokens are the last ones of the ``MaskTable``, so no other mask of the table may be begun
/// before ``finish()``. The mask itself exists only after it.
struct MaskDraft: ~Copyable {
  private let table: MaskTable
  private let tokens: GrowingTable<Int32>
  private let vocabulary: VocabularyTables
  private var mask: StoredMask

  fileprivate init(_ table: MaskTable, _ base: StoredMask.Base) {
    self.table = table
    tokens = table.tokens
    vocabulary = table.vocabulary
    mask = StoredMask(base, table.tokens.nextIndex)
  }

  /// Adds a token and all tokens with the same bytes.
  mutating func add(_ token: Int32) {
    var next: Int32? = token
    while let token = next {
      append(token)
      next = vocabulary.duplicate(after: token)
    }
  }

  fileprivate mutating func append(_ token: Int32) {
    assert(mask.end == tokens.count, "another mask was begun")
    tokens.append(token)
    mask.addedCount += 1
  }

  /// Ends the mask.
  consuming func finish() -> StoredMask {
    assert(mask.end == tokens.count, "another mask was begun")
    return mask
  }

  /// Ends the mask without the tokens that satisfy a condition.
  consuming func finish(
    without others: [Int32], where isRemoved: (Int) -> Bool
  ) -> StoredMask {
    assert(mask.end == tokens.count, "another mask was begun")
    for index in others.indices where isRemoved(index) {
      tokens.append(others[index])
      mask.removedCount += 1
    }
    return mask
  }
}

/// The words of a mask with many tokens that is being made, in the ``MaskTable`` that stores it.
///
/// No other words of the table may be begun before ``finish()`` or ``discard()``.
struct MaskWords: ~Copyable {
  private let table: MaskTable
  private let words: GrowingTable<UInt64>
  fileprivate let first: Int

  fileprivate init(_ table: MaskTable, _ count: Int) {
    self.table = table
    words = table.words
    first = words.count
    words.append(repeating: 0, count: count)
  }

  subscript(word: Int) -> UInt64 {
    get { words[first + word] }
    nonmutating set { words[first + word] = newValue }
  }

  /// Adds a token and all tokens with the same bytes.
  func insert(_ token: Int32) {
    table.vocabulary.forEachDuplicate(of: token) { token in
      words[first + Int(token) >> 6] |= 1 << UInt64(token & 63)
    }
  }

  /// Ends the mask.
  consuming func finish() -> StoredMask {
    checkIsLast()
    return StoredMask(.dense(EntryIndex(first)), table.tokens.nextIndex)
  }

  /// Frees the words.
  consuming func discard() {
    checkIsLast()
    words.truncate(to: first)
  }

  private func checkIsLast() {
    assert(first + table.vocabulary.wordCount == words.count, "other words were begun")
  }
}
