import SchemaConcurrency
import SchemaModel

/// The snapshots of a value that arrives as a stream of text.
///
/// ``_Concurrency/AsyncSequence/snapshots(of:options:)`` and
/// ``_Concurrency/AsyncSequence/textSnapshots(options:)`` create it.
///
///     let stream = chunks.snapshots(of: Recipe.self)
///     for try await snapshot in stream {
///       show(snapshot.content)                        // Recipe.PartiallyGenerated
///     }
///     let recipe = try await stream.collect().content // the complete value
///
/// - An iteration ends when the chunks end and the value is complete. If the value is incomplete,
///   the iteration throws a ``SnapshotStreamError`` with the place where the text ended. A stream
///   without any text ends without a snapshot.
/// - An error of the source of the chunks is thrown unchanged, after the snapshots before it;
///   ``latestRawContent`` still has the content so far. Malformed text throws
///   ``GeneratedContentParser/SyntaxError`` in the same way, and content that does not match the
///   type throws the error of the type's initializer.
/// - When the task is cancelled, the iteration throws `CancellationError`, even if the source ends
///   without an error.
/// - A part that cannot be read before it is complete (a date, the name of an enum's case) is
///   absent from the snapshots until then. If the value itself is such a part, there is no snapshot
///   until then.
///
/// The chunks are read in the isolation of the caller that iterates, which may be the main actor.
/// Most sources can be read only once, so that the stream can also be iterated only once.
public struct SnapshotSequence<Chunks: AsyncSequence, Content: Generable>: AsyncSequence
where Chunks.Element: ContentChunk {
  private let chunks: Chunks
  private let format: SnapshotReader<Content>.Format
  private let options: SnapshotOptions
  /// The rules for the parts that snapshots show; `nil` if there are none.
  private let appearances: Appearances?
  private let record = StreamRecord()

  init(_ chunks: Chunks, format: SnapshotReader<Content>.Format, options: SnapshotOptions) {
    self.chunks = chunks
    self.format = format
    self.options = options
    appearances = format == .json ? Appearances(Content.generationSchema) : nil
  }

  /// Begins an iteration.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      chunks.makeAsyncIterator(),
      SnapshotReader(format: format, options: options, appearances: appearances), record)
  }

  /// The content of the latest iteration: up to its last snapshot, or all content after the end.
  ///
  /// The content is null and not complete before anything has arrived. Any code may read it at any
  /// time.
  public var latestRawContent: GeneratedContent { record.current.content }

  /// Returns the part of the value that has arrived in the latest iteration, even if the iteration
  /// failed.
  ///
  /// - Returns: The snapshot, or `nil` if nothing has arrived.
  /// - Throws: The errors of the partially generated type's initializer.
  public func latestSnapshot() throws -> ContentSnapshot<Content>? {
    let arrived = latestRawContent
    let content = appearances?.shown(arrived) ?? arrived
    guard content.shape != .nothing else { return nil }
    return ContentSnapshot(
      content: try content.partialValue(Content.self), rawContent: content,
      arrivedContent: arrived, previous: nil)
  }

  /// Waits for the complete value.
  ///
  /// If the stream has been iterated to its end, the value is made from its content. If it has not
  /// been iterated, it is read now, without intermediate values.
  ///
  /// - Throws: ``SnapshotStreamError`` if the text ended early, if there was no text, or if an
  ///   iteration has begun and not ended. Also throws the errors of the source of the chunks, of
  ///   the parser and of the type's initializer. After an iteration that has thrown, throws the
  ///   same error.
  public func collect(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> ContentResponse<Content> {
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
    return ContentResponse(content: try Content(content), rawContent: content)
  }
}

extension SnapshotSequence: Sendable where Chunks: Sendable {}

extension AsyncSequence where Element: ContentChunk {
  /// Returns the snapshots of a value that these chunks of JSON text describe.
  ///
  ///     for try await snapshot in chunks.snapshots(of: Recipe.self) {
  ///       show(snapshot.content, snapshot.completePaths)
  ///     }
  ///
  /// The type may be a structure, an array (whose elements appear one by one), an enum, a `String`,
  /// which is then a string in JSON, or `GeneratedContent`. For an answer in plain text use
  /// ``textSnapshots(options:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the value; usually it is inferred from the result.
  ///   - options: The choices on the accepted text, and on the occasions for snapshots.
  /// - Returns: The snapshots. Nothing is read before they are iterated.
  /// - Complexity: A chunk takes time in proportion to its length. A snapshot takes time in
  ///   proportion to the size of the value so far, or constant time for a `GeneratedContent`.
  public func snapshots<Content: Generable>(
    of type: Content.Type = Content.self, options: SnapshotOptions = SnapshotOptions()
  ) -> SnapshotSequence<Self, Content> {
    SnapshotSequence(self, format: .json, options: options)
  }

  /// Returns the snapshots of an answer in plain text.
  ///
  /// The text is not parsed. Bytes that are not UTF-8 are read as U+FFFD.
  ///
  /// - Parameter options: The occasions for snapshots.
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
    /// The end, with the complete content, or `nil` if there was no text.
    case finished(GeneratedContent?)
    case failed(any Error)
  }

  private let record = Locked((state: State.notBegun, content: GeneratedContent.nothing()))

  /// The progress in reading the stream, and the content that has arrived.
  var current: (state: State, content: GeneratedContent) { record.withLock { $0 } }

  /// Begins an iteration, without content.
  func begin() { set(.reading, content: .nothing()) }

  /// Sets the content of the iteration's last snapshot.
  func advance(to content: GeneratedContent) { record.withLock { $0.content = content } }

  /// Sets the state of the iteration, and all its content.
  func set(_ state: State, content: GeneratedContent) { record.withLock { $0 = (state, content) } }
}
