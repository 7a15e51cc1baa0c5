#if Telemetry
import SchemaSessions

/// The type of an error in telemetry.
///
/// It has few possible values, and a server cannot choose new values.
struct ErrorType {
  /// The codes of failures that are types of their own: the codes of this package, and the
  /// documented codes of providers.
  ///
  /// Other codes come from a server. A server can send a new code with each response, and each code
  /// would create another series of a metric.
  private static let knownCodes = providerCodes.union(
    LanguageModelError.ProviderFailure.Code.allCases.map(\.rawValue))

  /// The codes that providers document.
  private static let providerCodes: Set = [
    // OpenAI, and servers with its interface
    "insufficient_quota", "invalid_api_key", "invalid_prompt", "invalid_request_error",
    "model_not_found", "server_error", "unsupported_parameter", "unsupported_value",

    // Anthropic
    "api_error", "authentication_error", "billing_error", "not_found_error", "overloaded_error",
    "permission_error",

    // Gemini
    "FAILED_PRECONDITION", "INTERNAL", "INVALID_ARGUMENT", "NOT_FOUND", "PERMISSION_DENIED",
    "UNAUTHENTICATED", "UNAVAILABLE",
  ]

  let name: String

  init(_ error: any Error) {
    guard let error = error as? LanguageModelError else {
      name = error is CancellationError ? "cancelled" : String(describing: type(of: error))
      return
    }
    name =
      switch error {
      case .contextSizeExceeded: "context_size_exceeded"
      case .rateLimited: "rate_limited"
      case .guardrailViolation: "guardrail_violation"
      case .refusal: "refusal"
      case .unsupportedCapability: "unsupported_capability"
      case .unsupportedTranscriptContent: "unsupported_transcript_content"
      case .unsupportedGenerationGuide: "unsupported_generation_guide"
      case .unsupportedLanguageOrLocale: "unsupported_language_or_locale"
      case .timeout: "timeout"
      case .providerFailure(let failure): ErrorType.name(of: failure)
      }
  }

  private static func name(of failure: LanguageModelError.ProviderFailure) -> String {
    if let status = failure.statusCode, (100..<600).contains(status) { return "\(status)" }
    guard let code = failure.code, knownCodes.contains(code) else { return "provider_failure" }
    return code
  }
}
#endif
