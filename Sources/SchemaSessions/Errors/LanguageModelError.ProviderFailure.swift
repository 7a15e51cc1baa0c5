extension LanguageModelError {
  /// The request failed in a way that no other case covers.
  public struct ProviderFailure: LanguageModelErrorDetails {
    /// The code of a connection that could not be made, or that broke.
    package static let connectionCode = "connection"

    /// The status of the HTTP response, or `nil` if there is none, such as for an error in a
    /// stream.
    public var statusCode: Int?

    /// The provider's own code or type of error, such as `invalid_api_key`, or what failed here,
    /// such as `connection`.
    public var code: String?

    /// What went wrong, for people who look for the cause.
    public var debugDescription: String

    /// What the provider said, by name.
    public var metadata: [String: any Sendable]

    /// Creates details.
    ///
    /// - Parameters:
    ///   - statusCode: The status of the HTTP response, if there is one.
    ///   - code: The provider's own code or type of error, or what failed here.
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

    var summary: String {
      statusCode.map { "The request failed (HTTP \($0))" } ?? "The request failed"
    }
    var remedy: String {
      switch statusCode {
      case 401, 403: "Check the key and what it may do."
      case 404: "Check the name of the model and the base URL."
      case .some(500...): "Try again later, or use another model through `FallbackModel`."
      case nil where code == ProviderFailure.connectionCode: "Check the address and the connection."
      default: "Look at the description; `metadata` has what the provider said."
      }
    }
  }
}
