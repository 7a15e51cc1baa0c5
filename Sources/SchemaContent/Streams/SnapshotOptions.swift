/// The options for the conversion of a stream of text to a stream of snapshots.
public struct SnapshotOptions: Sendable {
  /// The occasions for snapshots.
  public enum Emission: Sendable, Hashable {
    /// After each chunk with a visible change, and not after white space or half a number.
    case visibleChanges

    /// After each chunk, once anything has arrived.
    case everyChunk
  }

  /// The choices on the accepted text.
  public var parserOptions: GeneratedContentParser.Options

  /// The occasions for snapshots.
  public var emission: Emission

  /// The smallest number of bytes between two snapshots.
  ///
  /// Use it to combine single bytes or very small chunks. The text between two snapshots appears in
  /// the next snapshot, or in a last one at the end of the stream.
  public var minimumBytes: Int

  /// The id of the content, or `nil` for a new one in each iteration.
  public var id: GenerationID?

  /// Creates options.
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
