/// The tokens of a model, prepared for masks.
///
/// Make one per model, once; it never changes, all threads share it, and grammars refer to it. For
/// 131 072 tokens it takes about 8 MB.
///
///     let vocabulary = try Vocabulary(
///       tokens: [.special("<s>"), .special("</s>"), .bytes(Array("hello".utf8))],
///       endTokens: [1])
///
/// `Vocabulary(contentsOf:)` and its neighbors read the files that models come with.
public struct Vocabulary: Sendable {
  let tables: VocabularyTables

  /// One token of a model, by its place in the vocabulary.
  public enum Token: Sendable, Hashable {
    /// A token that stands for text: its bytes, which need not be whole characters.
    case bytes([UInt8])

    /// A token that steers the model and never stands for text, by its name.
    case special(String)

    /// A place without a token.
    case unused
  }

  /// Prepares the tokens of a model.
  ///
  /// Tokens may occur twice; both are allowed then wherever one is. Tokens without bytes are never
  /// allowed, as special ones.
  ///
  /// Each byte should be a token of its own, as in the vocabularies of models. Masks look at bytes:
  /// if a byte that a text needs is in no token that fits, the answer can come to a place where the
  /// mask is empty, or never end. Without an end token, the mask of a complete text is empty.
  ///
  /// - Parameters:
  ///   - tokens: The tokens, in the order of their numbers.
  ///   - endTokens: The numbers of the tokens that end an answer. Whatever bytes they have, they
  ///     never stand for text.
  /// - Throws: ``VocabularyError`` if there are no tokens, or more than ``maximumCount``; if a
  ///   token is longer than ``maximumTokenLength``, or all have more bytes than
  ///   ``maximumByteCount``; or if an end token is not in the vocabulary.
  /// - Complexity: O(n log n) in the number of tokens.
  public init(tokens: [Token], endTokens: [Int]) throws(VocabularyError) {
    guard !tokens.isEmpty else {
      throw VocabularyError(
        .invalid, problem: "The vocabulary has no tokens.",
        remedy: "Pass the tokens of the model in the order of their numbers.")
    }
    guard tokens.count <= Self.maximumCount else {
      throw VocabularyError(
        .limitExceeded,
        problem: "The vocabulary has \(tokens.count) tokens; the limit is \(Self.maximumCount).",
        remedy: "Leave out the entries after the last token in use.")
    }
    for token in endTokens where !tokens.indices.contains(token) {
      throw VocabularyError(
        .invalid, token: token,
        problem: "The end token \(token) is not in the vocabulary of \(tokens.count) tokens.",
        remedy: "Pass the numbers that end the model's answers.")
    }
    var byteCount = 0
    for (index, token) in tokens.enumerated() {
      guard case .bytes(let bytes) = token else { continue }
      guard bytes.count <= Self.maximumTokenLength else {
        throw VocabularyError(
          .limitExceeded, token: index,
          problem: "Token \(index) has \(bytes.count) bytes; "
            + "the limit is \(Self.maximumTokenLength).",
          remedy: "Mark the token as unused.")
      }
      byteCount += bytes.count
      guard byteCount <= Self.maximumByteCount else {
        throw VocabularyError(
          .limitExceeded, token: index,
          problem: "The tokens up to token \(index) have \(byteCount) bytes together; "
            + "the limit is \(Self.maximumByteCount).",
          remedy: "Mark the longest tokens as unused.")
      }
    }
    tables = VocabularyTables(tokens, endTokens: endTokens)
  }

  /// The largest number of tokens.
  public static let maximumCount = 1 << 22

  /// The largest number of bytes in a token.
  public static let maximumTokenLength = 1 << 12

  /// The largest number of bytes in all tokens together.
  public static let maximumByteCount = 1 << 28

  /// The number of tokens, special and unused ones included.
  public var count: Int { tables.count }

  /// The number of 64-bit words in a mask.
  public var maskWordCount: Int { tables.wordCount }

  /// The tokens that end an answer, in order.
  public var endTokens: [Int] { tables.endTokens }

  /// The numbers of the special tokens, by their names.
  public var specialTokens: [String: Int] { tables.specialTokens }

  /// The bytes of a token; `nil` for special, unused and unknown ones.
  ///
  /// - Parameter token: The number of the token.
  /// - Returns: The bytes, at least one.
  public func bytes(of token: Int) -> [UInt8]? {
    guard token >= 0, token < tables.count else { return nil }
    let range = tables.byteRange(of: token)
    return range.isEmpty ? nil : range.map { tables.bytes[$0] }
  }

  /// The memory that the tables take, in bytes.
  public var memoryFootprint: Int { tables.byteCount }
}
