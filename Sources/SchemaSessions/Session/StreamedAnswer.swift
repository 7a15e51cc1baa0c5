import SchemaContent
import SchemaFitting
import SchemaModel

/// The answer to one request, as it arrives: the session adds text, a stream's reader takes
/// snapshots.
///
/// A snapshot is made when somebody asks for it, so that an answer costs no more for being streamed
/// than its readers ask for. Values are made, and answers mapped, outside of the lock of what
/// arrives, since their cost is not that of a chunk and initialisers are code of the caller.
final class StreamedAnswer<Content: Generable>: AnswerSink {
  /// Whether the answer is text or the JSON of a schema.
  private let format: ChunkReader.Format
  /// The name of the schema; `nil` for text.
  private let schemaName: String?

  private struct State {
    var chunks: ChunkReader
    /// How many chunk readers there were before.
    var renewalCount = 0
    /// Whether the chunk reader has read nothing yet.
    var isReaderUnused = true
    /// The content of the last snapshot; `nil` if the chunk reader's content has none.
    var previous: GeneratedContent?
    /// Whether a value has been made of the whole answer.
    var isChecked = false
    /// Which try it is that the reader reads, from 1.
    var attempt = 1
    /// How the declared content is made of what has been read.
    var mapping = AnswerMapping.identity
    /// The entries of the turn that are whole.
    var entries: [Transcript.Entry] = []
    /// The identifier of the answer that is arriving; `nil` if there is none.
    var entryID: String?
    var usage = LanguageModelSession.Usage.zero
    /// How often the usage has changed.
    var usageCount = 0
    /// How often it had changed when the last snapshot was made.
    var shownUsageCount = 0
  }

  /// The reader of the snapshots, which goes on where it stopped.
  private struct Reader: ~Copyable {
    /// How many chunk readers there were before the one whose content it reads.
    var renewalCount = 0
    var reader = AnswerReader(.identity)
  }

  private let state: Locked<State>
  private let reader: Locked<Reader>
  /// Has an element for each change that the stream's reader has not seen; `nil` without a reader.
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
    reader = Locked(Reader())
  }

  private static func chunkReader(_ format: ChunkReader.Format) -> ChunkReader {
    ChunkReader(format: format, options: .lenient, id: nil)
  }

  func waitForReader() async { await changes?.waitForRoom() }

  func read(through mapping: AnswerMapping) {
    state.withLock { renewReader(&$0, mapping) }
  }

  private func renewReader(_ state: inout State, _ mapping: AnswerMapping) {
    guard !state.isReaderUnused || state.mapping != mapping else { return }
    state.mapping = mapping
    state.chunks = StreamedAnswer.chunkReader(format)
    state.renewalCount += 1
    state.isReaderUnused = true
    state.previous = nil
    state.isChecked = false
  }

  func append(_ text: String, to entryID: String) throws {
    try state.withLock { state in
      state.entryID = entryID
      state.isReaderUnused = false
      try state.chunks.append(text)
    }
    changes?.add((), cost: 1)
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
      state.usageCount += 1
    }
    changes?.add((), cost: 1)
  }

  var contentType: any Generable.Type { Content.self }

  var departures: GeneratedContentParser.Departures { state.withLock { $0.chunks.departures } }

  func finish() throws -> GeneratedContent? {
    let (content, arrived, mapping) = state.withLock { state in
      state.isReaderUnused = false
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

  /// The content in the form of the type.
  private func declared(
    _ content: GeneratedContent, _ mapping: AnswerMapping
  ) throws -> GeneratedContent {
    format == .plainText || mapping.isIdentity ? content : try mapping.content(from: content)
  }

  func check(_ content: GeneratedContent) throws {
    _ = try Content(content)
    state.withLock { $0.isChecked = true }
  }

  /// The content of a snapshot in the form of the type.
  private func declared(
    _ content: GeneratedContent, at now: Reading
  ) throws -> GeneratedContent {
    if format == .plainText || now.mapping.isIdentity { return content }
    return try reader.withLock { reader in
      if reader.renewalCount != now.renewalCount {
        reader = Reader(renewalCount: now.renewalCount, reader: AnswerReader(now.mapping))
      }
      return try reader.reader.content(from: content)
    }
  }

  /// What has arrived since the last snapshot; `nil` if that shows nothing new.
  ///
  /// One caller at a time.
  func snapshot() throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
    // A copy: the turn goes on while values are made of it.
    let (content, now) = state.withLock { ($0.chunks.content, Reading($0)) }
    let newest: ContentSnapshot<Content>?
    do {
      newest = try ContentSnapshot<Content>.next(
        try declared(content, at: now), after: now.previous, isRepeated: now.hasNewUsage)
    } catch {
      // The turn finds what is wrong with an answer when it ends, and asks again.
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
      transcriptEntries: entries[...], usage: now.usage, attempt: now.attempt)
  }

  /// What a snapshot is made of, beside its content.
  private struct Reading: Sendable {
    let renewalCount: Int
    let previous: GeneratedContent?
    let isChecked: Bool
    let attempt: Int
    let mapping: AnswerMapping
    let entries: [Transcript.Entry]
    let entryID: String?
    let usage: LanguageModelSession.Usage
    let usageCount: Int
    /// Whether no snapshot has the usage yet.
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
  /// The type of the answer.
  var contentType: any Generable.Type { get }

  /// How the text departs from RFC 8259.
  var departures: GeneratedContentParser.Departures { get }

  /// Waits for the reader of the answer, if there is one and it is behind.
  func waitForReader() async

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
