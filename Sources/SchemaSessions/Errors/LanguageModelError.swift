public import Foundation
import SchemaModel

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

extension LanguageModelError {
  /// The model declines to answer.
  public struct Refusal: LanguageModelErrorDetails {
    /// The model's explanation; empty if it gives none.
    public var text: String

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// Creates details from the texts of a model's responses, as in FoundationModels 26.
    public init(transcriptEntries: [Transcript.Entry]) {
      let text = transcriptEntries.compactMap { $0.response?.text }.joined(separator: "\n")
      self.init(explanation: text, debugDescription: "The model declines.")
    }

    /// The model's explanation in place of an answer.
    ///
    /// Providers send the explanation with the refusal, so this property sends no further request.
    /// The response has ``text``, without entries or usage.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { LanguageModelSession.Response(text: text) }
    }

    /// The model's explanation in place of an answer, as a stream.
    ///
    /// Providers send the explanation with the refusal, so this property sends no further request,
    /// and the complete text arrives at once.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      LanguageModelSession(model: FixedTextModel(text: text)).streamResponse(to: "")
    }

    var summary: String { "The model declines to answer" }
    var remedy: String { "Change the prompt; `Refusal.text` has the model's explanation." }
  }
}

/// A model that answers with a fixed text.
private struct FixedTextModel: LanguageModel {
  let text: String

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
  var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable {}

    init(configuration: Configuration) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: FixedTextModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await channel.send(.response(action: .appendText(model.text, tokenCount: 0)))
    }
  }
}

extension LanguageModelError {
  /// The request failed in a way that no other case covers.
  public struct ProviderFailure: LanguageModelErrorDetails {
    /// The codes of this package.
    ///
    /// Providers send further codes.
    package enum Code: String, CaseIterable, Sendable {
      // The configuration of a model.
      case budgetTooSmall, invalidBaseURL, invalidExtraBody, invalidHeader, modelNotReady, noModels
      case noTokenCount

      // The connection, and the form of responses.
      case clientClosed, connection, cutOff, emptyReply, eventTooLarge, invalidEvent, invalidReply
      case noStream

      // An answer that a provider reports as failed or as paused.
      case failed, paused
      case geminiPaused = "CONTINUATION"
      case anthropicPaused = "pause_turn"

      // Batches.
      case batchFailed, noResult

      // Local models, with the codes of `EngineError`, and Apple's framework.
      case library, mask, outOfMemory, template, unreadable
      case foundationModels = "FoundationModels"

      /// `true` if the request can only succeed after a change of the app.
      var isFaultOfApp: Bool {
        switch self {
        case .budgetTooSmall, .invalidBaseURL, .invalidExtraBody, .invalidHeader, .noModels: true
        default: false
        }
      }
    }

    /// The status of the HTTP response, or `nil` if there is none, such as for an error in a
    /// stream.
    public var statusCode: Int?

    /// The provider's own code or type of error, such as `invalid_api_key`, or a code of SchemaKit,
    /// such as `connection`.
    public var code: String?

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// The specific remedy for this failure; `nil` for the general remedy of the status or the
    /// code.
    package let ownRemedy: String?

    /// Creates details.
    public init(
      statusCode: Int? = nil, code: String? = nil, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.init(
        statusCode: statusCode, code: code, debugDescription: debugDescription, remedy: nil,
        metadata: metadata)
    }

    /// Creates details with a specific remedy, which `debugDescription` must not repeat.
    package init(
      statusCode: Int? = nil, code: String?, debugDescription: String, remedy: String?,
      metadata: [String: any Sendable] = [:]
    ) {
      self.statusCode = statusCode
      self.code = code
      self.debugDescription = debugDescription
      ownRemedy = remedy
      self.metadata = metadata
    }

    /// Creates the details of a failure with a code of this package.
    package init(
      code: Code, debugDescription: String, remedy: String? = nil,
      metadata: [String: any Sendable] = [:]
    ) {
      self.init(
        code: code.rawValue, debugDescription: debugDescription, remedy: remedy,
        metadata: metadata)
    }

    /// `true` for an error of the connection.
    package var isOfConnection: Bool { code == Code.connection.rawValue }

    var summary: String { "The request failed" }
    var remedy: String {
      if let ownRemedy { return ownRemedy }
      return switch statusCode {
      case .some(300..<400): "Give the final base URL, since redirects are not followed."
      case 401, 403: "Check the key and its permissions."
      case 404: "Check the name of the model and the base URL."
      case .some(500...): "Try again later, or use another model through `FallbackModel`."
      case nil where isOfConnection: "Check the address and the connection."
      case nil where code == Code.budgetTooSmall.rawValue:
        "Raise `maximumResponseTokens`, or leave it out."
      default: "Read the description; `metadata` has the provider's details."
      }
    }
  }
}

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
