import SchemaContent
import SchemaFitting
import SchemaModel

/// The receiver of an answer's text in a turn, for any type of answer.
protocol AnswerSink: Sendable {
  /// The type of the answer.
  var contentType: any Generable.Type { get }

  /// The departures of the text from RFC 8259.
  var departures: GeneratedContentParser.Departures { get }

  /// Waits until the reader of the answer, if any, has caught up.
  func waitForReader() async

  /// Appends text of an entry.
  func append(_ text: String, to entryID: String) throws

  /// Sets the mapping for the text that follows; the arrived text is dropped.
  func read(through mapping: AnswerMapping)

  /// Drops the arrived text, since another answer follows.
  func restart(attempt: Int)

  /// Sets the complete entries of the turn.
  func keep(_ entries: [Transcript.Entry])

  /// Sets the usage of the turn so far.
  func count(_ usage: LanguageModelSession.Usage)

  /// Returns the complete answer; `nil` if there was no text.
  func finish() throws -> GeneratedContent?

  /// Throws if the type cannot be made from the content.
  func check(_ content: GeneratedContent) throws
}

/// The answer to one request, as it arrives: the session adds text, and a stream's reader takes
/// snapshots.
///
/// A snapshot is made when it is requested, so that streaming costs only as much as its readers
/// request. Values are made, and answers mapped, outside of the lock around the arrived text, since
/// they take longer than a chunk and their initialisers are code of the caller.
final class StreamedAnswer<Content: Generable>: AnswerSink {
  /// The format: text, or the JSON of a schema.
  private let format: ChunkReader.Format
  /// The name of the schema; `nil` for text.
  private let schemaName: String?

  private struct State {
    var chunks: ChunkReader
    /// The number of chunk readers before the current one.
    var renewalCount = 0
    /// `true` if the chunk reader has read nothing.
    var isChunkReaderUnused = true
    /// The content of the last snapshot; `nil` before the first of the current chunk reader.
    var previous: GeneratedContent?
    /// `true` if a value has been made of the complete answer.
    var isChecked = false
    /// The number of the current try, from 1.
    var attempt = 1
    /// The mapping from the model's content to the declared content.
    var mapping = AnswerMapping.identity
    /// The complete entries of the turn.
    var entries: [Transcript.Entry] = []
    /// The identifier of the current answer; `nil` if there is none.
    var entryID: String?
    var usage = LanguageModelSession.Usage.zero
    /// The number of changes of the usage.
    var usageCount = 0
    /// The number of changes of the usage when the last snapshot was made.
    var shownUsageCount = 0
  }

  /// The mapping of snapshots, each of which continues where the one before ended.
  private struct SnapshotMapping: ~Copyable {
    /// The number of chunk readers before the one whose content is mapped.
    var renewalCount = 0
    var reader = AnswerReader(.identity)
  }

  private let state: Locked<State>
  private let snapshotMapping: Locked<SnapshotMapping>
  /// One element for each change that the stream's reader has not seen; `nil` without a reader.
  private let changes: BoundedQueue<Void>?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - schemaName: The name of the answer's schema; `nil` for text.
  ///   - changes: Gets an element for each change.
  init(schemaName: String?, changes: BoundedQueue<Void>? = nil) {
    self.schemaName = schemaName
    format = schemaName == nil ? .plainText : .json
    self.changes = changes
    state = Locked(State(chunks: StreamedAnswer.chunkReader(format)))
    snapshotMapping = Locked(SnapshotMapping())
  }

  private static func chunkReader(_ format: ChunkReader.Format) -> ChunkReader {
    ChunkReader(format: format, options: .lenient, id: nil)
  }

  func waitForReader() async { await changes?.waitForRoom() }

  func read(through mapping: AnswerMapping) {
    state.withLock { renewChunkReader(&$0, mapping) }
  }

  /// Drops the arrived text, unless there is none and the mapping stays the same.
  private func renewChunkReader(_ state: inout State, _ mapping: AnswerMapping) {
    guard !state.isChunkReaderUnused || state.mapping != mapping else { return }
    state.mapping = mapping
    state.chunks = StreamedAnswer.chunkReader(format)
    state.renewalCount += 1
    state.isChunkReaderUnused = true
    state.previous = nil
    state.isChecked = false
  }

