import FoundationModels

extension SessionPropertyValues {
  @SessionPropertyEntry var openSkills: [String] = []
  @SessionPropertyEntry var answerCount = 0
}

/// Knowledge that the model loads when it needs it.
struct Skill: Identifiable {
  let name: String
  let text: String
  let tools: [any Tool]

  var id: String { name }

  static let all = [
    Skill(name: "bread", text: "Bread: knead for ten minutes.", tools: [FlourTool()]),
    Skill(name: "soup", text: "Soup: begin with onions.", tools: []),
  ]
}

/// The list of skills, a tool to open one, and what the open ones say.
struct SkillLibrary: DynamicInstructions {
  let skills: [Skill]
  @SessionProperty(\.openSkills) var openSkills

  init(_ skills: [Skill]) { self.skills = skills }

  var body: some DynamicInstructions {
    Instructions("Skills: \(skills.map(\.name).joined(separator: ", ")). Open one to use it.")
    OpenSkillTool(names: skills.map(\.name))
    DynamicInstructionsForEach(skills.filter { openSkills.contains($0.name) }) { skill in
      Instructions(skill.text)
      skill.tools
    }
  }
}

struct OpenSkillTool: Tool {
  let name = "openSkill"
  let description = "Opens a skill"
  let names: [String]
  @SessionProperty(\.openSkills) var openSkills

  init(names: [String]) { self.names = names }

  @Generable
  struct Arguments {
    @Guide(description: "The name of the skill")
    var name: String
  }

  func call(arguments: Arguments) async throws -> String {
    guard names.contains(arguments.name) else { return "There is no such skill." }
    openSkills.append(arguments.name)
    return "\(arguments.name) is open."
  }
}

struct FlourTool: Tool {
  let name = "flour"
  let description = "Says how much flour there is"

  @Generable
  struct Arguments {}

  func call(arguments: Arguments) async throws -> String { "There are 2 kg of flour." }
}
