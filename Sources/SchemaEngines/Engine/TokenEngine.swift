/// A model that is computed in this process, seen as operations on tokens.
///
/// An engine keeps the tokens that it has read in *sequences*, numbered from 0. Each holds the
/// tokens of a conversation at the positions 0, 1, 2 and so on. ``decode(_:unless:)`` reads tokens
/// at the ends of one or several sequences.
///
/// An ``EngineScheduler`` owns an engine and calls it on one thread. So an engine need not be
/// sendable.
///
/// The scheduler calls an engine only with sequences below ``EngineFacts/sequenceCount``, with the
/// next position of each sequence, and with tokens of the vocabulary.
public protocol TokenEngine {
  /// The properties of the engine, which never change.
  var facts: EngineFacts { get }

  /// The tokens of a text.
  ///
  /// No special token is found in it, and none is added to it.
  ///
  /// - Parameter text: The text.
  /// - Returns: The tokens.
  /// - Throws: ``EngineError``.
  func tokens(of text: String) throws(EngineError) -> [Int]

  /// Reads tokens.
  ///
  /// - Parameters:
  ///   - inputs: The tokens, at most ``EngineFacts/batchSize``.
  ///   - isCancelled: A function that any thread may call while tokens are read; when it returns
  ///     `true`, the engine may stop.
  /// - Throws: ``EngineError`` with the code `contextFull` if there is no memory for the tokens, of
  ///   which none is read then; `cancelled` if reading was stopped, after which a part of the
  ///   tokens may have been read; or another one.
  mutating func decode(
    _ inputs: [EngineInput], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(EngineError)

  /// Reads the logits for the token after one of the last batch.
  ///
  /// - Parameters:
  ///   - index: The place in the batch of an input with `needsLogits`.
  ///   - body: Reads the logits, by token. They are valid until it returns.
  /// - Returns: The result of `body`.
  /// - Throws: ``EngineError`` if there are no such logits; the error of `body`.
  func withLogits<Result>(
    at index: Int, _ body: (Span<Float>) throws -> Result
  ) throws -> Result

  /// Takes back the tokens of a sequence from a position on.
  ///
  /// - Parameters:
  ///   - position: The first position to take back; 0 to empty the sequence, which always works.
  ///   - sequence: The sequence.
  /// - Returns: `true` if the tokens were taken back; otherwise the sequence is as before.
  mutating func rewind(to position: Int, in sequence: Int) -> Bool

  /// Makes the beginning of a sequence the content of another one, which is empty.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - count: The number of its tokens to copy.
  ///   - other: The sequence that gets them.
  /// - Returns: `true` if the other sequence has the tokens; otherwise the scheduler empties it.
  mutating func fork(_ sequence: Int, count: Int, into other: Int) -> Bool

  /// The state of a sequence, for ``restore(_:in:)``; `nil` if the engine cannot copy it.
  ///
  /// It is asked for only where ``EngineFacts/canRewind`` is `false`.
  ///
  /// - Parameter sequence: The sequence.
  /// - Returns: The state.
  func state(of sequence: Int) -> [UInt8]?

  /// Puts a sequence back into an earlier state of it.
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
  public var token: Int

  /// The sequence to which the token is added.
  public var sequence: Int

  /// The position in the sequence, which is the number of tokens before it.
  public var position: Int

  /// `true` if the logits for the token after it are wanted.
  public var needsLogits: Bool

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - sequence: The sequence to which it is added.
  ///   - position: The position in the sequence.
  ///   - needsLogits: `true` if the logits for the token after it are wanted.
  public init(token: Int, sequence: Int, position: Int, needsLogits: Bool) {
    self.token = token
    self.sequence = sequence
    self.position = position
    self.needsLogits = needsLogits
  }
}
