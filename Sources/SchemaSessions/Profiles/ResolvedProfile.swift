/// What a dynamic profile comes to at a moment.
struct ResolvedProfile {
  var instructions = CollectedInstructions()
  private(set) var model: (any LanguageModel)?
  private(set) var options = GenerationOptions()
  private(set) var reasoningLevel: ContextOptions.ReasoningLevel?
  private(set) var errorHandling: TranscriptErrorHandlingPolicy?
  /// From the outermost to the innermost, as all that follow.
  private(set) var transforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
  private(set) var promptActions: [ProfileAction<Transcript.Prompt>] = []
  private(set) var responseActions: [ProfileAction<Transcript.Response>] = []
  private(set) var reasoningActions: [ProfileAction<Transcript.Reasoning>] = []
  private(set) var callActions: [ProfileAction<Transcript.ToolCall>] = []
  private(set) var outputActions: [ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput)>] = []
  private(set) var lifecycle: [ProfileLifecycle] = []

  /// Adds what a profile consists of.
  mutating func add(_ profile: some LanguageModelSession.DynamicProfile, at path: ProfilePath) {
    let path = path + [.type(ObjectIdentifier(type(of: profile)))]
    if let node = profile as? any ProfileNode {
      node.resolve(into: &self, at: path)
    } else {
      add(profile.body, at: path)
    }
  }

  /// Adds a setting; those that are added later are further inside.
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

/// An action that belongs to the life of a part of a profile.
struct ProfileLifecycle {
  enum Event { case activation, deactivation }

  /// The part: it is the same one in the next evaluation if it has the same path.
  let path: ProfilePath
  let event: Event
  let action: @isolated(any) () async -> Void
}

/// Where a part of a profile is: the types and the branches around it, from the outermost.
typealias ProfilePath = [ProfileStep]

enum ProfileStep: Hashable {
  case type(ObjectIdentifier)
  case first
  case second
}

/// A profile without a body: those that this module defines.
protocol ProfileNode {
  func resolve(into profile: inout ResolvedProfile, at path: ProfilePath)
}

/// A callback of a profile.
struct ProfileAction<Event> {
  let perform: nonisolated(nonsending) (Event) async throws -> Void
}

/// What one modifier of this module says.
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
