public import Foundation
import SchemaModel

extension LanguageModelError {
  /// The conversation has more tokens than the model can read.
  public struct ContextSizeExceeded: LanguageModelErrorDetails {
    /// The number of tokens that the model can read; 0 if it is not known.
    public var contextSize: Int

    /// The number of tokens of the conversation; 0 if it is not known.
    public var tokenCount: Int

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      contextSize: Int, tokenCount: Int, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "The conversation is longer than the model can read" }
    var remedy: String {
      "Begin a new session with the first and the last entry of the transcript, or remove entries"
        + " from `transcript.history`."
    }
  }

  /// There were too many requests.
  public struct RateLimited: LanguageModelErrorDetails {
    /// The time when requests are accepted again, if the provider sends it.
    public var resetDate: Date?

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      resetDate: Date? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String {
      guard let seconds = resetDate?.timeIntervalSince1970.rounded(.up),
        let end = try? String(GeneratedContent(date: Date(timeIntervalSince1970: seconds)))
      else { return "There were too many requests" }
      return "There were too many requests, and no more are accepted until \(end)"
    }
    var remedy: String { "Wait until `resetDate`, or use another model through `FallbackModel`." }
  }

  /// A filter of the provider stopped the prompt or the answer.
  public struct GuardrailViolation: LanguageModelErrorDetails {
    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "A filter of the provider stopped the request" }
    var remedy: String { "Change the prompt, or the conversation before it." }
  }

  /// The model cannot do something that the request needs.
  public struct UnsupportedCapability: LanguageModelErrorDetails {
    /// The missing capability.
    public var capability: LanguageModelCapabilities.Capability

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// `true` if the capability is an option that the session's policy can leave out.
    var canBeLeftOut = false

    /// Creates details.
    public init(
      capability: LanguageModelCapabilities.Capability,
      debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "The model lacks a capability that the request needs" }
    var remedy: String {
      canBeLeftOut
        ? "Leave the option out, or set `policy.unsupportedOption` to `.log`."
        : "Use a model with the capability, or leave out the parts that need it."
    }
  }

  /// The transcript has entries that the model cannot read.
  public struct UnsupportedTranscriptContent: LanguageModelErrorDetails {
    /// The entries.
    public var unsupportedContent: [Transcript.Entry]

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      unsupportedContent: [Transcript.Entry],
      debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.unsupportedContent = unsupportedContent
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "The transcript has entries that the model cannot read" }
    var remedy: String { "Remove the entries, or use a model that can read them." }
  }

  /// The schema has a guide that the model cannot follow.
  public struct UnsupportedGenerationGuide: LanguageModelErrorDetails {
    /// The name of the schema.
    public var schemaName: String?

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      schemaName: String? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "The model cannot follow a guide of the schema" }
    var remedy: String { "Leave the guide out, or use a model that supports it." }
  }

  /// The model does not know the language.
  public struct UnsupportedLanguageOrLocale: LanguageModelErrorDetails {
    /// The code of the language, such as `am`.
    public var languageCode: Locale.LanguageCode

    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(
      languageCode: Locale.LanguageCode,
      debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "The model does not know the language" }
    var remedy: String { "Use another language or another model." }
  }

  /// The model did not answer in time.
  public struct Timeout: LanguageModelErrorDetails {
    /// The cause, for developers.
    public var debugDescription: String

    /// The provider's details, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    var summary: String { "The model did not answer in time" }
    var remedy: String { "Try again, or raise the timeouts of the model." }
  }
}
