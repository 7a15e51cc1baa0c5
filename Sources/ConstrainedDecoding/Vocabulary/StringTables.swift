/// The tokens of a vocabulary as JSON strings see them.
///
/// Most tokens are plain text, so inside a string more than nine in ten are allowed. These are
/// found once: ``masks``. What is left are the tokens with a quote, a few hundred, and what they
/// have behind the closing quote: the texts such as `",` and `"}` fall into few classes, so the
/// structure behind a string is tried once a class and not once a token.
///
/// It is a class, since a copy of a structure counts a reference for each of its arrays.
final class StringTables: Sendable {
  /// A token that closes the string.
  struct Exit: BitwiseCopyable, Sendable {
    /// Its number among the tokens with a quote, in the order of their bytes.
    var ordinal: UInt32
    /// The class of what follows the quote; 0 stands for nothing.
    var suffix: UInt32
    /// The characters in front of the quote that end in the token.
    var characters: UInt16
  }

  /// The longest token, in characters, up to which there is a mask of its own.
  static let countedCharacters = 15

  /// Masks, with a bit for each token: for each state of ``StringContent`` the tokens that stay
  /// within the string; then, for each number from 0 to ``countedCharacters``, those of at most
  /// this number of characters; then those of whole characters.
  let masks: FixedTable<UInt64>
  /// The tokens that stay within a string and have more characters than ``countedCharacters``.
  let longTokens: [Int32]
  /// The characters of each of ``longTokens``.
  let longLengths: [UInt16]
  /// The characters of the longest token, in a string or before its end.
  let mostCharacters: Int

  /// The tokens with a quote: their texts, with ordinals as values.
  let exitTrie: ByteTrie
  /// The ordinals at and below each node of ``exitTrie``.
  let exitRanges: [ByteTrie.StringRange]
  /// The token of each ordinal.
  let exitTokens: [Int32]
  /// The exits of each state of ``StringContent``, one state after the other, in order.
  let exits: [Exit]
  let exitStarts: [Int32]
  /// The exits between two characters, in the order of their suffixes, and where those of each
  /// suffix begin: few suffixes may follow most places, so few exits are looked at.
  let startExits: [Exit]
  let startExitBounds: [Int32]

  /// The bytes after closing quotes, with classes as values.
  let suffixTrie: ByteTrie
  let suffixCount: Int

  init(_ sorted: SortedTokens, _ trie: ByteTrie, wordCount: Int, duplicates: [Int32]) {
    let content = StringContent.shared
    var interior = InteriorTokens(wordCount: wordCount, duplicates: duplicates)
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

  /// The index of the mask of tokens with at most this number of characters.
  static func maskIndex(ofCharacters count: Int) -> Int {
    StringContent.shared.stateCount + count
  }

  /// The index of the mask of tokens that consist of whole characters.
  static var wholeMaskIndex: Int { maskIndex(ofCharacters: countedCharacters + 1) }

  func exitRange(from state: UInt8) -> Range<Int> {
    Int(exitStarts[Int(state)])..<Int(exitStarts[Int(state) + 1])
  }

  /// The size in bytes.
  var byteCount: Int {
    masks.byteCount + longTokens.byteCount + longLengths.byteCount + exitTrie.byteCount
      + exitRanges.byteCount + exitTokens.byteCount + exits.byteCount + startExits.byteCount
      + startExitBounds.byteCount + suffixTrie.byteCount
  }
}
