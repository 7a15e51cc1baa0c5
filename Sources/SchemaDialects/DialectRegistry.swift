public import SchemaEncoding

/// Dialects by name: the dialects of the library, and dialects that users add.
///
///     var registry = DialectRegistry.standard
///     try registry.register(PlainDialect())
///     let dialect = registry.dialect(named: "plain")
public struct DialectRegistry: Sendable {
  private var dialects: [any SchemaDialect]

  /// The dialects of the library.
  public static let standard = DialectRegistry(dialects: [
    JSONSchemaDialect(), GeminiDialect(), AppleDialect(), OpenAIDialect(), AnthropicDialect(),
    GeminiOpenAPIDialect(), LlamaCppDialect(), XAIDialect(), CerebrasDialect(), GroqDialect(),
    DeepSeekDialect(), MistralDialect(), BedrockDialect(), XGrammarDialect(),
    OpenAIDialect(profile: .azure),
  ])

  private init(dialects: [any SchemaDialect]) { self.dialects = dialects }

  /// Creates a registry without any dialect.
  public init() { dialects = [] }

  /// The names, in the order in which the dialects were registered.
  public var names: [String] { dialects.map(\.name) }

  /// Returns the dialect with a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The dialect, or `nil` if none has this name.
  public func dialect(named name: String) -> (any SchemaDialect)? {
    dialects.first { $0.name == name }
  }

  /// Adds a dialect.
  ///
  /// - Parameter dialect: The dialect.
  /// - Throws: `SchemaError.unsupported(feature:context:)` if its name is empty, or the name of
  ///   another dialect in the registry.
  public mutating func register(_ dialect: any SchemaDialect) throws {
    let name = dialect.name
    guard !name.isEmpty else {
      throw Self.unusableName(
        "A dialect has an empty name.", "Give it a name in lower case, such as 'my-server'.")
    }
    guard self.dialect(named: name) == nil else {
      throw Self.unusableName(
        "A dialect named '\(name)' is already registered.", "Give the dialect another name.")
    }
    dialects.append(dialect)
  }

  private static func unusableName(_ problem: String, _ remedy: String) -> SchemaError {
    .unsupported(
      feature: "dialect name",
      context: SchemaError.Context(path: SchemaPath(), problem: problem, remedy: remedy))
  }
}
