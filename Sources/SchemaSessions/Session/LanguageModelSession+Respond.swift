public import SchemaModel

// The overloads of FoundationModels 26, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(Transcript.Prompt(prompt, schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with text.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(Transcript.Prompt(Prompt(prompt), schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with text.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(Transcript.Prompt(prompt(), schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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

// The overloads of FoundationModels 27, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(Transcript.Prompt(prompt, schema: nil, options, contextOptions, metadata))
  }

  /// Answers a prompt with text.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(Transcript.Prompt(prompt(), schema: nil, options, contextOptions, metadata))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(Transcript.Prompt(prompt, schema: schema, options, contextOptions, metadata))
  }

  /// Answers a prompt with content of a schema.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(Transcript.Prompt(prompt(), schema: schema, options, contextOptions, metadata))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
  /// [Handling session errors](doc:HandlingSessionErrors) lists the errors.
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
