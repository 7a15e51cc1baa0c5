import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport

/// Lines that callbacks write.
final class Log: Sendable {
  private let state = Locked<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func add(_ line: String) { state.withLock { $0.append(line) } }
}

final class Counter: Sendable {
  private let state = Locked(0)

  var value: Int { state.withLock { $0 } }

  func increase() { state.withLock { $0 += 1 } }
}

struct Denied: Error, Equatable {
  let tool: String
}

enum ModeKey: SessionPropertyKey { static var defaultValue: String { "" } }

enum CallCountKey: SessionPropertyKey { static var defaultValue: Int { 0 } }

extension SessionPropertyValues {
  var mode: String {
    get { self[ModeKey.self] }
    set { self[ModeKey.self] = newValue }
  }

  var callCount: Int {
    get { self[CallCountKey.self] }
    set { self[CallCountKey.self] = newValue }
  }
}

struct Guests: DynamicInstructions {
  let count: Int

  var body: some DynamicInstructions {
    Instructions("There are \(count) guests.")
    Find()
  }
}

struct Notes: DynamicInstructions {
  let isNoted: Bool

  var body: some DynamicInstructions {
    Instructions("Be brief.")
    if isNoted { Instructions("Note it.") }
  }
}

/// Says how often its tool was called.
struct Calls: DynamicInstructions {
  let count: Counter

  var body: some DynamicInstructions {
    Instructions("Calls: \(count.value)")
    Find { [count] term in
      count.increase()
      return term
    }
  }
}

struct Fixed: LanguageModelSession.DynamicProfile {
  let model: ScriptedModel

  var body: some DynamicProfile {
    Profile { Instructions("You are a cook.") }.model(model)
  }
}

struct Writing: LanguageModelSession.DynamicProfile {
  let isCreative: Bool

  var body: some DynamicProfile {
    if isCreative {
      Profile { Instructions("Be creative.") }.temperature(1)
    } else {
      Profile { Instructions("Be exact.") }
    }
  }
}

struct Switched: LanguageModelSession.DynamicProfile {
  let log: Log
  @SessionProperty(\.mode) var mode

  var body: some DynamicProfile {
    switch mode {
    case "plan":
      Profile { Instructions("Plan.") }
        .onActivate { log.add("plan on") }.onDeactivate { log.add("plan off") }
    default:
      Profile { Instructions("Cook.") }
        .onActivate { log.add("cook on") }.onDeactivate { log.add("cook off") }
    }
  }
}

struct TwoCalls: LanguageModelSession.DynamicProfile {
  let model: ScriptedModel
  @SessionProperty(\.callCount) var callCount

  var body: some DynamicProfile {
    Profile { Find() }
      .model(model)
      .toolCallingMode(callCount < 2 ? .required : .allowed)
      .onToolCall { callCount += 1 }
  }
}

struct Careful: LanguageModelSession.DynamicProfileModifier {
  let log: Log

  func body(content: Content) -> some DynamicProfile {
    content.temperature(0).onResponse { log.add("answered") }
  }
}

struct Compacting: LanguageModelSession.DynamicProfile {
  let model: ScriptedModel
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    Profile { Instructions("Be brief.") }
      .model(model)
      .onResponse { _ in
        if history.count > 2 { history = history.suffix(2) }
      }
  }
}

/// A profile that notes each call in the history, whose tool fails.
struct Noting: LanguageModelSession.DynamicProfile {
  let model: ScriptedModel
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    Profile { Find { throw Denied(tool: $0) } }
      .model(model)
      .onToolCall { _ in
        history.append(.response(.init(segments: [.text(.init(content: "note"))])))
      }
  }
}

struct Window: LanguageModelSession.DynamicProfile {
  let model: ScriptedModel
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    Profile {}.model(model).onPrompt { history = history.suffix(2) }
  }
}

struct Forget: Tool {
  struct Arguments: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Arguments.self, properties: [])
    }

    init(_ content: GeneratedContent) throws {}

    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  let log: Log
  let description = "Forgets"
  @SessionProperty(\.history) var history

  func call(arguments: Arguments) async throws -> String {
    log.add("\(history.count) entries")
    history = Transcript.HistoryView()
    log.add("\(history.count) entries")
    return "Done."
  }
}

struct OpenSkill: Tool {
  let description = "Opens a skill"
  @SessionProperty(\.mode) var open

  func call(arguments: Find.Arguments) -> String {
    open = arguments.term
    return "Open."
  }
}

struct Skills: DynamicInstructions {
  @SessionProperty(\.mode) var open

  var body: some DynamicInstructions {
    Instructions("Open: \(open)")
    OpenSkill()
  }
}
