import SchemaModel
import Testing

/// Code as users of FoundationModels write it by its public interface: every way to put a prompt
/// together.
struct PromptSourceTests {
  @Test func `a prompt from a string`() {
    let dish = "dal"
    #expect(Prompt("Cook \(dish).").components == [.text("Cook dal.")])
    #expect(Prompt(Prompt("a")) == Prompt("a"))
    let lines = """
      One
      Two
      """
    #expect(Prompt(lines).components == [.text("One\nTwo")])
  }

  @Test func `a prompt with an example of the answer in it`() {
    let prompt = Prompt {
      "Create a recipe for \("dal")"
      "Here is an example of the desired format (don't copy its content):"
      Dish.example
    }
    #expect(
      prompt.components == [
        .text("Create a recipe for dal"),
        .text("Here is an example of the desired format (don't copy its content):"),
        .content(GeneratedContent(properties: ["name": "Margherita", "minutes": 25])),
      ])
  }

  @Test(arguments: [0, 1, 2])
  func `branches and loops`(level: Int) {
    let prompt = Prompt {
      "begin"
      if level > 0 {
        "more"
        "than none"
      }
      if level == 1 {
        "one"
      } else {
        level
      }
      switch level {
      case 0: "zero"
      case 1: Prompt("still one")
      default: Dish.example
      }
      for number in 0..<level {
        "round \(number)"
      }
      if #available(macOS 9999, *) {
        "somewhere else"
      }
      if let note = level == 2 ? "note" : nil {
        note
      }
      let end = "end"
      end
    }
    var expected: [Prompt.Component] = [.text("begin")]
    if level > 0 { expected += [.text("more"), .text("than none")] }
    expected.append(level == 1 ? .text("one") : .content(level.generatedContent))
    switch level {
    case 0: expected.append(.text("zero"))
    case 1: expected.append(.text("still one"))
    default: expected.append(.content(Dish.example.generatedContent))
    }
    expected += (0..<level).map { .text("round \($0)") }
    #if !canImport(Darwin)
    // Other systems are as new as any.
    expected.append(.text("somewhere else"))
    #endif
    if level == 2 { expected.append(.text("note")) }
    expected.append(.text("end"))
    #expect(prompt.components == expected)
  }

  @Test func `prompts and strings are spliced, values are one array`() {
    let prompt = Prompt {
      [
        Prompt("a"),
        Prompt {
          "b"; "c"
        },
      ]
      ["d", "e"]
      [1, 2]
      [[Dish.example]]
      [Season(name: "spring"), Season(name: "autumn")]
      [Season]()
      Optional(Dish.example)
      String?.none
      Optional("f")
    }
    #expect(
      prompt.components == [
        .text("a"), .text("b"), .text("c"), .text("d"), .text("e"),
        .content([1, 2].generatedContent), .content([[Dish.example]].generatedContent),
        .text("It is spring."), .text("Prefer what grows now."),
        .text("It is autumn."), .text("Prefer what grows now."),
        .content(Dish.example.generatedContent), .text("f"),
      ])
  }

  @Test func `what the parts throw is thrown`() throws {
    struct Failure: Error {}
    func line(_ fails: Bool) throws -> String { if fails { throw Failure() } else { "line" } }
    #expect(try Prompt { try line(false) }.components == [.text("line")])
    #expect(throws: Failure.self) { try Prompt { try line(true) } }
    #expect(throws: Failure.self) { try Instructions { try line(true) } }
    // A closure that does not throw needs no `try`.
    #expect(Prompt {}.components.isEmpty)
  }

  @Test func `instructions are put together as prompts are`() {
    let isStrict = true
    let instructions = Instructions {
      "You are an experienced fitness trainer"
      if isStrict { "Allow no breaks" } else { Instructions("Be kind") }
      for dish in [Dish.example] { dish }
      [Instructions("a"), Instructions("b")]
      if #available(macOS 13, *) { "c" }
      Optional(3)
    }
    #expect(
      instructions.components == [
        .text("You are an experienced fitness trainer"), .text("Allow no breaks"),
        .content(Dish.example.generatedContent), .text("a"), .text("b"), .text("c"),
        .content(3.generatedContent),
      ])
    let builder = InstructionsBuilder {
      "You are an experienced fitness trainer"
      "Create safe, effective exercises"
    }
    #expect(
      Instructions(builder).components == [
        .text("You are an experienced fitness trainer"),
        .text("Create safe, effective exercises"),
      ])
    #expect(Instructions("x").instructionsRepresentation == Instructions("x"))
  }

  @Test func `any value and any type that says so can be a part`() {
    func components(_ part: some PromptRepresentable) -> [Prompt.Component] {
      Prompt(part).components
    }
    #expect(components("x") == [.text("x")])
    #expect(components(1.5) == [.content(1.5.generatedContent)])
    #expect(components(true) == [.content(true.generatedContent)])
    #expect(components("x".generatedContent) == [.content("x".generatedContent)])
    let parts: [any PromptRepresentable] = ["a", 1, Season(name: "spring")]
    #expect(
      parts.flatMap { $0.promptRepresentation.components } == [
        .text("a"), .content(1.generatedContent), .text("It is spring."),
        .text("Prefer what grows now."),
      ])
  }
}

private struct Dish: Generable {
  var name: String
  var minutes: Int

  static let example = Dish(name: "Margherita", minutes: 25)
}

extension Dish {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(name: "minutes", type: Int.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "minutes": minutes])
  }
}

/// Writes the body of its requirement as a builder's.
private struct Season: PromptRepresentable {
  var name: String

  var promptRepresentation: Prompt {
    "It is \(name)."
    "Prefer what grows now."
  }
}
