import SchemaContent
import SchemaImport
import SchemaTestSupport
import Testing

struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let document: String
    let rule: ImportRule
    let pointer: String
    let line: Int
    let column: Int
    var draft: SchemaDraft?

    init(
      _ document: String, _ rule: ImportRule, _ pointer: String, _ line: Int,
      _ column: Int, draft: SchemaDraft? = nil
    ) {
      self.document = document
      self.rule = rule
      self.pointer = pointer
      self.line = line
      self.column = column
      self.draft = draft
    }

    var testDescription: String { document }
  }

  static let cases: [Case] = [
    Case(#"{"type":5}"#, .invalidKeyword, "/type", 1, 9),
    Case(#"{"type":"strnig"}"#, .invalidKeyword, "/type", 1, 9),
    Case(#"{"type":["string",1]}"#, .invalidKeyword, "/type/1", 1, 19),
    Case("{\n  \"minimum\": \"é\",\n \"maximum\": null}", .invalidKeyword, "/minimum", 2, 14),
    Case(#"{"description":"éé","minLength":-1}"#, .invalidKeyword, "/minLength", 1, 33),
    Case(#"{"minItems":1.5}"#, .invalidKeyword, "/minItems", 1, 13),
    Case(#"{"minLength":"1"}"#, .invalidKeyword, "/minLength", 1, 14),
    Case(#"{"multipleOf":0}"#, .invalidKeyword, "/multipleOf", 1, 15),
    Case(#"{"enum":"a"}"#, .invalidKeyword, "/enum", 1, 9),
    Case(#"{"required":true}"#, .invalidKeyword, "/required", 1, 13),
    Case(#"{"required":{"a":1}}"#, .invalidKeyword, "/required", 1, 13),
    Case(#"{"anyOf":{"a":{}}}"#, .invalidKeyword, "/anyOf", 1, 10),
    Case(#"{"enum":{"a":1}}"#, .invalidKeyword, "/enum", 1, 9),
    Case(#"{"type":["integer","string"],"minimum":"x"}"#, .invalidKeyword, "/minimum", 1, 40),
    Case(
      #"{"type":["integer","string"],"minimum":2,"maximum":1,"minLength":2,"maxLength":1}"#,
      .unsatisfiable, "", 1, 1),
    Case(#"{"required":["a",1]}"#, .invalidKeyword, "/required/1", 1, 18),
    Case(#"{"properties":[]}"#, .invalidKeyword, "/properties", 1, 15),
    Case(#"{"properties":{"a":3}}"#, .invalidKeyword, "/properties/a", 1, 20),
    Case(#"{"items":"string"}"#, .invalidKeyword, "/items", 1, 10),
    Case(#"{"anyOf":{}}"#, .invalidKeyword, "/anyOf", 1, 10),
    Case(#"{"anyOf":[]}"#, .invalidKeyword, "/anyOf", 1, 10),
    Case(#"{"pattern":1}"#, .invalidKeyword, "/pattern", 1, 12),
    Case(#"{"uniqueItems":"yes"}"#, .invalidKeyword, "/uniqueItems", 1, 16),
    Case(#"{"exclusiveMinimum":"3"}"#, .invalidKeyword, "/exclusiveMinimum", 1, 21),
    Case(#"{"nullable":"yes","type":"null"}"#, .invalidKeyword, "/nullable", 1, 13),
    Case(#"{"type":"string","enum":[1,2,3]}"#, .unsatisfiable, "", 1, 1),
    Case(
      #"{"type":"object","properties":{"a":{"type":"string","enum":[1]}},"required":["a"]}"#,
      .unsatisfiable, "/properties/a", 1, 36),
    Case(
      #"{"type":"array","minItems":1,"items":{"type":"string","enum":[1]}}"#, .unsatisfiable,
      "/items", 1, 38),
    Case(
      #"{"anyOf":[{"type":"string","enum":[1]},{"type":"null","enum":[2]}]}"#, .unsatisfiable,
      "/anyOf/0", 1, 11),
    Case(
      #"{"type":"object","properties":{"a":false},"required":["a"]}"#, .unsatisfiable,
      "/properties/a", 1, 36),
    Case(
      #"""
      {"type":"object","required":["b"],"additionalProperties":false}
      """#, .unsatisfiable, "", 1, 1),
    Case(#"{"type":"array","items":false,"minItems":1}"#, .unsatisfiable, "", 1, 1),
    Case(#""string""#, .invalidKeyword, "", 1, 1),
    Case(#"[]"#, .invalidKeyword, "", 1, 1),
    Case(#"{"minimum":1e100000000000000000000}"#, .invalidKeyword, "/minimum", 1, 12),
    Case(##"{"items":{"$ref":"#/$defs/A"}}"##, .invalidReference, "/items/$ref", 1, 18),
    Case(##"{"items":{"$ref":"#nowhere"}}"##, .invalidReference, "/items/$ref", 1, 18),
    Case(##"{"items":{"$ref":"#/a~2"}}"##, .invalidReference, "/items/$ref", 1, 18),
    Case(##"{"items":{"$ref":"#/%zz"}}"##, .invalidReference, "/items/$ref", 1, 18),
    Case(
      ##"{"items":{"$ref":"#/required"},"required":["a"]}"##, .invalidKeyword, "/required", 1, 43),
    Case(#"{"items":{"$ref":7}}"#, .invalidKeyword, "/items/$ref", 1, 18),
    Case(#"{"$ref":"other.json#/a"}"#, .remoteReference, "/$ref", 1, 9),
    Case(#"{"$ref":"https://example.com/s"}"#, .remoteReference, "/$ref", 1, 9),
    Case(##"{"$ref":"#"}"##, .circularReference, "", 1, 1),
    Case(
      ##"""
      {"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"items":{"$ref":"#/$defs/a"}}
      """##,
      .circularReference, "/$defs/a", 1, 15),
    Case(##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##, .circularReference, "", 1, 1),
    Case("false", .unsatisfiable, "", 1, 1),
    Case(#"{"type":"integer","minimum":3,"maximum":2}"#, .unsatisfiable, "", 1, 1),
    Case(#"{"allOf":[{"type":"string"},{"type":"integer"}]}"#, .unsatisfiable, "", 1, 1),
    Case(#"{"enum":["a"],"minLength":2}"#, .unsatisfiable, "", 1, 1),
    Case("", .malformed, "", 1, 1),
    Case("{\"type\":\n \"string\"", .malformed, "", 2, 10),
    Case(#"{"type":"string",}"#, .malformed, "", 1, 18),
    Case(#"{"type":"string","type":"string"}"#, .malformed, "", 1, 18),
    Case(#"{"type":"string"} x"#, .malformed, "", 1, 19),
  ]

  @Test(arguments: [
    (#"{"minimum":"3"}"#, "'minimum' has to be a number, and is a string."),
    (
      #"{"type":"object","required":["b"],"additionalProperties":false}"#,
      "'b' is required, and 'additionalProperties' excludes it."
    ),
    (#"{"minimum":1e100000000000000000000}"#, "The number's exponent has more than 17 digits."),
  ])
  func `I3: a fault says what is wrong`(document: String, problem: String) throws {
    #expect(try importError(document)?.problem == problem)
  }

  @Test func `H1: content that nests deeper than allowed is an error as its text is`() throws {
    let document =
      String(repeating: #"{"not":"#, count: 9) + "true" + String(repeating: "}", count: 9)
    var options = SchemaImporter.Options(maximumDepth: 8)
    let content = try GeneratedContent(json: document)
    for place in [true, false] {
      let error = #expect(throws: SchemaImportError.self) {
        let importer = SchemaImporter(options: options)
        _ = place ? try importer.import(content) : try importer.import(document)
      }
      #expect(error?.rule == .limit)
    }
    options.maximumDepth = 9
    #expect(try SchemaImporter(options: options).import(content).isLossless == false)
  }

  @Test(arguments: cases)
  func `I3: a fault is an error with its pointer and its position`(_ item: Case) throws {
    var options = SchemaImporter.Options()
    options.draft = item.draft
    let error = try #require(try importError(item.document, options: options))
    #expect(error.rule == item.rule, "\(error)")
    #expect(error.path.pointer == item.pointer, "\(error)")
    #expect(error.position?.line == item.line, "\(error)")
    #expect(error.position?.column == item.column, "\(error)")
    #expect(error.errorDescription?.isEmpty == false)
  }

  @Test func `bytes that are no UTF-8 are an error with their position`() throws {
    let error = #expect(throws: SchemaImportError.self) {
      try SchemaImporter().import([0x7B, 0x22, 0xFF, 0x22])
    }
    #expect(error?.rule == .malformed)
    #expect(error?.position?.offset == 2)
  }

  @Test func `a byte order mark is skipped, and counts in positions`() throws {
    let text = [0xEF, 0xBB, 0xBF] + Array(#"{"type":5}"#.utf8)
    let error = #expect(throws: SchemaImportError.self) { try SchemaImporter().import(text) }
    #expect(error?.position?.offset == 11)
    let malformed = #expect(throws: SchemaImportError.self) {
      try SchemaImporter().import([0xEF, 0xBB, 0xBF, 0x7B, 0x7B])
    }
    #expect(malformed?.position?.offset == 4 && malformed?.position?.column == 2)
  }

  @Test func `a deep nest is an error`() async throws {
    let text =
      String(repeating: #"{"items":"#, count: greatDepth) + "{}"
      + String(repeating: "}", count: greatDepth)
    let error = try await onSmallStack { try importError(text) }
    #expect(error?.rule == .limit)
  }

  @Test func `depth and length are limited by options`() throws {
    var options = SchemaImporter.Options()
    options.maximumDepth = 2
    #expect(try importError(#"{"items":{"items":{}}}"#, options: options)?.rule == .limit)
    options = SchemaImporter.Options(maximumLength: 10)
    #expect(try importError(#"{"type":"string"}"#, options: options)?.rule == .limit)
    options = SchemaImporter.Options(maximumParts: 3)
    #expect(
      try importError(
        #"{"properties":{"a":{"items":{}},"b":{"items":{"items":{}}}}}"#, options: options)?.rule
        == .limit)
  }

  @Test func `content is imported without a text, and has to be complete`() throws {
    let content = try GeneratedContent(json: #"{"type":"number","minimum":"1"}"#)
    let error = #expect(throws: SchemaImportError.self) { try SchemaImporter().import(content) }
    #expect(error?.path.pointer == "/minimum")
    #expect(error?.position == nil)
    let partial = try GeneratedContent(json: #"{"type":"#)
    let incomplete = #expect(throws: SchemaImportError.self) {
      try SchemaImporter().import(partial)
    }
    #expect(incomplete?.rule == .malformed)
  }

  @Test func `large numbers stay exact`() throws {
    let text = #"{"type":"number","maximum":1e400,"minimum":-123456789012345678901234567890}"#
    #expect(
      try importing(text).text
        == #"{"type":"number","minimum":-123456789012345678901234567890,"maximum":1e400}"#)
  }

  @Test(arguments: [
    (#"{"type":"array","uniqueItems":true}"#, ImportRule.uniqueItems),
    (#"{"type":"object","propertys":{}}"#, .misspelling),
    (#"{"type":"object","schema":"http://json-schema.org/draft-07/schema#"}"#, .misspelling),
    (#"{"type":"object","schema":{"type":"object"}}"#, nil),
    (#"{"type":"array","x-note":1,"default":[]}"#, nil),
  ])
  func `I3: strict import makes every warning an error`(_ text: String, _ rule: ImportRule?) throws
  {
    let options = SchemaImporter.Options(isStrict: true)
    #expect(try importError(text, options: options)?.rule == rule)
  }

  @Test func `each rule has a code of its own`() {
    let codes = ImportRule.allCases.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.hasPrefix("import.") })
  }

  @Test(arguments: ["minLenght", ""])
  func `the name of an unknown keyword is quoted in part`(name: String) throws {
    let long = name + String(repeating: "a", count: name.isEmpty ? 200_000 : 0)
    let imported = try SchemaImporter().import(#"{"type": "string", "\#(long)": 1}"#)
    let diagnostic = try #require(imported.diagnostics.first)
    #expect(diagnostic.problem.contains("is not a keyword"))
    #expect(diagnostic.problem.utf8.count < 400)
  }
}
