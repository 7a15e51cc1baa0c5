import Foundation
import SchemaModel
import SchemaSessions

/// The error object of a provider, in a response or in a stream.
///
/// All providers send a message with a code, a type or a status, so one reader serves all of them.
struct ProviderError {
  /// The largest number of scalars that are kept and searched in a message.
  private static let longestMessage = 4_000

  /// The largest number of scalars of a text that is not JSON.
  static let longestText = 1_000

  /// The largest number of scalars of a provider's code.
  static let longestCode = 100

  /// The largest number of details.
  private static let largestDetailCount = 16

  /// The names that providers give to the message of an error.
  private static let messageNames = [
    "message", "Message", "error_message", "status_msg", "msg", "detail", "error_msg",
  ]

  private static let remedyWithoutKey =
    "If the server expects a key, pass it to the model as `key`, such as "
    + "`.environment(\"API_KEY\")`."

  /// The error, without keys.
  let message: String
  /// The provider's names for the error, the most specific first.
  let codes: [String]
  /// The number of tokens of the request, and the number that the model reads, if the provider
  /// sends them.
  let tokenCount: Int?
  let contextSize: Int?
  /// `true` if the quota of a day is used up, so that no retry succeeds soon.
  private let isQuotaOfDay: Bool
  /// The time to wait that the provider asks for, in seconds.
  let retryDelay: Double?
  /// The other texts of the error, by name, without keys.
  ///
  /// The provider's remedy may refer to them.
  let details: [String: String]

  /// Reads an error from the body of a response.
  ///
  /// The body can be anything, such as the page of a gateway.
  init(_ response: FailedResponse) {
    let mask = response.secretMask
    let status = "the server answered with the status \(response.status) and no message."
    let content = try? GeneratedContent(json: response.body)
    // Amazon's names may have an address after them.
    let name = response.headers["x-amzn-errortype"]
      .map { String($0.prefix { $0 != ":" && $0 != "#" }) }
    if let content, content.isComplete, content.shape == .object || content.shape == .array {
      self.init(content, mask, name: name, defaultMessage: status)
    } else if response.body.isBlank {
      self.init(GeneratedContent(status), mask)
    } else {
      self.init(
        GeneratedContent(mask.beginning(of: response.body, limit: ProviderError.longestText)), mask)
    }
  }

  /// Reads an error from the object that a provider sends.
  ///
  /// `name` is the name of the error, if it is outside of the object. `defaultMessage` is the
  /// message if the object has none.
  init(
    _ content: GeneratedContent, _ mask: SecretMask, name: String? = nil,
    defaultMessage: String = "the server reports an error without a message."
  ) {
    // Gemini puts the error of a stream into an array.
    let content = content.firstElement ?? content
    var error = content
    if let inner = content.property(named: "error"), ![.null, .bool].contains(inner.shape) {
      error = inner
    }
    var text =
      Self.messageNames.lazy.compactMap(error.text).first ?? error.plainText
      ?? Self.messageNames.lazy.compactMap(content.nonEmptyText).first
      ?? (["{}", "[]"].contains(error.jsonString) ? "" : content.jsonString)
    // OpenRouter repeats the error of the provider behind it.
    if let raw = error.value("metadata", "raw")?.plainText { text += " (\(raw))" }
    message =
      text.isEmpty
      ? defaultMessage : mask.beginning(of: text, limit: ProviderError.longestMessage)
    let details = error.property(named: "details")?.elementList ?? []
    let reasons = details.compactMap { $0.text(named: "reason") }
    let names =
      reasons
      + ["code", "type", "status", "status_code", "error_type"]
      .compactMap { error.text(named: $0) }.filter { $0 != "error" }
    let texts = [error, content, error.property(named: "metadata")].compactMap(\.self)
      .filter { $0.shape == .object }.flatMap(\.properties)
      .filter { $0.content.shape == .string && !Self.messageNames.contains($0.name) }
      .prefix(Self.largestDetailCount)
      .map { name, content in
        (
          mask.beginning(of: name, limit: Self.longestCode),
          mask.beginning(of: content.plainText ?? "", limit: Self.longestMessage)
        )
      }
    self.details = Dictionary(texts) { first, _ in first }
    codes = (name.map { [$0] + names } ?? names)
      .map { mask.beginning(of: $0, limit: ProviderError.longestCode) }
    isQuotaOfDay = details.contains { detail in
      detail.value("violations")?.elementList
        .contains { $0.text(named: "quotaId")?.contains("PerDay") == true } == true
    }
    let counts =
      ProviderError.counts(in: message) ?? (error.count("n_prompt_tokens"), error.count("n_ctx"))
    tokenCount = counts.0
    contextSize = counts.1
    let delay = details.lazy.compactMap { $0.text(named: "retryDelay") }.first
    retryDelay = delay.flatMap { Double($0.hasSuffix("s") ? $0.dropLast() : $0[...]) }
  }

