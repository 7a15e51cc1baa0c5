#if CommandLine
import Foundation
import Testing

@testable import SchemaCommandLine

@Suite struct DrawCommandTests {
  @Test(arguments: Sample.allCases.map(\.rawValue), DrawingFormat.allCases)
  func `each sample is drawn in each format`(sample: String, format: DrawingFormat) throws {
    let run = try CommandRun("draw", sample, "--format", format.rawValue)
    let start =
      switch format {
      case .mermaid: "classDiagram\n"
      case .dot: "digraph schema {\n"
      case .svg: "<svg "
      }
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    #expect(run.output.hasPrefix(start))
    #expect(run.output.hasSuffix("\n"))
  }

  @Test func `a drawing is a Mermaid text unless something else is asked for`() throws {
    let run = try CommandRun("draw", "tree")
    let mermaid = try CommandRun("draw", "tree", "--format", "mermaid")
    #expect(run.output == mermaid.output)
  }

  @Test(arguments: [
    ("svg", "<svg "), ("dot", "digraph"), ("GV", "digraph"), ("txt", "classDiagram"),
  ])
  func `the ending of the file says the format`(ending: String, start: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("drawing.\(ending)")
    let run = try CommandRun("draw", "tree", "-o", file.path)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix(start))
  }

  @Test func `a file is drawn, whatever is in it`() throws {
    let text = """
      {"title": "Order", "type": "object", "minProperties": 1, "properties": {
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}],
          "minItems": 2, "items": false},
        "tags": {"type": "object", "additionalProperties": {"enum": ["a", 1, null]}}}}
      """
    for format in DrawingFormat.allCases {
      let run = try CommandRun(
        ["draw", "-", "--format", format.rawValue],
        on: RecordingConsole(input: [Array(text.utf8)]))
      #expect(run.status == 0, "\(run.messages)")
      for word in ["Order", "pair", "tags"] { #expect(run.output.contains(word), "\(format)") }
    }
  }

  @Test func `an older drawing is replaced as a whole`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("drawing.mmd")
    _ = try CommandRun("draw", "shape", "-o", file.path)
    _ = try CommandRun("draw", "tree", "-o", file.path)
    let drawing = try CommandRun("draw", "tree").output
    #expect(try String(contentsOf: file, encoding: .utf8) == drawing)
  }

  @Test func `a file that cannot be written is an error that names it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("missing").appendingPathComponent("a.svg")
    let run = try CommandRun("draw", "tree", "-o", file.path)
    #expect(run.status == 1)
    #expect(run.messages.first?.contains("'\(file.path)': No such file or directory.") == true)
  }
}
#endif
