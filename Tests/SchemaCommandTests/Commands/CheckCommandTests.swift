#if CommandLine
import Foundation
import SchemaKit
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

struct CheckCommandTests {
  @Test
  func `a table of the dialects comes first, and findings that differ only in places are merged`() {
    let run = CommandRun("check", "shape", "--dialect", "gemini")
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    let problem = """
      The dialect 'gemini' cannot state this 'pattern', so it is moved into the description and \
      not enforced. [dialect.pattern]
        Check the value after decoding.
      """
    #expect(
      run.output == """
        dialect  result    warnings  errors  fitted by
        gemini   weakened         3       0  –

        shape: warning: at /Circle/color, /Rectangle/color and /Polygon/color: \(problem)

        """)
  }

  @Test func `a finding names the dialects that it is about`() throws {
    let document = #"""
      {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "object"}}}
      """#
    let run = CommandRun("check", "-", input: document)
    let hints = run.output.split(separator: "\n").filter { $0.contains("[fit.open-object]") }
    #expect(hints.count == 1, "\(run.output)")
    #expect(
      hints.first?.contains(
        "at the root for apple, openai, anthropic, gemini-openapi, cerebras, groq-strict, "
          + "deepseek-strict, mistral, bedrock and azure: ")
        == true,
      "\(run.output)")
    let report = try GeneratedContent(
      json: CommandRun("check", "-", "--format", "json", input: document).output)
    let dialects = try report.value([GeneratedContent].self, forProperty: "findings")
      .filter { try $0.value(String.self, forProperty: "code") == "fit.open-object" }
      .map { try $0.value([String].self, forProperty: "dialects") }
    #expect(
      dialects == [
        [
          "apple", "openai", "anthropic", "gemini-openapi", "cerebras", "groq-strict",
          "deepseek-strict", "mistral", "bedrock", "azure",
        ]
      ])
  }

  private static let weakened = #"""
    {"type": "object", "required": ["code"],
     "properties": {"code": {"type": "string", "pattern": "^x"}, "part": {"type": "object"}}}
    """#

  @Test func `the dialects that close an object or describe a pattern share one finding`()
    throws
  {
    let run = CommandRun("check", "-", input: Self.weakened)
    let lines = run.output.split(separator: "\n")
    let patterns = lines.filter { $0.contains("[dialect.pattern]") }
    #expect(patterns.count == 1, "\(run.output)")
    #expect(
      patterns.first?.hasSuffix(
        "at /code for gemini, llama.cpp, cerebras, groq-strict, mistral, xgrammar and azure: "
          + "The dialect cannot state this 'pattern', so it is moved into the description and not "
          + "enforced. [dialect.pattern]")
        == true, "\(run.output)")
    let json = CommandRun("check", "-", "--format", "json", input: Self.weakened)
    let findings = try GeneratedContent(json: json.output)
      .value([GeneratedContent].self, forProperty: "findings")
      .filter { try $0.value(String.self, forProperty: "code") == "dialect.pattern" }
    #expect(findings.count == 1)
    #expect(try findings.first?.value([String].self, forProperty: "dialects").count == 7)
  }

  @Test func `the dialects that close an open object share one hint`() throws {
    let document = #"""
      {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string"}}}
      """#
    let run = CommandRun("check", "-", "--format", "sarif", input: document)
    let texts = run.output.matches(of: /"text":\s*"([^"]*is open to further[^"]*)"/).map(\.output.1)
    #expect(texts.count == 1, "\(run.output)")
    let expected = """
      For apple, openai, anthropic, gemini-openapi, cerebras, groq-strict, deepseek-strict, \
      mistral, bedrock and azure: The object is open to further properties, and the dialect closes \
      it: only the named properties are generated. Name the properties that you need, or fit the \
      schema with 'schema fit'.
      """
    #expect(texts.first.map { String($0) } == expected, "\(run.output)")
  }

  @Test func `an open object that some dialects fit and others close has one hint`() throws {
    let document = #"""
      {"type": "object", "additionalProperties": true, "properties": {"a": {
        "type": "array", "items": {"type": "string"}, "maxItems": 2}}}
      """#
    let run = CommandRun("check", "-", input: document)
    let hints = run.output.split(separator: "\n").filter { $0.contains("open-object]") }
    #expect(hints.count == 1, "\(run.output)")
    let hint = try #require(hints.first)
    #expect(hint.contains("which are written as entries of 'additionalProperties'"))
    // A dialect whose result is "ok" is not one of those for which the object is changed.
    #expect(run.output.contains(/\nopenai +ok +0 +0 +–\n/), "\(run.output)")
    #expect(
      hint.contains(
        "for anthropic, cerebras, groq-strict, deepseek-strict, mistral, bedrock and azure: "
          + "The object is open"),
      "\(hint)")
    #expect(
      hint.hasSuffix(
        "For apple, openai and gemini-openapi, the object is not changed, and only the named "
          + "properties are generated. [fit.open-object]"),
      "\(hint)")
    let json = CommandRun("check", "-", "--format", "json", input: document).output
    for code in ["fit.open-object", "dialect.open-object"] { #expect(json.contains(code)) }
  }

  @Test func `a finding on the elements of an array says so`() {
    let document = #"""
      {"type": "object", "additionalProperties": false, "required": ["a", "b"], "properties": {
        "a": {"type": "array", "items": {"type": "array", "maxItems": 3,
          "items": {"type": "integer", "minimum": 3}}},
        "b": {"type": "integer", "minimum": 3}}}
      """#
    let run = CommandRun("check", "-", "--dialect", "anthropic", input: document)
    #expect(run.output.contains("at the elements of /a and /b (line 4): "), "\(run.output)")
    #expect(run.output.contains("warning: at the elements of /a: "), "\(run.output)")
    let root = CommandRun(
      "check", "-", "--dialect", "anthropic",
      input: #"{"type": "array", "items": {"type": "integer", "minimum": 3}}"#)
    #expect(root.output.contains("warning: at the elements of the root: "), "\(root.output)")
  }

  @Test func `a finding of one dialect names it in its problem`() {
    let run = CommandRun("check", "-", "--dialect", "gemini", input: Self.weakened)
    #expect(
      run.output.contains("at /code: The dialect 'gemini' cannot state this 'pattern'"),
      "\(run.output)")
  }

  @Test func `remedies name commands and not functions of Swift`() {
    let documents = [
      Self.weakened, ##"{"type": "array", "items": {"$ref": "#"}}"##,
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
    ]
    for document in documents {
      for arguments in [["check", "-"], ["encode", "-", "--dialect", "openai"]] {
        let run = CommandRun(arguments, on: RecordingConsole(input: [Array(document.utf8)]))
        #expect(!(run.output + run.messages).contains("SchemaEncoder"), "\(arguments)")
      }
    }
    let run = CommandRun("encode", "-", "--dialect", "openai", input: documents[2])
    #expect(run.messages.contains("fit the schema with 'schema fit'."), "\(run.messages)")
    #expect(!Rule.all.contains { $0.meaning.contains("Schema.content") })
    #expect(!Rule.all.contains { $0.meaning.contains("SchemaEncoder") })
  }

  @Test(arguments: SampleOutcome.all)
  func `each sample is accepted as it is, fitted or weakened by each dialect`(
    outcome: SampleOutcome
  ) {
    let arguments = ["check", outcome.sample.rawValue, "--dialect", outcome.dialect]
    let run = CommandRun(arguments)
    #expect(run.status == 0)
    #expect(run.output.contains("[fit.") == outcome.isFitted, "\(run.output)")
    #expect(CommandRun(arguments + ["--strict"]).status == outcome.strictCheck)
  }

  @Test func `a part that a dialect accepts in another form is listed with the form`() {
    let run = CommandRun("check", "fitness", "--dialect", "openai")
    #expect(
      run.output.hasPrefix(
        """
        dialect  result  warnings  errors  fitted by
        openai   fitted         0       0  root

        fitness: note: at the root for openai: \("")
        """), "\(run.output)")
  }

  @Test(arguments: ["recipe", "fitness", "tree", "shape"])
  func `all dialects are checked unless one is named`(sample: String) throws {
    let run = CommandRun("check", sample)
    #expect(run.status == 0)
    let rows = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }.dropFirst()
    #expect(
      rows.compactMap { $0.split(separator: " ").first.map(String.init) }
        == DialectRegistry.standard.names)
  }

  private static let document = """
    {"type": "object", "properties": {
      "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
      "part": {"$ref": "#/definitions/part"}},
     "definitions": {"part": {"type": "object", "properties": {
       "code": {"type": "string", "pattern": "^x"}}}}}
    """

  @Test func `places in a file are written for editors`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.document, to: "a.json")
    let run = CommandRun("check", file, "--dialect", "gemini")
    let starts = run.output.split(separator: "\n")
      .filter { $0.hasPrefix("/") && !$0.contains("[fit.") }
      .compactMap { $0.components(separatedBy: ": ").first }
    #expect(starts == ["\(file):2:73", "\(file):5:12"])
    #expect(CommandRun("check", file, "--dialect", "gemini").status == 0)
    #expect(CommandRun("check", file, "--dialect", "json-schema", "--strict").status == 1)
  }

  @Test func `a part of a file keeps the places of the complete file`() throws {
    let indented = Self.document.replacing("\n", with: "\n  ")
    let text = "{\"tools\": [{\"schema\":\n  \(indented)}]}"
    let run = CommandRun(
      "check", "-", "--at", "/tools/0/schema", "--dialect", "gemini", "--format", "json",
      input: text)
    let findings = try GeneratedContent(json: run.output)
      .value([GeneratedContent].self, forProperty: "findings")
      .filter { try !$0.value(String.self, forProperty: "code").hasPrefix("fit.") }
    #expect(findings.count == 2)
    let places = try findings.map { finding in
      try "\(finding.value(Int.self, forProperty: "line")):"
        + "\(finding.value(Int.self, forProperty: "column")) "
        + "\(finding.value(String.self, forProperty: "pointer"))"
    }
    #expect(places == ["3:75 /tools/0/schema/properties/tags/uniqueItems", "6:14 /part/code"])
  }

  @Test func `a loss of the import weakens the schema in each dialect`() throws {
    let document = #"""
      {"type": "object", "additionalProperties": false, "required": ["a"], "properties": {
        "a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}}
      """#
    let run = CommandRun("check", "-", "--dialect", "openai", input: document)
    #expect(run.status == 0)
    #expect(run.output.contains(/\nopenai +weakened +1 +0 +–\n/), "\(run.output)")
  }

  @Test func `closing an object that does not mention others is no fitting`() throws {
    let inner = #"{"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}}"#
    let document = #"""
      {"type": "object", "required": ["a"], "properties": {"a": \#(inner)}}
      """#
    let run = CommandRun("check", "-", "--dialect", "openai", input: document)
    #expect(run.output.contains(/\nopenai +ok +0 +0 +–\n/), "\(run.output)")
    let notes = run.output.split(separator: "\n").filter { $0.contains("note: ") }
    #expect(notes.count == 1, "\(run.output)")
    #expect(notes.first?.contains("The object and 1 more are closed") == true, "\(run.output)")
  }

  @Test func `a finding of several dialects is reported once`() {
    let run = CommandRun(
      "check", "-", input: #"{"type": "object", "additionalProperties": {"type": "integer"}}"#)
    #expect(run.output.split(separator: "\n").count { $0.contains("[fit.dictionary]") } == 1)
    #expect(run.output.contains("dictionary\n"), "\(run.output)")
  }

  @Test func `JSON has the result of each dialect, and each finding`() throws {
    let run = CommandRun("check", "shape", "--format", "json")
    #expect(run.status == 0)
    let report = try GeneratedContent(json: run.output)
    let schemas = try report.value([GeneratedContent].self, forProperty: "schemas")
    let dialects = try schemas[0].value([GeneratedContent].self, forProperty: "dialects")
    let outcomes = try dialects.map { try $0.value(String.self, forProperty: "outcome") }
    #expect(
      outcomes == [
        "ok", "weakened", "ok", "fitted", "weakened", "ok", "weakened", "fitted", "weakened",
        "weakened", "weakened", "weakened", "weakened", "ok", "weakened",
      ])
    #expect(try dialects[3].value([String].self, forProperty: "fittings") == ["root"])
    let codes = try report.value([GeneratedContent].self, forProperty: "findings").map {
      try $0.value(String.self, forProperty: "code")
    }
    #expect(codes.contains("fit.root") && codes.contains("dialect.pattern"))
  }

  @Test func `a document that is no schema is a finding`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{\n  \"type\": }", to: "a.json")
    let run = CommandRun("check", file)
    #expect(run.status == 2)
    #expect(run.output.contains("\n\(file):2:11: error: at the root: "), "\(run.output)")
    #expect(run.output.hasPrefix("schema"))
    #expect(run.output.contains("not usable"))
  }

  @Test func `colors are for terminals, unless they are asked for`() {
    var terminal = RecordingConsole()
    terminal.display.isTerminal = true
    terminal.display.isColored = true
    let green = "\u{1B}[32mjson-schema"
    #expect(CommandRun(["check", "recipe"], on: terminal).output.contains(green))
    let never = CommandRun(["check", "recipe", "--color", "never"], on: terminal)
    #expect(!never.output.contains("\u{1B}"))
    #expect(!CommandRun("check", "recipe").output.contains("\u{1B}"))
    #expect(CommandRun("check", "recipe", "--color", "always").output.contains(green))
  }

  @Test func `quiet has the same status and no report`() {
    let run = CommandRun("check", "shape", "--strict", "--quiet")
    #expect(run.status == 1)
    #expect(run.output.isEmpty && run.messages.isEmpty)
    #expect(CommandRun("check", "recipe", "-q").status == 0)
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(#"{"type": "string"}"#, to: "a.json")
    try folder.write(#"{"type": "array", "items": {"type": "string"}}"#, to: "inner/b.JSON")
    try folder.write(#"{"type": "string", "pattern": "^a"}"#, to: "c.json")
    try folder.write(#"{"type": "strong"}"#, to: "inner/deep/d.json")
    try folder.write("not a schema", to: "notes.txt")
    return folder
  }

  @Test func `a folder is summed up`() throws {
    let folder = try folder()
    let run = CommandRun("check", folder.url.path, "--dialect", "gemini")
    #expect(run.status == 2)
    #expect(run.progress.count == 4)
    #expect(run.progress.last?.hasSuffix("inner/deep/d.json") == true)
    #expect(
      run.output.hasPrefix(
        """
        4 schemas: 3 read without loss, 0 with losses, 1 not usable

        dialect  ok  fitted  weakened  rejected
        gemini    2       0         1         0

        """), "\(run.output)")
  }

  @Test func `files and patterns are checked together`() throws {
    let folder = try folder()
    let path = folder.url.path
    let run = CommandRun(
      "check", "recipe", "\(path)/*.json", "\(path)/**/d.json", "--format", "json")
    let names = try GeneratedContent(json: run.output)
      .value([GeneratedContent].self, forProperty: "schemas").map {
        try $0.value(String.self, forProperty: "name")
      }
    #expect(
      names == ["recipe", "\(path)/a.json", "\(path)/c.json", "\(path)/inner/deep/d.json"])
    #expect(run.status == 2)
  }

  @Test func `an unreadable file gives status 2, and the other files are checked`() throws {
    let folder = try folder()
    let good = folder.path("a.json")
    let run = CommandRun("check", "./missing.json", good)
    #expect(run.status == 2)
    #expect(run.messages.contains("'./missing.json' cannot be read"))
    #expect(run.output.contains("json-schema"))
    #expect(CommandRun("check", "\(folder.url.path)/x*.json").status == 2)
    #expect(CommandRun("check", "recpie").messages.contains("Did you mean 'recipe'?"))
    let empty = CommandRun("check", try TemporaryFolder().url.path)
    #expect(empty.status == 2)
  }

  @Test(.enabled(if: Corpus.has("schemas"), "\(Corpus.absence)"))
  func `real schemas are read, nearly all of them`() throws {
    let corpus = Corpus.folder.appendingPathComponent("schemas").path
    let files = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
    // Some of each kind; their names begin with where they come from.
    let some = files.enumerated().filter { $0.offset % 8 == 0 }.map { "\(corpus)/\($0.element)" }
    let run = CommandRun(
      ["check"] + some + ["--at", "/schema", "--dialect", "json-schema", "--format", "json"])
    let read = try GeneratedContent(json: run.output)
      .value(GeneratedContent.self, forProperty: "read")
    let failed = try read.value(Int.self, forProperty: "failed")
    #expect(failed * 50 < some.count, "\(failed) of \(some.count)")
    #expect(run.messages.isEmpty)
  }
}
#endif
