#if CommandLine
import Foundation
import SchemaConformances
import SchemaDocuments
import SchemaKit
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

/// Input that no command can use: one message, and status 2.
struct BadInputTests {
  private static let commands = [
    ["encode"], ["prompt"], ["draw"], ["diff", "recipe"], ["validate"], ["stream", "--schema"],
  ]

  /// The beginnings of a command for each that reads a schema, and the ends.
  private static let readers = [
    (["encode"], []), (["fit"], ["--dialect", "openai"]), (["prompt"], []), (["check"], []),
    (["validate"], []), (["diff", "recipe"], []), (["draw"], []), (["stream", "--schema"], []),
  ]

  @Test func `a document that is not a schema ends all commands with the same status`() throws {
    let folder = try TemporaryFolder()
    let texts = ["", "not JSON", "{", #"{"type": "strong"}"#, ##"{"$ref": "#/none"}"##]
    for text in texts {
      let file = try folder.write(text, to: "a.json")
      for (command, options) in Self.readers {
        let run = CommandRun(command + [file] + options)
        #expect(run.status == 2, "\(command) \(text)")
        let report = run.output + run.messages
        #expect(report.contains("\(file):"), "\(report)")
        #expect(report.components(separatedBy: "error: ").count == 2, "\(report)")
      }
    }
  }

  @Test func `a key that occurs twice and a text that nests too deep have advice of their own`()
    throws
  {
    let duplicate = CommandRun("encode", "-", input: #"{"type": "object", "type": "object"}"#)
    #expect(
      duplicate.messages == """
        <stdin>:1:20: error: at the root: The text has the key "type" a second time. \
        [json.malformed]
          Remove one of the two.

        """)
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"type": "array"}"#, to: "a.json")
    let deep = CommandRun(
      "stream", "--schema", file,
      input: String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000))
    #expect(deep.status != 0)
    #expect(deep.messages.contains("The text nests too deep"), "\(deep.messages)")
    #expect(!deep.messages.contains("Write one JSON value"), "\(deep.messages)")
  }

  /// Documents with a fault, the commands that report it, and the remedy.
  static let faults: [(arguments: [String], document: String, remedy: String)] = [
    (
      ["check"], ##"{"$ref": "https://example.org/a"}"##,
      "Copy the target into '$defs', or name its file, or a folder with it, with --references."
    ),
    (
      ["validate"], ##"{"$ref": "https://example.org/a"}"##,
      "Copy the target into this document, or name its file, or a folder with it, with "
        + "--references."
    ),
    (["check"], ##"{"$schema": "urn:x", "type": "object"}"##, "Correct '$schema'."),
    (
      ["encode"],
      String(repeating: #"{"items": "#, count: 600) + "{}" + String(repeating: "}", count: 600),
      "Move inner schemas to definitions."
    ),
    (
      ["encode", "--dialect", "openai"], #"{"type": "string"}"#,
      "Put the value into an object, as a property, or fit the schema with 'schema fit'."
    ),
    (
      ["fit", "--dialect", "openai"], #"{"type": "string"}"#,
      "Put the value into an object, as a property."
    ),
    (
      ["encode", "--dialect", "openai"],
      #"""
      {"type": "object", "properties": {"a": {"type": "object", \#
      "additionalProperties": {"type": "integer"}}}, "required": ["a"], \#
      "additionalProperties": false}
      """#,
      "Use an array of objects with a key and a value"
    ),
    (
      ["fit", "--dialect", "openai"],
      #"""
      {"type": "object", "properties": {"a": {"type": "object", \#
      "additionalProperties": {"type": "integer"}}}, "required": ["a"], \#
      "additionalProperties": false}
      """#,
      "To use this form in your own schema, write an array of objects with a key and a value."
    ),
    (
      ["encode", "--dialect", "openai"],
      #"""
      {"type": "object", "properties": {"a": {"type": "array", \#
      "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}}, \#
      "required": ["a"], "additionalProperties": false}
      """#,
      "Use an object"
    ),
    (
      ["fit", "--dialect", "openai"],
      #"""
      {"type": "object", "properties": {"a": {"type": "array", \#
      "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}}, \#
      "required": ["a"], "additionalProperties": false}
      """#,
      "To use this form in your own schema, write an object."
    ),
    (
      ["fit", "--dialect", "gemini-openapi"],
      #"""
      {"type": "object", "properties": {"a": {"enum": [1, 2]}}, "required": ["a"], \#
      "additionalProperties": false}
      """#,
      "To use this form in your own schema, write a list of strings."
    ),
  ]

  @Test(arguments: faults.indices)
  func `advice is an option of the command or a change of the document`(index: Int) throws {
    let (arguments, document, remedy) = Self.faults[index]
    let run = CommandRun(
      [arguments[0], "-"] + arguments.dropFirst(),
      on: RecordingConsole(input: [Array(document.utf8)]))
    let report = run.output + run.messages
    #expect(report.contains("\n  \(remedy)"), "\(report)")
    for word in ["option", "struct", "enum of", "`"] {
      #expect(!report.contains(word), "\(report)")
    }
  }

  @Test(arguments: SwiftAdvice.Declaration.allCases)
  func `declarations in Swift are no advice`(declaration: SwiftAdvice.Declaration) {
    let advice = "\(declaration.text), or read on.".forDocuments
    #expect(advice.hasSuffix(", or read on."))
    for word in ["struct", "enum", "declare", "Declare", "type"] {
      #expect(!advice.contains(word), "\(advice)")
    }
  }

  @Test(arguments: SwiftAdvice.Call.allCases)
  func `functions and limits that the command does not have are no advice`(call: SwiftAdvice.Call) {
    let end =
      switch call {
      case .fit: "'schema fit'."
      case .exact: ", or use 'schema fit --exact'."
      case .genericTypeOrLimit, .limit: "."
      }
    #expect("Split the union\(call.text)".forDocuments == "Split the union\(end)")
  }

  @Test(arguments: OptionAdvice.allCases)
  func `options that the command does not have are no advice`(option: OptionAdvice) {
    let end =
      switch option {
      case .remotes, .metaSchema:
        ", or name its file, or a folder with it, with --references."
      case .draft, .maximumDepth, .maximumLength, .maximumParts, .maximumAlternatives: "."
      }
    #expect("Split the union\(option.text)".forDocuments == "Split the union\(end)")
  }

  @Test func `a text that is cut off is reported with its next part`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"type":"#, to: "a.json")
    #expect(
      CommandRun("encode", file).messages == """
        \(file):1:9: error: at the root: The text ends before its value is complete. \
        [json.incomplete]
          The next part has to be a value, and then "}". Check that the text was written to its end.

        """)
  }

  @Test(arguments: [
    ("", "1:1: error: at the root: The text is empty, but has to be JSON. [json.incomplete]"),
    ("not JSON", "1:2: error: at the root: The text is not valid JSON: "),
  ])
  func `a text that is not JSON is reported with advice`(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "a.json")
    for run in [CommandRun("check", file), CommandRun("encode", file)] {
      let lines = (run.output + run.messages).split(separator: "\n")
      let index = try #require(lines.firstIndex { $0.contains(message) }, "\(lines)")
      #expect(
        lines[lines.index(after: index)...].first?.hasPrefix("  Write one JSON value") == true,
        "\(lines)")
    }
  }

  private func expectError(
    _ argument: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for command in Self.commands {
      let run = CommandRun(command + [argument])
      #expect(run.status == 2, sourceLocation: sourceLocation)
      #expect(run.output.isEmpty, sourceLocation: sourceLocation)
      #expect(
        run.messages.components(separatedBy: "error: ").count == 2, "\(run.messages)",
        sourceLocation: sourceLocation)
      #expect(
        run.messages.contains(message), "\(run.messages)", sourceLocation: sourceLocation)
    }
  }

  @Test func `a file that is not there`() throws {
    try expectError(
      "./missing.json", "error: The file './missing.json' cannot be read: No such file")
  }

  @Test func `a tokenizer that is not supported`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}"#, to: "tokenizer.json")
    let run = CommandRun("mask", "recipe", "--vocabulary", file)
    #expect(run.status == 2)
    #expect(
      run.messages
        == """
        error: The vocabulary '\(file)' cannot be used. The tokenizer is not supported: its \
        decoder is neither ByteLevel nor SentencePiece.
          Check that the file is complete, or use the file of another tokenizer.

        """)
  }

  @Test func `a tokenizer that is not JSON is named with the place in it`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{\n  \"model\": }", to: "tokenizer.json")
    let run = CommandRun("mask", "recipe", "--vocabulary", file)
    #expect(run.status == 2)
    #expect(
      run.messages == """
        \(file):2:12: error: at the root: The text is not valid JSON: expected a value, found \
        "}". [json.malformed]
          Write one JSON value, without comments or text around it.

        """)
  }

  @Test func `a folder in place of a file`() throws {
    let folder = try TemporaryFolder()
    try expectError(folder.url.path, "cannot be read: it is a folder.")
  }

  @Test func `a file that is no JSON`() throws {
    let folder = try TemporaryFolder()
    try expectError(
      try folder.write("{\n  \"type\": }", to: "a.json"), ":2:11: error: at the root: ")
  }

  @Test func `an empty file`() throws {
    let folder = try TemporaryFolder()
    try expectError(try folder.write("", to: "a.json"), "error: ")
  }

  @Test func `a file that is not UTF-8`() throws {
    let folder = try TemporaryFolder()
    let bytes = Array(#"{"title": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    try expectError(try folder.write(bytes, to: "a.json"), "error: ")
  }

  @Test func `a nest that is too deep`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(String(repeating: "[", count: greatDepth), to: "a.json")
    try expectError(file, "error: ")
  }

  @Test func `a file that is too large to be a schema`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("large.json")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    // A hole, which takes no room.
    try file.truncate(atOffset: 100 << 20)
    try file.close()
    try expectError(path, "it is larger than 64 MiB.")
  }

  @Test func `input that never ends`() throws {
    var console = RecordingConsole()
    console.input = [[UInt8]](
      repeating: [UInt8](repeating: 0x20, count: 1 << 20), count: 70)
    let run = CommandRun(["encode", "-"], on: console)
    #expect(run.status == 2)
    #expect(run.messages == "error: Standard input cannot be read: it is larger than 64 MiB.\n")
  }

  @Test func `places in a file`() throws {
    let text = """
      {"schema": {"type": "object", "properties": {"b": {"$ref": "#/definitions/b"}},
        "definitions": {"b": {"type": "integer"}}, "additionalProperties": false},
       "parts": {"c/d": {"$ref": "#/parts/e"}, "e": {"type": "boolean"}}, "list": [{"const": 1}]}
      """
    let whole = CommandRun("encode", "-", "--at", "/schema", input: text)
    #expect(whole.output.contains(#""b":{"type":"integer"}"#))
    #expect(whole.messages.isEmpty)
    // A reference without a target in the part has one in the complete document.
    let part = CommandRun("encode", "-", "--at", "/parts/c~1d", input: text)
    #expect(part.output.contains(#""type":"boolean""#), "\(part.messages)")
    let element = CommandRun("encode", "-", "--at", "/list/0", input: text)
    #expect(element.output.contains("1"))
    for (pointer, message) in [
      ("schema", "'schema' is not a JSON Pointer: expected \"/\" at byte 0."),
      ("/a~2", "'/a~2' is not a JSON Pointer: expected \"0\" or \"1\" after \"~\" at byte 3."),
      ("/none", "There is nothing at /none"),
      ("/list/1", "There is nothing at /list/1"), ("/list/00", "There is nothing at /list/00"),
    ] {
      let run = CommandRun("encode", "-", "--at", pointer, input: text)
      #expect(run.status == 2)
      #expect(run.messages.contains(message), "\(run.messages)")
    }
    let wrong = CommandRun(
      "encode", "-", "--at", "/x", input: "{\"x\":\n {\"minimum\": \"1\"}}")
    #expect(
      wrong.messages.hasPrefix("<stdin>:2:14: error: at /x/minimum: "), "\(wrong.messages)")
    let sample = CommandRun("encode", "recipe", "--at", "/x")
    #expect(sample.messages.contains("is not a file"))
  }
}
#endif
