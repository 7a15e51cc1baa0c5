import Foundation
import SchemaModel
import SchemaSessions

/// The state of a response that all readers share: the events of the answer so far, and what is
/// needed to make them.
struct ReplyContext {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  let names: SafeNames
  /// The forms of the answer and of the arguments of calls.
  let forms: ReplyForms
  private(set) var failures: ReplyFailures
  /// The events that the session has not got yet.
  private var events: [Event] = []
  /// `true` if the event that is read has had content so far, also content that is held back.
  private var hasContent = false
  private var pieces = ReplyPieces()
  /// The parts of the answer, for an interface whose requests repeat their order.
  var places: ReplyPlaces
  var usage = ReplyUsage()
  /// `true` if an event has had marks, since it ended or began within a character.
  private(set) var hasSplitCharacters = false

  /// Notes on options and content that the request leaves out, each a sentence.
  private let notes: [String]
  private var callIDs: ReplyCallIDs
  /// `true` if the event with the provider's names has been added.
  private var isIdentified = false

  init(
    _ schemas: RequestSchemas, of request: TransportRequest, provider: String, names: SafeNames,
    notes: [String]
  ) {
    self.names = names
    self.notes = notes
    places = ReplyPlaces(requestID: schemas.request.id.uuidString)
    forms = schemas.forms
    failures = ReplyFailures(provider: provider, request: request)
    callIDs = ReplyCallIDs(requestBody: request.body, conversation: schemas.request.transcript)
  }

  var provider: String { failures.provider }

  /// `true` if the reply has content other than reasoning.
  var hasAnswer: Bool { pieces.hasAnswer }

  /// Begins a response.
  mutating func begin(
    _ response: TransportResponse, to request: TransportRequest, requestIDHeader: String
  ) {
    failures.begin(response, to: request, requestIDHeader: requestIDHeader)
    usage.rateLimits = RateLimits(response.headers).remaining
  }

  /// Returns the events since the last call.
  mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  // MARK: Reading

  /// Reads JSON of the response.
  ///
  /// New identifiers of calls depend on the texts so far.
  ///
  /// - Throws: `ProviderRequestFailure` if the text is not complete JSON, or is an error.
  mutating func readEvent(_ text: String) throws -> GeneratedContent {
    hasContent = false
    callIDs.note(event: text)
    let marked = SplitSurrogates.marking(text)
    if marked != nil { hasSplitCharacters = true }
    let content = try parse(marked ?? text, subject: "an event of the stream")
    guard content.isComplete else {
      throw failures.failure(.invalidEvent, "an event of the stream is not complete JSON.")
    }
    if let error = ProviderError.object(in: content) { throw failures.failure(whole(error)) }
    return content
  }

  /// Returns `true` if the event that is read has had content so far.
  ///
  /// The function is mutating because a generic caller would copy the whole context to call one
  /// that is not.
  mutating func eventHasContent() -> Bool { hasContent }

  /// Parses JSON of the response, which may be incomplete.
  ///
  /// `subject` is the part of the response that has the JSON, as the subject of the error.
  ///
  /// - Throws: `ProviderRequestFailure` if the text is not the beginning of JSON.
  func parse(_ text: String, subject: String) throws -> GeneratedContent {
    do {
      return try GeneratedContent(json: text)
    } catch {
      // The description of a parsing error has no remedy for the parser's caller.
      let reason = (error as? GeneratedContent.ParsingError)?.debugDescription ?? "\(error)"
      throw failures.failure(.invalidEvent, "\(subject) is not JSON: \(reason)")
    }
  }

  /// Returns a value of the response without the marks of split characters, such as for later
  /// requests.
  func whole(_ content: GeneratedContent) -> GeneratedContent {
    guard hasSplitCharacters else { return content }
    return (try? GeneratedContent(json: SplitSurrogates.joined(content.jsonString))) ?? content
  }

  /// Returns the server's identifier of a call, or a new one if the server sends none or repeats
  /// it.
  mutating func callID(_ given: String?) -> String { callIDs.id(given) }

  /// Returns the original name of a called tool.
  ///
  /// `given` is the name in the call, if any.
  ///
  /// - Throws: `ProviderRequestFailure` for a call without a name.
  func toolName(_ given: String?) throws -> String {
    guard let given, !given.isEmpty else {
      throw failures.failure(.invalidEvent, "a call of a tool has no name.")
    }
    return names.original(of: hasSplitCharacters ? SplitSurrogates.joined(given) : given)
  }

  // MARK: Events

  /// Returns the identifier of a segment of a part of the answer.
  func segmentID(_ segment: Int, ofPart part: String) -> String {
    "\(places.entryID(part))-\(segment)"
  }

  /// Adds the provider's names for the response, once, if the content has them.
  ///
  /// `idKey` is the key of the response's identifier; `nil` if the provider has none.
  mutating func addIdentity(
    in content: GeneratedContent, id idKey: String? = "id", model modelKey: String = "model"
  ) {
    guard !isIdentified else { return }
    // Some servers begin with a chunk in which both are empty.
    let (id, model) = (idKey.flatMap(content.nonEmptyText), content.nonEmptyText(named: modelKey))
    guard id != nil || model != nil else { return }
    isIdentified = true
    events.append(.identified(id: id, model: model))
  }

