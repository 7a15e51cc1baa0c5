/// The names of a model, for logs and telemetry.
public struct LanguageModelIdentity: Sendable, Hashable {
  /// The provider, by OpenTelemetry's name if it has one, such as `openai` or `gcp.gemini`.
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

/// A model that knows its names.
public protocol IdentifiedLanguageModel: LanguageModel {
  /// The names of the model.
  var identity: LanguageModelIdentity { get }
}
