/// Choices on how a stream of text becomes a stream of snapshots.
public struct SnapshotOptions: Sendable {
  /// When there is a snapshot.
  public enum Emission: Sendable, Hashable {
    /// After each chunk that made something visible, and not after white space or half a number.
    case visibleChanges

    /// After each chunk, once anything has arrived.
    case everyChunk
  }

  /// The choices on what text is accepted.
  public var parserOptions: GeneratedContentParser.Options

  /// When there is a snapshot.
  public var emission: Emission

  /// The least number of bytes between two snapshots.
  ///
  /// A stream of single bytes, or of very small chunks, is coalesced by it. The text in between
  /// is in the next snapshot, or in one at the end of the stream.
  public var minimumBytes: Int

  /// The id of the content, or `nil` for one unlike any other in each iteration.
  public var id: GenerationID?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - parserOptions: The choices on what text is accepted.
  ///   - emission: When there is a snapshot.
  ///   - minimumBytes: The least number of bytes between two snapshots.
  ///   - id: The id of the content, or `nil` for one unlike any other in each iteration.
  public init(
    parserOptions: GeneratedContentParser.Options = .strict, emission: Emission = .visibleChanges,
    minimumBytes: Int = 1, id: GenerationID? = nil
  ) {
    self.parserOptions = parserOptions
    self.emission = emission
    self.minimumBytes = minimumBytes
    self.id = id
  }
}
