import ContentStorage

/// The mask of one item, as a shared mask and the tokens in which it differs.
///
/// Only the ``MaskTable`` that made it can read it.
struct StoredMask: BitwiseCopyable {
  /// The shared mask.
  fileprivate enum Base: BitwiseCopyable {
    case none
    /// A mask of ``StringTables/masks``, by its number.
    case string(Int32)
    /// Words of the table, by the first of them.
    case dense(EntryIndex<UInt64>)
  }

  fileprivate var base: Base
  /// Where the tokens begin in the table: those added, then those removed.
  fileprivate var firstToken: EntryIndex<Int32>
  fileprivate var addedCount: Int32 = 0
  fileprivate var removedCount: Int32 = 0
  /// Indicates whether the text may end.
  var allowsEnd = false

  fileprivate init(_ base: Base, _ firstToken: EntryIndex<Int32>) {
    self.base = base
    self.firstToken = firstToken
  }

  /// Indicates whether each token is kept by itself, since there are few.
  var isSparse: Bool {
    if case .none = base { true } else { false }
  }

  /// The places of the tokens added.
  fileprivate var added: Range<Int> { firstToken.value..<(firstToken.value + Int(addedCount)) }
}

/// The masks of items that were found, and the tokens and words of which they consist.
///
/// Its tables are classes, for speed (see ``GrowingTable``), and copies share them, so only one
/// owner may keep it.
@safe
struct MaskTable {
  /// Masks of more tokens than this are kept as words.
  static let sparseLimit = 1024

  private let indices = ItemTable<StoredMask>()
  private let masks = GrowingTable<StoredMask>()
  /// The tokens in which masks differ from those that many share.
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

  /// Drops all masks, and gives their memory back.
  func removeAll() {
    indices.removeAll()
    masks.removeAll()
    tokens.removeAll()
    words.removeAll()
  }

  /// The mask that was kept under an item, or `nil`.
  func mask(of item: Item) -> StoredMask? {
    guard let index = indices.entry(of: item) else { return nil }
    return masks[index]
  }

  /// Keeps a mask under an item that has none.
  func keep(_ mask: StoredMask, of item: Item) { indices.insert(item, masks.add(mask)) }

  // MARK: Making

  /// Makes a mask without tokens.
  ///
  /// Tokens can be added to a mask, and then others removed, until the next one is made.
  func makeMask() -> StoredMask { StoredMask(.none, tokens.nextIndex) }

  /// Makes a mask that has the tokens of one of ``StringTables``.
  func makeMask(ofStrings index: Int) -> StoredMask {
    StoredMask(.string(Int32(index)), tokens.nextIndex)
  }

  /// Makes a mask that has the tokens of words.
  func makeMask(_ words: MaskWords) -> StoredMask {
    StoredMask(.dense(EntryIndex(words.first)), tokens.nextIndex)
  }

  /// Makes a mask with the tokens of another one, without those kept by themselves that do not
  /// satisfy a condition.
  func makeMask(
    from other: StoredMask, where isKept: (Int32) -> Bool = { _ in true }
  ) -> StoredMask {
    var mask = StoredMask(other.base, tokens.nextIndex)
    // The tokens of a mask are one run, so they are copied.
    for index in other.added {
      let token = tokens[index]
      guard isKept(token) else { continue }
      tokens.append(token)
      mask.addedCount += 1
    }
    return mask
  }

  /// Makes a mask of the tokens in a list from an index on, and those with the same bytes.
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

  /// Adds a token and those with the same bytes to the last mask.
  func add(_ token: Int32, to mask: inout StoredMask) {
    vocabulary.forEachDuplicate(of: token) { token in
      tokens.append(token)
      mask.addedCount += 1
    }
  }

  /// Removes a token from the last mask, to which none is added afterwards.
  func remove(_ token: Int32, from mask: inout StoredMask) {
    tokens.append(token)
    mask.removedCount += 1
  }

  /// Makes words without tokens.
  func makeWords() -> MaskWords {
    let first = words.count
    words.append(repeating: 0, count: wordCount)
    return MaskWords(table: words, first: first)
  }

  /// Makes words with the tokens of a mask.
  func makeWords(of mask: StoredMask) -> MaskWords {
    let copy = makeWords()
    unsafe words.withUnsafeElements { unsafe write(mask, to: $0 + copy.first) }
    return copy
  }

  /// Gives back the last words that were made.
  func remove(_ words: MaskWords) { self.words.truncate(to: words.first) }

  /// Adds a token and those with the same bytes.
  func insert(_ token: Int32, into words: MaskWords) {
    vocabulary.forEachDuplicate(of: token) { token in
      words[Int(token) >> 6] |= 1 << UInt64(token & 63)
    }
  }

  // MARK: Writing

  /// Writes a mask in place: a caller's words of 32 bits take no longer than those of 64.
  ///
  /// - Parameters:
  ///   - mask: The mask.
  ///   - words: As many words as a mask has.
  func write<Word: MaskWord>(_ mask: StoredMask, to words: UnsafeMutablePointer<Word>) {
    let count = Word.count(ofTokens: tokenCount)
    if let source = unsafe base(of: mask) {
      unsafe Word.copy(source, to: words, count: count)
    } else {
      unsafe words.update(repeating: 0, count: count)
    }
    unsafe patch(mask, words)
  }

  /// Adds the tokens of a mask to those that words hold.
  func formUnion<Word: MaskWord>(_ mask: StoredMask, into words: UnsafeMutablePointer<Word>) {
    let count = Word.count(ofTokens: tokenCount)
    if mask.removedCount > 0 {
      // A token that is removed here may be in the mask from elsewhere.
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

  /// The words that a mask shares; `nil` if it has none.
  ///
  /// They are valid until the next mask is found.
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
}

/// The words of a mask of many tokens, in the ``MaskTable`` that made them.
struct MaskWords {
  fileprivate let table: GrowingTable<UInt64>
  fileprivate let first: Int

  subscript(word: Int) -> UInt64 {
    get { table[first + word] }
    nonmutating set { table[first + word] = newValue }
  }
}
