/// The tables of a vocabulary for JSON strings.
///
/// Most tokens are plain text, so more than nine in ten are allowed inside a string. These tokens
/// are found once and stored in ``masks``. Only a few hundred tokens contain a quote. Their
/// suffixes after the closing quote, such as `,` and `}`, fall into few classes, so the grammar
/// after a string is tried once for each class and not once for each token.
///
/// It is a class, because copying a structure would retain each of its arrays.
final class StringTables: Sendable {
  /// A token that closes the string.
  struct Exit: BitwiseCopyable, Sendable {
    /// The index of the token among the tokens with a quote, in the order of their bytes.
    var ordinal: UInt32
    /// The class of the suffix after the quote; 0 for the empty suffix.
    var suffix: UInt32
    /// The number of characters before the quote that end in the token.
    var characters: UInt16
  }

  /// The largest number of characters for which there is a mask of the tokens with at most this
  /// number of characters.
  static let countedCharacters = 15

  /// Masks with a bit for each token.
  ///
  /// The first masks have, for each state of ``StringContent``, the tokens that stay within the
  /// string. The next masks have, for each number from 0 to ``countedCharacters``, the tokens with
  /// at most this number of characters. The last mask has the tokens of complete characters.
  let masks: FixedTable<UInt64>
  /// The tokens that stay within a string and have more characters than ``countedCharacters``.
  let longTokens: [Int32]
  /// The number of characters of each token in ``longTokens``.
  let longLengths: [UInt16]
  /// The number of characters of the longest token, within a string or before its closing quote.
  let mostCharacters: Int

  /// The texts of the tokens with a quote, with their ordinals as values.
  let exitTrie: ByteTrie
  /// For each node of ``exitTrie``, the range of the ordinals at and below the node.
  let exitRanges: [ByteTrie.StringRange]
  let exitTokens: [Int32]
  /// The exits of each state of ``StringContent``, one state after the other, in the order of their
  /// ordinals.
  let exits: [Exit]
  private let exitStarts: [Int32]
  /// The exits between two characters, sorted by their suffixes.
  ///
  /// At most places few suffixes may follow, so few exits are visited. `startExitBounds` has the
  /// start index of each suffix.
  let startExits: [Exit]
  let startExitBounds: [Int32]

  /// The suffixes after closing quotes, with their classes as values.
  let suffixTrie: ByteTrie
  let suffixCount: Int

  init(_ sorted: SortedTokens, _ trie: ByteTrie, wordCount: Int) {
    let content = StringContent.shared
    var interior = InteriorTokens(wordCount: wordCount, duplicates: sorted.duplicates)
    for state in 0..<content.stateCount {
      interior.addMask(from: UInt8(truncatingIfNeeded: state), trie)
    }
    interior.addCountedMasks()
    interior.addWholeMask()
    masks = FixedTable(interior.masks)
    longTokens = interior.longTokens.map(\.token)
    longLengths = interior.longTokens.map(\.length)

    let exits = ExitTokens(sorted)
    exitTrie = exits.trie
    exitRanges = exits.ranges
    exitTokens = exits.tokens
    self.exits = exits.exits
    exitStarts = exits.starts
    startExits = exits.startExits
    startExitBounds = exits.startExitBounds
    suffixTrie = exits.suffixTrie
    suffixCount = exits.suffixCount
    mostCharacters = max(
      interior.mostCharacters, exits.exits.reduce(0) { max($0, Int($1.characters)) })
  }

  /// Returns the index of the mask of tokens with at most this number of characters.
  static func maskIndex(ofCharacters count: Int) -> Int { StringContent.shared.stateCount + count }

  /// The index of the mask of tokens that consist of complete characters.
  static var wholeMaskIndex: Int { maskIndex(ofCharacters: countedCharacters + 1) }

  /// Returns the range of the exits of a ``StringContent`` state in ``exits``.
  func exitRange(from state: UInt8) -> Range<Int> {
    Int(exitStarts[Int(state)])..<Int(exitStarts[Int(state) + 1])
  }

  var byteCount: Int {
    masks.byteCount + longTokens.byteCount + longLengths.byteCount + exitTrie.byteCount
      + exitRanges.byteCount + exitTokens.byteCount + exits.byteCount + startExits.byteCount
      + startExitBounds.byteCount + suffixTrie.byteCount
  }
}
