#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels)
import Foundation
import FoundationModels
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions

/// A request in the framework's types.
@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
struct AppleConversation {
  /// What was said before the prompt.
  let history: FoundationModels.Transcript
  let prompt: String
  let options: FoundationModels.GenerationOptions

  /// What was left out of the request, one sentence each.
  let notes: [String]

  /// - Throws: `LanguageModelError.unsupportedCapability` for an option that the framework does not
  ///   take, unless the request says to leave it out;
  ///   `LanguageModelError.unsupportedTranscriptContent` for an attachment; an error of
  ///   `JSONDecoder` for a transcript that the framework does not read.
  init(_ request: SchemaSessions.LanguageModelExecutorGenerationRequest) throws {
    if let entry = request.transcript.first(where: { !$0.attachments.isEmpty }) {
      throw SchemaSessions.LanguageModelError.unsupportedTranscriptContent(
        .init(
          unsupportedContent: [entry],
          debugDescription: "The framework's version 26 takes no attachments. Use another model."))
    }
    var transcript = request.transcript
    if case .prompt(let last) = transcript.last {
      prompt = last.segments.joinedText
      transcript.removeLast()
    } else {
      prompt = AppleLanguageModel.promptAfterTools
    }
    history = try JSONDecoder().decode(
      FoundationModels.Transcript.self, from: JSONEncoder().encode(transcript))
    var notes = OptionNotes(request, provider: "Apple's model")
    if request.generationOptions.toolCallingMode == .required {
      try notes.leaveOut("required tool calls")
    }
    self.notes = notes.notes
    options = FoundationModels.GenerationOptions(
      sampling: request.generationOptions.samplingMode.map { AppleConversation.sampling($0) },
      temperature: request.generationOptions.temperature,
      maximumResponseTokens: request.generationOptions.maximumResponseTokens)
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

  /// A schema in the framework's type, which reads the JSON of Apple's dialect, and the way back
  /// from content of it.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - dialect: Apple's dialect, or that of its tools.
  /// - Returns: The framework's schema, and the way back.
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to; an error of
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

@available(macOS 26, iOS 26, visionOS 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension SchemaSessions.LanguageModelError {
  /// The error that has the meaning of one of the framework's.
  init(_ error: FoundationModels.LanguageModelSession.GenerationError) {
    let description = error.errorDescription ?? "\(error)"
    switch error {
    case .exceededContextWindowSize:
      self = .contextSizeExceeded(
        .init(contextSize: 0, tokenCount: 0, debugDescription: description))
    case .guardrailViolation: self = .guardrailViolation(.init(debugDescription: description))
    case .unsupportedGuide:
      self = .unsupportedGenerationGuide(.init(debugDescription: description))
    case .unsupportedLanguageOrLocale:
      self = .unsupportedLanguageOrLocale(
        .init(languageCode: "und", debugDescription: description))
    case .rateLimited: self = .rateLimited(.init(resetDate: nil, debugDescription: description))
    case .refusal: self = .refusal(.init(explanation: "", debugDescription: description))
    default:
      self = .providerFailure(.init(code: "FoundationModels", debugDescription: description))
    }
  }
}
#endif
