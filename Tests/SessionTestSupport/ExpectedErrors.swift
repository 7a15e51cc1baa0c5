package import SchemaSessions
package import Testing

/// The details of an error of each kind; `nil` for an error of another kind.
extension LanguageModelError {
  package var contextSizeExceeded: ContextSizeExceeded? {
    if case .contextSizeExceeded(let details) = self { details } else { nil }
  }

  package var guardrailViolation: GuardrailViolation? {
    if case .guardrailViolation(let details) = self { details } else { nil }
  }

  package var providerFailure: ProviderFailure? {
    if case .providerFailure(let details) = self { details } else { nil }
  }

  package var rateLimited: RateLimited? {
    if case .rateLimited(let details) = self { details } else { nil }
  }

  package var refusal: Refusal? {
    if case .refusal(let details) = self { details } else { nil }
  }

  package var timeout: Timeout? {
    if case .timeout(let details) = self { details } else { nil }
  }

  package var unsupportedCapability: UnsupportedCapability? {
    if case .unsupportedCapability(let details) = self { details } else { nil }
  }

  package var unsupportedLanguageOrLocale: UnsupportedLanguageOrLocale? {
    if case .unsupportedLanguageOrLocale(let details) = self { details } else { nil }
  }

  package var unsupportedTranscriptContent: UnsupportedTranscriptContent? {
    if case .unsupportedTranscriptContent(let details) = self { details } else { nil }
  }
}

extension LanguageModelSession {
  /// Expects a request to throw an error of the model, and returns the error.
  @discardableResult
  package func failure(
    of prompt: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> LanguageModelError? {
    await #expect(throws: LanguageModelError.self, sourceLocation: sourceLocation) {
      try await respond(to: prompt)
    }
  }
}
