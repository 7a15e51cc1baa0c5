import SchemaConcurrency
import SchemaContent
import SchemaFitting
import SchemaModel
import SchemaReading

/// The answer to one request, as it arrives: the session adds events, and a stream's reader takes
/// snapshots.
///
/// A snapshot is made when it is requested, so that streaming costs only as much as its readers
/// request. Answers are mapped and converted to values outside of the lock around the arrived text.
/// These steps take longer than the arrival of a chunk, and the initializers are code of the
/// caller.
final class StreamedAnswer: Sendable {
  /// The replies whose snapshots are read along the schema.
  private enum MendedReplies {
    case none
    case notEnforced
    case all
  }

  private struct State {
    var reply = ReplyAssembler()
    /// The content of the reply's visible text.
    var arrived: ArrivedAnswer
    var progress = TurnProgress()
    var mendedReplies = MendedReplies.none
    /// `true` if the way of reading the current reply for snapshots is known.
    var isPrepared = false

    /// `true` if snapshots of the current reply show its reading along the schema.
    var readsAlong: Bool {
      guard reply.forms.answer.isIdentity else { return false }
      switch mendedReplies {
      case .none: return false
      case .notEnforced: return !reply.forms.enforcesAnswer
      case .all: return true
      }
    }
    /// The usage of the turn before the reply.
    var earlierUsage = LanguageModelSession.Usage.zero

    /// Follows a change of the reply; `true` if its reader has something to see.
    mutating func follow(_ change: ReplyAssembler.Change?) -> Bool {
      switch change {
      case .text(let change, let entryID):
        progress.answer(entryID)
        if case .append(let text) = change { return read(text) }
        arrived.dropText()
        return read(reply.text)
      case .usage:
        progress.setUsage(earlierUsage + reply.usage)
        return true
      case .form:
        arrived.dropText(mapping: reply.forms.answer)
        let text = reply.text
        return !text.isEmpty && read(text)
      case nil:
        return false
      }
    }

    /// Reads text of the reply; `false` if nothing of it is shown.
    ///
    /// Text that is not JSON is an error only at the end of the answer, since text next to calls of
    /// tools need not be JSON.
    mutating func read(_ text: String) -> Bool { arrived.append(text) }
  }

  /// The mapping of snapshots, and the rules for the parts that they show.
  ///
  /// Each snapshot continues where the previous one ended.
  private struct SnapshotMapping: ~Copyable {
    /// The number of texts that were dropped before the mapped text.
    var renewalCount = 0
    var reader = AnswerReader(.identity)
    /// The rules for the parts that are shown, once they are read.
    var appearances: Appearances??
  }

  /// The type of the answer.
  let contentType: any Generable.Type
  /// The schema of the answer; `nil` for text.
  private let schema: GenerationSchema?
  /// The readers of the session's schemas.
  private let schemas: SessionSchemas
  private let state: Locked<State>
  private let snapshotMapping: Locked<SnapshotMapping>
  /// One element for each change that the stream's reader has not seen; `nil` without a reader.
  private let changes: BoundedQueue<Void>?

  /// Creates an answer.
  ///
  /// `schema` is the schema of the answer; `nil` for text. `schemas` are those of the session.
  /// `changes` is the queue for the reader of a stream, which gets an element for each change.
  init(
    of contentType: any Generable.Type, _ schema: GenerationSchema?,
    _ schemas: SessionSchemas = SessionSchemas(), changes: BoundedQueue<Void>? = nil
  ) {
    self.contentType = contentType
    self.schema = schema
    self.schemas = schemas
    self.changes = changes
    state = Locked(
      State(arrived: ArrivedAnswer(format: schema == nil ? .plainText : .json)))
    snapshotMapping = Locked(SnapshotMapping())
  }

  /// `true` if a stream shows the text as it arrives.
  var hasReader: Bool { changes != nil }

  /// Waits until the reader of the answer, if any, has caught up.
  func waitForReader() async { await changes?.waitForRoom() }

  /// Decides by the session's policy which replies are read along the schema for snapshots.
  func setPolicy(_ policy: SessionPolicy) {
    let mendedReplies: MendedReplies =
      if hasReader, schema != nil, policy.validation == .strict, policy.reading != .strict {
        policy.reading == nil ? .notEnforced : .all
      } else {
        .none
      }
    state.withLock { $0.mendedReplies = mendedReplies }
  }

  /// Begins another answer, without the arrived text.
  func beginAnswer(attempt: Int) {
    state.withLock { state in
      state.arrived.beginAnswer()
      state.progress.beginAnswer(attempt: attempt)
    }
  }

  /// Begins a reply, possibly of another model in another form.
  ///
  /// `usage` is the usage of the turn so far.
  func beginReply(after usage: LanguageModelSession.Usage) {
    state.withLock { state in
      state.reply = ReplyAssembler()
      state.isPrepared = false
      state.earlierUsage = usage
      state.arrived.dropText(mapping: .identity)
    }
  }

  /// Applies an event of the reply.
  func receive(_ event: ReplyAssembler.Event) {
    if event.isText { prepare() }
    let isNews = state.withLock { $0.follow($0.reply.apply(event)) }
    if isNews { changes?.add((), cost: 1) }
  }

  /// Decides before the text of a reply how its snapshots are read.
  private func prepare() {
    let readsAlong = state.withLock { state -> Bool? in
      defer { state.isPrepared = true }
      return state.isPrepared ? nil : state.readsAlong
    }
    guard let readsAlong, let schema else { return }
    // Made outside of the lock, since it runs code of the schema's types.
    let reader = readsAlong ? try? schemas.reader(of: schema) : nil
    state.withLock { $0.arrived.readAlong(reader) }
  }

