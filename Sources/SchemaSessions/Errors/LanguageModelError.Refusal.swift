extension LanguageModelError {
  /// The model declines to answer.
  public struct Refusal: LanguageModelErrorDetails {
    /// What the model says instead of an answer; empty if it says nothing.
    public var text: String

    /// What went wrong, for people who look for the cause.
    public var debugDescription: String

    /// What the provider said, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    ///
    /// - Parameters:
    ///   - explanation: What the model says instead of an answer.
    ///   - debugDescription: What went wrong.
    ///   - metadata: What the provider said, by name.
    public init(
      explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// What the model says instead of an answer.
    ///
    /// Providers send it with the refusal, so the model is not asked again: the response has ``text``,
    /// no entries and no usage.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { LanguageModelSession.Response(text: text) }
    }

    var summary: String { "The model declines to answer" }
    var remedy: String { "Change the prompt; `Refusal.text` is what the model says." }
  }

  /// The provider answered with an error that no other case covers.
  public struct ProviderFailure: LanguageModelErrorDetails {
    /// The status of the HTTP response, or `nil` if the error came in a stream.
    public var statusCode: Int?

    /// The provider's own code or type of error, such as `invalid_api_key`.
    public var code: String?

    /// What went wrong, for people who look for the cause.
    public var debugDescription: String

    /// What the provider said, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    ///
    /// - Parameters:
    ///   - statusCode: The status of the HTTP response, if there is one.
    ///   - code: The provider's own code or type of error.
    ///   - debugDescription: What went wrong.
    ///   - metadata: What the provider said, by name.
    public init(
      statusCode: Int? = nil, code: String? = nil, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.statusCode = statusCode
      self.code = code
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    private var isAnswer: Bool { statusCode != nil || code != nil }

    var summary: String {
      isAnswer ? "The provider answered with an error" : "The request failed"
    }
    var remedy: String {
      switch statusCode {
      case 401, 403: "Check the key and what it may do."
      case 404: "Check the name of the model and the base URL."
      case .some(500...): "Try again later, or use another model through `FallbackModel`."
      case nil where !isAnswer: "Check the address and the connection."
      default: "Look at the description; `metadata` has what the provider said."
      }
    }
  }
}
