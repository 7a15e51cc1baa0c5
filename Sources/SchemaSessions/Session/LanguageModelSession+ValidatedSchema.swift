public import SchemaModel

extension LanguageModelSession {
  /// Answers a prompt with content of a schema that was made at run time.
  ///
  /// The method is equivalent to `respond(to:schema:includeSchemaInPrompt:options:)`, for code
  /// written with a `ValidatedGenerationSchema`.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: some PromptRepresentable, generating schema: ValidatedGenerationSchema,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await respond(
      to: prompt.promptRepresentation, schema: schema.schema,
      includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Streams content of a schema that was made at run time.
  public func streamResponse(
    to prompt: some PromptRepresentable, generating schema: ValidatedGenerationSchema,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: prompt.promptRepresentation, schema: schema.schema,
      includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }
}
