public import SchemaModel

// The overloads of FoundationModels 26, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text, as it arrives.
  public func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    stream(prompt, nil, options, ContextOptions())
  }

  /// Answers a prompt with text, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    stream(prompt, nil, options, ContextOptions())
  }

  /// Answers a prompt with text, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    try stream(prompt(), nil, options, ContextOptions())
  }

  /// Answers a prompt with content of a schema, as it arrives.
  public func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    stream(prompt, schema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with content of a schema, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    stream(prompt, schema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with content of a schema, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try stream(prompt(), schema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type, as it arrives.
  public func streamResponse<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> {
    stream(prompt, Content.generationSchema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type, as it arrives.
  @_disfavoredOverload
  public func streamResponse<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> {
    stream(prompt, Content.generationSchema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse<Content: Generable>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> {
    try stream(prompt(), Content.generationSchema, options, .init(includeSchemaInPrompt))
  }
}

// The overloads of FoundationModels 27, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text, as it arrives.
  public func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    stream(prompt, nil, options, contextOptions, metadata)
  }

  /// Answers a prompt with text, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    stream(prompt, nil, options, contextOptions, metadata)
  }

  /// Answers a prompt with text, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    try stream(prompt(), nil, options, contextOptions, metadata)
  }

  /// Answers a prompt with content of a schema, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(prompt, schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content of a schema, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(prompt, schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content of a schema, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  @_disfavoredOverload
  public func streamResponse(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try stream(prompt(), schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type, as it arrives.
  public func streamResponse<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> {
    stream(prompt, Content.generationSchema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type, as it arrives.
  @_disfavoredOverload
  public func streamResponse<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> {
    stream(prompt, Content.generationSchema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse<Content: Generable>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> {
    try stream(prompt(), Content.generationSchema, options, contextOptions, metadata)
  }
}

extension LanguageModelSession {
  /// Answers a prompt with content of a schema that was made at run time.
  ///
  /// The method is equivalent to `respond(to:schema:includeSchemaInPrompt:options:)`, for code
  /// written with a `ValidatedGenerationSchema`.
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
