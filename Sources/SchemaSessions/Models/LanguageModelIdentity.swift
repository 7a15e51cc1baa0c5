/// What a model is called, for logs and telemetry.
public struct LanguageModelIdentity: Sendable, Hashable {
  /// The provider, in the words of OpenTelemetry where it has one, such as `openai` or
  /// `gcp.gemini`.
  public var provider: String

  /// The name of the model.
  public var name: String

  /// The host of the provider's interface, if it is known.
  public var serverAddress: String?

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - name: The name of the model.
  ///   - serverAddress: The host of the provider's interface.
  public init(provider: String, name: String, serverAddress: String? = nil) {
    self.provider = provider
    self.name = name
    self.serverAddress = serverAddress
  }
}

/// A model that says what it is called.
public protocol IdentifiedLanguageModel: LanguageModel {
  /// What the model is called.
  var identity: LanguageModelIdentity { get }
}
