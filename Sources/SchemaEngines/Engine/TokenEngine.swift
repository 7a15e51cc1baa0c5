/// The operations on tokens of a model that runs in this process.
///
/// An engine keeps the tokens that it has read in *sequences*, numbered from 0. Each sequence holds
/// the tokens of a conversation at the positions 0, 1, 2 and so on. ``decode(_:unless:)`` reads
/// tokens at the ends of one or several sequences.
///
/// An ``EngineScheduler`` owns an engine and calls it on one serial queue. An engine therefore need
/// not be sendable.
///
/// The scheduler calls an engine only with sequences below the `sequenceCount` of ``facts``, with
/// the next position of each sequence, and with tokens of the vocabulary.
public protocol TokenEngine {
  /// The properties of the engine, which never change.
  var facts: EngineFacts { get }

  /// The tokens of a text.
  ///
  /// The engine finds no special tokens in the text, and adds none.
  ///
  /// - Parameter text: The text.
  /// - Returns: The tokens.
  /// - Throws: ``EngineError``.
  func tokens(of text: String) throws(EngineError) -> [Int]

  /// Reads tokens.
  ///
  /// - Parameters:
  ///   - inputs: The tokens, at most the `batchSize` of ``facts``.
  ///   - isCancelled: A function that any thread may call while tokens are read. When it returns
  ///     `true`, the engine may stop.
  /// - Throws: ``EngineError`` with the code `contextFull` if there is no memory for the tokens; no
  ///   token has then been read. The code is `cancelled` if reading was stopped; some of the tokens
  ///   may then have been read.
  mutating func decode(
    _ inputs: [EngineInput], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(EngineError)

  /// Reads the logits after an input of the last batch.
  ///
  /// - Parameters:
  ///   - index: The place in the batch of an input with `needsLogits`.
  ///   - body: Reads the logits, by token. The logits are valid until the function returns.
  /// - Returns: The result of `body`.
  /// - Throws: ``EngineError`` if there are no such logits; the error of `body`.
  func withLogits<Result>(
    at index: Int, _ body: (Span<Float>) throws -> Result
  ) throws -> Result

  /// Removes the tokens of a sequence from a position on.
  ///
  /// - Parameters:
  ///   - position: The position of the first token to remove. The position 0 empties the sequence,
  ///     which always works.
  ///   - sequence: The sequence.
  /// - Returns: `true` if the tokens were removed; otherwise the sequence is unchanged.
  mutating func rewind(to position: Int, in sequence: Int) -> Bool

  /// Copies the beginning of a sequence into another, empty sequence.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - count: The number of its tokens to copy.
  ///   - other: The sequence that receives the tokens.
  /// - Returns: `true` if the other sequence has the tokens; otherwise the scheduler empties it.
  mutating func fork(_ sequence: Int, count: Int, into other: Int) -> Bool

  /// The state of a sequence, for ``restore(_:in:)``; `nil` if the engine cannot copy it.
  ///
  /// The scheduler calls this method only if `canRewind` of ``facts`` is `false`.
  ///
  /// - Parameter sequence: The sequence.
  /// - Returns: The state.
  func state(of sequence: Int) -> [UInt8]?

  /// Restores an earlier state of a sequence.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - sequence: The sequence.
  /// - Returns: `true` if the sequence has the state; otherwise it is empty.
  mutating func restore(_ state: [UInt8], in sequence: Int) -> Bool
}

/// One token that an engine reads.
public struct EngineInput: Sendable, Hashable {
  /// The token.
  public let token: Int

  /// The sequence to which the token is added.
  public let sequence: Int

  /// The position in the sequence, which is the number of tokens before it.
  public let position: Int

  /// `true` if the logits after this token are needed.
  public internal(set) var needsLogits: Bool
}
