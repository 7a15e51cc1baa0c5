import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LanguageModelSession {
  /// The errors of FoundationModels 26, declared so that existing `catch` clauses compile.
  ///
  /// SchemaKit never throws them: sessions throw ``LanguageModelError``,
  /// ``LanguageModelSession/Error`` and `GeneratedContent.ParsingError`, as FoundationModels 27
  /// does. Each case names its replacement.
  public enum GenerationError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// See ``LanguageModelError/contextSizeExceeded(_:)``.
    case exceededContextWindowSize(Context)

    /// See ``SystemLanguageModel/availability-swift.property``.
    case assetsUnavailable(Context)

    /// See ``LanguageModelError/guardrailViolation(_:)``.
    case guardrailViolation(Context)

    /// See ``LanguageModelError/unsupportedGenerationGuide(_:)``.
    case unsupportedGuide(Context)

    /// See ``LanguageModelError/unsupportedLanguageOrLocale(_:)``.
    case unsupportedLanguageOrLocale(Context)

    /// See `GeneratedContent.ParsingError` and ``InvalidAnswerError``.
    case decodingFailure(Context)

    /// See ``LanguageModelError/rateLimited(_:)``.
    case rateLimited(Context)

    /// See ``LanguageModelSession/Error/concurrentRequests``.
    case concurrentRequests(Context)

    /// See ``LanguageModelError/refusal(_:)``.
    case refusal(Refusal, Context)

    /// The model declines to answer.
    public typealias Refusal = LanguageModelError.Refusal

    /// The circumstances of an error.
    public struct Context: Sendable {
      /// The cause, for developers.
      public let debugDescription: String

      /// Creates a context.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// The problem as a sentence.
    public var description: String { problemAndRemedy }

    /// The problem as a sentence.
    public var errorDescription: String? {
      switch self {
      case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
        .guardrailViolation(let context), .unsupportedGuide(let context),
        .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
        .rateLimited(let context), .concurrentRequests(let context), .refusal(_, let context):
        context.debugDescription
      }
    }
  }
}