  /// Adds a piece of the answer.
  ///
  /// `part` is the part of the answer; most answers have one. `segment` is the position of the
  /// piece's segment in the part; `nil` for the only one.
  mutating func addText(_ text: String?, part: String = "response", segment: Int? = nil) {
    guard let text, !text.isEmpty else { return }
    let segmentID = segment.map { self.segmentID($0, ofPart: part) }
    add(text, to: .init(part: .response, entry: places.begin(part), segment: segmentID))
  }

  /// Adds a piece of the reasoning.
  mutating func addReasoning(_ text: String?, part: String = "reasoning") {
    guard let text, !text.isEmpty else { return }
    add(text, to: .init(part: .reasoning, entry: places.begin(part)))
  }

  /// Adds a piece of a call's arguments; the first one begins the call.
  mutating func addCall(_ id: String, _ name: String, _ arguments: String) {
    add(arguments, to: .init(part: .call(id: id, name: name), entry: places.entryID("toolCalls")))
  }

  private mutating func add(_ text: String, to address: ReplyPieces.TextAddress) {
    hasContent = true
    pieces.add(text, to: address, hasHalves: hasSplitCharacters, into: &events)
  }

  /// Ends the texts, and adds what was held back.
  mutating func endTexts() { pieces.finish(into: &events) }

  /// Adds an item, which later requests repeat unchanged.
  ///
  /// `position` is the position of its part.
  mutating func addItem(
    _ item: GeneratedContent, kind: String = ProviderReasoning.itemKind, at position: Int
  ) {
    if kind == ProviderReasoning.itemKind { pieces.noteOtherContent() }
    sign(whole(item).jsonString(.compact), kind: kind, at: position)
  }

  /// Adds the signature of the reasoning at a position, which the provider wants back.
  ///
  /// `prefix` is the fingerprint of the prefix that the reasoning is bound to, if any.
  mutating func sign(_ signature: String, kind: String, prefix: String? = nil, at position: Int) {
    places.setMetadata(reasoningMetadata(kind: kind, prefix: prefix), at: position)
    sign(signature, part: places[position].part, places[position].metadata)
  }

  /// Adds the signature of all reasoning of the answer.
  mutating func sign(_ signature: String, kind: String) {
    sign(signature, part: "reasoning", reasoningMetadata(kind: kind, prefix: nil))
  }

  private mutating func sign(_ signature: String, part: String, _ metadata: Metadata) {
    let id = places.begin(part)
    hasContent = true
    events += [
      .reasoning(
        entryID: id, action: .updateSignature(Data(signature.utf8), tokenCount: 0)),
      .reasoning(entryID: id, action: .updateMetadata(metadata)),
    ]
  }

  func reasoningMetadata(kind: String, prefix: String? = nil) -> Metadata {
    var metadata: Metadata = [
      ProviderReasoning.providerKey: provider.generatedContent,
      ProviderReasoning.kindKey: kind.generatedContent,
    ]
    metadata[ProviderReasoning.prefixKey] = prefix?.generatedContent
    return metadata
  }

  /// Adds the further properties of a call, if there are any.
  mutating func addProperties(_ metadata: Metadata, toCall id: String, _ name: String) {
    guard !metadata.isEmpty else { return }
    add(.updateMetadata(metadata.mapValues(whole)), toCall: id, name)
  }

  private mutating func add(
    _ action: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall.Action,
    toCall id: String, _ name: String
  ) {
    events.append(
      .toolCalls(
        entryID: places.entryID("toolCalls"), action: .toolCall(id: id, name: name, action: action))
    )
  }

  /// Adds the usage so far.
  mutating func addUsage() {
    events.append(.response(entryID: places.entryID("response"), action: usage.action))
  }

  /// Adds the metadata of the parts at the end of the answer, with the notes of the answer.
  mutating func endAnswer() {
    var notes: Metadata = notes.isEmpty ? [:] : ["notes": notes.generatedContent]
    let isOrdered = places.isOrdered
    for (position, place) in places.places.enumerated() {
      var metadata = place.metadata
      if !isOrdered { metadata[ReplyPlaces.positionKey] = position.generatedContent }
      if place.part == "response" {
        metadata.merge(notes) { $1 }
        notes = [:]
      }
      guard !metadata.isEmpty else { continue }
      metadata = metadata.mapValues(whole)
      let id = places.entryID(place.part)
      switch place.entry {
      case .text: events.append(.response(entryID: id, action: .updateMetadata(metadata)))
      case .reasoning: events.append(.reasoning(entryID: id, action: .updateMetadata(metadata)))
      case .call(let id, let name): add(.updateMetadata(metadata), toCall: id, name)
      }
    }
    guard !notes.isEmpty else { return }
    events.append(.response(entryID: places.entryID("response"), action: .updateMetadata(notes)))
  }
}
