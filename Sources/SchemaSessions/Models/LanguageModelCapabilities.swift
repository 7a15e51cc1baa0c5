/// What a model can do.
public struct LanguageModelCapabilities: Sendable {
  private let capabilities: Set<Capability>

  /// Something that a model can do.
  public struct Capability: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// Taking an option of a request.
    package static func option(_ name: String) -> Capability { Capability("option \(name)") }

    /// Reading images.
    public static var vision: Capability { Capability("vision") }

    /// Answering in the form of a schema.
    public static var guidedGeneration: Capability { Capability("guidedGeneration") }

    /// Thinking before it answers.
    public static var reasoning: Capability { Capability("reasoning") }

    /// Calling tools.
    public static var toolCalling: Capability { Capability("toolCalling") }
  }

  /// Creates capabilities.
  ///
  /// - Parameter capabilities: What the model can do.
  public init(_ capabilities: [Capability]) {
    self.capabilities = Set(capabilities)
  }

  /// Whether the model can do something.
  ///
  /// - Parameter capability: What to ask for.
  /// - Returns: Whether the model can do it.
  public func contains(_ capability: Capability) -> Bool {
    capabilities.contains(capability)
  }
}
