import SchemaDialects
package import SchemaEncoding

/// What servers with the interface of Chat Completions do not have in common.
package struct ChatQuirks: Sendable {
  /// What errors call the provider.
  package var provider: String
  /// The dialect of schemas.
  package var dialect: any SchemaDialect
  /// Whether the largest number of tokens has its newer name, `max_completion_tokens`.
  package var hasNewTokenLimit: Bool
  /// Whether `strict` is known.
  package var isStrict: Bool
  /// Whether `top_k` is known.
  package var takesTopK: Bool
  /// Whether `reasoning_effort` is known.
  package var takesReasoningEffort: Bool
  /// Whether the server holds a model to a schema; if not, the schema stands in the prompt.
  package var takesSchemas: Bool
  /// Whether tools and a schema can stand in one request; if not, the schema is left out while there are
  /// tools to call, and the answer is checked and asked for again.
  package var takesSchemaBesideTools: Bool

  /// OpenAI itself.
  package static let openAI = ChatQuirks(
    provider: "OpenAI", dialect: OpenAIDialect(), hasNewTokenLimit: true, isStrict: true,
    takesTopK: false, takesReasoningEffort: true, takesSchemas: true,
    takesSchemaBesideTools: true)
}
