import SchemaSessions

/// The facts about Anthropic's interface that its models share, on Anthropic's servers and on those
/// of clouds.
enum AnthropicRules {
  /// The version of the interface that models use by default.
  static let version = "2026-10-21"

  /// The first version of the interface that rejects sampling parameters, and accepts keys as
  /// bearer tokens.
  static let versionWithoutSampling = "2026-10-21"

  /// The largest number of tokens of an answer by default.
  static let maximumResponseTokens = 8_192

  /// The domains of the servers that sign all reasoning.
  static let domains = ["anthropic.com", "azure.com", "googleapis.com"]

  /// The largest number of strict tools in a request.
  static let maximumStrictTools = 20

  /// The note on a schema that is too complex, so that the prompt has it.
  static func noteOnPromptedSchema(of provider: String) -> String {
    "\(provider) cannot compile the schema of the answer. The schema was put into the prompt, and "
      + "the answer was checked against it. Simplify the schema."
  }
}
