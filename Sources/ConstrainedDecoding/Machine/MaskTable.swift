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
  /// Indicates whether the text may end.
  var allowsEnd = false

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
///
/// It is a class, because the masks are also the parts of the masks of a ``LeafMaskTable``.
@safe
final class MaskTable {
  /// The largest number of tokens that a mask stores separately.
  ///
  /// A mask with more tokens is stored as words.
  static let sparseLimit = 1024

  private let indices = ItemTable<StoredMask>()
  private let masks = GrowingTable<StoredMask>()
  /// The tokens in which masks differ from shared masks.
  private let tokens = GrowingTable<Int32>(capacity: 1024)
  /// The words of masks of many tokens.
  private let words = GrowingTable<UInt64>(capacity: 1)
  private let vocabulary: VocabularyTables
  private let stringMasks: UnsafePointer<UInt64>
  private let wordCount: Int
  private let tokenCount: Int

  init(_ vocabulary: VocabularyTables) {
    self.vocabulary = vocabulary
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

  /// Makes a mask without tokens.
  ///
  /// Until the next mask is made, tokens can be added to this mask, and then others can be removed.
  func makeMask() -> StoredMask { StoredMask(.none, tokens.nextIndex) }

  /// Makes a mask with the tokens of a mask of ``StringTables``.
  func makeMask(ofStrings index: Int) -> StoredMask {
    StoredMask(.string(Int32(index)), tokens.nextIndex)
  }

  func makeMask(_ words: MaskWords) -> StoredMask {
    StoredMask(.dense(EntryIndex(words.first)), tokens.nextIndex)
  }

  /// Makes a copy of a mask, without the separately stored tokens that do not satisfy a condition.
  func makeMask(
    from other: StoredMask, where isKept: (Int32) -> Bool = { _ in true }
  ) -> StoredMask {
    var mask = StoredMask(other.base, tokens.nextIndex)
    // The tokens of a mask must be adjacent in the table, so they are copied.
    for index in other.added {
      let token = tokens[index]
      guard isKept(token) else { continue }
      tokens.append(token)
      mask.addedCount += 1
    }
    return mask
  }

  /// Makes a mask of the tokens in a list from an index on, and of the tokens with the same bytes.
  func makeMask(of list: GrowingTable<Int32>, from first: Int) -> StoredMask {
    if list.count - first > Self.sparseLimit {
      let words = makeWords()
      for index in first..<list.count { insert(list[index], into: words) }
      return makeMask(words)
    }
    var mask = makeMask()
    for index in first..<list.count { add(list[index], to: &mask) }
    return mask
  }

  /// Adds a token and all tokens with the same bytes to a mask, which must be the last one made.
  func add(_ token: Int32, to mask: inout StoredMask) {
    assert(mask.end == tokens.count && mask.removedCount == 0, "another mask was made")
    vocabulary.forEachDuplicate(of: token) { token in
      tokens.append(token)
      mask.addedCount += 1
    }
  }

  /// Removes a token from a mask, which must be the last one made.
  ///
  /// After that, no token may be added.
  func remove(_ token: Int32, from mask: inout StoredMask) {
    assert(mask.end == tokens.count, "another mask was made")
    tokens.append(token)
    mask.removedCount += 1
  }

  /// Makes words without tokens.
  func makeWords() -> MaskWords {
    let first = words.count
    words.append(repeating: 0, count: wordCount)
    return MaskWords(table: words, first: first)
  }

  func makeWords(of mask: StoredMask) -> MaskWords {
    let copy = makeWords()
    unsafe words.withUnsafeElements { unsafe write(mask, to: $0 + copy.first) }
    return copy
  }

  /// Frees the last words that were made.
  func remove(_ words: MaskWords) {
    assert(words.first + wordCount == self.words.count, "other words were made")
    self.words.truncate(to: words.first)
  }

  /// Adds a token and all tokens with the same bytes to words.
  func insert(_ token: Int32, into words: MaskWords) {
    vocabulary.forEachDuplicate(of: token) { token in
      words[Int(token) >> 6] |= 1 << UInt64(token & 63)
    }
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
    var index = mask.firstToken.value
    let added = index + Int(mask.addedCount)
    while index < added {
      let token = Int(tokens[index])
      unsafe words[Word.index(of: token)] |= Word.bit(of: token)
      index += 1
    }
    let removed = added + Int(mask.removedCount)
    while index < removed {
      let token = Int(tokens[index])
      unsafe words[Word.index(of: token)] &= ~Word.bit(of: token)
      index += 1
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

/// The words of a mask with many tokens, in the ``MaskTable`` that made them.
struct MaskWords {
  fileprivate let table: GrowingTable<UInt64>
  fileprivate let first: Int

  subscript(word: Int) -> UInt64 {
    get { table[first + word] }
    nonmutating set { table[first + word] = newValue }
  }
}
