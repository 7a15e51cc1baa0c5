/// The names of a model, for logs and telemetry.
public struct LanguageModelIdentity: Sendable, Hashable {
  /// The name of the provider, such as `openai` or `gcp.gemini`.
  ///
  /// If OpenTelemetry defines a name for the provider, this is the name.
  public var provider: String

  /// The name of the model.
  public var name: String

  /// The host of the provider's interface, if it is known.
  public var serverAddress: String?

  /// Creates an identity.
  public init(provider: String, name: String, serverAddress: String? = nil) {
    self.provider = provider
    self.name = name
    self.serverAddress = serverAddress
  }
}

/// A model with known names.
public protocol IdentifiedLanguageModel: LanguageModel {
  /// The names of the model.
  var identity: LanguageModelIdentity { get }
}
