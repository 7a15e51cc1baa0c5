public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request to an executor.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// The identifier of the request.
  public var id: UUID

  /// The conversation so far; the last entry is a prompt or a tool's output.
  public var transcript: Transcript

  /// The tools that the model may call.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]

  /// The schema of the answer; `nil` for text.
  public var schema: GenerationSchema?

  /// The options of generation.
  public var generationOptions: GenerationOptions

  /// The options of the context.
  public var contextOptions: ContextOptions

  /// Values of the caller, by name.
  public var metadata: [String: GeneratedContent]

  /// The reaction to an option that the provider does not support.
  public var unsupportedOption: SessionPolicy.UnsupportedOption = .throw

  /// `true` if another model can answer the request, so the executor does not wait for a busy
  /// model.
  package var hasAlternative = false

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - id: The identifier of the request.
  ///   - transcript: The conversation so far.
  ///   - enabledTools: The tools that the model may call.
  ///   - schema: The schema of the answer; `nil` for text.
  ///   - generationOptions: The options of generation.
  ///   - contextOptions: The options of the context.
  ///   - metadata: Values of the caller, by name.
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition],
    schema: GenerationSchema? = nil, generationOptions: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.id = id
    self.transcript = transcript
    enabledToolDefinitions = enabledTools
    self.schema = schema
    self.generationOptions = generationOptions
    self.contextOptions = contextOptions
    self.metadata = metadata.mapValues { $0.generatedContent }
  }
}
