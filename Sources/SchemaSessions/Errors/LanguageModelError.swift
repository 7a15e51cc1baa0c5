import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A model could not answer.
///
/// Each case has a value with details. The `metadata` of this value has the provider's details,
/// such as the identifier of the request under `requestID` and the status of the HTTP response
/// under `status`.
public enum LanguageModelError: Error, LocalizedError, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The conversation has more tokens than the model can read.
  case contextSizeExceeded(ContextSizeExceeded)

  /// There were too many requests.
  case rateLimited(RateLimited)

  /// A filter of the provider stopped the prompt or the answer.
  case guardrailViolation(GuardrailViolation)

  /// The model declines to answer.
  case refusal(Refusal)

  /// The model cannot do something that the request needs.
  case unsupportedCapability(UnsupportedCapability)

  /// The transcript has entries that the model cannot read.
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)

  /// The schema has a guide that the model cannot follow.
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)

  /// The model does not know the language.
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)

  /// The model did not answer in time.
  case timeout(Timeout)

  /// The request failed in a way that no other case covers.
  case providerFailure(ProviderFailure)

  /// The details of the case.
  private var details: any LanguageModelErrorDetails {
    switch self {
    case .contextSizeExceeded(let details): details
    case .rateLimited(let details): details
    case .guardrailViolation(let details): details
    case .refusal(let details): details
    case .unsupportedCapability(let details): details
    case .unsupportedTranscriptContent(let details): details
    case .unsupportedGenerationGuide(let details): details
    case .unsupportedLanguageOrLocale(let details): details
    case .timeout(let details): details
    case .providerFailure(let details): details
    }
  }

  /// The provider's details, by name.
  public var metadata: [String: any Sendable] { details.metadata }

  /// The cause, for developers.
  public var debugDescription: String { details.debugDescription }

  /// The problem as a sentence.
  public var errorDescription: String? {
    let status = details.statusCode.map { " (HTTP \($0))" } ?? ""
    return "\(details.summary)\(status): \(details.debugDescription)"
  }

  /// The problem, with the status of the HTTP response, and its remedy.
  public var description: String { problemAndRemedy }

  /// The remedy.
  public var recoverySuggestion: String? { details.remedy }
}

/// The details of a case of `LanguageModelError`.
protocol LanguageModelErrorDetails: Sendable, CustomDebugStringConvertible {
  var debugDescription: String { get set }
  var metadata: [String: any Sendable] { get set }
  var statusCode: Int? { get }
  var summary: String { get }
  var remedy: String { get }
}

extension LanguageModelErrorDetails {
  /// The status of the HTTP response.
  ///
  /// The models of providers keep it in the metadata.
  var statusCode: Int? { metadata["status"] as? Int }
}
