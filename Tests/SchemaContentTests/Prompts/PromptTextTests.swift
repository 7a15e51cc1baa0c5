import SchemaContent
import Testing

struct PromptTextTests {
  private static let example = GeneratedContent(
    properties: ["name": "Dal \"quick\"", "steps": ["boil", "season"]])

  @Test func `each part of a prompt is on its own lines, and values are JSON`() {
    let prompt = Prompt {
      "Like this:"
      Self.example
      ""
      [1, 2]
      3
      "x".generatedContent
    }
    #expect(
      prompt.text == """
        Like this:
        {"name": "Dal \\"quick\\"", "steps": ["boil", "season"]}

        [1, 2]
        3
        "x"
        """)
    #expect(
      prompt.text(.compact)
        == "Like this:\n{\"name\":\"Dal \\\"quick\\\"\",\"steps\":[\"boil\",\"season\"]}"
        + "\n\n[1,2]\n3\n\"x\"")
    #expect(Prompt {}.text == "")
    #expect(Prompt("one").text == "one")
  }

  @Test func `instructions become text as prompts do`() {
    let instructions = Instructions {
      "You cook."
      Self.example
    }
    #expect(instructions.text.hasPrefix("You cook.\n{\"name\": "))
    #expect(instructions.text(.compact).hasSuffix("\"steps\":[\"boil\",\"season\"]}"))
  }
}
