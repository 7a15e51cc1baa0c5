/// The result of one evaluation of a dynamic profile.
struct ResolvedProfile {
  var instructions = CollectedInstructions()
  var model: (any LanguageModel)?
  var options = GenerationOptions()
  var reasoningLevel: ContextOptions.ReasoningLevel?
  var errorHandling: TranscriptErrorHandlingPolicy?
  /// The transforms from the outermost to the innermost.
  ///
  /// All other lists have the same order.
  var transforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
  var promptActions: [ProfileAction<Transcript.Prompt>] = []
  var responseActions: [ProfileAction<Transcript.Response>] = []
  var reasoningActions: [ProfileAction<Transcript.Reasoning>] = []
  var callActions: [ProfileAction<Transcript.ToolCall>] = []
  var outputActions: [ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput)>] = []
  var lifecycle: [ProfileLifecycle] = []

  /// Adds the parts of a profile, or of its body if it has one.
  mutating func add(_ profile: some LanguageModelSession.DynamicProfile, at path: ProfilePath) {
    let path = path + [.type(ObjectIdentifier(type(of: profile)))]
    if let node = profile as? any ProfileNode {
      node.resolve(into: &self, at: path)
    } else {
      add(profile.body, at: path)
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

/// A profile with a setting of one modifier of this module.
///
/// Outer modifiers are applied before inner ones, so an inner value replaces an outer one. Lists
/// keep the settings of all modifiers.
struct SetProfile<Content: LanguageModelSession.DynamicProfile>:
  LanguageModelSession.DynamicProfile, ProfileNode
{
  let content: Content
  let apply: (inout ResolvedProfile, ProfilePath) -> Void

  var body: Never { noBody() }

  func resolve(into profile: inout ResolvedProfile, at path: ProfilePath) {
    apply(&profile, path)
    profile.add(content, at: path)
  }
}
