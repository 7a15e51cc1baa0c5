import Foundation
import SchemaModel
import SchemaSessions

/// Makes the errors of a response, in the provider's words and without the keys of the request.
struct ReplyFailures {
  let provider: String
  /// The request as it was sent, whose keys errors must not repeat.
  private var request: TransportRequest
  /// The content type of the current response, such as `text/event-stream`, if the server sends it.
  private var mediaType: String?
  /// The provider's identifier of the request, if the server sends it.
  private var metadata: [String: any Sendable] = [:]

  /// Creates the errors of a request before its response has arrived.
  init(provider: String, request: TransportRequest) {
    self.provider = provider
    self.request = request
  }

  /// Begins a response.
  ///
  /// `request` is the request as it was sent, with the keys of its signer. `requestIDHeader` is the
  /// field of the header with the provider's identifier of the request.
  mutating func begin(
    _ response: TransportResponse, to request: TransportRequest, requestIDHeader: String
  ) {
    self.request = request
    mediaType = response.mediaType
    metadata = response.headers[requestIDHeader].map { ["requestID": $0] } ?? [:]
  }

  /// The keys of the request, which errors must not repeat.
  ///
  /// The keys are collected on each call, since only errors need them.
  var secretMask: SecretMask { request.secretMask }

  /// Returns a failure without an error object.
  func failure(
    _ code: LanguageModelError.ProviderFailure.Code, _ problem: String, remedy: String? = nil,
    isTransient: Bool = false
  ) -> ProviderRequestFailure {
    ProviderRequestFailure(
      LanguageModelError.providerFailure(
        .init(
          code: code.rawValue, debugDescription: "\(provider): \(problem)", remedy: remedy,
          metadata: metadata)),
      isTransient: isTransient)
  }

  /// Returns the failure for an error object in a stream.
  ///
  /// `name` is the name of the error, if it is outside of the object.
  func failure(_ content: GeneratedContent, name: String? = nil) -> ProviderRequestFailure {
    ProviderError(content, secretMask, name: name)
      .failure(provider: provider, response: nil, metadata: metadata)
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
    return failure(content, name: name)
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

  /// Returns the failure of a stream that ended without its last event.
  ///
  /// Text outside of events may be the response of a server that does not stream.
  func cutOff(strayText: String) -> ProviderRequestFailure {
    let isDeclaredStream = ["text/event-stream", "application/x-ndjson"].contains(mediaType)
    // If the stream was cut off in a line, the text begins with a field's name and its colon.
    let isField = ["data:", "event:", "id:", "retry:", ":"]
      .contains { strayText.hasPrefix($0) || $0.hasPrefix(strayText) }
    if !isDeclaredStream, !isField, mediaType != nil || strayText.hasPrefix("<") {
      return noStream(mediaType ?? "text", beginning: strayText)
    }
    return failure(.cutOff, "the stream ended before the answer did.", isTransient: true)
  }

  /// Returns the failure for an answer that the server ended early, with the server's reason.
  ///
  /// A retry may succeed.
  func endedEarly(_ reason: String, _ explanation: String) -> ProviderRequestFailure {
    let reason = code(reason)
    return ProviderRequestFailure(
      LanguageModelError.providerFailure(
        .init(
          code: reason,
          debugDescription: "\(provider): the answer ended early (\(reason))."
            + words(explanation),
          metadata: metadata)),
      isTransient: true)
  }

  /// Returns the failure for a reply that has neither content, nor a call, nor a refusal.
  ///
  /// A retry may succeed, unless the limit of tokens was too small.
  func emptyReply(_ end: ReplyEnd) -> ProviderRequestFailure {
    let reason = (end.nativeReason ?? end.reason).map { " (\(code($0)))" } ?? ""
    return failure(
      .emptyReply,
      "the reply has no content and no call of a tool\(reason).\(words(end.explanation))",
      isTransient: true)
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
  func filtered(_ reason: String, _ explanation: String, isPrompt: Bool) -> LanguageModelError {
    let part = isPrompt ? "prompt" : "answer"
    return .guardrailViolation(
      .init(
        debugDescription: "\(provider): a filter stopped the \(part) (\(code(reason)))."
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

  /// The provider's reason, in the length of a code.
  private func code(_ reason: String) -> String {
    secretMask.beginning(of: reason, limit: ProviderError.longestCode)
  }

  /// The provider's words as the end of a description.
  private func words(_ text: String) -> String {
    text.isEmpty ? "" : " " + secretMask.beginning(of: text, limit: ProviderError.longestText)
  }
}
