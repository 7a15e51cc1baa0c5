extension LanguageModelError {
  /// Returns the error without secrets, which a provider may repeat in its messages.
  package func masking(_ mask: (String) -> String) -> LanguageModelError {
    func masked<Details: LanguageModelErrorDetails>(_ details: Details) -> Details {
      var details = details
      details.debugDescription = mask(details.debugDescription)
      details.metadata = details.metadata.mapValues { ($0 as? String).map(mask) ?? $0 }
      return details
    }
    switch self {
    case .contextSizeExceeded(let details): return .contextSizeExceeded(masked(details))
    case .rateLimited(let details): return .rateLimited(masked(details))
    case .guardrailViolation(let details): return .guardrailViolation(masked(details))
    case .refusal(let details):
      var details = masked(details)
      details.text = mask(details.text)
      return .refusal(details)
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
      details.code = details.code.map(mask)
      return .providerFailure(details)
    }
  }
}
