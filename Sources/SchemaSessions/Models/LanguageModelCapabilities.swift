/// The capabilities of a model.
public struct LanguageModelCapabilities: Sendable {
  private let capabilities: Set<Capability>

  /// A capability of a model.
  public struct Capability: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The model accepts an option of requests.
    package static func option(_ name: String) -> Capability { Capability("option \(name)") }

    /// The model reads images.
    public static var vision: Capability { Capability("vision") }

    /// The model answers in the form of a schema.
    public static var guidedGeneration: Capability { Capability("guidedGeneration") }

    /// The model reasons before it answers.
    public static var reasoning: Capability { Capability("reasoning") }

    /// The model calls tools.
    public static var toolCalling: Capability { Capability("toolCalling") }
  }

  /// Creates capabilities.
  public init(_ capabilities: [Capability]) {
    self.capabilities = Set(capabilities)
  }

  /// Returns `true` if the model has a capability.
  ///
  /// - Returns: `true` if the model has the capability.
  public func contains(_ capability: Capability) -> Bool {
    capabilities.contains(capability)
  }
}
