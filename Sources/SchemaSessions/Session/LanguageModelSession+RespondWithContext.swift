public import SchemaModel

// The overloads of FoundationModels 27, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(
      Transcript.Prompt(
        prompt, schema: nil, options, contextOptions, metadata))
  }

  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(
      Transcript.Prompt(
        Prompt(prompt), schema: nil, options, contextOptions, metadata))
  }

  /// Answers a prompt with text.
  ///
  /// - Parameters:
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  ///   - prompt: The request.
  /// - Returns: The answer.
  /// - Throws: The error of `prompt`, ``LanguageModelError``, ``Error``, ``ToolCallError``,
  ///   ``PendingApprovalError``, ``InvalidAnswerError``, `GeneratedContent.ParsingError`,
  ///   `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(
      Transcript.Prompt(
        prompt(), schema: nil, options, contextOptions, metadata))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - schema: The schema of the answer.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Transcript.Prompt(
        prompt, schema: schema, options, contextOptions, metadata))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - schema: The schema of the answer.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Transcript.Prompt(
        Prompt(prompt), schema: schema, options, contextOptions, metadata))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  ///   - prompt: The request.
  /// - Returns: The answer.
  /// - Throws: The error of `prompt`, ``LanguageModelError``, ``Error``, ``ToolCallError``,
  ///   ``PendingApprovalError``, ``InvalidAnswerError``, `GeneratedContent.ParsingError`,
  ///   `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Transcript.Prompt(
        prompt(), schema: schema, options, contextOptions, metadata))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - type: The type of the answer.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> {
    try await answer(
      Transcript.Prompt(
        prompt, schema: Content.generationSchema, options, contextOptions, metadata))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The request.
  ///   - type: The type of the answer.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  /// - Returns: The answer.
  /// - Throws: ``LanguageModelError``, ``Error``, ``ToolCallError``, ``PendingApprovalError``,
  ///   ``InvalidAnswerError``, `GeneratedContent.ParsingError`, `SchemaError`, an error of the key,
  ///   or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> {
    try await answer(
      Transcript.Prompt(
        Prompt(prompt), schema: Content.generationSchema, options, contextOptions, metadata))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer.
  ///   - options: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values to keep with the prompt, by name.
  ///   - prompt: The request.
  /// - Returns: The answer.
  /// - Throws: The error of `prompt`, ``LanguageModelError``, ``Error``, ``ToolCallError``,
  ///   ``PendingApprovalError``, ``InvalidAnswerError``, `GeneratedContent.ParsingError`,
  ///   `SchemaError`, an error of the key, or `CancellationError`.
  ///   The page [Handling session errors](doc:HandlingSessionErrors) lists all of them.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> {
    try await answer(
      Transcript.Prompt(
        prompt(), schema: Content.generationSchema, options, contextOptions, metadata))
  }
}
