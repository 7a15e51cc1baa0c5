import SchemaContent
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What every reader knows of the response that it reads.
package struct ReplyContext {
  package typealias Event = LanguageModelExecutorGenerationChannel.Event

  let provider: String
  let names: SafeNames
  /// What was left out of the request, one sentence each.
  private let notes: [String]
  /// The identifier of the request here, of which the identifiers of entries are made.
  private let id: String
  /// How the answer and the arguments of calls are read.
  let forms: ReplyForms
  /// The identifier that the provider gave the request.
  package var providerRequestID: String?
  /// The type of the response's content, such as `text/event-stream`, if the server states it.
  package var mediaType: String?
  /// What is left of the provider's limits, if it says so.
  package var rateLimits: [String: Int] = [:]
  /// The keys of the request, which errors must not repeat.
  package var secretMask: SecretMask
  /// The identifiers of the calls so far.
  private var callIDs: Set<String> = []
  /// Whether the response has said what it is called.
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
    secretMask = request.secretMask
  }

  /// An identifier of an entry, which no other request has.
  func entryID(_ part: String) -> String { "\(id)-\(part)" }

  /// The identifier of a call, which no other call of the response has.
  ///
  /// A server may give a call none, or one to several calls. OpenAI takes 40 characters, and a
  /// transcript may go on with another provider.
  ///
  /// - Parameter given: The identifier that the server gave, if any.
  /// - Returns: That identifier, or one made here.
  mutating func callID(_ given: String?) -> String {
    if let given, !given.isEmpty, callIDs.insert(given).inserted { return given }
    let made = "call_\(callIDs.count)_\(id.prefix(18))"
    callIDs.insert(made)
    return made
  }

  var metadata: [String: any Sendable] {
    providerRequestID.map { ["requestID": $0] } ?? [:]
  }

  /// Reads an event.
  ///
  /// - Throws: `ProviderRequestFailure` if the text is not complete JSON, or is an error.
  func content(_ text: String) throws -> GeneratedContent {
    let content: GeneratedContent
    do {
      content = try GeneratedContent(json: text)
    } catch {
      throw failure("invalidEvent", "an event of the stream is not JSON: \(error)")
    }
    guard content.isComplete else {
      throw failure("invalidEvent", "an event of the stream is not complete JSON.")
    }
    if let error = content.firstElement?.property(named: "error") ?? content.value("error"),
      error.shape != .null
    {
      throw failure(content)
    }
    return content
  }

  /// The object that a server sent in place of a stream; `nil` for other text, and for an error.
  func whole(_ text: String) -> GeneratedContent? {
    guard let content = try? content(text), content.shape == .object else { return nil }
    return content
  }

  /// The failure that an error object in a stream reports.
  func failure(_ content: GeneratedContent) -> ProviderRequestFailure {
    ProviderError(content, secretMask)
      .failure(provider: provider, response: nil, metadata: metadata)
  }

  /// A failure without an error object.
  func failure(
    _ code: String, _ problem: String, isTransient: Bool = false
  ) -> ProviderRequestFailure {
    ProviderRequestFailure(
      LanguageModelError.providerFailure(
        .init(
          code: code, debugDescription: "\(provider): \(problem)", metadata: metadata)),
      isTransient: isTransient)
  }

  /// The failure of an answer that ended for a server-side reason; a retry may succeed.
  func endedEarly(_ reason: String) -> ProviderRequestFailure {
    let reason = secretMask.beginning(of: reason, limit: ProviderError.longestCode)
    return failure(reason, "the answer ended early (\(reason)).", isTransient: true)
  }

  /// The failure of a stream that ended without its last event.
  ///
  /// Text that belonged to no event may be an error, which some servers send that way, or the
  /// response of a server that does not stream.
  func cutOff(strayText: String = "") -> any Error {
    if let content = try? GeneratedContent(json: strayText), content.isComplete,
      content.shape == .object || content.shape == .array
    {
      if (content.firstElement ?? content).property(named: "error") != nil {
        return failure(content)
      }
      return noStream("JSON")
    }
    let isDeclaredStream = ["text/event-stream", "application/x-ndjson"].contains(mediaType)
    // The text of a stream that was cut off in a line begins with a field's name and its colon.
    let isField = ["data:", "event:", "id:", "retry:", ":"]
      .contains { strayText.hasPrefix($0) || $0.hasPrefix(strayText) }
    if !isDeclaredStream, !isField, mediaType != nil || strayText.hasPrefix("<") {
      return noStream(mediaType ?? "text", beginning: strayText)
    }
    return failure("cutOff", "the stream ended before the answer did.", isTransient: true)
  }

  /// The failure of a stream that is not read to its end, since the next one would be as long.
  func failure(_ limit: StreamLimit) -> ProviderRequestFailure {
    switch limit {
    case .event:
      failure(
        "eventTooLarge",
        "an event of the stream has more than \(StreamLimit.eventSize) bytes. "
          + "Check the base URL, and ask for less at once.")
    case .strayText: noStream("text")
    }
  }

  /// The failure of a response that has no stream, such as the page of a gateway.
  func noStream(_ kind: String, beginning: String = "") -> ProviderRequestFailure {
    let text = secretMask.beginning(of: beginning, limit: 200)
    return failure(
      "noStream",
      "the server sent \(kind) in place of a stream\(text.isEmpty ? "" : " (\(text))"). Check the "
        + "base URL, and that the server streams.")
  }

  /// The error of a model that declines.
  func refusal(_ text: String) -> LanguageModelError {
    .refusal(
      .init(
        explanation: text, debugDescription: "\(provider): the model declines.",
        metadata: metadata))
  }

  /// The error of an answer that the context has no room for.
  var contextExceeded: LanguageModelError {
    .contextSizeExceeded(
      .init(
        contextSize: 0, tokenCount: 0,
        debugDescription: "\(provider): the answer does not fit into the context.",
        metadata: metadata))
  }

  /// The error of an answer that a filter stopped.
  func filtered(_ reason: String) -> LanguageModelError {
    .guardrailViolation(
      .init(
        debugDescription: "\(provider): a filter stopped the answer ("
          + "\(secretMask.beginning(of: reason, limit: ProviderError.longestCode))).",
        metadata: metadata))
  }

  /// The metadata of the answer: what was left out of the request, and what the provider wants
  /// back.
  func finalMetadata(_ metadata: Metadata = [:]) -> [Event] {
    let metadata = metadata.merging(noteMetadata) { $1 }
    guard !metadata.isEmpty else { return [] }
    return [.response(entryID: entryID("response"), action: .updateMetadata(metadata))]
  }

  /// What was left out of the request, as metadata of the answer.
  var noteMetadata: Metadata { notes.isEmpty ? [:] : ["notes": notes.generatedContent] }

  /// What the provider calls the response, once.
  ///
  /// - Parameters:
  ///   - content: What may have the names.
  ///   - idKey: The key of the response's identifier; `nil` if the provider has none.
  ///   - modelKey: The key of the model's name.
  /// - Returns: The event; nothing if the content has neither, or one before had them.
  mutating func identity(
    in content: GeneratedContent, id idKey: String? = "id", model modelKey: String = "model"
  ) -> [Event] {
    guard !isIdentified else { return [] }
    // Some servers begin with a chunk in which both are empty.
    let identity = LanguageModelExecutorGenerationChannel.ResponseIdentity(
      id: idKey.flatMap(content.nonEmptyText), model: content.nonEmptyText(named: modelKey))
    guard identity.id != nil || identity.model != nil else { return [] }
    isIdentified = true
    return [.identified(identity)]
  }

  /// A piece of the answer.
  ///
  /// - Parameters:
  ///   - text: The piece.
  ///   - part: The part of the answer, of which most answers have one.
  ///   - segment: The position of the piece's segment in the part; `nil` for the only one.
  /// - Returns: The event; nothing for no text.
  func text(_ text: String?, part: String = "response", segment: Int? = nil) -> [Event] {
    guard let text, !text.isEmpty else { return [] }
    let id = entryID(part)
    return [
      .response(
        entryID: id,
        action: .appendText(text, segmentID: segment.map { "\(id)-\($0)" }, tokenCount: 0))
    ]
  }

  /// A piece of the thoughts.
  func thought(_ text: String?, part: String = "reasoning") -> [Event] {
    guard let text, !text.isEmpty else { return [] }
    return [.reasoning(entryID: entryID(part), action: .appendText(text, tokenCount: 0))]
  }

  /// An opaque part of the answer, which goes back to the provider unchanged.
  func item(_ item: GeneratedContent, part: String) -> [Event] {
    signature(Data(item.jsonBytes(.compact)), part: part, kind: ProviderReasoning.itemKind)
  }

  /// What the provider wants back with its thoughts, marked as its own.
  ///
  /// - Parameters:
  ///   - signature: What the provider wants back.
  ///   - part: The part of the answer.
  ///   - kind: The provider's name for this kind of thoughts.
  ///   - prefix: The fingerprint of what the thoughts are bound to, if they are.
  /// - Returns: The events.
  func signature(
    _ signature: Data, part: String, kind: String, prefix: String? = nil
  ) -> [Event] {
    let metadata = thoughtMetadata(kind: kind, prefix: prefix)
    return [
      .reasoning(entryID: entryID(part), action: .updateSignature(signature, tokenCount: 0)),
      .reasoning(entryID: entryID(part), action: .updateMetadata(metadata)),
    ]
  }

  /// The metadata of thoughts.
  func thoughtMetadata(kind: String, prefix: String?) -> Metadata {
    var metadata: Metadata = [
      ProviderReasoning.providerKey: provider.generatedContent,
      ProviderReasoning.kindKey: kind.generatedContent,
    ]
    metadata[ProviderReasoning.prefixKey] = prefix?.generatedContent
    return metadata
  }

  /// A piece of the arguments of a call; the first one begins the call.
  func call(_ id: String, _ name: String, _ arguments: String) -> Event {
    .toolCalls(
      entryID: entryID("toolCalls"),
      action: .toolCall(
        id: id, name: name, action: .appendArguments(arguments, tokenCount: 0)))
  }

  /// What the request used: a part of a count is not larger than the count, whatever a server says.
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
        metadata: rateLimits))
  }
}
