import SchemaContent
import SchemaModel

/// The answer to one request, as it arrives: the session adds text, a stream's reader takes snapshots.
///
/// A snapshot is made when somebody asks for it, so that an answer costs no more for being streamed
/// than its readers ask for.
final class StreamedAnswer<Content: Generable>: AnswerSink {
  /// Whether the answer is text or the JSON of a schema.
  let format: SnapshotReader<Content>.Format

  private struct State {
    var reader: SnapshotReader<Content>
    /// Which try it is that the reader reads, from 1.
    var attempt = 1
  }

  private let state: Locked<State>
  /// Signaled at each change; it keeps one signal, since the next snapshot has all that has arrived.
  private let signal: AsyncThrowingStream<Void, any Error>.Continuation?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - isText: Whether the answer is text, and not JSON.
  ///   - signal: Told of each change.
  init(isText: Bool, signal: AsyncThrowingStream<Void, any Error>.Continuation? = nil) {
    format = isText ? .plainText : .json
    self.signal = signal
    state = Locked(State(reader: StreamedAnswer.reader(format)))
  }

  private static func reader(_ format: SnapshotReader<Content>.Format) -> SnapshotReader<Content> {
    SnapshotReader(format: format, options: SnapshotOptions(parserOptions: .lenient))
  }

  func append(_ text: String) throws {
    try state.withLock { try $0.reader.append(text) }
    signal?.yield()
  }

  func restart(attempt: Int) {
    state.withLock { state in
      state.reader = StreamedAnswer.reader(format)
      state.attempt = attempt
    }
  }

  func finish() throws -> GeneratedContent? {
    try state.withLock { try $0.reader.finish() }
  }

  func check(_ content: GeneratedContent) throws {
    _ = try Content(content)
  }

  /// What has arrived since the last snapshot; `nil` if that shows nothing new.
  func snapshot() throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
    try state.withLock { state in
      try state.reader.lastSnapshot().map { snapshot in
        LanguageModelSession.ResponseStream<Content>.Snapshot(
          content: snapshot.content, rawContent: snapshot.rawContent, attempt: state.attempt)
      }
    }
  }
}

/// Where a turn puts the text of its answer, of any type.
protocol AnswerSink: Sendable {
  /// Takes text that follows.
  func append(_ text: String) throws

  /// Drops what has arrived, since another answer follows.
  func restart(attempt: Int)

  /// The whole answer; `nil` if there was no text.
  func finish() throws -> GeneratedContent?

  /// Throws if no value can be made of the content.
  func check(_ content: GeneratedContent) throws
}
