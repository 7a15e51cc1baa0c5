public import SchemaModel

extension LanguageModelSession {
  /// Answers a prompt with content of a schema that was made at run time.
  ///
  /// The method is equivalent to `respond(to:schema:includeSchemaInPrompt:options:)`, for code
  /// written with a `ValidatedGenerationSchema`.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema.
  ///   - options: The options of generation.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
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

  /// Streams content of a schema that was made at run time.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema.
  ///   - options: The options of generation.
  /// - Returns: The stream, which throws the errors of `respond`.
  public func streamResponse(
    to prompt: some PromptRepresentable, generating schema: ValidatedGenerationSchema,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: prompt.promptRepresentation, schema: schema.schema,
      includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }
}
