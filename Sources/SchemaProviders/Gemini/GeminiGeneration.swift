/// The generation of a model of Google, by its name.
struct GeminiGeneration {
  /// The version, such as 2.5; `nil` for a name that does not say it.
  let version: Double?
  private let makesImages: Bool

  /// - Parameter model: The name of the model, such as `gemini-3-flash`, with or without a path.
  init(model: String) {
    let name = model.split(separator: "/").last.map(String.init) ?? model
    let prefix = "gemini-"
    version =
      name.hasPrefix(prefix)
      ? Double(name.dropFirst(prefix.count).prefix { $0.isNumber || $0 == "." }) : nil
    makesImages = name.contains("image")
  }

  /// Whether the model takes tools and a schema in one request.
  var combinesToolsAndSchemas: Bool { version.map { $0 >= 3 } ?? false }

  /// Whether the model can be held to the schemas of tools that it need not call.
  var validatesCalls: Bool { !makesImages && version.map { $0 >= 2.5 } ?? false }

  /// Whether a level of thinking is a number of tokens.
  var hasThinkingBudget: Bool { version.map { $0 < 3 } ?? false }
}
