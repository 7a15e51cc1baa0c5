import IndexedTables
import SchemaDocuments
import SchemaTestSupport
import Testing

@testable import SchemaValidation

/// What errors and notes say of documents that cannot be read as they are meant.
struct DocumentErrorTests {
  private static func validator(
    _ document: String, _ remotes: [String: String] = [:], place: SchemaPath = SchemaPath()
  ) throws -> ContentValidator {
    var options = ContentValidator.DocumentOptions()
    options.place = place
    options.remotes = try remotes.mapValues { try GeneratedContent(json: $0) }
    return try ContentValidator(document: GeneratedContent(json: document), options: options)
  }

  private static func error(_ document: String, _ remotes: [String: String] = [:]) -> String? {
    #expect(throws: ValidatorError.self) { try validator(document, remotes) }?.errorDescription
  }

  @Test func `each check that is left out is noted once for a schema`() throws {
    let document = #"{"multipleOf": 2, "pattern": "a", "patternProperties": {"b": {}}}"#
    let program = try Self.validator(document).program
    var findings = Findings(SharedProgram(program), limit: 10)
    let (text, name) = (EntryIndex<SchemaPattern>(0), EntryIndex<SchemaPattern>(1))
    let checks: [SkippedCheck] = [.pattern(text), .multiple(EntryIndex(0)), .namePattern(name)]
    let goal = Goal(schema: .root, place: ContentPlaces(GeneratedContent(1)).root)
    for check in checks + checks { findings.note(goal, check) }
    #expect(
      findings.notes.map(\.problem) == [
        "The pattern 'a' is not run on every text.",
        "Whether a number is a multiple of 2 is not always known.",
        "The pattern 'b' is not run on every name.",
      ])
  }

  @Test func `a meta-schema that is not known is noted at its schema`() throws {
    let draft = "https://json-schema.org/draft/2020-12/schema"
    func notes(_ document: String, _ remotes: [String: String] = [:]) throws -> [String] {
      try Self.validator(document, remotes).notes.map { "\($0.path.pointer) \($0.problem)" }
    }
    #expect(try notes("{\"$schema\": \"\(draft)\"}").isEmpty)
    #expect(try notes(#"{"$schema": "http://h/meta"}"#, ["http://h/meta": "{}"]).isEmpty)
    let root = try notes(#"{"$schema": "http://json-schema.org/draft-03/schema#"}"#)
    #expect(root.count == 1 && root.first?.hasPrefix("/$schema The meta-schema") == true)
    let inner = try notes(
      #"{"properties": {"a": {"$id": "http://h/a", "$schema": "http://h/meta"}}}"#)
    #expect(inner.count == 1 && inner.first?.hasPrefix("/properties/a/$schema ") == true)
    let supplied = try notes(
      #"{"$ref": "http://h/a"}"#, ["http://h/a": #"{"$schema": "http://h/meta"}"#])
    #expect(supplied.count == 1)
    #expect(supplied.first?.hasPrefix("/$schema In 'http://h/a': The meta-schema") == true)
  }

  @Test func `a meta-schema is found by the URI that it states`() throws {
    let validator = try Self.validator(
      #"{"$schema": "https://e/meta", "minimum": 5}"#,
      [
        "file:///m.json": """
        {"$id": "https://e/meta", "$schema": "https://json-schema.org/draft/2020-12/schema",
         "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true}}
        """
      ])
    #expect(validator.notes.isEmpty)
    #expect(validator.isValid(GeneratedContent(1)))
  }

  @Test func `an error in a supplied document names the document`() {
    #expect(
      Self.error(#"{"$ref": "http://h/a"}"#, ["http://h/a": ##"{"items": {"$ref": "#/b"}}"##])
        == "At /items/$ref: In 'http://h/a': The reference '#/b' has no target.")
  }

  @Test func `an unknown vocabulary is reported at the '$schema' that asks for it`() {
    let meta = #"{"$vocabulary": {"http://h/vocabulary": true}}"#
    let error = Self.error(
      #"{"properties": {"a": {"$id": "http://h/a", "$schema": "http://h/meta"}}}"#,
      ["http://h/meta": meta])
    #expect(error?.hasPrefix("At /properties/a/$schema: The meta-schema requires") == true)
  }

  @Test func `a reference that leads out of its '$id' is not said to lack a document`() {
    let error = Self.error(
      ##"""
      {"$defs": {"n": {"type": "null"}},
       "properties": {"a": {"$id": "http://h/a", "items": {"$ref": "#/$defs/n"}}}}
      """##)
    #expect(
      error
        == "At /properties/a/items/$ref: The reference '#/$defs/n' has no target within the '$id' "
        + "that encloses it.")
  }

  @Test func `an identifier in a part is noted once`() throws {
    let long = String(repeating: "a", count: 2_000)
    let ids = (0..<4).reduce(#"{"type": "null"}"#) { inner, _ in
      "{\"$id\": \"\(long)/\", \"items\": \(inner)}"
    }
    let whole = try Self.validator("{\"$id\": \"http://h/\", \"part\": {\"items\": \(ids)}}")
    #expect(whole.notes.isEmpty)
    let part = try Self.validator(
      "{\"$id\": \"http://h/\", \"properties\": {\"part\": {\"items\": \(ids)}}}",
      place: ["properties", "part"])
    #expect(!part.notes.isEmpty)
    #expect(Set(part.notes.map(\.path.pointer)).count == part.notes.count)
  }

  @Test(arguments: [
    ("http://json-schema.org/draft-07/schema#", "$anchor"),
    ("https://json-schema.org/draft/2019-09/schema", "$dynamicAnchor"),
  ])
  func `an anchor that the draft does not have is no target`(draft: String, keyword: String) {
    let error = Self.error(
      """
      {"$schema": "\(draft)", "properties": {"a": {"$ref": "#n"}},
       "definitions": {"n": {"\(keyword)": "n"}}, "$defs": {"n": {"\(keyword)": "n"}}}
      """)
    #expect(error == "At /properties/a/$ref: The reference '#n' has no target.")
  }
}
