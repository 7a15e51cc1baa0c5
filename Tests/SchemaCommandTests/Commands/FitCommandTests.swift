#if CommandLine
import Foundation
import SchemaKit
import Testing

@testable import SchemaCommandLine

/// D7 in the command: schemas in the form that a dialect takes, and answers back.
struct FitCommandTests {
  private static let scores = #"{"type": "object", "additionalProperties": {"type": "integer"}}"#

  @Test func `the fitted document is the result, and each fitting a message with its place`() throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scores, to: "scores.json")
    let run = CommandRun("fit", file, "--dialect", "openai")
    #expect(run.status == 0)
    let document = try GeneratedContent(json: run.output)
    #expect(try document.value(String.self, forProperty: "type") == "object")
    #expect(run.messages.hasPrefix("\(file):1:1: note: at the root: "), "\(run.messages)")
    for code in ["[fit.root]", "[fit.dictionary]"] { #expect(run.messages.contains(code)) }
    #expect(CommandRun("encode", file, "--dialect", "openai").status == 1)
  }

  @Test func `a change of many places is one message`() throws {
    let folder = try TemporaryFolder()
    let names = (0..<7).map { "p\($0)" }
    let properties = names.map { "\"\($0)\": \(Self.scores)" }.joined(separator: ", ")
    let file = try folder.write(
      #"{"type": "object", "properties": {\#(properties)}, "additionalProperties": false, "#
        + #""required": \#(names)}"#, to: "games.json")
    let run = CommandRun("fit", file, "--dialect", "openai")
    #expect(run.status == 0)
    #expect(
      run.messages.matches(of: /\[fit\.dictionary\]/).count == 1, "\(run.messages)")
    #expect(
      run.messages.contains("note: at /p0, /p1, /p2, /p3, /p4 and 2 more places: "),
      "\(run.messages)")
  }

  @Test func `answers are mapped back, one for each line`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scores, to: "scores.json")
    let answers = try folder.write(
      """
      {"value": [{"key": "a", "value": 1}]}

      {"value": []}
      """, to: "answers.jsonl")
    let run = CommandRun("fit", file, "--dialect", "openai", "--answer", answers)
    #expect(run.status == 0)
    #expect(run.output == "{\"a\": 1}\n{}\n" || run.output == "{\"a\":1}\n{}\n", "\(run.output)")
    #expect(run.messages.isEmpty)
  }

  @Test func `an answer without the form is a finding at its declared place`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"type": "object", "additionalProperties": false, "required": ["scores"], "#
        + #""properties": {"scores": \#(Self.scores)}}"#, to: "game.json")
    let entry = #"{"key": "a", "value": 1}"#
    let run = CommandRun(
      ["fit", file, "--dialect", "openai", "--answer", "-"],
      on: RecordingConsole(input: [Array("{\"scores\": [\(entry), \(entry)]}".utf8)]))
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.hasPrefix("<stdin>:1:35: error: at /scores/a: "), "\(run.messages)")
    #expect(run.messages.contains("[fit.answer]"))
  }

  @Test(arguments: [
    ("5", "1: error: at the root: "), (#"{"value": 5}"#, "11: error: at the root: "),
    (#"{"value": [{"key": "a", "value": "b"}]}"#, "34: error: at /a: "),
  ])
  func `an answer without a valid value is a finding at its line`(
    answer: String, found: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scores, to: "scores.json")
    let answers = try folder.write("{\"value\": []}\n\n\(answer)\n", to: "answers.jsonl")
    let run = CommandRun("fit", file, "--dialect", "openai", "--answer", answers)
    #expect(run.status == 1)
    #expect(run.output == "{}\n")
    #expect(run.messages.hasPrefix("\(answers):3:\(found)"), "\(run.messages)")
  }

  @Test func `the parts of a schema that are not checked in answers are reported`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"type": "object", "additionalProperties": {"type": "string", "pattern": "(?i)a"}}"#,
      to: "schema.json")
    let run = CommandRun(
      ["fit", file, "--dialect", "openai", "--answer", "-"],
      on: RecordingConsole(input: [Array(#"{"value": []}"#.utf8)]))
    let validation = CommandRun("validate", file, "-", input: "{}")
    #expect(!validation.messages.isEmpty)
    #expect(run.messages.hasSuffix(validation.messages), "\(run.messages)")
  }

  @Test func `each of many findings is reported, and the first have positions`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scores, to: "scores.json")
    let entries = (0..<200).map { #"{"key": "k\#($0)", "value": "b"}"# }
    let run = CommandRun(
      ["fit", file, "--dialect", "openai", "--answer", "-"],
      on: RecordingConsole(
        input: [Array(#"{"value": [\#(entries.joined(separator: ","))]}"#.utf8)]))
    #expect(run.status == 1)
    let lines = run.messages.split(separator: "\n").filter { $0.contains("error: at /k") }
    #expect(lines.count == 200)
    #expect(lines.count { $0.hasPrefix("<stdin>:1:") } == 100)
  }

  @Test(arguments: [
    (
      #"{"type": "string", "nullable": true}"#, ["null", #""b""#], ["1"], "[import.nullable]"
    ),
    (
      #"{"type": "array", "items": [{"type": "string"}], "minItems": 1, "maxItems": 1}"#,
      [#"["b"]"#], ["[1]"], "[import.other-draft]"
    ),
    (
      #"{"type": "integer", "minimum": 3, "exclusiveMinimum": true}"#, ["4"], ["3"],
      "[import.other-draft]"
    ),
  ])
  func `I7: answers to a document that names no draft are judged as it is fitted`(
    part: String, valid: [String], invalid: [String], code: String
  ) throws {
    let folder = try TemporaryFolder()
    let document = #"""
      {"type": "object", "properties": {"a": \#(part)}, "required": ["a"], \#
      "additionalProperties": false}
      """#
    let file = try folder.write(document, to: "schema.json")
    let imported = try SchemaImporter().import(document)
    let validator = try ContentValidator(document: document)
    let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit(imported.schema)
    for (values, status) in [(valid, 0), (invalid, 1)] as [([String], Int32)] {
      for value in values {
        let content = try GeneratedContent(json: #"{"a": \#(value)}"#)
        #expect(validator.isValid(content) == (status == 0))
        // An answer without the form of the fitted schema has no value.
        let answer = (try? fitted.answer(for: content)) ?? content
        let run = CommandRun(
          "fit", file, "--dialect", "openai", "--answer", "-", input: answer.jsonString)
        #expect(run.status == status, "\(answer): \(run.messages)")
        #expect(run.messages.components(separatedBy: code).count == 2, "\(run.messages)")
      }
    }
  }

  @Test(arguments: [
    (#""prefixItems": [{"type": "string"}]"#, "[1]"),
    (#""dependentRequired": {"a": ["b"]}"#, #"{"a": 1}"#),
  ])
  func `I7: a keyword that the named draft does not have binds neither form nor verdict`(
    keyword: String, value: String
  ) throws {
    let folder = try TemporaryFolder()
    let type = value.hasPrefix("[") ? "array" : "object"
    let file = try folder.write(
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "\#(type)", \#(keyword)}"#,
      to: "schema.json")
    let fitted = CommandRun("fit", file, "--dialect", "json-schema")
    #expect(fitted.status == 0 && fitted.messages.contains("has no "), "\(fitted.messages)")
    #expect(!fitted.output.contains("prefixItems") && !fitted.output.contains("anyOf"))
    for arguments in [
      ["fit", file, "--dialect", "json-schema", "--answer", "-"], ["validate", file, "-"],
    ] {
      let run = CommandRun(arguments, on: RecordingConsole(input: [Array(value.utf8)]))
      #expect(run.status == 0, "\(run.messages)\(run.output)")
    }
  }

  @Test func `a text that is not JSON is a finding with its position`() throws {
    let run = CommandRun(
      ["fit", "recipe", "--dialect", "openai", "--answer", "-"],
      on: RecordingConsole(input: [Array("{\n  \"name\": }".utf8)]))
    #expect(run.status == 1)
    #expect(run.messages.hasPrefix("<stdin>:2:11: error: "), "\(run.messages)")
  }

  @Test func `a schema that needs no fitting is written as it is`() {
    let run = CommandRun("fit", "recipe", "--dialect", "gemini")
    #expect(run.status == 0)
    #expect(run.output == CommandRun("encode", "recipe", "--dialect", "gemini").output)
    #expect(run.messages == "The dialect 'gemini' accepts the schema without changes.\n")
  }

  @Test func `a loss of the import is a change`() {
    let run = CommandRun(
      "fit", "-", "--dialect", "openai",
      input: #"""
        {"type": "object", "additionalProperties": false, "required": ["a"], "properties": {
          "a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}}
        """#)
    #expect(run.status == 0)
    #expect(!run.messages.contains("without changes"), "\(run.messages)")
    #expect(run.messages.hasSuffix("Answers to this schema need no mapping.\n"), "\(run.messages)")
  }

  @Test func `an exact fitting keeps properties that the document does not mention`() {
    let document = #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "null"}}}"#
    let closed = CommandRun("fit", "-", "--dialect", "openai", input: document)
    #expect(!closed.output.contains(#""key""#), "\(closed.output)")
    #expect(closed.messages.contains("or use 'schema fit --exact'."), "\(closed.messages)")
    let exact = CommandRun("fit", "-", "--dialect", "openai", "--exact", input: document)
    #expect(exact.output.contains(#""key""#), "\(exact.output)")
    #expect(exact.messages.contains("[fit.open-object]"), "\(exact.messages)")
  }

  @Test func `a constraint that is moved into the description is a change`() {
    let run = CommandRun(
      "fit", "-", "--dialect", "gemini",
      input: #"""
        {"type": "object", "properties": {"a": {"type": "string", "minLength": 3}}, \#
        "required": ["a"],
         "additionalProperties": false}
        """#)
    #expect(run.status == 0)
    #expect(run.messages.contains("[dialect.min-length]"), "\(run.messages)")
    #expect(!run.messages.contains("without changes"), "\(run.messages)")
    #expect(run.messages.hasSuffix("Answers to this schema need no mapping.\n"), "\(run.messages)")
  }

  @Test(arguments: Sample.allCases, DialectRegistry.standard.names)
  func `each sample is fitted to each dialect, and its answer is mapped back`(
    sample: Sample, dialect: String
  ) throws {
    #expect(CommandRun("fit", sample.rawValue, "--dialect", dialect).status == 0)
    let encoder = SchemaEncoder(
      dialect: try DialectArgument.dialect(named: dialect))
    let declared = try GeneratedContent(json: sample.answer)
    let answer = try encoder.fit(try sample.schema).answer(for: declared)
    let run = CommandRun(
      ["fit", sample.rawValue, "--dialect", dialect, "--answer", "-"],
      on: RecordingConsole(input: [Array(answer.jsonString.utf8)]))
    #expect(run.status == 0)
    #expect(try GeneratedContent(json: run.output) == declared)
  }

  @Test func `two files cannot both be standard input, and the dialect has to be named`() {
    #expect(CommandRun("fit", "-", "--dialect", "openai", "--answer", "-").status == 2)
    #expect(CommandRun("fit", "recipe").status == 2)
    let lines = CommandRun("fit", "recipe", "--dialect", "openai", "--lines")
    #expect(lines.status == 2)
    #expect(lines.messages.contains("--lines needs --answer."), "\(lines.messages)")
  }

  @Test(arguments: SchemaDiagnostic.Fitting.allCases)
  func `each fitting has a code that is explained`(fitting: SchemaDiagnostic.Fitting) {
    let run = CommandRun("explain", fitting.rawValue)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("\(fitting.rawValue)\n"))
  }
}
#endif
