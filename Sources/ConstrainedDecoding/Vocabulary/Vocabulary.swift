public import SchemaEncoding

/// The tokens of a model, prepared for masks.
///
/// Create one vocabulary for each model. It is immutable, all threads can share it, and grammars
/// refer to it. A vocabulary of 131 072 tokens takes about 8 MB.
///
///     let vocabulary = try Vocabulary(
///       tokens: [.special("<s>"), .special("</s>"), .bytes(Array("hello".utf8))],
///       endTokens: [1])
///
/// ``init(contentsOf:endTokens:)`` and ``init(fileBytes:endTokens:)`` read the tokenizer files of
/// models.
public struct Vocabulary: Sendable {
  let tables: VocabularyTables

  /// What the files of the model leave in doubt: which tokens end an answer.
  public internal(set) var diagnostics: [SchemaDiagnostic] = []

  /// The code of a diagnostic for end tokens that are in doubt.
  static let endTokensCode = "vocabulary.end-tokens"

  /// One token of a model.
  ///
  /// Its position in the list of tokens is its number.
  public enum Token: Sendable, Hashable {
    /// A token that stands for text, by its bytes. The bytes need not be complete characters.
    case bytes([UInt8])

    /// A token that controls the model and never stands for text, by its name.
    case special(String)

    /// A number without a token.
    case unused
  }

  /// Creates a vocabulary from the tokens of a model.
  ///
  /// Several tokens may have the same bytes. Masks then allow either all of them or none. Tokens
  /// without bytes, like special tokens, are never allowed as text.
  ///
  /// Each byte should be a token by itself, as in the vocabularies of models. Otherwise, if no
  /// possible token contains a byte that the text needs, the mask can be empty, or the answer can
  /// never end. Without an end token, the mask of a complete text is empty.
  ///
  /// - Parameters:
  ///   - tokens: The tokens, in the order of their numbers.
  ///   - endTokens: The numbers of the tokens that end an answer. They never stand for text, even
  ///     if they have bytes.
  /// - Throws: ``VocabularyError`` if there are no tokens, or more than ``maximumCount``; if a
  ///   token is longer than ``maximumTokenLength``; if all tokens together have more bytes than
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

  package static let maximumCount = 1 << 22

  static let maximumTokenLength = 1 << 12

  /// The largest total number of bytes in all tokens.
  static let maximumByteCount = 1 << 28

  /// The number of tokens, including special and unused ones.
  public var count: Int { tables.count }

  /// The number of 64-bit words in a mask.
  public var maskWordCount: Int { tables.wordCount }

  /// The tokens that end an answer, in order.
  public var endTokens: [Int] { tables.endTokens }

  /// The numbers of the special tokens, by their names.
  var specialTokens: [String: Int] { tables.specialTokens }

  /// Returns the bytes of a token; `nil` for special, unused and unknown tokens.
  ///
  /// - Parameter token: The number of the token.
  /// - Returns: The bytes; not empty.
  public func bytes(of token: Int) -> [UInt8]? {
    guard token >= 0, token < tables.count else { return nil }
    let range = tables.byteRange(of: token)
    return range.isEmpty ? nil : range.map { tables.bytes[$0] }
  }

  /// The memory of the vocabulary, in bytes.
  public var memoryFootprint: Int { tables.byteCount }
}
