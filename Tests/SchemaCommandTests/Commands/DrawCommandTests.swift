#if CommandLine
import Foundation
import Testing

@testable import SchemaCommandLine

struct DrawCommandTests {
  @Test(
    arguments: ["recipe", "fitness", "tree", "shape"],
    [("mermaid", "classDiagram\n"), ("dot", "digraph schema {\n")])
  func `each sample is drawn`(sample: String, format: (name: String, start: String)) {
    let run = CommandRun("draw", sample, "--format", format.name)
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    #expect(run.output.hasPrefix(format.start))
    #expect(run.output.hasSuffix("\n"))
  }

  @Test func `a drawing is a Mermaid text unless something else is asked for`() {
    #expect(
      CommandRun("draw", "tree").output == CommandRun("draw", "tree", "--format", "mermaid").output)
  }

  @Test(arguments: [("dot", "digraph"), ("GV", "digraph"), ("mmd", "classDiagram")])
  func `the extension of the file selects the format`(ending: String, start: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("drawing.\(ending)")
    let run = CommandRun("draw", "tree", "-o", file)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix(start))
  }

  @Test(arguments: [
    ["a.txt"], ["a"], ["a.png"], ["a.txt", "--format", "dot"], ["a.dot", "--format", "svg"],
  ])
  func `an ending that is not the format's is an error`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let file = folder.path(arguments[0])
    let run = CommandRun(["draw", "tree", "-o", file] + arguments.dropFirst())
    #expect(run.status == 2)
    let extensions = "'.mmd', '.mermaid', '.dot', '.gv' and '.svg'"
    #expect(run.messages.contains("The extensions are \(extensions)."))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a file is drawn, whatever is in it`() {
    let text = """
      {"title": "Order", "type": "object", "minProperties": 1, "properties": {
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}],
          "minItems": 2, "items": false},
        "tags": {"type": "object", "additionalProperties": {"enum": ["a", 1, null]}}}}
      """
    for format in ["mermaid", "dot"] {
      let run = CommandRun("draw", "-", "--format", format, input: text)
      #expect(run.status == 0, "\(run.messages)")
      for word in ["Order", "pair", "tags"] { #expect(run.output.contains(word), "\(format)") }
    }
  }

  @Test func `an older drawing is replaced completely`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("drawing.mmd")
    #expect(CommandRun("draw", "shape", "-o", file).status == 0)
    #expect(CommandRun("draw", "tree", "-o", file).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == CommandRun("draw", "tree").output)
  }

  @Test func `a symbolic link is not followed`() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write("precious", to: "target.dot")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.dot"), withDestinationPath: target)
    let run = CommandRun("draw", "tree", "-o", folder.path("link.dot"))
    #expect(run.status == 2)
    #expect(run.messages.contains("link.dot': it is a symbolic link."), "\(run.messages)")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
  }

  @Test func `a file that cannot be written is an error that names it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("missing/a.dot")
    let run = CommandRun("draw", "tree", "-o", file)
    #expect(run.status == 2)
    #expect(run.messages.contains("'\(file)': No such file or directory."))
  }
}
#endif
