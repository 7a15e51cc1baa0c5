#if CommandLine
import Testing

@testable import SchemaCommandLine

/// References to other files, which an option of the command names.
struct ReferencedFilesTests {
  private static let root =
    ##"{"type": "object", "properties": {"a": {"$ref": "parts/a.json#/$defs/A"}}}"##
  private static let part = ##"{"$defs": {"A": {"$ref": "../b.json"}}}"##

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.root, to: "root.json")
    _ = try folder.write(Self.part, to: "parts/a.json")
    _ = try folder.write(#"{"type": "integer"}"#, to: "b.json")
    _ = try folder.write(#"{"a": "x"}"#, to: "bad.jsonl")
    return folder
  }

  @Test func `without the option, nothing is read, and the message names the option`() throws {
    let folder = try folder()
    for command in [["fit", "--dialect", "openai"], ["validate"]] {
      let run = CommandRun(command + [folder.path("root.json")])
      #expect(run.status == 2)
      #expect(run.messages.contains("--references"), "\(run.messages)")
    }
  }

  @Test func `a relative reference leads to a file beside the one with it`() throws {
    let folder = try folder()
    let all = ["--references", folder.path("")]
    let fitted = CommandRun(["fit", folder.path("root.json"), "--dialect", "openai"] + all)
    #expect(fitted.status == 0, "\(fitted.messages)")
    #expect(fitted.output.contains("integer"), "\(fitted.output)")
    let invalid = CommandRun(
      ["validate", folder.path("root.json"), folder.path("bad.jsonl")] + all)
    #expect(invalid.status == 1)
    #expect(
      invalid.output.contains("expected") || invalid.output.contains("Expected a whole number"))
    // One file is not enough here, two are.
    let one = ["--references", folder.path("parts/a.json")]
    let two = one + ["--references", folder.path("b.json")]
    #expect(CommandRun(["validate", folder.path("root.json")] + one).status == 2)
    // Elsewhere, a folder of the files is enough.
    let other = try folder.write(Self.root, to: "other/place/root.json")
    #expect(CommandRun(["validate", other] + all).status == 0)
    #expect(CommandRun(["validate", folder.path("root.json")] + two).status == 0)
    #expect(
      CommandRun(["diff", folder.path("root.json"), folder.path("root.json")] + two).status == 0)
  }

  @Test func `a reference finds a file by its identifier, and by the URI that is named`() throws {
    let folder = try TemporaryFolder()
    let root = try folder.write(
      ##"{"$id": "https://example.com/s/root.json", "items": {"$ref": "b.json"}}"##, to: "root.json"
    )
    let stated = try folder.write(
      #"{"$id": "https://example.com/s/b.json", "type": "integer"}"#, to: "other/stated.json")
    let plain = try folder.write(#"{"type": "integer"}"#, to: "plain/b.json")
    #expect(CommandRun("validate", root).status == 2)
    #expect(CommandRun("validate", root, "--references", stated).status == 0)
    #expect(CommandRun("validate", root, "--references", plain).status == 0)
    // Two files have the name, and neither is beside the one with the reference.
    let again = try folder.write(#"{"type": "integer"}"#, to: "again/b.json")
    #expect(
      CommandRun("validate", root, "--references", plain, "--references", again).status == 2)
    let named = "https://example.com/s=\(folder.path("plain"))"
    #expect(CommandRun("validate", root, "--references", named).status == 0)
    let file = "https://example.com/s/b.json=\(plain)"
    #expect(CommandRun("validate", root, "--references", file).status == 0)
  }

  @Test func `a file that is needed has to exist and to be JSON, and others do not matter`() throws
  {
    let folder = try folder()
    let root = folder.path("root.json")
    _ = try folder.write("not JSON", to: "parts/unused.json")
    #expect(CommandRun("validate", root, "--references", folder.path("")).status == 0)
    let missing = CommandRun("validate", root, "--references", folder.path("none.json"))
    #expect(missing.status == 2)
    #expect(missing.messages.contains("none.json"), "\(missing.messages)")
    _ = try folder.write("type: integer", to: "b.json")
    let broken = CommandRun("validate", root, "--references", folder.path(""))
    #expect(broken.status == 2)
    #expect(broken.messages.contains("b.json:1:"), "\(broken.messages)")
  }

  @Test func `files that refer to each other are read once each`() throws {
    let folder = try TemporaryFolder()
    let root = try folder.write(##"{"items": {"$ref": "a.json"}}"##, to: "root.json")
    _ = try folder.write(##"{"items": {"$ref": "b.json"}}"##, to: "a.json")
    _ = try folder.write(##"{"items": {"$ref": "a.json"}, "maxItems": 3}"##, to: "b.json")
    #expect(CommandRun("validate", root, "--references", folder.path("")).status == 0)
  }
}
#endif
