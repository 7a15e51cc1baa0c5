import SchemaConformances
import SchemaDialects
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

struct DialectAnswerTests {
  private struct Note: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          Property(name: "text", type: String.self), Property(name: "tag", type: String?.self),
        ])
    }
  }

  @Test func `V3: null for an optional property counts as absent`() throws {
    let validator = try ContentValidator(Note.self)
    let valid = try GeneratedContent(json: #"{"text": "a", "tag": null}"#)
    #expect(validator.checkedReport(on: valid).isValid)
    #expect(validator.isValid(valid))
    let other = try GeneratedContent(json: #"{"text": null, "tag": 1}"#)
    #expect(
      validator.checkedReport(on: other).violations.map(\.description) == [
        "at /text: expected a string, found null",
        "at /tag: expected a string, found the number 1",
      ])
    // A document says what it says.
    let document = try ContentValidator(SchemaEncoder().encode(Note.self))
    #expect(!document.isValid(valid))
  }

  private struct Choice: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          Property(name: "count", type: Int.self),
          Property(name: "tag", type: String?.self),
        ])
    }
  }

  @Test(arguments: ["gemini-openapi", "json-schema", "openai"])
  func `a validator of an encoded schema reads the names of its dialect`(name: String) throws {
    let dialect = try #require(DialectRegistry.standard.dialect(named: name))
    let validator = try ContentValidator(SchemaEncoder(dialect: dialect).encode(Choice.self))
    #expect(validator.notes.isEmpty)
    #expect(try validator.lines(#"{"count": 1, "tag": "a"}"#).isEmpty)
    #expect(
      try validator.lines(#"{"count": "1", "tag": "a", "other": 1}"#).sorted() == [
        "at /count: expected a whole number, found the string \"1\"",
        #"at /other: expected no property but "count", "tag", found the number 1"#,
      ])
    #expect(try validator.lines(#"{"count": 1, "tag": true}"#).count == 1)
  }

  @Test func `a validator of an encoded schema reads nullable and renamed keywords`() throws {
    let dialect = TestDialect {
      $0.nullForm = .keyword
      $0.optional = .nullable
      $0.keywords[.properties] = "members"
      $0.keywords[.required] = "needed"
      $0.keywords.capitalizesTypes = true
    }
    let schema = try SchemaEncoder(dialect: dialect).encode(Choice.self)
    #expect(schema.jsonString().contains(#""nullable":true"#))
    let validator = try ContentValidator(schema)
    #expect(try validator.lines(#"{"count": 1, "tag": null}"#).isEmpty)
    #expect(
      try validator.lines(#"{"tag": null}"#) == [
        "at /count: expected a whole number, found nothing"
      ])
  }

  @Test(arguments: DialectRegistry.standard.names)
  func `V4: what a dialect asks a model for is never a violation`(name: String) throws {
    let dialect = try #require(DialectRegistry.standard.dialect(named: name))
    var (schemas, answers) = (0, 0)
    for seed in 5_000..<5_000 + UInt64(tried(of: 150, oneIn: 30)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      guard let schema = try? SchemaEncoder(dialect: dialect).encode(graph) else { continue }
      schemas += 1
      // The answers know nothing of what is said in descriptions only. But names and null are said.
      let isWeakened = schema.diagnostics.contains { $0.severity == .warning }
      let names: Set<ValidationReport.Rule> = [.required, .unknownProperty, .duplicateProperty]
      let validator = try ContentValidator(graph)
      let document = try ContentValidator(schema)
      var random = RandomAnswers(schema, seed: seed)
      for _ in 0..<8 {
        let text = random.next()
        let answer = try GeneratedContent(json: text)
        guard document.isValid(answer) else { continue }
        answers += 1
        let report = validator.checkedReport(on: answer)
        let wrong = report.violations.filter {
          !isWeakened || names.contains($0.rule) || $0.found == "null"
        }
        #expect(wrong.isEmpty, "seed \(seed): \(text): \(report)")
      }
    }
    #expect(schemas > tried(of: 20, oneIn: 20))
    #expect(answers > tried(of: 100, oneIn: 20))
  }
}
