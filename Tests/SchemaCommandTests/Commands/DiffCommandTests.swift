#if CommandLine
import Foundation
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
    return try CommandRun(["diff"] + paths + options)
  }

  @Test func `each reason is told with its place`() throws {
    let run = try run(Self.old, Self.new)
    #expect(run.status == 1)
    #expect(run.messages.isEmpty)
    #expect(
      run.output == """
        breaking: some answer under the old schema is not valid under the new one.

          /name
            breaking: The property is new and required, so no old answer has to have it.
            Make it optional.
          /tags
            breaking: There was no limit, and now there can be at most 5.
            Keep the larger number.
          /tags
            breaking: "b" was allowed and is not allowed any more.
            Keep allowing the values that old answers may have.

        """)
  }

  @Test func `what is compatible is status 0`() throws {
    let run = try run(Self.old, Self.old)
    #expect(run.status == 0)
    #expect(
      run.output == "compatible: every answer under the old schema is valid under the new one.\n")
  }

  @Test func `the result as JSON says the same`() throws {
    let report = try GeneratedContent(json: try run(Self.old, Self.new, "--format", "json").output)
    #expect(try report.value(String.self, forProperty: "verdict") == "breaking")
    let reasons = try report.value([GeneratedContent].self, forProperty: "reasons")
    #expect(
      try reasons.map { try $0.value(String.self, forProperty: "pointer") }
        == ["/name", "/tags", "/tags"])
  }

  @Test func `what reading loses makes a verdict uncertain`() throws {
    let unique = #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#
    let plain = #"{"type": "array", "items": {"type": "string"}}"#
    let few = #"{"type": "array", "items": {"type": "string"}, "maxItems": 3}"#
    // The new schema may exclude more than is known; the old one may have excluded what is lost.
    #expect(try run(plain, unique).output.hasPrefix("unknown: "))
    #expect(try run(unique, few).output.hasPrefix("unknown: "))
    #expect(try run(unique, plain).output.hasPrefix("compatible: "))
    #expect(try run(plain, unique).messages.first?.hasPrefix("new schema: warning: ") == true)
  }

  @Test(arguments: Sample.allCases)
  func `every sample is compatible with itself and with no other`(sample: Sample) throws {
    for other in Sample.allCases {
      let comparison = SchemaCompatibility(
        from: try SchemaGraph(sample.type), to: try SchemaGraph(other.type))
      #expect(comparison.verdict == (sample == other ? .compatible : .breaking), "\(other)")
    }
  }

  @Test func `only one schema comes from standard input`() throws {
    #expect(try CommandRun("diff", "-", "-").status == 64)
    let run = try CommandRun("diff", "-", "recipe", input: #"{"type": "null"}"#)
    #expect(run.status == 1)
    #expect(run.output.contains("The value was null, and has to be an object now."))
  }
}
#endif