  func append(_ text: String, to entryID: String) throws {
    try state.withLock { state in
      state.entryID = entryID
      state.isChunkReaderUnused = false
      try state.chunks.append(text)
    }
    changes?.add((), cost: 1)
  }

  func restart(attempt: Int) {
    state.withLock { state in
      renewChunkReader(&state, state.mapping)
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
      state.usageCount += 1
    }
    changes?.add((), cost: 1)
  }

  var contentType: any Generable.Type { Content.self }

  var departures: GeneratedContentParser.Departures { state.withLock { $0.chunks.departures } }

  func finish() throws -> GeneratedContent? {
    let (content, arrived, mapping) = state.withLock { state in
      state.isChunkReaderUnused = false
      let content = Result { try state.chunks.finish() }
      return (content, state.chunks.content, state.mapping)
    }
    switch content {
    case .success(let content):
      return try content.map { try declared($0, mapping) }
    case .failure(let error as GeneratedContentParser.SyntaxError):
      throw try SnapshotStreamError.endedEarly(error, at: declared(arrived, mapping))
        ?? error
    case .failure(let error):
      throw error
    }
  }

  /// Returns the complete content in the form of the type.
  ///
  /// It is mapped apart from the snapshots, whose reader may be behind.
  private func declared(
    _ content: GeneratedContent, _ mapping: AnswerMapping
  ) throws -> GeneratedContent {
    format == .plainText || mapping.isIdentity ? content : try mapping.content(from: content)
  }

  func check(_ content: GeneratedContent) throws {
    _ = try Content(content)
    state.withLock { $0.isChecked = true }
  }

  /// Returns the content of a snapshot in the form of the type.
  private func declared(
    _ content: GeneratedContent, at now: Progress
  ) throws -> GeneratedContent {
    if format == .plainText || now.mapping.isIdentity { return content }
    return try snapshotMapping.withLock { mapping in
      if mapping.renewalCount != now.renewalCount {
        mapping = SnapshotMapping(
          renewalCount: now.renewalCount, reader: AnswerReader(now.mapping))
      }
      return try mapping.reader.content(from: content)
    }
  }

  /// The snapshot of the arrived content; `nil` if it shows nothing new.
  ///
  /// Only one caller at a time is allowed.
  func snapshot() throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
    // Copied, since the turn continues while values are made from it.
    let (content, now) = state.withLock { ($0.chunks.content, Progress($0)) }
    let newest: ContentSnapshot<Content>?
    do {
      newest = try ContentSnapshot<Content>.next(
        try declared(content, at: now), after: now.previous, isRepeated: now.hasNewUsage)
    } catch {
      // Until the turn has checked the answer, the error is not the reader's: at the end the turn
      // finds it, too, and asks again.
      guard now.isChecked else { return nil }
      throw error
    }
    guard let snapshot = newest else { return nil }
    state.withLock { state in
      state.shownUsageCount = now.usageCount
      if state.renewalCount == now.renewalCount { state.previous = snapshot.rawContent }
    }
    var entries = now.entries
    if let entryID = now.entryID {
      entries.append(.response(response(snapshot.rawContent, entryID)))
    }
    return LanguageModelSession.ResponseStream<Content>.Snapshot(
      content: snapshot.content, rawContent: snapshot.rawContent,
      transcriptEntries: entries[...], usage: now.usage, attempt: now.attempt,
      renewalCount: now.renewalCount)
  }

  /// The state at the time of a snapshot, apart from its content.
  private struct Progress: Sendable {
    let renewalCount: Int
    let previous: GeneratedContent?
    let isChecked: Bool
    let attempt: Int
    let mapping: AnswerMapping
    let entries: [Transcript.Entry]
    let entryID: String?
    let usage: LanguageModelSession.Usage
    let usageCount: Int
    /// `true` if no snapshot has the current usage.
    let hasNewUsage: Bool

    init(_ state: State) {
      renewalCount = state.renewalCount
      previous = state.previous
      isChecked = state.isChecked
      attempt = state.attempt
      mapping = state.mapping
      entries = state.entries
      entryID = state.entryID
      usage = state.usage
      usageCount = state.usageCount
      hasNewUsage = state.usageCount != state.shownUsageCount
    }
  }

  /// The entry of an incomplete answer.
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
