package import SchemaModel

// The common part of the forms of `respond` and `streamResponse`.
extension LanguageModelSession {
  /// Answers a prompt.
  nonisolated(nonsending) func answer<Content: Generable>(
    _ prompt: some PromptRepresentable, _ schema: GenerationSchema?, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> {
    let prompt = Transcript.Prompt(
      prompt.promptRepresentation, schema: schema, options, contextOptions, metadata)
    return try await answer(.prompt(prompt), prompt.responseFormat)
  }

  /// Continues a turn that waited for approval.
  nonisolated(nonsending) func resume<Content: Generable>(
    _ format: Transcript.ResponseFormat?
  ) async throws -> Response<Content> { try await answer(.resumption(format), format) }

  private nonisolated(nonsending) func answer<Content: Generable>(
    _ opening: Opening, _ format: Transcript.ResponseFormat?
  ) async throws -> Response<Content> {
    let answer = StreamedAnswer(of: Content.self, format?.schema, schemas)
    let start = try await begin(try reserve(opening))
    return try Response(await run(start, into: answer))
  }

  /// Answers a prompt as a stream.
  func stream<Content: Generable>(
    _ prompt: some PromptRepresentable, _ schema: GenerationSchema?, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> ResponseStream<Content> {
    let prompt = Transcript.Prompt(
      prompt.promptRepresentation, schema: schema, options, contextOptions, metadata)
    return ResponseStream(StreamedRequest(self, prompt.responseFormat, .prompt(prompt)))
  }

  /// Continues a turn that waited for approval, as a stream.
  func streamResumed<Content: Generable>(
    _ format: Transcript.ResponseFormat?
  ) -> ResponseStream<Content> {
    ResponseStream(StreamedRequest(self, format, .resumption(format)))
  }
}

extension Transcript.Prompt {
  package init(
    _ prompt: Prompt, schema: GenerationSchema?, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      id: .randomID(), metadata: metadata, segments: .init(prompt.components),
      options: options,
      responseFormat: schema.map { Transcript.ResponseFormat(schema: $0) },
      contextOptions: contextOptions)
  }
}

extension ContextOptions {
  /// Creates options from a call's choice whether the prompt has the schema; `true` leaves the
  /// decision to the model.
  init(_ includeSchemaInPrompt: Bool) {
    self.init(includeSchemaInPrompt: includeSchemaInPrompt ? nil : false)
  }
}
