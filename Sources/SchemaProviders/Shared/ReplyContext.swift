import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The context of a response, which all readers share.
struct ReplyContext {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  let provider: String
  let names: SafeNames
  /// Notes on options and content that the request leaves out, each a sentence.
  private let notes: [String]
  /// SchemaKit's identifier of the request.
  ///
  /// The identifiers of entries begin with it.
  private let id: String
  /// The forms of the answer and of the arguments of calls.
  let forms: ReplyForms
  /// The facts of the head of the current response.
  private var head: ReplyHead
  private var callIDs: ReplyCallIDs
  /// `true` if an event has ended or begun within a character.
  private(set) var hasSplitCharacters = false
  /// `true` if ``identity(in:id:model:)`` has returned the event with the provider's names.
  private var isIdentified = false

  init(
    _ schemas: RequestSchemas, of request: TransportRequest, provider: String, names: SafeNames,
    notes: [String]
  ) {
    self.provider = provider
    self.names = names
    self.notes = notes
    id = schemas.request.id.uuidString
    forms = schemas.forms
    head = ReplyHead(awaitedBy: request)
    callIDs = ReplyCallIDs(requestBody: request.body, conversation: schemas.request.transcript)
  }

  /// The keys of the request, which errors must not repeat.
  var secretMask: SecretMask { head.secretMask }

  /// Begins a response with its head.
  mutating func begin(_ head: ReplyHead) { self.head = head }

  /// Returns an identifier of an entry.
  ///
  /// No other request has an entry with this identifier.
  func entryID(_ part: String) -> String { "\(id)-\(part)" }

  /// Returns the identifier of a segment of a part of the answer.
  func segmentID(_ segment: Int, ofPart part: String) -> String { "\(entryID(part))-\(segment)" }

  /// Returns the server's identifier of a call, or a new one if the server sends none or repeats
  /// it.
  mutating func callID(_ given: String?) -> String { callIDs.id(given) }

  /// Returns the original name of a called tool.
  ///
  /// - Parameter given: The name in the call, if any.
  /// - Returns: The original name.
  /// - Throws: `ProviderRequestFailure` for a call without a name.
  func toolName(_ given: String?) throws -> String {
    guard let given, !given.isEmpty else {
      throw failure(.invalidEvent, "a call of a tool has no name.")
    }
    return names.original(of: given)
  }

  /// The metadata of errors.
  var metadata: [String: any Sendable] { head.requestID.map { ["requestID": $0] } ?? [:] }

