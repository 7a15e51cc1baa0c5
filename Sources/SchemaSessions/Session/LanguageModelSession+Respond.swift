public import SchemaModel

// The overloads of FoundationModels 26, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(prompt, nil, options, ContextOptions())
  }

  /// Answers a prompt with text.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(prompt, nil, options, ContextOptions())
  }

  /// Answers a prompt with text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(prompt(), nil, options, ContextOptions())
  }

  /// Answers a prompt with content of a schema.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt, schema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with content of a schema.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt, schema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with content of a schema.
  @discardableResult
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt(), schema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> {
    try await answer(prompt, Content.generationSchema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> {
    try await answer(prompt, Content.generationSchema, options, .init(includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> {
    try await answer(prompt(), Content.generationSchema, options, .init(includeSchemaInPrompt))
  }
}

// The overloads of FoundationModels 27, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(prompt, nil, options, contextOptions, metadata)
  }

  /// Answers a prompt with text.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(prompt, nil, options, contextOptions, metadata)
  }

  /// Answers a prompt with text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(prompt(), nil, options, contextOptions, metadata)
  }

  /// Answers a prompt with content of a schema.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt, schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content of a schema.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt, schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content of a schema.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt(), schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> {
    try await answer(prompt, Content.generationSchema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> {
    try await answer(prompt, Content.generationSchema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content: Generable>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> {
    try await answer(prompt(), Content.generationSchema, options, contextOptions, metadata)
  }
}

extension LanguageModelSession {
  /// Continues a request for text whose calls of tools have waited for approval.
  ///
  ///     let transcript = try JSONDecoder().decode(Transcript.self, from: stored)
  ///     let session = LanguageModelSession(model: model, tools: tools, transcript: transcript)
  ///     session.toolApproval = .required { call in decisions[call.id] ?? .wait }
  ///     let response = try await session.resume()
  ///
  /// The prompt's options apply, and the count of tries starts again. If the request fails, the
  /// outputs of the tools that have run stay in the transcript. You can call this method again, and
  /// those tools do not run twice. The approval decides only on calls without an output.
  ///
  /// - Throws: ``Error/nothingToResume`` if the transcript does not end with calls of tools or
  ///   their outputs; ``PendingApprovalError`` if calls still wait; and the errors of
  ///   `respond(to:)`.
  @discardableResult
  public nonisolated(nonsending) func resume() async throws -> Response<String> {
    try await resume(nil)
  }

  /// Continues a request for a value whose calls of tools have waited for approval.
  ///
  /// - Throws: The errors of ``resume()``.
  @discardableResult
  public nonisolated(nonsending) func resume<Content: Generable>(
    generating type: Content.Type
  ) async throws -> Response<Content> {
    try await resume(Transcript.ResponseFormat(type: type))
  }

  /// Continues a request for content of a schema whose calls of tools have waited for approval.
  ///
  /// - Throws: The errors of ``resume()``.
  @discardableResult
  public nonisolated(nonsending) func resume(
    schema: GenerationSchema
  ) async throws -> Response<GeneratedContent> {
    try await resume(Transcript.ResponseFormat(schema: schema))
  }

  /// Streams the text of a request whose calls of tools have waited for approval.
  ///
  /// - Returns: The stream, which throws the errors of ``resume()``.
  public func streamResumedResponse() -> sending ResponseStream<String> { streamResumed(nil) }

  /// Streams the value of a request whose calls of tools have waited for approval.
  ///
  /// - Returns: The stream, which throws the errors of ``resume()``.
  public func streamResumedResponse<Content: Generable>(
    generating type: Content.Type
  ) -> sending ResponseStream<Content> {
    streamResumed(Transcript.ResponseFormat(type: type))
  }
}
