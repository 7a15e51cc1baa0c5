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
    private let profile: any LanguageModelSession.DynamicProfile
    /// The instructions of the last evaluation, and their components.
    private var instructions: Transcript.Instructions?
    private var components: [Prompt.Component] = []

    init(_ profile: any LanguageModelSession.DynamicProfile) { self.profile = profile }

    /// Returns the profile's values for one request, and its instructions as an entry.
    mutating func evaluate(
      for properties: SessionPropertyValues
    ) -> (profile: Handover<ResolvedProfile>, instructions: Transcript.Instructions?) {
      var resolved = ResolvedProfile()
      let scope = SessionScope(values: properties, access: .body)
      SessionScope.$current.withValue(scope) { resolved.add(profile, at: []) }
      let components = resolved.instructions.components
      let tools = resolved.instructions.tools
      let entry = Transcript.Instructions(components.isEmpty ? nil : components, tools)
      // Equal instructions keep their entry.
      let isSame =
        self.components == components && instructions?.toolDefinitions == entry?.toolDefinitions
      if !isSame || instructions == nil { instructions = entry }
      self.components = components
      return (Handover(resolved), instructions)
    }
  }

  /// The lock ensures that no two tasks use the profile at the same time, since profiles need not
  /// be `Sendable`.
  ///
  /// The profile's code runs while the value is locked.
  private let state: Locked<State>
  private let executors = ExecutorStore()
  private let lifecycle = Locked<Handover<[ProfileLifecycle]>>(Handover([]))
  private let properties: SessionPropertyValues
  private let schemas: SessionSchemas

  init(
    _ profile: Handover<any LanguageModelSession.DynamicProfile>,
    _ properties: SessionPropertyValues, _ schemas: SessionSchemas
  ) {
    state = Locked(State(profile.value))
    self.properties = properties
    self.schemas = schemas
  }

  /// Returns the setup of the next request, and the actions for parts of the profile that have
  /// become active or inactive.
  ///
  /// - Throws: An error of the executor's initializer;
  ///   ``LanguageModelSession/Error/duplicateTool(_:)``.
  func next(
    _ options: GenerationOptions, _ contextOptions: ContextOptions
  ) throws -> (RequestSetup, [@isolated(any) () async -> Void]) {
    let evaluation = state.withLock { $0.evaluate(for: properties) }
    let profile = evaluation.profile.value
    var contextOptions = contextOptions
    contextOptions.reasoningLevel = contextOptions.reasoningLevel ?? profile.reasoningLevel
    let setup = RequestSetup(
      runner: try runner(of: profile),
      toolbox: try Toolbox(profile.instructions.tools, schemas),
      options: options.completed(by: profile.options), contextOptions: contextOptions,
      instructions: evaluation.instructions, profile: profile)
    let before = lifecycle.exchange(Handover(profile.lifecycle))
    return (setup, ProfileRunner.actions(from: before.value, to: profile.lifecycle))
  }

  /// Puts the instructions of the next request into a conversation.
  ///
  /// - Returns: The request's model; `nil` if there is no model, if the model cannot be prepared,
  ///   or if the profile is being evaluated. A wait for that evaluation could block the caller's
  ///   thread for long, or for ever if the profile's own code waits for this call.
  func preparePrewarming(_ transcript: inout Transcript) -> ModelRunner? {
    guard let evaluation = state.withLockIfAvailable({ $0.evaluate(for: properties) }),
      let runner = try? runner(of: evaluation.profile.value)
    else { return nil }
    transcript.setInstructions(evaluation.instructions)
    return runner
  }

  /// Returns the runner of a profile's model.
  ///
  /// The executor's initializer is code of the model. It may take long and may use the session, so
  /// it must not run while the state is locked.
  private func runner(of profile: ResolvedProfile) throws -> ModelRunner {
    let model = profile.model ?? SystemLanguageModel.default
    return try executors.runner(of: model)
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
