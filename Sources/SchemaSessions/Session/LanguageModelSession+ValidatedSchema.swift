public import SchemaModel

extension LanguageModelSession {
  /// Answers a prompt with content of a schema that is made while the program runs.
  ///
  /// It is equivalent to `respond(to:schema:includeSchemaInPrompt:options:)`, for code written with
  /// a `ValidatedGenerationSchema`.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: Whether the schema also stands in the prompt.
  ///   - options: How the answer is generated.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``InvalidAnswerError``,
  ///   `GeneratedContent.ParsingError`, `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: some PromptRepresentable, generating schema: ValidatedGenerationSchema,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await respond(
      to: prompt.promptRepresentation, schema: schema.schema,
      includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  /// Streams content of a schema that is made while the program runs.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: Whether the schema also stands in the prompt.
  ///   - options: How the answer is generated.
  /// - Returns: The stream, which throws what the other form throws.
  public func streamResponse(
    to prompt: some PromptRepresentable, generating schema: ValidatedGenerationSchema,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: prompt.promptRepresentation, schema: schema.schema,
      includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }
}
