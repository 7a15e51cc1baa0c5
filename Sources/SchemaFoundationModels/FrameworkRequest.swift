#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels, _version: 2)
import Foundation
import FoundationModels
import SchemaImport
import SchemaModel
import SchemaSessions

// Schemas are converted by the JSON that both frameworks read and write. Options have no JSON form
// in the framework.

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.LanguageModelExecutorGenerationRequest {
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an image without an address;
  ///   `DecodingError` for content that SchemaKit cannot read.
  init(_ request: FoundationModels.LanguageModelExecutorGenerationRequest) throws {
    self.init(
      id: request.id, transcript: try SchemaSessions.Transcript(request.transcript),
      enabledTools: try request.enabledToolDefinitions.map { tool in
        SchemaSessions.Transcript.ToolDefinition(
          name: tool.name, description: tool.description,
          parameters: try Self.schema(tool.parameters))
      },
      schema: try request.schema.map { try Self.schema($0) },
      generationOptions: SchemaSessions.GenerationOptions(request.generationOptions),
      contextOptions: SchemaSessions.ContextOptions(
        includeSchemaInPrompt: request.contextOptions.includeSchemaInPrompt,
        reasoningLevel: request.contextOptions.reasoningLevel.flatMap { .init($0) }),
      metadata: try request.metadata.mapValues {
        try SchemaModel.GeneratedContent(json: $0.jsonString)
      })
  }

  private static func schema(
    _ schema: FoundationModels.GenerationSchema
  ) throws -> SchemaModel.GenerationSchema {
    try JSONDecoder().decode(
      SchemaModel.GenerationSchema.self, from: JSONEncoder().encode(schema))
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.GenerationOptions {
  fileprivate init(_ options: FoundationModels.GenerationOptions) {
    let sampling: SamplingMode? =
      switch options.samplingMode?.kind {
      case .greedy: .greedy
      case .randomTopK(let count, let seed): .random(top: count, seed: seed)
      case .randomProbabilityThreshold(let threshold, let seed):
        .random(probabilityThreshold: threshold, seed: seed)
      case nil: nil
      @unknown default: nil
      }
    let toolCalling: ToolCallingMode? =
      switch options.toolCallingMode?.kind {
      case .allowed: .allowed
      case .required: .required
      case .disallowed: .disallowed
      case nil: nil
      @unknown default: nil
      }
    self.init(
      samplingMode: sampling, temperature: options.temperature,
      maximumResponseTokens: options.maximumResponseTokens, toolCallingMode: toolCalling)
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.ContextOptions.ReasoningLevel {
  fileprivate init?(_ level: FoundationModels.ContextOptions.ReasoningLevel) {
    switch level {
    case .light: self = .light
    case .moderate: self = .moderate
    case .deep: self = .deep
    case .custom(let name): self = .custom(name)
    @unknown default: return nil
    }
  }
}
#endif