  /// Reads the next event of the response.
  ///
  /// New identifiers of calls depend on the texts of the events so far.
  ///
  /// - Throws: `ProviderRequestFailure` if the text is not complete JSON, or is an error.
  mutating func readEvent(_ text: String) throws -> GeneratedContent {
    callIDs.note(event: text)
    let content: GeneratedContent
    do {
      content = try parse(text, subject: "an event of the stream")
    } catch {
      guard let marked = SplitSurrogates.marking(text) else { throw error }
      hasSplitCharacters = true
      content = try parse(marked, subject: "an event of the stream")
    }
    guard content.isComplete else {
      throw failure(.invalidEvent, "an event of the stream is not complete JSON.")
    }
    if let error = ProviderError.object(in: content) { throw failure(error) }
    return content
  }

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
      throw failure(.invalidEvent, "\(subject) is not JSON: \(reason)")
    }
  }

  /// Reads the complete reply of a server that does not stream; `nil` if the text is not a JSON
  /// object.
  ///
  /// - Throws: `ProviderRequestFailure` if the text is an error.
  mutating func readReply(_ text: String) throws -> GeneratedContent? {
    guard let content = try? GeneratedContent(json: SplitSurrogates.marking(text) ?? text),
      content.isComplete,
      content.shape == .object || content.shape == .array
    else { return nil }
    let reply = try readEvent(text)
    return reply.shape == .object ? reply : nil
  }

  /// Returns the failure that an event reports whose framing marks it as an error; `nil` if its
  /// data has no words.
  func failure(_ event: ServerEvent) -> ProviderRequestFailure? {
    let parsed = try? GeneratedContent(json: event.data)
    let content = parsed.flatMap { $0.isComplete ? $0 : nil } ?? GeneratedContent(event.data)
    guard event.exception != nil || !event.data.isBlank, content.shape != .null else { return nil }
    // Bedrock's names begin with small letters in streams, and with capitals in headers. Keys are
    // masked before the first letter changes, since the mask would not find a changed key.
    let name = event.exception.map(secretMask.callAsFunction)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return ProviderError(content, secretMask, name: name)
      .failure(provider: provider, response: nil, metadata: metadata)
  }

  /// Returns the failure for an error object in a stream.
  func failure(_ content: GeneratedContent) -> ProviderRequestFailure {
    ProviderError(content, secretMask)
      .failure(provider: provider, response: nil, metadata: metadata)
  }

  /// Returns a failure without an error object.
  func failure(
    _ code: LanguageModelError.ProviderFailure.Code, _ problem: String, remedy: String? = nil,
    isTransient: Bool = false
  ) -> ProviderRequestFailure {
    failure(named: code.rawValue, problem, remedy: remedy, isTransient: isTransient)
  }

  private func failure(
    named code: String, _ problem: String, remedy: String? = nil, isTransient: Bool
  ) -> ProviderRequestFailure {
    ProviderRequestFailure(
      LanguageModelError.providerFailure(
        .init(
          code: code, debugDescription: "\(provider): \(problem)", remedy: remedy,
          metadata: metadata)),
      isTransient: isTransient)
  }

  /// Returns the failure for an answer that the server ended early, with the server's reason.
  ///
  /// A retry may succeed.
  func endedEarly(_ reason: String, _ explanation: String = "") -> ProviderRequestFailure {
    let reason = secretMask.beginning(of: reason, limit: ProviderError.longestCode)
    return failure(
      named: reason, "the answer ended early (\(reason)).\(words(explanation))", isTransient: true)
  }

  /// Returns the failure for a reply that has neither content, nor a call, nor a refusal.
  ///
  /// A retry may succeed, unless the limit of tokens was too small.
  func emptyReply(_ end: ReplyEnd) -> ProviderRequestFailure {
    let reason = (end.nativeReason ?? end.reason).map {
      " (\(secretMask.beginning(of: $0, limit: ProviderError.longestCode)))"
    }
    return failure(
      .emptyReply,
      "the reply has no content and no call of a tool\(reason ?? "").\(words(end.explanation))",
      isTransient: true)
  }

  /// The provider's words as the end of a description.
  private func words(_ text: String) -> String {
    text.isEmpty ? "" : " " + secretMask.beginning(of: text, limit: ProviderError.longestText)
  }

  /// Returns the failure of a stream that ended without its last event.
  ///
  /// Text outside of events may be an error, or the response of a server that does not stream.
  func cutOff(strayText: String = "") -> any Error {
    if let content = try? GeneratedContent(json: strayText), content.isComplete,
      content.shape == .object || content.shape == .array
    {
      return noStream("JSON", beginning: strayText)
    }
    let isDeclaredStream = ["text/event-stream", "application/x-ndjson"].contains(head.mediaType)
    // If the stream was cut off in a line, the text begins with a field's name and its colon.
    let isField = ["data:", "event:", "id:", "retry:", ":"]
      .contains { strayText.hasPrefix($0) || $0.hasPrefix(strayText) }
    if !isDeclaredStream, !isField, head.mediaType != nil || strayText.hasPrefix("<") {
      return noStream(head.mediaType ?? "text", beginning: strayText)
    }
    return failure(.cutOff, "the stream ended before the answer did.", isTransient: true)
  }

  /// Returns the failure of a stream that is too long.
  ///
  /// The failure is final, since the stream of a retry would be as long.
  func failure(_ limit: StreamLimit) -> ProviderRequestFailure {
    switch limit {
    case .event:
      failure(
        .eventTooLarge,
        "an event of the stream has more than \(StreamLimit.eventSize) bytes.",
        remedy: "Check the base URL, or request a shorter answer.")
    case .strayText: noStream("text")
    }
  }

  /// Returns the failure of a response that is not a stream, such as the page of a gateway.
  func noStream(_ kind: String, beginning: String = "") -> ProviderRequestFailure {
    let text = secretMask.beginning(of: beginning, limit: 200)
    return failure(
      .noStream,
      "the server sent \(kind) in place of a stream\(text.isEmpty ? "" : " (\(text))").",
      remedy: "Check the base URL, and that the server streams.")
  }

  /// Returns the error of a model that declines.
  func refusal(_ text: String) -> LanguageModelError {
    .refusal(
      .init(
        explanation: text, debugDescription: "\(provider): the model declines.",
        metadata: metadata))
  }

  /// The error of an answer that exceeds the context.
  var contextExceeded: LanguageModelError {
    .contextSizeExceeded(
      .init(
        // Streams do not have these numbers; 0 means that a number is not known.
        contextSize: 0, tokenCount: 0,
        debugDescription: "\(provider): the answer does not fit into the context.",
        metadata: metadata))
  }

  /// Returns the error for an answer, or a prompt, that a filter stopped.
  func filtered(
    _ reason: String, _ explanation: String, isPrompt: Bool
  ) -> LanguageModelError {
    .guardrailViolation(
      .init(
        debugDescription: "\(provider): a filter stopped the \(isPrompt ? "prompt" : "answer") ("
          + "\(secretMask.beginning(of: reason, limit: ProviderError.longestCode)))."
          + words(explanation),
        metadata: metadata))
  }

  /// Returns the error of a model that does not know the language of the prompt.
  func unknownLanguage(_ explanation: String) -> LanguageModelError {
    .unsupportedLanguageOrLocale(
      .init(
        languageCode: "und",
        debugDescription: "\(provider): the model does not know the language."
          + words(explanation),
        metadata: metadata))
  }

  /// Returns the event that sets the metadata of the answer; empty if there is none.
  ///
  /// `metadata` is the values that the provider wants back. The event has these values and the
  /// notes.
  func finalMetadata(_ metadata: Metadata = [:]) -> [Event] {
    let metadata = metadata.merging(noteMetadata) { $1 }
    guard !metadata.isEmpty else { return [] }
    return [.response(entryID: entryID("response"), action: .updateMetadata(metadata))]
  }

  /// The notes as metadata of the answer.
  var noteMetadata: Metadata { notes.isEmpty ? [:] : ["notes": notes.generatedContent] }

  /// Returns the provider's names for the response, once.
  ///
  /// `idKey` is the key of the response's identifier; `nil` if the provider has none.
  ///
  /// - Returns: The event; empty if the content has no names, or earlier content had them.
  mutating func identity(
    in content: GeneratedContent, id idKey: String? = "id", model modelKey: String = "model"
  ) -> [Event] {
    guard !isIdentified else { return [] }
    // Some servers begin with a chunk in which both are empty.
    let (id, model) = (
      idKey.flatMap(content.nonEmptyText), content.nonEmptyText(named: modelKey)
    )
    guard id != nil || model != nil else { return [] }
    isIdentified = true
    return [.identified(id: id, model: model)]
  }

  /// Returns the event of a piece of the answer.
  ///
  /// `part` is the part of the answer; most answers have one. `segment` is the position of the
  /// piece's segment in the part; `nil` for the only one.
  ///
  /// - Returns: The event; empty if there is no text.
  func text(_ text: String?, part: String = "response", segment: Int? = nil) -> [Event] {
    guard let text, !text.isEmpty else { return [] }
    let id = entryID(part)
    return [
      .response(
        entryID: id,
        action: .appendText(
          text, segmentID: segment.map { segmentID($0, ofPart: part) }, tokenCount: 0))
    ]
  }

  /// Returns the event of a piece of the reasoning; empty if there is no text.
  func reasoning(_ text: String?, part: String = "reasoning") -> [Event] {
    guard let text, !text.isEmpty else { return [] }
    return [.reasoning(entryID: entryID(part), action: .appendText(text, tokenCount: 0))]
  }

  /// Returns the events of an item.
  ///
  /// Later requests repeat the item unchanged.
  func item(_ item: GeneratedContent, part: String) -> [Event] {
    signature(Data(item.jsonBytes(.compact)), part: part, kind: ProviderReasoning.itemKind)
  }

  /// Returns the events of the reasoning's signature.
  ///
  /// The provider wants the signature back.
  ///
  /// `prefix` is the fingerprint of the prefix that the reasoning is bound to, if any.
  func signature(
    _ signature: Data, part: String, kind: String, prefix: String? = nil
  ) -> [Event] {
    let metadata = reasoningMetadata(kind: kind, prefix: prefix)
    return [
      .reasoning(entryID: entryID(part), action: .updateSignature(signature, tokenCount: 0)),
      .reasoning(entryID: entryID(part), action: .updateMetadata(metadata)),
    ]
  }

  func reasoningMetadata(kind: String, prefix: String?) -> Metadata {
    var metadata: Metadata = [
      ProviderReasoning.providerKey: provider.generatedContent,
      ProviderReasoning.kindKey: kind.generatedContent,
    ]
    metadata[ProviderReasoning.prefixKey] = prefix?.generatedContent
    return metadata
  }

  /// Returns the event of a piece of a call's arguments; the first one begins the call.
  func call(_ id: String, _ name: String, _ arguments: String) -> Event {
    .toolCalls(
      entryID: entryID("toolCalls"),
      action: .toolCall(
        id: id, name: name, action: .appendArguments(arguments, tokenCount: 0)))
  }

  /// Returns the event that sets the metadata of a call; empty if there is none.
  func callMetadata(_ metadata: Metadata, _ id: String, _ name: String) -> [Event] {
    guard !metadata.isEmpty else { return [] }
    return [
      .toolCalls(
        entryID: entryID("toolCalls"),
        action: .toolCall(id: id, name: name, action: .updateMetadata(metadata)))
    ]
  }

  /// Returns the event of the request's usage.
  ///
  /// If a server sends larger numbers, the tokens of the cache are limited to the tokens of the
  /// input, and the tokens of reasoning to the tokens of the output.
  func usage(
    input: Int?, cached: Int?, cacheWrite: Int? = nil, output: Int?, reasoning: Int?
  ) -> Event {
    let (input, output) = (input ?? 0, output ?? 0)
    let cached = min(cached ?? 0, input)
    return .response(
      entryID: entryID("response"),
      action: .updateUsage(
        input: .init(
          totalTokenCount: input, cachedTokenCount: cached,
          cacheWriteTokenCount: min(cacheWrite ?? 0, input - cached)),
        output: .init(
          totalTokenCount: output, reasoningTokenCount: min(reasoning ?? 0, output)),
        metadata: head.rateLimits))
  }
}