  /// Returns the error that an object of a response has, in any form that servers use; `nil` if the
  /// object has none.
  static func object(in content: GeneratedContent) -> GeneratedContent? {
    let content = content.firstElement ?? content
    guard content.shape == .object else { return nil }
    if content.value("error").map(isSet) == true { return content }
    if let groq = content.value("x_groq", "error"), isSet(groq) {
      return .object(["error": groq])
    }
    if let choice = (content.value("choices") ?? content.value("candidates"))?.firstElement {
      // A part of an answer can have an error of its own.
      for holder in [choice, choice.value("delta"), choice.value("message")] {
        if let error = holder?.value("error"), isSet(error) { return .object(["error": error]) }
      }
    } else if ["object", "type"].contains(where: { content.text(named: $0) == "error" }) {
      return content
    }
    // MiniMax sends its status in each event; 0 is a success.
    if let status = content.value("base_resp"), status.value("status_code").map(isSomething) == true
    {
      return status
    }
    if content.value("error_message").map(isSet) == true { return content }
    if let errors = content.value("errors"), isSet(errors) { return errors.firstElement ?? errors }
    return content.value("success").map { $0.shape == .bool && !$0.isTrue } == true ? content : nil
  }

  /// Returns `true` if the value of an error property reports an error.
  ///
  /// Servers write empty values beside a reply, and objects and lists of such values.
  static func isSet(_ value: GeneratedContent) -> Bool {
    func hasSomething(_ object: GeneratedContent) -> Bool {
      object.properties.contains { isSomething($0.content) }
    }
    return switch value.shape {
    case .object: hasSomething(value)
    case .array:
      value.elementList.contains { $0.shape == .object ? hasSomething($0) : isSomething($0) }
    default: isSomething(value)
    }
  }

  /// Returns `false` for `null`, `false`, zero, and empty values.
  private static func isSomething(_ value: GeneratedContent) -> Bool {
    switch value.shape {
    case .null: false
    case .bool: value.isTrue
    case .number: (try? Double(value)) != 0
    case .string: !["", "0", "null"].contains(value.plainText?.trimmedOfSpace ?? "")
    default: value.childCount > 0
    }
  }

  /// The counts in a message such as Anthropic's "prompt is too long: 210000 tokens > 200000
  /// maximum"; `nil` for a message without them.
  private static func counts(in message: String) -> (prompt: Int?, context: Int?)? {
    let words = message.split(separator: " ")
    let place = words.indices.dropLast(2).first { index in
      words[index] == "tokens" && words[index + 1] == ">" && index > words.startIndex
        && words.dropFirst(index + 3).first?.hasPrefix("maximum") == true
    }
    return place.map { (Int(words[$0 - 1]), Int(words[$0 + 2])) }
  }

  /// The status among the codes, where errors in streams have it.
  private var statusAmongCodes: Int? {
    codes.lazy.compactMap { Int($0) }.first { (400...599).contains($0) }
  }

  /// `true` if the same request always fails.
  private var isFinal: Bool {
    isQuotaOfDay
      || !Set(codes).isDisjoint(with: [
        "insufficient_quota", "billing_error", "invalid_api_key", "authentication_error",
        "permission_error", "invalid_request_error", "not_found_error", "INVALID_ARGUMENT",
        "PERMISSION_DENIED", "NOT_FOUND", "content_filter", "invalid_prompt",
        "API_KEY_INVALID", "AccessDeniedException", "ValidationException",
        "data_residency_mismatch",
        "misalignment_policy_violation", "bio_policy",
        "invalid_image", "invalid_image_format", "invalid_base64_image", "invalid_image_url",
        "image_too_large", "image_too_small", "image_parse_error",
        "image_content_policy_violation", "invalid_image_mode", "image_file_too_large",
        "unsupported_image_media_type", "empty_image_file", "image_file_not_found",
      ]) || isOverflow(status: nil)
  }

