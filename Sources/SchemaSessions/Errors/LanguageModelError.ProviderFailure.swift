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
      case connection, cutOff, eventTooLarge, invalidEvent, invalidReply, noStream

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
    ///
    /// - Parameters:
    ///   - statusCode: The status of the HTTP response, if there is one.
    ///   - code: The provider's code or type of error, or a code of SchemaKit.
    ///   - debugDescription: The cause.
    ///   - metadata: The provider's details, by name.
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
