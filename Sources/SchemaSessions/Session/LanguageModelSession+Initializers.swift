public import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The overloads and their preferences are those of FoundationModels, so that calls written for it
// bind to the same initialiser. One more is disfavored: that with a builder for any model, since a
// call with a builder and a `SystemLanguageModel` is ambiguous otherwise.
extension LanguageModelSession {
  /// Creates a session with the default model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// Creates a session with the default model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  /// - Throws: What `instructions` throws.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(on: model, tools: tools, instructions: try instructions())
  }

  /// Creates a session with the default model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    instructions: Instructions? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions)
  }

  /// Creates a session with the default model.
  ///
  /// FoundationModels has no such initialiser; guides to it show it.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    instructions: InstructionsBuilder
  ) {
    self.init(on: model, tools: tools, instructions: instructions.instructionsRepresentation)
  }

  /// Creates a session with the default model that goes on with a conversation.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - transcript: What has been said.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(model, tools: tools, transcript: transcript)
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  /// - Throws: What `instructions` throws.
  @_disfavoredOverload
  public convenience init<Failure: Swift.Error>(
    model: some LanguageModel, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws(Failure) -> Instructions
  ) throws(Failure) {
    self.init(on: model, tools: tools, instructions: try instructions())
  }

  /// Creates a session that goes on with a conversation.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - transcript: What has been said.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(model, tools: tools, transcript: transcript)
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions)
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - tools: The tools that the model may call.
  ///   - instructions: The role and the rules of the model.
  @_disfavoredOverload
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// A transcript begins with instructions if there are any, or tools.
  private convenience init(
    on model: some LanguageModel, tools: [any Tool], instructions: Instructions?
  ) {
    var transcript = Transcript()
    if instructions != nil || !tools.isEmpty {
      transcript.append(
        .instructions(
          Transcript.Instructions(
            id: UUID.random().uuidString,
            segments: .init(instructions?.components ?? []),
            toolDefinitions: tools.filter(\.includesSchemaInInstructions)
              .map { Transcript.ToolDefinition(tool: $0) })))
    }
    self.init(model, tools: tools, transcript: transcript)
  }
}
