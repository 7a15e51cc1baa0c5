import IndexedTables

/// The tables of a vocabulary for finding masks.
///
/// They are immutable, and all grammars and threads share them.
final class VocabularyTables: Sendable {
  let count: Int
  let wordCount: Int
  let endTokens: [Int]
  let specialTokens: [String: Int]
  /// The bytes of all tokens, one after the other.
  let bytes: FixedTable<UInt8>
  /// The start offset of each token's bytes, followed by the end offset of the last token.
  let offsets: FixedTable<UInt32>
  private let duplicates: DuplicateTokens
  let trie: ByteTrie
  let subtrees: Subtrees
  /// The groups of each token's bytes; see ``ByteGroups``.
  let groups: FixedTable<UInt64>
  let groupMasks = GroupMasks()
  let sharedValues = SharedValues()
  /// The first token of each text, in the order of the texts' bytes.
  let sortedTokens: [Int32]
  let strings: StringTables
  /// The bytes that are tokens by themselves.
  let singleBytes: ByteSet
  let longestToken: Int

  init(_ tokens: [Vocabulary.Token], endTokens: [Int]) {
    let ends = Set(endTokens)
    var bytes: [UInt8] = []
    var offsets: [UInt32] = [0]
    offsets.reserveCapacity(tokens.count + 1)
    var specials: [String: Int] = [:]
    for (index, token) in tokens.enumerated() {
      switch token {
      case .bytes(let text) where !ends.contains(index): bytes.append(contentsOf: text)
      case .special(let name): specials[name] = index
      case .bytes, .unused: break
      }
      offsets.append(UInt32(bytes.count))
    }
    let sorted = SortedTokens(bytes, offsets)
    var ranges: [ByteTrie.StringRange] = []
    let trie = ByteTrie(sorted: sorted.strings, values: sorted.tokens, ranges: &ranges)
    let words = (tokens.count + 63) / 64
    count = tokens.count
    wordCount = words
    self.endTokens = ends.sorted()
    specialTokens = specials
    self.trie = trie
    subtrees = Subtrees(trie, ranges)
    groups = FixedTable(
      (0..<tokens.count).map { token in
        bytes[Int(offsets[token])..<Int(offsets[token + 1])].reduce(0) {
          $0 | ByteGroups.bits[Int($1)]
        }
      })
    sortedTokens = sorted.tokens
    duplicates = sorted.duplicates
    singleBytes = ByteSet(sorted.strings.lazy.filter { $0.count == 1 }.compactMap(\.first))
    longestToken = sorted.strings.reduce(0) { max($0, $1.count) }
    strings = StringTables(sorted, trie, wordCount: words)
    self.bytes = FixedTable(bytes)
    self.offsets = FixedTable(offsets)
  }

  func byteRange(of token: Int) -> Range<Int> { Int(offsets[token])..<Int(offsets[token + 1]) }

  /// Returns the bytes of a token; empty if the token does not stand for text.
  ///
  /// They are valid as long as the tables.
  func bytes(of token: Int) -> UnsafeBufferPointer<UInt8> {
    let range = byteRange(of: token)
    return unsafe UnsafeBufferPointer(start: bytes.base + range.lowerBound, count: range.count)
  }

  /// Returns the number of a token in the four bytes that tables and masks have for it.
  ///
  /// ``Vocabulary/maximumCount`` keeps it far below 2³¹.
  static func number(of token: Int) -> Int32 { Int32(token) }

  /// Calls a function with a token and all other tokens with the same bytes.
  func forEachDuplicate(of token: Int32, _ body: (Int32) -> Void) {
    var next: Int32? = token
    while let token = next {
      body(token)
      next = duplicate(after: token)
    }
  }

  /// Returns the next token with the same bytes; `nil` if there is none.
  func duplicate(after token: Int32) -> Int32? { duplicates.next(after: token) }

  var byteCount: Int {
    bytes.byteCount + offsets.byteCount + duplicates.byteCount + trie.byteCount
      + subtrees.byteCount + groups.byteCount + sortedTokens.byteCount + strings.byteCount
  }
}

/// The distinct texts of a vocabulary's tokens, sorted by their bytes.
struct SortedTokens {
  private(set) var strings: [ArraySlice<UInt8>] = []
  /// The first token of each text.
  private(set) var tokens: [Int32] = []
  private(set) var duplicates = DuplicateTokens()

  init(_ bytes: [UInt8], _ offsets: [UInt32]) {
    /// The first eight bytes of the texts decide most comparisons.
    var order: [(prefix: UInt64, token: Int32)] = []
    order.reserveCapacity(offsets.count)
    for token in 0..<(offsets.count - 1) {
      let (start, end) = (Int(offsets[token]), Int(offsets[token + 1]))
      guard start < end else { continue }
      var prefix: UInt64 = 0
      for offset in 0..<8 {
        prefix = prefix << 8 | (start + offset < end ? UInt64(bytes[start + offset]) : 0)
      }
      order.append((prefix, VocabularyTables.number(of: token)))
    }
    func text(_ token: Int32) -> ArraySlice<UInt8> {
      bytes[Int(offsets[Int(token)])..<Int(offsets[Int(token) + 1])]
    }
    order.sort { one, two in
      if one.prefix != two.prefix { return one.prefix < two.prefix }
      let (first, second) = (text(one.token), text(two.token))
      if first.elementsEqual(second) { return one.token < two.token }
      return first.lexicographicallyPrecedes(second)
    }
    strings.reserveCapacity(order.count)
    tokens.reserveCapacity(order.count)
    var previous: Int32?
    for (_, token) in order {
      let string = text(token)
      if let previous, let last = strings.last, last.elementsEqual(string) {
        duplicates.add(token, after: previous, of: offsets.count - 1)
      } else {
        strings.append(string)
        tokens.append(token)
      }
      previous = token
    }
  }
}

/// The tokens of a vocabulary that have the same bytes as others.
struct DuplicateTokens: Sendable {
  /// For each token, the next one with the same bytes; empty if all tokens differ.
  private var following: [PackedIndex<Vocabulary.Token>] = []

  /// Adds a token with the same bytes as the previous one of a number of tokens.
  mutating func add(_ token: Int32, after previous: Int32, of count: Int) {
    if following.isEmpty { following = Array(repeating: PackedIndex(), count: count) }
    following[Int(previous)].wrappedValue = EntryIndex(Int(token))
  }

  /// The next token with the same bytes; `nil` if there is none.
  func next(after token: Int32) -> Int32? {
    guard !following.isEmpty, let next = following[Int(token)].wrappedValue else { return nil }
    return VocabularyTables.number(of: next.value)
  }

  var byteCount: Int { following.byteCount }
}