  private func isOverflow(status: Int?) -> Bool {
    let names = [
      "context_length_exceeded", "exceed_context_size_error", "model_context_window_exceeded",
      "request_too_large",
    ]
    if codes.contains(where: names.contains) { return true }
    guard status == nil || status == 400 || status == 413 else { return false }
    let phrases = [
      "prompt is too long", "maximum context length", "exceeds the maximum number of tokens",
      "exceeds the context length", "exceeds the available context size", "exceed context limit",
      "loaded with context length of", "Input is too long for requested model",
      "maximum prompt length is", "longer than the model's context length",
    ]
    return phrases.contains { message.contains($0) }
  }

  /// Returns the failure of a request.
  ///
  /// `response` is `nil` if the error arrived in a stream.
  func failure(
    provider: String, response: FailedResponse?, metadata: [String: any Sendable]
  ) -> ProviderRequestFailure {
    let status = response?.status ?? statusAmongCodes
    let metadata = metadata.merging(details) { first, _ in first }
    var headers = response?.headers ?? [:]
    if let retryDelay, headers["retry-after"] == nil { headers["retry-after"] = "\(retryDelay)" }
    let remedy =
      response?.isOfRequestWithoutKey == true && status == 401
      ? ProviderError.remedyWithoutKey : nil
    var failure = ProviderRequestFailure(
      error(provider: provider, status: status, wait: nil, remedy: remedy, metadata),
      status: status,
      headers: headers, isFinal: isFinal, isTransient: response == nil && !isFinal)
    if failure.isRateLimit {
      // The failure finds the time to wait in its headers, and the error states this time.
      failure.error = error(
        provider: provider, status: status, wait: failure.retryAfter(now: Date()), remedy: remedy,
        metadata)
    }
    return failure
  }

  private func error(
    provider: String, status: Int?, wait: Duration?, remedy: String?,
    _ metadata: [String: any Sendable]
  ) -> LanguageModelError {
    let description = "\(provider): \(message)"
    if isOverflow(status: status) {
      return .contextSizeExceeded(
        .init(
          contextSize: contextSize ?? 0, tokenCount: tokenCount ?? 0,
          debugDescription: description, metadata: metadata))
    }
    let names = Set(codes)
    let filters: Set = [
      "content_filter", "content_policy_violation", "image_content_policy_violation",
    ]
    if !names.isDisjoint(with: filters) {
      return .guardrailViolation(.init(debugDescription: description, metadata: metadata))
    }
    let limits: Set = [
      "rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED", "ThrottlingException",
    ]
    if status == 429 || !names.isDisjoint(with: limits), !names.contains("insufficient_quota") {
      return .rateLimited(
        .init(
          resetDate: wait.map {
            min(Date(timeIntervalSinceNow: $0 / .seconds(1)), .distantFuture)
          },
          debugDescription: description, metadata: metadata))
    }
    if status == 408 || status == 504 || names.contains("timeout_error") {
      return .timeout(.init(debugDescription: description, metadata: metadata))
    }
    return .providerFailure(
      .init(
        statusCode: status, code: codes.first { Int($0) == nil } ?? codes.first,
        debugDescription: description, remedy: remedy, metadata: metadata))
  }
}

extension ProviderError {
  /// Returns the error that a session throws for one request of a batch.
  static func sessionError(
    for content: GeneratedContent, of provider: String, status: Int? = nil
  ) -> any Error {
    let mask = SecretMask([])
    let response = status.map {
      FailedResponse(status: $0, headers: [:], body: "", secretMask: mask)
    }
    return ProviderError(content, mask)
      .failure(
        provider: provider, response: response, metadata: status.map { ["status": $0] } ?? [:]
      ).error
  }
}
