public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an executor answers.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// The identifier of the request.
  public var id: UUID

  /// What has been said so far; the last entry is a prompt or a tool's output.
  public var transcript: Transcript

  /// The tools that the model may call.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]

  /// The schema of the answer; `nil` for text.
  public var schema: GenerationSchema?

  /// How the answer is generated.
  public var generationOptions: GenerationOptions

  /// What the model gets to know beside the prompt.
  public var contextOptions: ContextOptions

  /// Values of the caller, by name.
  public var metadata: [String: GeneratedContent]

  /// What follows if the provider lacks an option that is set.
  public var unsupportedOption: SessionPolicy.UnsupportedOption = .throw

  /// Whether another model answers if this one is busy, so that waiting for this one only costs
  /// time.
  package var hasAlternative = false

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - id: The identifier of the request.
  ///   - transcript: What has been said so far.
  ///   - enabledTools: The tools that the model may call.
  ///   - schema: The schema of the answer; `nil` for text.
  ///   - generationOptions: How the answer is generated.
  ///   - contextOptions: What the model gets to know beside the prompt.
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
