extension LanguageModelError {
  /// The request failed in a way that no other case covers.
  public struct ProviderFailure: LanguageModelErrorDetails {
    /// The code of an error of the connection.
    package static let connectionCode = "connection"

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
      case 401, 403: "Check the key and its permissions."
      case 404: "Check the name of the model and the base URL."
      case .some(500...): "Try again later, or use another model through `FallbackModel`."
      case nil where code == ProviderFailure.connectionCode: "Check the address and the connection."
      default: "Read the description; `metadata` has the provider's details."
      }
    }
  }
}
