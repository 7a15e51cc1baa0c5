#if CommandLine
import Foundation
import SchemaKit
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

@Suite struct CheckCommandTests {
  @Test func `a table has each dialect, and what it would weaken`() throws {
    let run = try CommandRun("check", "shape", "--dialect", "gemini")
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    #expect(
      run.output == """
        shape

        DIALECT  RESULT    WEAKENED
        gemini   weakened         3

        gemini:
          /Circle/color
          /Rectangle/color
          /Polygon/color
            warning: The dialect 'gemini' cannot state this 'pattern', so it is moved
            into the description and not enforced.
            Check the value after decoding.

        """)
  }

  @Test(
    arguments: [(.recipe, 0), (.fitness, 1), (.tree, 1), (.shape, 1)] as [(Sample, Int32)])
  func `all dialects are checked unless one is named, within 80 columns`(
    sample: Sample, status: Int32
  ) throws {
    let run = try CommandRun("check", sample.rawValue)
    #expect(run.status == status)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.columns <= 80 })
    let rows = lines.drop { !$0.hasPrefix("DIALECT") }.dropFirst()
      .prefix(DialectRegistry.standard.names.count).map { $0.split(separator: " ").prefix(2) }
    #expect(
      rows
        == DialectRegistry.standard.names.map { name in
          [Substring(name), Substring(SampleOutcome.of(sample, in: name).rawValue)]
        })
  }

  @Test(arguments: Sample.allCases)
  func `the result as JSON says the same`(sample: Sample) throws {
    let run = try CommandRun("check", sample.rawValue, "--format", "json")
    let report = try GeneratedContent(json: run.output)
    #expect(try report.value(String.self, forProperty: "name") == sample.rawValue)
    let dialects = try report.value([GeneratedContent].self, forProperty: "dialects")
    #expect(
      try dialects.map { try $0.value(String.self, forProperty: "name") }
        == DialectRegistry.standard.names)
    #expect(
      try dialects.map { try $0.value(String.self, forProperty: "outcome") }
        == DialectRegistry.standard.names.map { SampleOutcome.of(sample, in: $0).rawValue })
  }

  @Test func `strictly, what is weakened fails`() throws {
    #expect(try CommandRun("check", "shape", "--dialect", "gemini", "--strict").status == 1)
    #expect(try CommandRun("check", "recipe", "--dialect", "gemini", "--strict").status == 0)
  }

  @Test func `what a dialect rejects fails, with the place and what to do`() throws {
    let text = #"{"type": "object", "properties": {"x": {}}, "additionalProperties": false}"#
    let run = try CommandRun("check", "-", "--dialect", "apple", input: text)
    #expect(run.status == 1)
    #expect(run.output.contains("apple    rejected         -"))
    #expect(run.output.contains("  /x\n    error: The dialect 'apple' rejects any value."))
    #expect(try CommandRun("check", "-", "--dialect", "json-schema", input: text).status == 0)
  }

  @Test func `what reading loses is told with its place in the text`() throws {
    let text = """
      {"type": "object", "properties": {
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}}
      """
    let run = try CommandRun("check", "-", input: text)
    let place = "reading it:\n  /properties/tags/uniqueItems (line 2, column 73)"
    #expect(run.output.contains(place), "\(run.output)")
    #expect(
      try CommandRun("check", "-", "--strict", "--dialect", "json-schema", input: text).status == 1)
  }

  @Test func `colors are for terminals`() throws {
    var display = Display()
    display.isTerminal = true
    display.isColored = true
    let run = try CommandRun(["check", "recipe"], on: RecordingConsole(display: display))
    #expect(run.output.contains("\u{1B}[32mok\u{1B}[0m"))
    #expect(!(try CommandRun("check", "recipe").output.contains("\u{1B}")))
  }

  @Test func `a folder is summed up`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"type": "string"}"#, to: "a.json")
    try folder.write(#"{"type": "array", "items": {"type": "string"}}"#, to: "inner/b.JSON")
    try folder.write(#"{"type": "string", "pattern": "^a"}"#, to: "c.json")
    try folder.write(#"{"type": "strong"}"#, to: "d.json")
    try folder.write("not a schema", to: "notes.txt")
    let run = try CommandRun("check", folder.url.path, "--dialect", "gemini")
    #expect(run.status == 1)
    #expect(run.progress.count == 4)
    #expect(run.progress.last == "4 of 4: inner/b.JSON")
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.hasPrefix("d.json: error: at /type (line 1, column 10): ") == true)
    let start = """
      4 schemas in \(folder.url.path)

      READ          SCHEMAS   SHARE
      without loss        3  75.0 %
      with losses         0   0.0 %
      not usable          1  25.0 %

      DIALECT      OK  WEAKENED  REJECTED  NOT READ
      gemini   50.0 %    25.0 %     0.0 %    25.0 %

      most frequent when reading:
        1  
      """
    #expect(run.output.hasPrefix(start), "\(run.output)")
    let json = try GeneratedContent(
      json: try CommandRun("check", folder.url.path, "--format", "json").output)
    #expect(try json.value(Int.self, forProperty: "count") == 4)
    #expect(
      try json.value([GeneratedContent].self, forProperty: "schemas").map {
        try $0.value(String.self, forProperty: "name")
      } == ["a.json", "c.json", "d.json", "inner/b.JSON"])
  }

  @Test func `a folder without schemas is an error`() throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun("check", folder.url.path)
    #expect(run.status == 1)
    #expect(run.messages.first?.hasPrefix("error: There is no file that ends in .json") == true)
  }

  @Test func `an unknown sample is no schema to check`() throws {
    let run = try CommandRun("check", "recpie")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.first?.contains("Did you mean 'recipe'?") == true)
  }

  @Test(.enabled(if: Corpus.has("schemas"), "\(Corpus.absence)"))
  func `real schemas are read, nearly all of them`() throws {
    let corpus = Corpus.folder.appendingPathComponent("schemas").path
    let files = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted()
    let folder = try TemporaryFolder()
    // Some of each kind; their names begin with where they come from.
    for (index, file) in files.enumerated() where index % 8 == 0 {
      try FileManager.default.copyItem(
        atPath: "\(corpus)/\(file)", toPath: folder.path(file))
    }
    let run = try CommandRun(
      "check", folder.url.path, "--at", "/schema", "--dialect", "json-schema", "--format", "json")
    let report = try GeneratedContent(json: run.output)
    let count = try report.value(Int.self, forProperty: "count")
    let failed = try report.value(GeneratedContent.self, forProperty: "import")
      .value(Int.self, forProperty: "failed")
    #expect(count > 0)
    #expect(failed * 50 < count, "\(failed) of \(count)")
    // On a busy machine one may take long.
    #expect(run.messages.allSatisfy { $0.hasPrefix("note: ") }, "\(run.messages)")
  }
}
#endif
