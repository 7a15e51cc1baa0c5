import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

struct DocumentTests {
  private static func lines(_ schema: String, _ json: String) throws -> [String] {
    try ContentValidator(document: schema).lines(json)
  }

  @Test func `a byte order mark before the document is skipped`() throws {
    let validator = try ContentValidator(document: "\u{FEFF}{\"type\": \"string\"}")
    #expect(validator.report(on: GeneratedContent("a")).isValid)
    #expect(throws: (any Error).self) { try ContentValidator(document: [0xEF, 0xBB, 0x7B, 0x7D]) }
  }

  @Test func `every keyword has a sentence that says what is expected`() throws {
    let cases = [
      (#"{"const": {"a": [1]}}"#, "2", #"expected {"a": [1]}, found the number 2"#),
      (
        #"{"not": {"type": "string"}}"#, #""a""#,
        #"expected anything but a string, found the string "a""#
      ),
      (
        #"{"uniqueItems": true}"#, #"[{"a": 1, "b": 2}, 3, {"b": 2.0, "a": 1}]"#,
        "at /2: expected an element that is not in the array yet, found the same as at index 0"
      ),
      (
        #"{"contains": {"type": "integer"}, "minContains": 2}"#, "[1, true]",
        "expected at least 2 elements such as a whole number, found 1 element"
      ),
      (
        #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
        "at /b: expected a value, since there is a property \"a\", found nothing"
      ),
      (
        #"{"propertyNames": {"maxLength": 2}}"#, #"{"abc": 1}"#,
        """
        at /abc: expected a string of at most 2 characters, found the string "abc" of 3 characters
        """
      ),
      (
        #"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, "3",
        "expected a value of exactly one of several forms, found one that has more than one of them"
      ),
      (
        #"{"properties": {"a": true}, "unevaluatedProperties": false}"#, #"{"b": 1}"#,
        "at /b: expected no such property, found the number 1"
      ),
      (
        #"{"prefixItems": [true], "unevaluatedItems": false}"#, "[1, 2]",
        "at /1: expected no such element, found the number 2"
      ),
      (
        #"{"prefixItems": [true], "items": false}"#, "[1, 2]",
        "expected at most 1 element, found 2 elements"
      ),
      (
        #"{"patternProperties": {"^a": {}}, "additionalProperties": false}"#, #"{"b": 1}"#,
        "at /b: expected no property but a name that matches ^a, found the number 1"
      ),
      (
        """
        {"properties": {"x": {}}, "patternProperties": {"^a": {}, "z$": {}},
         "additionalProperties": false}
        """, #"{"b": 1}"#,
        "at /b: expected no property but \"x\" or a name that matches ^a or z$, found the number 1"
      ),
      (
        #"{"prefixItems": [true], "items": false, "minItems": 2}"#, "[1, 2]",
        "expected at most 1 element, found 2 elements"
      ),
      (
        #"{"if": {"type": "string"}, "then": {"minLength": 2}}"#, #""a""#,
        "expected a string of at least 2 characters, found the string \"a\" of 1 character"
      ),
      (#"false"#, "1", "expected no such value, found the number 1"),
    ]
    for (schema, json, line) in cases {
      #expect(try Self.lines(schema, json) == [line], "\(schema)")
    }
  }

  @Test func `V4: a violation says where in the schema the keyword is`() throws {
    let schema = """
      {"$id": "https://example.org/s", "properties": {"a": {"$ref": "#/$defs/A~B"}},
       "$defs": {"A~B": {"minimum": 1}}}
      """.replacing("A~B", with: "A b")
    let validator = try ContentValidator(
      document: schema.replacing("#/$defs/A b", with: "#/$defs/A%20b"))
    let violation = try #require(
      validator.report(on: GeneratedContent(json: #"{"a": 0}"#)).violations.first)
    #expect(violation.path.pointer == "/a")
    #expect(violation.schemaPath.pointer == "/$defs/A b/minimum")
    #expect(violation.schemaURI == "https://example.org/s#/$defs/A%20b/minimum")
  }

  @Test func `keywords with wrong values are ignored, and noted`() throws {
    let validator = try ContentValidator(
      document: #"{"minimum": "1", "type": "objekt", "required": true, "properties": {"a": 1}}"#)
    #expect(validator.isValid(try GeneratedContent(json: "0")))
    #expect(
      validator.notes.map(\.path.pointer).sorted()
        == ["/minimum", "/properties/a", "/required", "/type"])
    #expect(
      validator.notes.contains {
        $0.problem == "'minimum' has to be a number, and is a string. This is ignored."
      })
  }

  @Test func `an empty list of types is ignored, and noted`() throws {
    let validator = try ContentValidator(document: #"{"type": []}"#)
    #expect(try validator.lines("1").isEmpty)
    #expect(
      validator.notes.map { "\($0.path.pointer) \($0.problem)" } == [
        "/type 'type' has to be the name of a type or an array of at least one name, and is an "
          + "empty array. This is ignored."
      ])
  }

  @Test func `keywords of another draft are ignored, and noted`() throws {
    let validator = try ContentValidator(
      document: """
        {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {}},
         "unevaluatedProperties": false, "$anchor": "a"}
        """)
    #expect(try validator.lines(#"{"b": 1}"#).isEmpty)
    #expect(
      validator.notes.map { "\($0.path.pointer) \($0.problem)" } == [
        "/unevaluatedProperties 'unevaluatedProperties' is not a keyword of draft-07, so it is not "
          + "checked."
      ])
  }

  @Test func `dependencies of a wrong form are ignored, and noted`() throws {
    let validator = try ContentValidator(
      document: #"{"dependentRequired": {"a": "b", "c": ["d"]}, "dependentSchemas": {"e": 1}}"#)
    #expect(try validator.lines(#"{"a": 1, "e": 1}"#).isEmpty)
    #expect(try validator.lines(#"{"c": 1}"#).count == 1)
    #expect(
      validator.notes.map(\.path.pointer).sorted() == [
        "/dependentRequired/a", "/dependentSchemas/e",
      ])
  }

  @Test(.withOptimizer)
  func `a pattern that is not run on a text is noted once`() throws {
    let validator = try ContentValidator(document: #"{"items": {"pattern": "^(?:(?!b)a)*$"}}"#)
    let text = "\"\(String(repeating: "a", count: 150_000))\""
    let report = validator.checkedReport(
      on: try GeneratedContent(json: "[\(text), \(text), \"a\"]"))
    #expect(report.isValid)
    #expect(report.notes.map(\.path.pointer) == ["/items"])
    #expect(report.notes.first?.problem.contains("is not run on every text") == true)
    #expect(try validator.lines(#"["ab"]"#).count == 1)
  }

  @Test(.withOptimizer, arguments: [0, 10])
  func `a pattern that is not run on a name is noted`(count: Int) throws {
    let others = (0..<count).map { "\"^\($0)$\": false," }.joined()
    let patterns = "\"patternProperties\": {\(others) \"^(?:(?!b)a)*$\": {\"type\": \"null\"}}"
    let name = String(repeating: "a", count: 150_000)
    let content = try GeneratedContent(json: "[{\"\(name)\": 1, \"a\": null}]")
    let closed = try ContentValidator(
      document: "{\"items\": {\(patterns), \"additionalProperties\": false}}")
    #expect(closed.notes.isEmpty)
    let report = closed.checkedReport(on: content)
    #expect(report.isValid)
    #expect(report.notes.map(\.path.pointer) == ["/items"])
    #expect(report.notes.first?.problem.contains("is not run on every name") == true)
    #expect(try closed.lines(#"[{"a": 1}, {"ab": 1}]"#).count == 2)
    let unevaluated = try ContentValidator(
      document: "{\"allOf\": [{\(patterns)}], \"unevaluatedProperties\": false}")
    let element = try GeneratedContent(json: "{\"\(name)\": 1}")
    #expect(
      unevaluated.checkedReport(on: element).notes.map(\.path.pointer).sorted() == ["", "/allOf/0"])
  }

  @Test(arguments: [0, 10])
  func `a pattern of names that is not run is noted, and not checked`(count: Int) throws {
    let others = (0..<count).map { "\"^\($0)$\": false," }.joined()
    let validator = try ContentValidator(
      document: """
        {"patternProperties": {\(others) "(?<=a)b": {"type": "null"}}, \
        "additionalProperties": false}
        """)
    #expect(validator.notes.map(\.path.pointer) == ["/patternProperties/(?<=a)b"])
    // It may match every name.
    #expect(try validator.lines(#"{"x": 1}"#).isEmpty)
    #expect(try validator.lines(#"{"7": 1}"#).count == (count == 0 ? 0 : 1))
  }

  @Test func `an incomplete value may become one that not excludes, or another`() throws {
    let validator = try ContentValidator(document: #"{"not": {"enum": ["ab"]}}"#)
    #expect(try validator.lines(partial: #""ab"#).isEmpty)
    #expect(try validator.lines(partial: #""ab""#).count == 1)
  }

  @Test(arguments: ["maximum", "multipleOf", "maxLength"])
  func `a bound whose exponent is too long is ignored, and noted`(keyword: String) throws {
    let validator = try ContentValidator(document: "{\"\(keyword)\": 1e99999999999999999999}")
    #expect(validator.isValid(try GeneratedContent(json: "0")))
    let note = try #require(validator.notes.first)
    #expect(note.problem == "The number's exponent has more than 17 digits. This is ignored.")
    #expect(note.path.pointer == "/\(keyword)" && validator.notes.count == 1)
  }

  @Test(arguments: [
    "\"pattern\": \"(\(long)\"", "\"pattern\": \"(?<=\(long))\"",
  ])
  func `notes quote the beginning of a long text`(member: String) throws {
    let validator = try ContentValidator(document: "{\(member)}")
    let problem = try #require(validator.notes.first).problem
    #expect(problem.contains("aaaa") && problem.contains("…'"))
    #expect(problem.utf8.count < 400)
  }

  private static let long = String(repeating: "a", count: 200_000)

  @Test func `a reference without a target is an error with its place`() throws {
    let error = #expect(throws: ValidatorError.self) {
      try ContentValidator(document: #"{"properties": {"a": {"$ref": "other.json#/b"}}}"#)
    }
    #expect(error?.path.pointer == "/properties/a/$ref")
    #expect(error?.errorDescription?.contains("'other.json#/b'") == true)
    #expect(error?.recoverySuggestion?.isEmpty == false)
    #expect(throws: ValidatorError.self) { try ContentValidator(document: #"{"type": "#) }
  }

  @Test func `documents that are supplied are found by their URIs`() throws {
    let options = ContentValidator.DocumentOptions(
      remotes: [
        "https://example.org/b.json": try GeneratedContent(
          json:
            #"""
            {"$id": "https://example.org/c.json", \#
            "$defs": {"n": {"$anchor": "n", "type": "null"}}}
            """#
        )
      ], baseURI: "https://example.org/a.json")
    for reference in ["b.json#/$defs/n", "c.json#n", "/b.json#/$defs/n"] {
      let validator = try ContentValidator(
        document: "{\"$ref\": \"\(reference)\"}", options: options)
      #expect(validator.isValid(try GeneratedContent(json: "null")))
      #expect(!validator.isValid(try GeneratedContent(json: "1")))
    }
  }

  @Test func `a byte order mark before a document is skipped`() throws {
    let text = [0xEF, 0xBB, 0xBF] + Array(#"{"type": "string"}"#.utf8)
    let validator = try ContentValidator(document: text)
    #expect(validator.isValid(GeneratedContent("a")) && !validator.isValid(GeneratedContent(true)))
    #expect(throws: GeneratedContent.ParsingError.self) {
      try ContentValidator(document: Array(text.dropFirst()))
    }
  }

  @Test func `numbers are compared exactly`() throws {
    let cases = [
      (#"{"multipleOf": 0.01}"#, "19.99", true), (#"{"multipleOf": 1e-8}"#, "12391239123", true),
      (#"{"const": 9007199254740993}"#, "9007199254740992", false),
      (#"{"enum": [[1]]}"#, "[1.0]", true), (#"{"type": "integer"}"#, "1e2", true),
      (#"{"uniqueItems": true}"#, "[1, true, 0, false, \"1\"]", true),
      (#"{"uniqueItems": true}"#, "[100, 1e2]", false),
      (#"{"maximum": 1e400}"#, "1e401", false),
    ]
    for (schema, json, isValid) in cases {
      let validator = try ContentValidator(document: schema)
      #expect(validator.isValid(try GeneratedContent(json: json)) == isValid, "\(schema) \(json)")
    }
    let draft4 = try ContentValidator(
      document: #"{"type": "integer"}"#, options: ContentValidator.DocumentOptions(draft: .draft4))
    #expect(!draft4.isValid(try GeneratedContent(json: "1.0")))
    #expect(draft4.isValid(try GeneratedContent(json: "-12")))
  }

  @Test func `unevaluated properties and elements see what alternatives evaluated`() throws {
    let schema = """
      {"type": "object", "anyOf": [
         {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
         {"properties": {"b": {"type": "integer"}}, "required": ["b"]}],
       "unevaluatedProperties": false}
      """
    #expect(try Self.lines(schema, #"{"a": 1}"#) == [])
    #expect(try Self.lines(schema, #"{"a": 1, "b": 2}"#) == [])
    #expect(
      try Self.lines(schema, #"{"a": 1, "b": "x"}"#)
        == ["at /b: expected no such property, found the string \"x\""])
  }
}
