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
  /// The keys of the request, which errors must not repeat.
  private let secretMask: SecretMask
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
  /// A server may give a call none, or one to several calls. OpenAI takes 40 characters, and a transcript
  /// may go on with another provider.
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
  /// Text that belonged to no event may be an error, which some servers send that way, or the response of
  /// a server that does not stream.
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

  /// The error of an answer that a filter stopped.
  func filtered(_ reason: String) -> LanguageModelError {
    .guardrailViolation(
      .init(
        debugDescription: "\(provider): a filter stopped the answer ("
          + "\(secretMask.beginning(of: reason, limit: ProviderError.longestCode))).",
        metadata: metadata))
  }

  /// The metadata of the answer: what was left out of the request, and what the provider wants back.
  func finalMetadata(_ metadata: [String: GeneratedContent] = [:]) -> [Event] {
    var metadata = metadata
    if !notes.isEmpty { metadata["notes"] = notes.generatedContent }
    guard !metadata.isEmpty else { return [] }
    return [.response(entryID: entryID("response"), action: .updateMetadata(metadata))]
  }

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
  func text(_ text: String?) -> [Event] {
    guard let text, !text.isEmpty else { return [] }
    return [.response(entryID: entryID("response"), action: .appendText(text, tokenCount: 0))]
  }

  /// A piece of the thoughts.
  func thought(_ text: String?, part: String = "reasoning") -> [Event] {
    guard let text, !text.isEmpty else { return [] }
    return [.reasoning(entryID: entryID(part), action: .appendText(text, tokenCount: 0))]
  }

  /// What the provider wants back with its thoughts, marked as its own.
  func signature(_ signature: Data, part: String, kind: String) -> [Event] {
    let metadata = [
      ProviderReasoning.providerKey: provider, ProviderReasoning.kindKey: kind,
    ]
    return [
      .reasoning(entryID: entryID(part), action: .updateSignature(signature, tokenCount: 0)),
      .reasoning(entryID: entryID(part), action: .updateMetadata(metadata)),
    ]
  }

  /// A piece of the arguments of a call; the first one begins the call.
  func call(_ id: String, _ name: String, _ arguments: String) -> Event {
    .toolCalls(
      entryID: entryID("toolCalls"),
      action: .toolCall(
        id: id, name: name, action: .appendArguments(arguments, tokenCount: 0)))
  }

  /// What the request used: a part of a count is not larger than the count, whatever a server says.
  func usage(input: Int?, cached: Int?, output: Int?, reasoning: Int?) -> Event {
    let (input, output) = (input ?? 0, output ?? 0)
    return .response(
      entryID: entryID("response"),
      action: .updateUsage(
        input: .init(totalTokenCount: input, cachedTokenCount: min(cached ?? 0, input)),
        output: .init(
          totalTokenCount: output, reasoningTokenCount: min(reasoning ?? 0, output))))
  }
}