  func endReply() {
    let isNews = state.withLock { $0.follow($0.reply.finish()) }
    if isNews { changes?.add((), cost: 1) }
  }

  /// Ends the answer with content that was read from its text in another way.
  ///
  /// - Throws: `ReadingError` if another value was shown.
  func settle(_ content: GeneratedContent) throws(ReadingError) {
    guard state.withLock({ $0.arrived.settle(content) }) else {
      throw ReadingError.otherValueShown
    }
  }

  /// Ends the answer with the content of its text.
  ///
  /// - Throws: `ReadingError` if another value was shown.
  func settleStrictly(_ content: GeneratedContent) throws(ReadingError) {
    let isSettled = state.withLock { state in
      !state.arrived.isReadAlong || state.arrived.settle(content)
    }
    guard isSettled else { throw ReadingError.otherValueShown }
  }

  /// The identity of the answer's content.
  var contentID: GenerationID { state.withLock { $0.arrived.contentID } }

  /// Sets the complete entries of the turn.
  func setEntries(_ entries: [Transcript.Entry]) {
    state.withLock { $0.progress.setEntries(entries) }
  }

  /// The reply that is arriving, or the last one.
  var reply: ReplyAssembler { state.withLock { $0.reply } }

  /// `true` if the text follows RFC 8259.
  var isStrict: Bool { state.withLock { $0.arrived.departures.isEmpty } }

  /// Returns the complete answer; `nil` if there was no text.
  func finish() throws -> GeneratedContent? {
    let (content, arrived) = state.withLock { state in
      (state.arrived.finish(), state.arrived.snapshot)
    }
    switch content {
    case .success(let content):
      return try content.map { try declared($0, arrived.mapping) }
    case .failure(let error as GeneratedContentParser.SyntaxError):
      throw try SnapshotStreamError.endedEarly(
        error, at: declared(arrived.content, arrived.mapping))
        ?? error
    case .failure(let error):
      throw error
    }
  }

  /// Throws if the type cannot be made from the content.
  func check(_ content: GeneratedContent) throws {
    _ = try contentType.init(content)
    state.withLock { $0.arrived.recordCheck() }
  }

  /// `true` if content in the model's form is also in the form of the type.
  private func isDeclared(by mapping: AnswerMapping) -> Bool {
    schema == nil || mapping.isIdentity
  }

  /// Returns the complete content in the form of the type.
  ///
  /// This mapping has no state in common with the snapshots, since their reader may be behind.
  private func declared(
    _ content: GeneratedContent, _ mapping: AnswerMapping
  ) throws -> GeneratedContent {
    isDeclared(by: mapping) ? content : try mapping.content(from: content)
  }

  /// Returns the content of a snapshot in the form of the type.
  private func declared(_ arrived: ArrivedAnswer.Snapshot) throws -> GeneratedContent {
    if isDeclared(by: arrived.mapping) { return arrived.content }
    return try snapshotMapping.withLock { mapping in
      if mapping.renewalCount != arrived.renewalCount {
        mapping = SnapshotMapping(
          renewalCount: arrived.renewalCount, reader: AnswerReader(arrived.mapping),
          appearances: mapping.appearances)
      }
      return try mapping.reader.content(from: arrived.content)
    }
  }

  /// Returns the snapshot of the arrived content; `nil` if the snapshot has nothing new.
  ///
  /// Only one caller at a time is allowed.
  func snapshot<Content: Generable>(
    of type: Content.Type
  ) throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
    // Copied, since the turn continues while values are made from it.
    let (arrived, progress) = state.withLock { ($0.arrived.snapshot, $0.progress) }
    let newest: ContentSnapshot<Content>?
    do {
      newest = try ContentSnapshot<Content>.next(
        try declared(arrived), by: appearances(), after: arrived.previous,
        isRepeated: progress.hasNewUsage)
    } catch {
      // The reader gets the error only if the turn has accepted the answer. Otherwise the turn
      // finds the error at the end of the answer, and asks again.
      guard arrived.isChecked else { return nil }
      throw error
    }
    guard let snapshot = newest else { return nil }
    state.withLock { state in
      state.progress.recordShown(progress)
      state.arrived.recordShown(arrived, as: snapshot.rawContent)
    }
    var entries = progress.entries
    if let entryID = progress.entryID {
      entries.append(.response(response(snapshot.rawContent, entryID)))
    }
    return LanguageModelSession.ResponseStream<Content>.Snapshot(
      content: snapshot.content, rawContent: snapshot.rawContent,
      transcriptEntries: entries[...], usage: progress.usage, attempt: progress.attempt,
      renewalCount: arrived.renewalCount, arrivedContent: snapshot.arrivedContent)
  }

  /// The rules for the parts of the answer that snapshots show.
  private func appearances() -> Appearances? {
    guard let schema else { return nil }
    if let known = snapshotMapping.withLock({ $0.appearances }) { return known }
    let rules = Appearances(
      contentType == GeneratedContent.self ? schema : contentType.generationSchema)
    snapshotMapping.withLock { $0.appearances = .some(rules) }
    return rules
  }

  /// The entry of an incomplete answer.
  private func response(_ content: GeneratedContent, _ id: String) -> Transcript.Response {
    let segmentID = Transcript.Response.segmentID(0, of: id)
    let segment: Transcript.Segment =
      if let schema {
        .structure(.init(id: segmentID, schemaName: schema.name, content: content))
      } else {
        .text(.init(id: segmentID, content: content.text ?? ""))
      }
    return Transcript.Response(id: id, segments: [segment])
  }
}
