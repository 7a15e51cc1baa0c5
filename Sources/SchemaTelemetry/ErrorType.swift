#if Telemetry
import SchemaSessions

/// The type of an error as telemetry names it: few values, and none with words of a person or a model.
struct ErrorType {
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
      case .providerFailure(let failure):
        failure.statusCode.map { "\($0)" } ?? failure.code ?? "provider_failure"
      }
  }
}
#endif
