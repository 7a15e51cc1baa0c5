import SchemaContent
import SchemaEncoding
import SchemaModel

/// The answer to one request, as it arrives: the session adds text, a stream's reader takes snapshots.
///
/// A snapshot is made when somebody asks for it, so that an answer costs no more for being streamed
/// than its readers ask for.
final class StreamedAnswer<Content: Generable>: AnswerSink {
  /// Whether the answer is text or the JSON of a schema.
  private let format: SnapshotReader<Content>.Format
  /// The name of the schema; `nil` for text.
  private let schemaName: String?

  private struct State {
    var reader: SnapshotReader<Content>
    /// Whether the reader has read nothing yet.
    var isReaderUnused = true
    /// Whether a value has been made of the whole answer.
    var isChecked = false
    /// Which try it is that the reader reads, from 1.
    var attempt = 1
    /// How the reader gets content from what it has read.
    var mapping = AnswerMapping.identity
    /// The entries of the turn that are whole.
    var entries: [Transcript.Entry] = []
    /// The identifier of the answer that is arriving; `nil` if there is none.
    var entryID: String?
    var usage = LanguageModelSession.Usage.zero
    /// Whether no snapshot has the usage yet.
    var hasNewUsage = false
  }

  private let state: Locked<State>
  /// Signaled at each change; it keeps one signal, since the next snapshot has all that has arrived.
  private let signal: AsyncThrowingStream<Void, any Error>.Continuation?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - schemaName: The name of the answer's schema; `nil` for text.
  ///   - signal: Signaled at each change.
  init(
    schemaName: String?, signal: AsyncThrowingStream<Void, any Error>.Continuation? = nil
  ) {
    self.schemaName = schemaName
    format = schemaName == nil ? .plainText : .json
    self.signal = signal
    state = Locked(State(reader: StreamedAnswer.reader(format, .identity)))
  }

  private static func reader(
    _ format: SnapshotReader<Content>.Format, _ mapping: AnswerMapping
  ) -> SnapshotReader<Content> {
    let reader = SnapshotReader<Content>(
      format: format, options: SnapshotOptions(parserOptions: .lenient))
    if format == .json, !mapping.isIdentity { reader.mapping = { try mapping.content(from: $0) } }
    return reader
  }

  func read(through mapping: AnswerMapping) {
    state.withLock { renewReader(&$0, mapping) }
  }

  private func renewReader(_ state: inout State, _ mapping: AnswerMapping) {
    guard !state.isReaderUnused || state.mapping != mapping else { return }
    state.mapping = mapping
    state.reader = StreamedAnswer.reader(format, mapping)
    state.isReaderUnused = true
    state.isChecked = false
  }

  func append(_ text: String, to entryID: String) throws {
    try state.withLock { state in
      state.entryID = entryID
      state.isReaderUnused = false
      try state.reader.append(text)
    }
    signal?.yield()
  }

  func restart(attempt: Int) {
    state.withLock { state in
      renewReader(&state, state.mapping)
      state.attempt = attempt
      state.entryID = nil
    }
  }

  func keep(_ entries: [Transcript.Entry]) {
    state.withLock { state in
      state.entries = entries
      state.entryID = nil
    }
  }

  func count(_ usage: LanguageModelSession.Usage) {
    state.withLock { state in
      state.usage = usage
      state.hasNewUsage = true
    }
    signal?.yield()
  }

  func finish() throws -> GeneratedContent? {
    try state.withLock { state in
      state.isReaderUnused = false
      return try state.reader.finish()
    }
  }

  func check(_ content: GeneratedContent) throws {
    _ = try Content(content)
    state.withLock { $0.isChecked = true }
  }

  /// What has arrived since the last snapshot; `nil` if that shows nothing new.
  func snapshot() throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
    try state.withLock { state in
      let newest: ContentSnapshot<Content>?
      do {
        newest = try state.reader.lastSnapshot(isRepeated: state.hasNewUsage)
      } catch {
        // The turn finds what is wrong with an answer when it ends, and asks again.
        guard state.isChecked else { return nil }
        throw error
      }
      guard let snapshot = newest else {
        return nil
      }
      state.hasNewUsage = false
      var entries = state.entries
      if let entryID = state.entryID {
        entries.append(.response(response(snapshot.rawContent, entryID)))
      }
      return LanguageModelSession.ResponseStream<Content>.Snapshot(
        content: snapshot.content, rawContent: snapshot.rawContent,
        transcriptEntries: entries[...], usage: state.usage, attempt: state.attempt)
    }
  }

  /// The entry of an answer that is still arriving.
  private func response(_ content: GeneratedContent, _ id: String) -> Transcript.Response {
    let segmentID = Transcript.Response.segmentID(0, of: id)
    let segment: Transcript.Segment =
      if let schemaName {
        .structure(.init(id: segmentID, schemaName: schemaName, content: content))
      } else {
        .text(.init(id: segmentID, content: content.text ?? ""))
      }
    return Transcript.Response(id: id, segments: [segment])
  }
}

/// Where a turn puts the text of its answer, of any type.
protocol AnswerSink: Sendable {
  /// Takes text that follows, of an entry.
  func append(_ text: String, to entryID: String) throws

  /// Reads what follows through a mapping.
  func read(through mapping: AnswerMapping)

  /// Drops what has arrived, since another answer follows.
  func restart(attempt: Int)

  /// Takes the entries of the turn that are whole.
  func keep(_ entries: [Transcript.Entry])

  /// Takes what the turn has used so far.
  func count(_ usage: LanguageModelSession.Usage)

  /// The whole answer; `nil` if there was no text.
  func finish() throws -> GeneratedContent?

  /// Throws if no value can be made of the content.
  func check(_ content: GeneratedContent) throws
}
