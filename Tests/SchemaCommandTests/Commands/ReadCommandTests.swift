#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct ReadCommandTests {
  private let answer = """
    Here it is:
    ```json
    {'id': '7', items: [], "total": "12.50"}
    ```
    """

  private func schema() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"type": "object", "additionalProperties": false, "required": ["id", "items", "total"],
       "properties": {"id": {"type": "integer"}, "items": {"type": "array"},
       "total": {"type": "number"}}}
      """#, to: "order.json")
    return folder
  }

  @Test func `L8: a saved answer is read, and each mend is a note`() throws {
    let folder = try schema()
    let run = CommandRun(
      "read", "--schema", folder.path("order.json"), "--compact", input: answer)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == "{\"id\":7,\"items\":[],\"total\":12.50}\n")
    #expect(run.messages.contains("<stdin>:3:8: note: at /id: "))
    #expect(run.messages.contains("[read.quoted-number]"))
    #expect(run.messages.contains("[read.surrounding-text]"))
  }

  @Test(arguments: ["1e400", "-1e400", "{\"n\":1e400}", "1e-400", "12345678901234567890123.50"])
  func `L3: a number that Double cannot hold keeps its digits`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "any.json")
    for policy in ["strict", "clear"] {
      let run = CommandRun(
        "read", "--schema", folder.path("any.json"), "--compact", "--policy", policy, input: text)
      #expect(run.status == 0, "\(run.messages)")
      #expect(run.output == text + "\n")
    }
  }

  @Test func `L8: a text that is not read is an error that says what was found`() throws {
    let folder = try schema()
    let path = folder.path("order.json")
    let refusal = CommandRun("read", "--schema", path, input: "I'm sorry, I can't do that.")
    #expect(refusal.status == 1)
    #expect(refusal.output.isEmpty)
    #expect(refusal.messages.contains("a refusal in words"))
    let cut = CommandRun("read", "--schema", path, input: #"{"id": 7, "items": ["#)
    #expect(cut.status == 1)
    #expect(cut.messages.contains("[json.incomplete]"))
    let strict = CommandRun("read", "--schema", path, "--policy", "strict", input: answer)
    #expect(strict.status == 1)
    let missing = CommandRun("read", "no-such-file.txt", "--schema", path)
    #expect(missing.status == 2)
  }
}
#endif
