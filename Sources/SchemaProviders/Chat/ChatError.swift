import SchemaContent
import SchemaModel
import SchemaSessions

/// The error object of Chat Completions, in a response or in a stream.
struct ChatError {
  let message: String
  let type: String?
  let code: String?

  /// Reads an error from a text, which may be anything.
  init(_ text: String) {
    guard let content = try? GeneratedContent(json: text) else {
      self.init(message: String(text.prefix(1_000)), type: nil, code: nil)
      return
    }
    self.init(content)
  }

  init(_ content: GeneratedContent) {
    let error = content.property(named: "error") ?? content
    let message = error.property(named: "message")?.plainText ?? error.plainText
    self.init(
      message: message ?? String(content.jsonString.prefix(1_000)),
      type: error.property(named: "type")?.plainText,
      code: error.property(named: "code")?.plainText)
  }

  private init(message: String, type: String?, code: String?) {
    self.message = message
    self.type = type
    self.code = code
  }

  /// Whether the same request fails again, whenever it is sent.
  var isFinal: Bool { code == "insufficient_quota" || type == "insufficient_quota" }

  /// The error as a session throws it.
  func languageModelError(
    provider: String, status: Int?, metadata: [String: any Sendable]
  ) -> LanguageModelError {
    let description = "\(provider): \(message)"
    switch code ?? type {
    case "context_length_exceeded", "exceed_context_size_error":
      return .contextSizeExceeded(
        .init(
          contextSize: 0, tokenCount: 0, debugDescription: description, metadata: metadata))
    case "content_filter":
      return .guardrailViolation(.init(debugDescription: description, metadata: metadata))
    default:
      break
    }
    if type == "exceed_context_size_error" {
      return .contextSizeExceeded(
        .init(
          contextSize: 0, tokenCount: 0, debugDescription: description, metadata: metadata))
    }
    if status == 429 || code == "rate_limit_exceeded" {
      return .rateLimited(.init(debugDescription: description, metadata: metadata))
    }
    return .providerFailure(
      .init(
        statusCode: status, code: code ?? type, debugDescription: description,
        metadata: metadata))
  }
}

extension GeneratedContent {
  /// The text, or the number or Boolean as JSON; `nil` for anything else.
  var plainText: String? {
    switch shape {
    case .string: try? String(self)
    case .number, .bool: jsonString
    default: nil
    }
  }

  /// The whole number, if it is one.
  var wholeNumber: Int? { try? Int(self) }
}
