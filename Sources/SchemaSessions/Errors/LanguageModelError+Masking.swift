extension LanguageModelError {
  /// The error with another text in place of a secret that the provider may have repeated.
  ///
  /// - Parameters:
  ///   - secret: The secret, which is not empty.
  ///   - mask: What takes its place.
  /// - Returns: The error.
  package func masking(_ secret: String, with mask: String) -> LanguageModelError {
    func masked<Details: LanguageModelErrorDetails>(_ details: Details) -> Details {
      var details = details
      details.debugDescription = details.debugDescription.replacing(secret, with: mask)
      details.metadata = details.metadata.mapValues { value in
        (value as? String)?.replacing(secret, with: mask) ?? value
      }
      return details
    }
    switch self {
    case .contextSizeExceeded(let details): return .contextSizeExceeded(masked(details))
    case .rateLimited(let details): return .rateLimited(masked(details))
    case .guardrailViolation(let details): return .guardrailViolation(masked(details))
    case .refusal(let details): return .refusal(masked(details))
    case .unsupportedCapability(let details): return .unsupportedCapability(masked(details))
    case .unsupportedTranscriptContent(let details):
      return .unsupportedTranscriptContent(masked(details))
    case .unsupportedGenerationGuide(let details):
      return .unsupportedGenerationGuide(masked(details))
    case .unsupportedLanguageOrLocale(let details):
      return .unsupportedLanguageOrLocale(masked(details))
    case .timeout(let details): return .timeout(masked(details))
    case .providerFailure(let details):
      var details = masked(details)
      details.code = details.code?.replacing(secret, with: mask)
      return .providerFailure(details)
    }
  }
}
