#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels)
import Foundation
import FoundationModels
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions

/// A request in the types of Apple's framework.
@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
struct AppleConversation {
  /// The transcript before the prompt.
  let history: FoundationModels.Transcript
  let prompt: FoundationModels.Prompt
  let options: FoundationModels.GenerationOptions

  /// The amount of reasoning; `nil` for the model's default.
  let reasoningLevel: SchemaSessions.ContextOptions.ReasoningLevel?

  /// A sentence for each option that is ignored.
  let notes: [String]

  /// - Parameters:
  ///   - request: The request.
  ///   - files: The files of the request's images. The framework reads them while it answers.
  ///   - capabilities: The capabilities of the model; `nil` while it is not available.
  /// - Throws: `LanguageModelError.unsupportedCapability` for an option that the framework or the
  ///   model does not accept, unless the request allows to ignore it;
  ///   `LanguageModelError.unsupportedTranscriptContent` for an attachment that the framework does
  ///   not accept; an error of `JSONDecoder` for a transcript that the framework cannot read.
  init(
    _ request: SchemaSessions.LanguageModelExecutorGenerationRequest, _ files: ImageFiles,
    capabilities: SchemaSessions.LanguageModelCapabilities?
  ) throws {
    var transcript = request.transcript
    var last: [SchemaSessions.Transcript.Segment] = [
      .text(.init(content: AppleLanguageModel.promptAfterTools))
    ]
    if case .prompt(let prompt) = transcript.last {
      last = prompt.segments
      transcript.removeLast()
    }
    (history, prompt) =
      if let entry = request.transcript.first(where: { !$0.attachments.isEmpty }) {
        try Self.illustrated(transcript, last, files, firstEntry: entry)
      } else {
        (
          try JSONDecoder().decode(
            FoundationModels.Transcript.self, from: JSONEncoder().encode(transcript)),
          FoundationModels.Prompt(last.joinedText)
        )
      }
    var notes = OptionNotes(request, provider: "Apple's model")
    if request.generationOptions.toolCallingMode == .required {
      try notes.leaveOut("required tool calls")
    }
    let reasons = capabilities?.contains(.reasoning) == true
    // If the model is not available, the framework throws an error with the reason.
    if request.contextOptions.reasoningLevel != nil, !reasons, capabilities != nil {
      try notes.leaveOut("reasoning level")
    }
    reasoningLevel = reasons ? request.contextOptions.reasoningLevel : nil
    self.notes = notes.notes
    options = FoundationModels.GenerationOptions(
      sampling: request.generationOptions.samplingMode.map { AppleConversation.sampling($0) },
      temperature: request.generationOptions.temperature,
      maximumResponseTokens: request.generationOptions.maximumResponseTokens)
  }

  /// Returns the history and the prompt with their attachments.
  private static func illustrated(
    _ transcript: SchemaSessions.Transcript, _ last: [SchemaSessions.Transcript.Segment],
    _ files: ImageFiles, firstEntry entry: SchemaSessions.Transcript.Entry
  ) throws -> (FoundationModels.Transcript, FoundationModels.Prompt) {
    #if canImport(FoundationModels, _version: 2)
    if #available(macOS 27, iOS 27, visionOS 27, *) {
      return (
        try FoundationModels.Transcript(transcript, files),
        try FoundationModels.Prompt(last, files)
      )
    }
    #endif
    throw SchemaSessions.LanguageModelError.unsupported(
      "The framework's version 26 accepts no attachments. Use another model.", in: [entry])
  }

  /// Returns the framework's stream of a text answer.
  func textStream(
    of session: FoundationModels.LanguageModelSession
  ) -> FoundationModels.LanguageModelSession.ResponseStream<String> {
    #if canImport(FoundationModels, _version: 2)
    if #available(macOS 27, iOS 27, visionOS 27, *), let reasoningLevel {
      return session.streamResponse(
        to: prompt, options: options,
        contextOptions: FoundationModels.ContextOptions(
          reasoningLevel: FoundationModels.ContextOptions.ReasoningLevel(reasoningLevel)))
    }
    #endif
    return session.streamResponse(to: prompt, options: options)
  }

  /// Returns the framework's stream of an answer that follows a schema.
  func contentStream(
    of session: FoundationModels.LanguageModelSession, schema: FoundationModels.GenerationSchema,
    includeSchemaInPrompt: Bool
  ) -> FoundationModels.LanguageModelSession.ResponseStream<FoundationModels.GeneratedContent> {
    #if canImport(FoundationModels, _version: 2)
    if #available(macOS 27, iOS 27, visionOS 27, *), let reasoningLevel {
      return session.streamResponse(
        to: prompt, schema: schema, options: options,
        contextOptions: FoundationModels.ContextOptions(
          includeSchemaInPrompt: includeSchemaInPrompt,
          reasoningLevel: FoundationModels.ContextOptions.ReasoningLevel(reasoningLevel)))
    }
    #endif
    return session.streamResponse(
      to: prompt, schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
  }

  private static func sampling(
    _ mode: SchemaSessions.GenerationOptions.SamplingMode
  ) -> FoundationModels.GenerationOptions.SamplingMode {
    switch mode.kind {
    case .greedy: .greedy
    case .randomTopK(let count, let seed): .random(top: count, seed: seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      .random(probabilityThreshold: threshold, seed: seed)
    }
  }

  /// Converts a schema to the framework's type.
  ///
  /// The framework reads the JSON of Apple's dialect.
  ///
  /// - Returns: The framework's schema, and the mapping of answers to the declared form.
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect; an error of
  ///   `JSONDecoder`.
  static func schema(
    _ schema: SchemaModel.GenerationSchema, in dialect: some SchemaDialect = AppleDialect()
  ) throws -> (FoundationModels.GenerationSchema, AnswerMapping) {
    let fitted = try SchemaEncoder(dialect: dialect).fit(schema)
    let schema = try JSONDecoder().decode(
      FoundationModels.GenerationSchema.self, from: Data(fitted.schema.utf8))
    return (schema, fitted.mapping)
  }
}
#endif

#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels, _version: 2)
@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.ContextOptions.ReasoningLevel {
  fileprivate init(_ level: SchemaSessions.ContextOptions.ReasoningLevel) {
    switch level {
    case .light: self = .light
    case .moderate: self = .moderate
    case .deep: self = .deep
    case .custom(let name): self = .custom(name)
    }
  }
}
#endif
