public import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A model that counts the tokens of a conversation.
///
/// ``SystemLanguageModel`` uses such a model for its `tokenCount(for:)`, and sessions use it for
/// their ``ContextPolicy``. The documentation of each model says whether the model counts tokens.
public protocol TokenCountingLanguageModel: LanguageModel {
  /// `true` if this model counts tokens; `false` if only other models of the type do.
  var countsTokens: Bool { get }

  /// Returns the number of tokens of a conversation.
  ///
  /// - Parameters:
  ///   - transcript: The conversation; its instructions have the tools. The conversation may have
  ///     only instructions, or be empty if there is a schema.
  ///   - schema: The schema of an answer, if any.
  /// - Returns: The number.
  /// - Throws: An error if the model cannot count.
  func tokenCount(for transcript: Transcript, schema: GenerationSchema?) async throws -> Int
}

extension TokenCountingLanguageModel {
  /// `true`.
  public var countsTokens: Bool { true }
}

extension LanguageModel {
  /// The model that counts the tokens of conversations with this one, if any.
  var tokenCounter: (any TokenCountingLanguageModel)? {
    switch self {
    case let model as any TokenCountingLanguageModel: model.countsTokens ? model : nil
    case let model as any WrappingLanguageModel: model.base.tokenCounter
    case let model as SystemLanguageModel: model.ask { $0?.tokenCounter }
    // The first model answers, unless it fails.
    case let model as FallbackModel: model.models.first?.tokenCounter
    default: nil
    }
  }
}

extension Transcript {
  /// The tools of the instructions.
  package var instructedTools: [ToolDefinition] {
    flatMap { $0.instructions?.toolDefinitions ?? [] }
  }

  /// Counts the tokens of a conversation for a model that only counts conversations with a prompt.
  ///
  /// Instructions alone are counted with a short prompt, and the prompt's tokens are subtracted.
  ///
  /// - Throws: The error of the function.
  package func tokenCount(
    schema: GenerationSchema?,
    by count: @Sendable (Transcript, GenerationSchema?) async throws -> Int
  ) async throws -> Int {
    guard history.isEmpty else { return try await count(self, schema) }
    func prompt(_ schema: GenerationSchema?) -> Entry {
      .prompt(
        Prompt(
          segments: [.text(TextSegment(id: UUID.random().uuidString, content: "."))],
          responseFormat: schema.map { ResponseFormat(schema: $0) }))
    }
    let whole = try await count(self + [prompt(schema)], schema)
    return Swift.max(0, whole - (try await count(Transcript(entries: [prompt(nil)]), nil)))
  }
}
