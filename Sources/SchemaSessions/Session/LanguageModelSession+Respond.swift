public import SchemaModel

// The overloads of FoundationModels 26, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - options: The options of generation.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(
      Transcript.Prompt(
        prompt, schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - options: The options of generation.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(
      Transcript.Prompt(
        Prompt(prompt), schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - options: The options of generation.
  ///   - prompt: The request.
  /// - Returns: The answer.
  /// - Throws: The error of `prompt`, ``LanguageModelError``, ``Error``, ``ToolCallError``,
  ///   ``PendingApprovalError``, ``InvalidAnswerError``, `GeneratedContent.ParsingError`,
  ///   `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(
      Transcript.Prompt(
        prompt(), schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with content of a schema.
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
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Transcript.Prompt(
        prompt, schema: schema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with content of a schema.
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
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Transcript.Prompt(
        Prompt(prompt), schema: schema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema.
  ///   - options: The options of generation.
  ///   - prompt: The request.
  /// - Returns: The answer.
  /// - Throws: The error of `prompt`, ``LanguageModelError``, ``Error``, ``ToolCallError``,
  ///   ``PendingApprovalError``, ``InvalidAnswerError``, `GeneratedContent.ParsingError`,
  ///   `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Transcript.Prompt(
        prompt(), schema: schema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema.
  ///   - options: The options of generation.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> {
    try await answer(
      Transcript.Prompt(
        prompt, schema: Content.generationSchema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema.
  ///   - options: The options of generation.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> {
    try await answer(
      Transcript.Prompt(
        Prompt(prompt), schema: Content.generationSchema, options,
        ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: `true` if the prompt also has the schema.
  ///   - options: The options of generation.
  ///   - prompt: The request.
  /// - Returns: The answer.
  /// - Throws: The error of `prompt`, ``LanguageModelError``, ``Error``, ``ToolCallError``,
  ///   ``PendingApprovalError``, ``InvalidAnswerError``, `GeneratedContent.ParsingError`,
  ///   `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> {
    try await answer(
      Transcript.Prompt(
        prompt(), schema: Content.generationSchema, options, ContextOptions(includeSchemaInPrompt)))
  }
}
