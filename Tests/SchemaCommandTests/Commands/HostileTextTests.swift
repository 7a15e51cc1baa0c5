#if CommandLine
import Foundation
import SchemaConformances
import SchemaKit
import Testing

@testable import SchemaCommandLine

/// Text of documents and models cannot act on a terminal, whatever command shows it.
struct HostileTextTests {
  /// A schema with names, titles, choices and descriptions that would clear a screen, begin a line,
  /// end a C string or turn the direction of a text.
  private static let schema = #"""
    {"title": "T\u001b[2J", "type": "object", "required": ["b\nerror: done"], "minProperties": 1,
     "additionalProperties": false, "properties": {
      "a\u001b[31m": {"type": "string", "pattern": "^\u001b", "description": "d\u009b2J"},
      "b\nerror: done": {"enum": ["x\u2028y", "\u0085", "\u202e"]},
      "c\u0000": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
      "d\u202egpj.exe\u2066": {"$ref": "#/definitions/R\u001b]0;t\u0007"}},
     "definitions": {"R\u001b]0;t\u0007": {"title": "R\u001b]0;t\u0007", "type": "object",
      "properties": {"e\r\u2029": {"type": "integer"}}}}}
    """#

  /// A value with the same, which is not valid.
  private static let instance = #"""
    {"a\u001b[31m": "\u001b[2J", "b\nerror: done": "\u202e", "c\u0000": ["\u001b", "\u2028"],
     "d\u202egpj.exe\u2066": {"e\r\u2029": "\u0007"}, "z\u001b[H": 1}
    """#

  /// Characters that act on a terminal, but for the line breaks that end the command's own lines.
  private static func hazards(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  private static let formats = ["text", "json", "sarif"]

  @Test(
    arguments: [
      (["encode", "S"], 0), (["encode", "S", "--pretty", "--dialect", "gemini"], 0),
      (["encode", "S", "--dialect", "apple"], 0),
      (["fit", "S", "--dialect", "openai"], 0), (["fit", "S", "--dialect", "apple"], 0),
      (["validate", "S", "I"], 1), (["validate", "S", "I", "--format", "json"], 1),
      (["validate", "S", "I", "--format", "sarif"], 1),
      (["check", "S"], 0), (["check", "S", "--format", "json"], 0),
      (["check", "S", "--format", "sarif"], 0),
      (["diff", "S", "recipe"], 1), (["diff", "recipe", "S", "--format", "json"], 1),
      (["diff", "S", "tree", "--format", "sarif"], 1),
      (["draw", "S"], 0), (["draw", "S", "--format", "dot"], 0),
      (["stream", "--schema", "S"], 1),
      (["check", "*\u{1B}[31m*"], 2), (["encode", "./x\u{1B}[2J\u{202E}.json"], 2),
      (["explain", "a\u{1B}[2J\nb"], 2), (["x\u{1B}[2J"], 2), (["list", "--x\u{1B}[2J"], 2),
    ] as [([String], Int32)])
  func `no command passes control characters on`(arguments: [String], status: Int32) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "s\u{1B}[31m.json")
    let instance = try folder.write(Self.instance, to: "i\u{202E}.json")
    let run = CommandRun(
      arguments.map { $0 == "S" ? schema : $0 == "I" ? instance : $0 },
      on: RecordingConsole(input: [Array(Self.instance.utf8)]))
    #expect(run.status == status, "\(run.messages)")
    let all = run.output + run.messages
    #expect(Self.hazards(in: all).isEmpty, "\(all)")
    // It is shown, not left out.
    #expect(all.contains("u001b"), "\(all)")
  }

  @Test(arguments: ["mmd", "dot"])
  func `no drawing in a file has control characters`(ending: String) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "s.json")
    #expect(CommandRun("draw", schema, "-o", folder.path("a.\(ending)")).status == 0)
    let text = try String(contentsOfFile: folder.path("a.\(ending)"), encoding: .utf8)
    #expect(Self.hazards(in: text).isEmpty)
    #expect(text.contains("u001b"))
  }

  @Test func `a terminal that shows a growing value gets no other sequences than the command's`()
    throws
  {
    let folder = try TemporaryFolder()
    var console = RecordingConsole()
    console.display.isTerminal = true
    console.display.isColored = true
    console.input = Self.instance.utf8.map { [$0] }
    let schema = try folder.write(Self.schema, to: "s\u{1B}[31m.json")
    let run = CommandRun(["stream", "--schema", schema], on: console)
    #expect(run.status == 1)
    let rest = run.output.replacing(/\u{1B}\[(\?1049[hl]|\?25[hl]|[HKJ]|[0-9]{1,2}m)/, with: "")
      .replacing("\r\n", with: "\n")
    #expect(Self.hazards(in: rest).isEmpty)
    #expect(rest.contains("a\\u001b[31m: \"\\u001b[2J\""))
  }

  @Test func `a schema is the same to a reader of JSON`() throws {
    let schema = #"{"type":"object","properties":{"a\u001b\u2028\u202e\ud83c\udf70":{}}}"#
    let run = CommandRun("encode", "-", input: schema)
    let content = try GeneratedContent(json: run.output)
    let properties = try content.value(GeneratedContent.self, forProperty: "properties").properties
    #expect(properties.map { $0.0 } == ["a\u{1B}\u{2028}\u{202E}🍰"])
  }

  #if Automerge
  @Test(arguments: ["show", "json", "history", "diff"])
  func `an Automerge document is shown without control characters`(command: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try HostileDocument.bytes, to: "d.automerge")
    let run = CommandRun("automerge", command, path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(Self.hazards(in: run.output + run.messages).isEmpty)
    // The escape is that of JSON or of Swift.
    #expect(run.output.contains(/\\u(\{1B\}|001[Bb])/), "\(run.output)")
  }
  #endif
}
#endif
