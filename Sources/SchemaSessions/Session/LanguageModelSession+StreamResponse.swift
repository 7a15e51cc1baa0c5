public import SchemaModel

// The overloads of FoundationModels 26, with the same preferences. Without them a string literal,
// which can also be a `Prompt`, would be ambiguous.
extension LanguageModelSession {
  /// Answers a prompt with text, as it arrives.
  public func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    stream(Transcript.Prompt(prompt, schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with text, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    stream(Transcript.Prompt(Prompt(prompt), schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with text, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    try stream(Transcript.Prompt(prompt(), schema: nil, options, ContextOptions()))
  }

  /// Answers a prompt with content of a schema, as it arrives.
  public func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    stream(
      Transcript.Prompt(
        prompt, schema: schema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with content of a schema, as it arrives.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    stream(
      Transcript.Prompt(
        Prompt(prompt), schema: schema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with content of a schema, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try stream(
      Transcript.Prompt(
        prompt(), schema: schema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type, as it arrives.
  public func streamResponse<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> {
    stream(
      Transcript.Prompt(
        prompt, schema: Content.generationSchema, options, ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type, as it arrives.
  @_disfavoredOverload
  public func streamResponse<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> {
    stream(
      Transcript.Prompt(
        Prompt(prompt), schema: Content.generationSchema, options,
        ContextOptions(includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type, as it arrives.
  ///
  /// - Throws: The error of `prompt`.
  public func streamResponse<Content: Generable>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> {
    try stream(
      Transcript.Prompt(
        prompt(), schema: Content.generationSchema, options, ContextOptions(includeSchemaInPrompt)))
  }
}
