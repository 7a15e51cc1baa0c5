import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What the forms of `respond` and `streamResponse` have in common.
extension LanguageModelSession {
  nonisolated(nonsending) func answer<Content: Generable>(
    _ prompt: Transcript.Prompt
  ) async throws -> Response<Content> {
    let answer = StreamedAnswer<Content>(schemaName: prompt.responseFormat?.schema.name)
    return try Response(await run(try begin(), prompt, into: answer))
  }

  func stream<Content: Generable>(_ prompt: Transcript.Prompt) -> ResponseStream<Content> {
    ResponseStream(StreamedRequest(self, prompt))
  }
}

extension Transcript.Prompt {
  init(
    _ prompt: Prompt, schema: GenerationSchema?, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      id: UUID.random().uuidString, metadata: metadata, segments: .init(prompt.components),
      options: options,
      responseFormat: schema.map { Transcript.ResponseFormat(schema: $0) },
      contextOptions: contextOptions)
  }
}

extension ContextOptions {
  /// Options of a call that names nothing but the schema's place, where `true` is what happens
  /// anyway.
  init(_ includeSchemaInPrompt: Bool) {
    self.init(includeSchemaInPrompt: includeSchemaInPrompt ? nil : false)
  }
}
