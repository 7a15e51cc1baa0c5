import Foundation
import FoundationModels

extension SessionPropertyValues {
  /// What the app is doing.
  @SessionPropertyEntry var isPlanning = true
}

struct KitchenProfile: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.answerCount) var answerCount

  var body: some DynamicProfile {
    Modes()
      .temperature(0.5)
      .quietHistory()
      .turnLimit(2)
      .onResponse { answerCount += 1 }
  }
}

struct Modes: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.isPlanning) var isPlanning

  var body: some DynamicProfile {
    if isPlanning {
      Profile {
        Instructions("You are a cook.")
        SkillLibrary(skills)
      }
      .onToolOutput { call, output in
        print("tool: \(call.toolName), \(output.segments.count) segment")
      }
      .onDeactivate { print("planned") }
    } else {
      Profile { Instructions("Be brief.") }
        .temperature(0)
        .onActivate { print("cooking") }
    }
  }

  private var skills: [Skill] { Skill.all }
}

@main
struct Main {
  static func main() async {
    do {
      try nameDefaultModel()
      if #available(macOS 27, iOS 27, visionOS 27, *) { try await talk() }
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  static func talk() async throws {
    let session = LanguageModelSession(profile: KitchenProfile())
    print(try await session.respond(to: "How do I make bread?").content)
    print(try await session.respond(to: "And then?").content)
    session.properties.isPlanning = false
    print(try await session.respond(to: "How long?").content)
    print("open: \(session.properties.openSkills), answers: \(session.properties.answerCount)")
    print("entries: \(session.transcript.history.count)")
  }
}
