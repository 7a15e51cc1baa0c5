import ContentStorage
import SchemaModel

/// The snapshots of a value that arrives as a stream of text.
///
/// It is made by ``_Concurrency/AsyncSequence/snapshots(of:options:)`` and by
/// ``_Concurrency/AsyncSequence/textSnapshots(options:)``.
///
///     let stream = chunks.snapshots(of: Recipe.self)
///     for try await snapshot in stream {
///       show(snapshot.content)                        // Recipe.PartiallyGenerated
///     }
///     let recipe = try await stream.collect().content // the whole, which is there already
///
/// - An iteration ends when the chunks do and the value is whole. If it is not, the iteration
///   throws a ``SnapshotStreamError`` that says where the text ended. A stream without any text
///   ends without a snapshot.
/// - An error of the source of the chunks is thrown as it is, after the snapshots before it;
///   ``latestRawContent`` still has the content so far. Malformed text throws
///   ``GeneratedContentParser/SyntaxError`` in the same way, and content that does not match the
///   type throws the error of the type's initialiser.
/// - When the task is cancelled the iteration throws `CancellationError`, also if the source just
///   ends.
/// - A part that cannot be read before it is whole (a date, the name of an enum's case) is absent
///   from the snapshots until then. If the value itself is such a part, there is no snapshot until
///   then.
///
/// The chunks are read in the isolation of the caller that iterates, on the main actor too. Usually
/// they can be read only once; then the stream, too, can be iterated once.
public struct SnapshotSequence<Chunks: AsyncSequence, Content: Generable>: AsyncSequence
where Chunks.Element: ContentChunk {
  /// A value as far as it has arrived.
  public typealias Snapshot = ContentSnapshot<Content>

  /// A value that has arrived.
  public typealias Response = ContentResponse<Content>

  /// A value as far as it has arrived.
  public typealias Element = ContentSnapshot<Content>

  /// Any error.
  public typealias Failure = any Error

  private let chunks: Chunks
  private let format: SnapshotReader<Content>.Format
  private let options: SnapshotOptions
  private let record = StreamRecord()

  init(_ chunks: Chunks, format: SnapshotReader<Content>.Format, options: SnapshotOptions) {
    self.chunks = chunks
    self.format = format
    self.options = options
  }

  /// Begins an iteration.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      chunks.makeAsyncIterator(), SnapshotReader(format: format, options: options), record)
  }

  /// The content of the latest iteration: up to its last snapshot, and all of it after the end.
  ///
  /// It is null and not complete before anything has. It may be read from anywhere at any time.
  public var latestRawContent: GeneratedContent { record.current.content }

  /// The value as far as it has arrived in the latest iteration, even if that failed.
  ///
  /// - Returns: The snapshot, or `nil` if nothing has arrived.
  /// - Throws: The errors of the partially generated type's initialiser.
  public func latestSnapshot() throws -> Snapshot? {
    let content = latestRawContent
    guard content.shape != .nothing else { return nil }
    return Snapshot(content: try content.partialValue(Content.self), rawContent: content)
  }

  /// Waits for the whole value.
  ///
  /// If the stream has been iterated to its end, the value is made from its content. If it
  /// has not been iterated at all, it is read now, without making values on the way.
  ///
  /// - Parameter actor: The actor on which the chunks are read; the caller's isolation by default.
  /// - Returns: The value and its content.
  /// - Throws: ``SnapshotStreamError`` if the text ended early, if there was none, or if an
  ///   iteration has begun and not ended; an error of the source of the chunks, of the parser or of
  ///   the type's initialiser. If an iteration has thrown, the same error.
  public func collect(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> Response {
    let (state, latest) = record.current
    let content: GeneratedContent?
    switch state {
    case .finished(let whole):
      content = whole
    case .failed(let error):
      throw error
    case .reading:
      throw SnapshotStreamError(.alreadyBegun, rawContent: latest)
    case .notBegun:
      var iterator = makeAsyncIterator()
      content = try await iterator.readAll(isolation: actor)
    }
    guard let content else { throw SnapshotStreamError(.empty, rawContent: latest) }
    return Response(content: try Content(content), rawContent: content)
  }
}

extension SnapshotSequence: Sendable where Chunks: Sendable {}

extension AsyncSequence where Element: ContentChunk {
  /// The snapshots of a value that these chunks of JSON text describe.
  ///
  ///     for try await snapshot in chunks.snapshots(of: Recipe.self) {
  ///       show(snapshot.content, snapshot.completePaths)
  ///     }
  ///
  /// The type may be a structure, an array (whose elements appear one by one), an enum, a `String`,
  /// which is then a string in JSON, or `GeneratedContent`. For an answer in plain text take
  /// ``textSnapshots(options:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the value; usually it follows from where the result goes.
  ///   - options: The choices on what text is accepted, and when there is a snapshot.
  /// - Returns: The snapshots. Nothing is read before they are iterated.
  /// - Complexity: A chunk costs time in proportion to its length, and to the size of the value as
  ///   far as it has arrived, of which one is made for each snapshot. A `GeneratedContent` is made
  ///   in constant time.
  public func snapshots<Content: Generable>(
    of type: Content.Type = Content.self, options: SnapshotOptions = SnapshotOptions()
  ) -> SnapshotSequence<Self, Content> {
    SnapshotSequence(self, format: .json, options: options)
  }

  /// The snapshots of an answer in plain text, which is a string as it stands.
  ///
  /// No parser looks at the text. Bytes that are not UTF-8 are read as U+FFFD.
  ///
  /// - Parameter options: When there is a snapshot.
  /// - Returns: The snapshots. Nothing is read before they are iterated.
  public func textSnapshots(
    options: SnapshotOptions = SnapshotOptions()
  ) -> SnapshotSequence<Self, String> {
    SnapshotSequence(self, format: .plainText, options: options)
  }
}

/// The state of the latest iteration of a stream, shared by the stream and its iterators.
final class StreamRecord: Sendable {
  /// The progress in reading a stream.
  enum State: Sendable {
    case notBegun
    case reading
    /// With the content, which is whole, or `nil` if there was no text.
    case finished(GeneratedContent?)
    case failed(any Error)
  }

  private let record = Locked((state: State.notBegun, content: GeneratedContent.nothing()))

  /// The progress in reading the stream, and the content that has arrived.
  var current: (state: State, content: GeneratedContent) { record.withLock { $0 } }

  func begin() { end(.reading, content: .nothing()) }

  func advance(to content: GeneratedContent) {
    record.withLock { $0.content = content }
  }

  func end(_ state: State, content: GeneratedContent) {
    record.withLock { $0 = (state, content) }
  }
}
