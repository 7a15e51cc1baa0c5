#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct DiffCommandTests {
  private static let old = """
    {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
      "id": {"type": "integer"}, "tags": {"type": "array", "items": {"enum": ["a", "b"]}}}}
    """
  private static let new = """
    {"type": "object", "required": ["id", "name"], "additionalProperties": false, "properties": {
      "id": {"type": "number"}, "name": {"type": "string"},
      "tags": {"type": "array", "items": {"enum": ["a"]}, "maxItems": 5}}}
    """

  private func run(_ old: String, _ new: String, _ options: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let paths = [try folder.write(old, to: "old.json"), try folder.write(new, to: "new.json")]
    return CommandRun(["diff"] + paths + options)
  }

  @Test func `each reason has its place in the new schema, and a code`() throws {
    let run = try run(Self.old, Self.new)
    #expect(run.status == 1)
    #expect(run.messages.isEmpty)
    let places = run.output.matches(of: /new\.json(:\d+:\d+): error: at (\S+): .* (\[.*\])\n/)
      .map { "\($0.output.1) \($0.output.2) \($0.output.3)" }
    #expect(
      places == [
        ":2:37 /name [compare.added-property]", ":3:11 /tags [compare.element-count]",
        ":3:11 /tags [compare.values]",
      ], "\(run.output)")
    #expect(
      run.output.hasSuffix(
        "\n\nbreaking: some answer under the old schema is not valid under the new one.\n"))
  }

  @Test func `what is compatible is status 0`() throws {
    let run = try run(Self.old, Self.old)
    #expect(run.status == 0)
    #expect(
      run.output == "compatible: every answer under the old schema is valid under the new one.\n")
    #expect(try self.run(Self.old, Self.new, "--quiet").output.isEmpty)
  }

  @Test func `an optional property may be added to an open object, unless asked otherwise`() throws
  {
    let before = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    let after =
      #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}"#
    #expect(try run(before, after).status == 0)
    let closed = try run(before, after, "--closed")
    #expect(closed.status == 1)
    #expect(closed.output.contains("at /b: "), "\(closed.output)")
  }

  @Test func `the result as JSON says the same`() throws {
    let report = try GeneratedContent(json: try run(Self.old, Self.new, "--format", "json").output)
    #expect(try report.value(String.self, forProperty: "verdict") == "breaking")
    let reasons = try report.value([GeneratedContent].self, forProperty: "findings")
    #expect(
      try reasons.map { try $0.value(String.self, forProperty: "pointer") }
        == ["/name", "/tags", "/tags"])
  }

  @Test func `what reading loses makes a verdict uncertain`() throws {
    let unique = #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#
    let plain = #"{"type": "array", "items": {"type": "string"}}"#
    let run = try run(plain, unique)
    #expect(run.status == 1)
    #expect(run.output.contains("\nunknown: "), "\(run.output)")
    #expect(run.messages.contains("new.json:1:63: warning: "), "\(run.messages)")
  }

  @Test func `trouble is told apart from a breaking change`() throws {
    #expect(CommandRun("diff", "-", "-").status == 2)
    #expect(CommandRun("diff", "recipe", "./missing.json").status == 2)
    #expect(try run(Self.old, "{").status == 2)
    let run = CommandRun("diff", "-", "recipe", input: #"{"type": "null"}"#)
    #expect(run.status == 1)
    #expect(run.output.contains("The value was null, and has to be an object now."))
  }
}
#endif
