/// The generation of a model of Google, by its name.
struct GeminiGeneration {
  /// The version, such as 2.5; `nil` if the name has none.
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

  /// `true` if the model accepts tools and a schema in one request.
  var combinesToolsAndSchemas: Bool { version.map { $0 >= 3 } ?? false }

  /// `true` if the output of a tool can contain attachments.
  var takesAttachmentsInOutputs: Bool { version.map { $0 >= 3 } ?? false }

  /// `true` if the schemas of tools can be enforced while calls are optional.
  var validatesCalls: Bool { !makesImages && version.map { $0 >= 2.5 } ?? false }

  /// `true` if the level of reasoning is a number of tokens.
  var hasThinkingBudget: Bool { version.map { $0 < 3 } ?? false }
}
