import SchemaConcurrency
import SchemaModel
import SchemaValidation

/// The source of the model, the tools and the options of a session's requests.
enum SessionSetup: Sendable {
  /// One model and set of tools for all requests.
  case fixed(ModelRunner, Toolbox)
  /// A profile, which is evaluated before each request.
  case profile(ProfileRunner)
}

/// The model, the tools and the options of one request.
struct RequestSetup {
  let runner: ModelRunner
  let toolbox: Toolbox
  let options: GenerationOptions
  let contextOptions: ContextOptions
  /// The profile's instructions, as an entry.
  var instructions: Transcript.Instructions?
  /// `nil` for a session without a profile.
  var profile: ResolvedProfile?

  /// `true` if the model may call tools.
  var allowsCalls: Bool { options.toolCallingMode != .disallowed }

  /// Returns the conversation that the model reads, after the transforms of the profile.
  func shown(_ conversation: Transcript) -> Transcript {
    guard let transforms = profile?.transforms, !transforms.isEmpty else { return conversation }
    let history = transforms.reduce(Array(conversation.history)) { $1($0) }
    var conversation = conversation
    conversation.history = Transcript.HistoryView(history[...])
    return conversation
  }
}

/// A profile, and the state that is kept between two requests.
final class ProfileRunner: Sendable {
  private struct State {
    let profile: any LanguageModelSession.DynamicProfile
    /// The instructions of the last request, and their components.
    var instructions: Transcript.Instructions?
    var components: [Prompt.Component] = []
  }

  private let state: Locked<State>
  private let executors = ExecutorStore()
  private let lifecycle = Locked<Handover<[ProfileLifecycle]>>(Handover([]))
  private let properties: SessionPropertyValues
  private let validators: PreparedSchemas<ContentValidator>

  init(
    _ profile: Handover<any LanguageModelSession.DynamicProfile>,
    _ properties: SessionPropertyValues, _ validators: PreparedSchemas<ContentValidator>
  ) {
    state = Locked(State(profile: profile.value))
    self.properties = properties
    self.validators = validators
  }

  /// Returns the setup of the next request, and the actions for parts of the profile that have
  /// become active or inactive.
  ///
  /// - Parameters:
  ///   - options: The generation options of the call, which have precedence.
  ///   - contextOptions: The context options of the call, which have precedence.
  /// - Returns: The setup and the actions.
  /// - Throws: An error of the executor's initialiser;
  ///   ``LanguageModelSession/Error/duplicateTool(_:)``.
  func next(
    _ options: GenerationOptions, _ contextOptions: ContextOptions
  ) throws -> (RequestSetup, [@isolated(any) () async -> Void]) {
    let (resolved, runner, instructions) = try resolve()
    let profile = resolved.value
    var contextOptions = contextOptions
    contextOptions.reasoningLevel = contextOptions.reasoningLevel ?? profile.reasoningLevel
    let setup = RequestSetup(
      runner: runner, toolbox: try Toolbox(profile.instructions.tools, validators: validators),
      options: options.completed(by: profile.options), contextOptions: contextOptions,
      instructions: instructions, profile: profile)
    let now = Handover(profile.lifecycle)
    let before = lifecycle.withLock { lifecycle in
      defer { lifecycle = now }
      return lifecycle
    }
    return (setup, ProfileRunner.actions(from: before.value, to: now.value))
  }

  /// Puts the instructions of the next request into a conversation, and returns the request's
  /// model; `nil` if there is no model, or if the profile's own code calls this.
  func preparePrewarming(_ transcript: inout Transcript) -> ModelRunner? {
    if let scope = SessionScope.current, scope.values === properties, scope.access == .body {
      return nil
    }
    guard let (_, runner, instructions) = try? resolve() else { return nil }
    transcript.setInstructions(instructions)
    return runner
  }

  /// Evaluates the profile.
  ///
  /// The lock ensures that no two tasks use the profile at the same time, since profiles need not
  /// be `Sendable`.
  private func resolve() throws -> (
    Handover<ResolvedProfile>, ModelRunner, Transcript.Instructions?
  ) {
    let scope = SessionScope(values: properties, access: .body)
    let (profile, instructions) = state.withLock { state in
      var resolved = ResolvedProfile()
      SessionScope.$current.withValue(scope) { resolved.add(state.profile, at: []) }
      let components = resolved.instructions.components
      let tools = resolved.instructions.tools
      let entry = Transcript.Instructions(components.isEmpty ? nil : components, tools)
      // Equal instructions keep their entry.
      let isSame =
        state.components == components
        && state.instructions?.toolDefinitions == entry?.toolDefinitions
      if !isSame || state.instructions == nil { state.instructions = entry }
      state.components = components
      return (Handover(resolved), state.instructions)
    }
    // The executor's initialiser is code of the model. It may take long and may use the session, so
    // it runs outside of the lock.
    let model = profile.value.model ?? SystemLanguageModel.default
    return (profile, try executors.runner(of: model), instructions)
  }

  /// The actions between two evaluations: first the deactivations, then the activations.
  private static func actions(
    from before: [ProfileLifecycle], to now: [ProfileLifecycle]
  ) -> [@isolated(any) () async -> Void] {
    let pathsBefore = Set(before.map(\.path))
    let pathsNow = Set(now.map(\.path))
    let ended = before.filter { $0.event == .deactivation && !pathsNow.contains($0.path) }
    let begun = now.filter { $0.event == .activation && !pathsBefore.contains($0.path) }
    return (ended + begun).map(\.action)
  }
}

extension GenerationOptions {
  /// Returns the options, with the profile's values for options that are `nil`.
  fileprivate func completed(by others: GenerationOptions) -> GenerationOptions {
    GenerationOptions(
      samplingMode: samplingMode ?? others.samplingMode,
      temperature: temperature ?? others.temperature,
      maximumResponseTokens: maximumResponseTokens ?? others.maximumResponseTokens,
      toolCallingMode: toolCallingMode ?? others.toolCallingMode)
  }
}

extension Transcript {
  /// Replaces the instructions before the history.
  mutating func setInstructions(_ instructions: Instructions?) {
    let entry = instructions.map { [Entry.instructions($0)] } ?? []
    self = Transcript(entries: entry + Array(history))
  }
}
