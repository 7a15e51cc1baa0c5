import SchemaConcurrency
public import SchemaModel

// The overloads and their preferences are the same as in FoundationModels, so that calls written
// for the framework bind to the same initializer. In addition, the initializer with a builder for
// any model is disfavored: a call with a builder and a `SystemLanguageModel` would be ambiguous
// otherwise.
extension LanguageModelSession {
  /// Creates a session with the default model.
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// Creates a session with the default model.
  ///
  /// - Throws: The error of `instructions`.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(on: model, tools: tools, instructions: try instructions())
  }

  /// Creates a session with the default model.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    instructions: Instructions? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions)
  }

  /// Creates a session with the default model.
  ///
  /// Guides to FoundationModels use this initializer, although the framework does not have it.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    instructions: InstructionsBuilder
  ) {
    self.init(on: model, tools: tools, instructions: instructions.instructionsRepresentation)
  }

  /// Creates a session with the default model that continues a conversation.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(model, tools: tools, transcript: transcript)
  }

  /// Creates a session.
  ///
  /// - Throws: The error of `instructions`.
  @_disfavoredOverload
  public convenience init<Failure: Swift.Error>(
    model: some LanguageModel, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws(Failure) -> Instructions
  ) throws(Failure) {
    self.init(on: model, tools: tools, instructions: try instructions())
  }

  /// Creates a session that continues a conversation.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(model, tools: tools, transcript: transcript)
  }

  /// Creates a session.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions)
  }

  /// Creates a session.
  @_disfavoredOverload
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(on: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// Creates a session whose instructions and tools follow the state of the app.
  public convenience init(
    model: some LanguageModel = SystemLanguageModel.default,
    dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = []
  ) {
    self.init(Handover(Profile(dynamicInstructions).model(model)), history: history)
  }

  /// Creates a session whose instructions, tools, model and options follow the state of the app.
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
  ) {
    self.init(Handover(profile), history: history)
  }

  /// Creates a session whose transcript begins with instructions if there are instructions or
  /// tools.
  private convenience init(
    on model: some LanguageModel, tools: [any Tool], instructions: Instructions?
  ) {
    let entry = Transcript.Instructions(instructions?.components, tools)
    self.init(
      model, tools: tools, transcript: Transcript(entries: entry.map { [.instructions($0)] } ?? []))
  }
}

extension Transcript.Instructions {
  /// The entry of instructions and tools; `nil` if there is neither.
  init?(_ components: [Prompt.Component]?, _ tools: [any Tool]) {
    guard components != nil || !tools.isEmpty else { return nil }
    self.init(
      id: .randomID(), segments: .init(components ?? []),
      toolDefinitions: tools.filter(\.includesSchemaInInstructions)
        .map { Transcript.ToolDefinition(tool: $0) })
  }
}
