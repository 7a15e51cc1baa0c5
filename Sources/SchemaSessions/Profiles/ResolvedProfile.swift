/// The result of one evaluation of a dynamic profile.
struct ResolvedProfile {
  var instructions = CollectedInstructions()
  private(set) var model: (any LanguageModel)?
  private(set) var options = GenerationOptions()
  private(set) var reasoningLevel: ContextOptions.ReasoningLevel?
  private(set) var errorHandling: TranscriptErrorHandlingPolicy?
  /// The transforms from the outermost to the innermost.
  ///
  /// All other lists have the same order.
  private(set) var transforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
  private(set) var promptActions: [ProfileAction<Transcript.Prompt>] = []
  private(set) var responseActions: [ProfileAction<Transcript.Response>] = []
  private(set) var reasoningActions: [ProfileAction<Transcript.Reasoning>] = []
  private(set) var callActions: [ProfileAction<Transcript.ToolCall>] = []
  private(set) var outputActions: [ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput)>] = []
  private(set) var lifecycle: [ProfileLifecycle] = []

  /// Adds the parts of a profile, or of its body if it has one.
  mutating func add(_ profile: some LanguageModelSession.DynamicProfile, at path: ProfilePath) {
    let path = path + [.type(ObjectIdentifier(type(of: profile)))]
    if let node = profile as? any ProfileNode {
      node.resolve(into: &self, at: path)
    } else {
      add(profile.body, at: path)
    }
  }

  /// Adds the setting of a modifier.
  ///
  /// Outer modifiers are added before inner ones, so an inner value replaces an outer one. Lists
  /// keep the settings of all modifiers.
  mutating func add(_ setting: ProfileSetting, at path: ProfilePath) {
    switch setting {
    case .model(let model): self.model = model
    case .temperature(let value): options.temperature = value ?? options.temperature
    case .samplingMode(let value): options.samplingMode = value ?? options.samplingMode
    case .maximumResponseTokens(let value):
      options.maximumResponseTokens = value ?? options.maximumResponseTokens
    case .toolCallingMode(let value): options.toolCallingMode = value ?? options.toolCallingMode
    case .reasoningLevel(let value): reasoningLevel = value ?? reasoningLevel
    case .transcriptErrorHandlingPolicy(let value): errorHandling = value ?? errorHandling
    case .historyTransform(let transform): transforms.append(transform)
    case .onPrompt(let action): promptActions.append(action)
    case .onResponse(let action): responseActions.append(action)
    case .onReasoning(let action): reasoningActions.append(action)
    case .onToolCall(let action): callActions.append(action)
    case .onToolOutput(let action): outputActions.append(action)
    case .onActivate(let action):
      lifecycle.append(ProfileLifecycle(path: path, event: .activation, action: action))
    case .onDeactivate(let action):
      lifecycle.append(ProfileLifecycle(path: path, event: .deactivation, action: action))
    }
  }
}

/// An action for the activation or deactivation of a part of a profile.
struct ProfileLifecycle {
  enum Event { case activation, deactivation }

  /// The path of the part.
  ///
  /// Parts with the same path in two evaluations are the same part.
  let path: ProfilePath
  let event: Event
  let action: @isolated(any) () async -> Void
}

/// The path of a part of a profile: the types and the branches around it, outermost first.
typealias ProfilePath = [ProfileStep]

/// A step of a path.
enum ProfileStep: Hashable {
  case type(ObjectIdentifier)
  /// The branches of a condition.
  case first
  case second
}

/// A profile of this module that has no body.
protocol ProfileNode {
  func resolve(into profile: inout ResolvedProfile, at path: ProfilePath)
}

/// A callback of a profile.
struct ProfileAction<Event> {
  let perform: nonisolated(nonsending) (Event) async throws -> Void
}

/// The setting of one modifier of this module.
enum ProfileSetting {
  case model(any LanguageModel)
  case temperature(Double?)
  case samplingMode(GenerationOptions.SamplingMode?)
  case maximumResponseTokens(Int?)
  case toolCallingMode(GenerationOptions.ToolCallingMode?)
  case reasoningLevel(ContextOptions.ReasoningLevel?)
  case transcriptErrorHandlingPolicy(TranscriptErrorHandlingPolicy?)
  case historyTransform(([Transcript.Entry]) -> [Transcript.Entry])
  case onActivate(@isolated(any) () async -> Void)
  case onDeactivate(@isolated(any) () async -> Void)
  case onPrompt(ProfileAction<Transcript.Prompt>)
  case onResponse(ProfileAction<Transcript.Response>)
  case onReasoning(ProfileAction<Transcript.Reasoning>)
  case onToolCall(ProfileAction<Transcript.ToolCall>)
  case onToolOutput(ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput)>)
}

/// A profile with a setting.
struct SetProfile<Content: LanguageModelSession.DynamicProfile>:
  LanguageModelSession.DynamicProfile, ProfileNode
{
  let content: Content
  let setting: ProfileSetting

  var body: Never { noBody() }

  func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
    profile.add(setting, at: path)
    profile.add(content, at: path)
  }
}
