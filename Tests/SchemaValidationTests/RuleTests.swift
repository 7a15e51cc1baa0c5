import SchemaConformances
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

struct RuleTests {
  private typealias Dynamic = DynamicGenerationSchema

  private static let recipe = Dynamic(
    name: "Recipe",
    properties: [
      Dynamic.Property(name: "name", schema: Dynamic(type: String.self, guides: [.length(2...9)])),
      Dynamic.Property(name: "minutes", schema: Dynamic(type: Int.self, guides: [.range(5...120)])),
      Dynamic.Property(
        name: "steps",
        schema: Dynamic(
          arrayOf: Dynamic(
            name: "Step",
            properties: [
              Dynamic.Property(name: "text", schema: .string),
              Dynamic.Property(name: "note", schema: .string, isOptional: true),
            ]), minimumElements: 1, maximumElements: 3)),
    ])

  @Test func `what fits has no violation`() throws {
    let validator = try makeValidator(Self.recipe)
    let content = try GeneratedContent(
      json:
        #"{"name": "Dal", "minutes": 40, "steps": [{"text": "boil"}, {"text": "", "note": "x"}]}"#)
    let report = validator.checkedReport(on: content)
    #expect(report.isValid)
    #expect(report.isComplete)
    #expect(report.violationCount == 0)
    #expect(report.description == "valid")
    #expect(report.modelFeedback() == "")
    #expect(report.notes.isEmpty)
    try validator.validate(content)
  }

  @Test func `every violation is reported, with its place`() throws {
    let validator = try makeValidator(Self.recipe)
    let json = """
      {"name": "D", "minutes": 240, "colour": true,
       "steps": [{"text": 7}, {"note": null}, {"text": "x", "tip-off": [1]}, "y"]}
      """
    #expect(
      try validator.lines(json) == [
        "at /colour: expected no property but \"name\", \"minutes\", \"steps\", found true",
        "at /name: expected a string of 2 to 9 characters, found the string \"D\" of 1 character",
        "at /minutes: expected a whole number from 5 to 120, found the number 240",
        "at /steps: expected 1 to 3 elements, found 4 elements",
        "at /steps/0/text: expected a string, found the number 7",
        "at /steps/1/text: expected a string, found nothing",
        "at /steps/2/tip-off: expected no property but \"text\", \"note\", found an array",
        "at /steps/3: expected an object, found the string \"y\"",
      ])
    let violations = validator.checkedReport(on: try GeneratedContent(json: json)).violations
    #expect(
      violations.map { $0.rule } == [
        .unknownProperty, .length, .bounds, .count, .type, .required, .unknownProperty, .type,
      ])
    #expect(violations[4].path == [.key("steps"), .index(0), .key("text")])
    #expect(violations[3].path == [.key("steps")])
    #expect(try validator.lines("{\"name\": \"Dal\"}").count == 2)
    #expect(try validator.lines("3") == ["expected an object, found the number 3"])
  }

  @Test(
    arguments: [
      ("5", []), ("5.0", []), ("0.5e1", []), ("120", []), ("12000e-2", []), ("4", ["range"]),
      ("121", ["range"]), ("5.5", ["type"]), ("1e400", ["range"]), ("-1e400", ["range"]),
      ("1e999999999999999999999", ["range"]), ("-1e999999999999999999999", ["range"]),
      ("1e-999999999999999999999", ["type"]), ("9007199254740993", ["range"]), ("true", ["type"]),
      ("\"5\"", ["type"]), ("null", ["type"]), ("{}", ["type"]), ("[5]", ["type"]),
    ] as [(String, [String])])
  func `G8: integers and their bounds are exact`(json: String, rules: [String]) throws {
    let validator = try makeValidator(ofValue: Dynamic(type: Int.self, guides: [.range(5...120)]))
    let report = validator.checkedReport(on: try GeneratedContent(json: "{\"value\": \(json)}"))
    #expect(report.violations.map { $0.rule.description } == rules)
  }

  @Test func `bounds beyond what a double holds`() throws {
    let large = try makeValidator(
      ofValue: Dynamic(type: Int.self, guides: [.maximum(9_007_199_254_740_992)]))
    #expect(try large.lines(value: "9007199254740992").isEmpty)
    #expect(try large.lines(value: "9007199254740993").count == 1)
    let unsigned = try makeValidator(ofValue: Dynamic(type: UInt64.self))
    #expect(try unsigned.lines(value: "18446744073709551615").isEmpty)
    #expect(try unsigned.lines(value: "-1").count == 1)
    let tenth = try makeValidator(ofValue: Dynamic(type: Double.self, guides: [.range(0.1...0.3)]))
    #expect(try tenth.lines(value: "0.1").isEmpty)
    #expect(try tenth.lines(value: "0.30000000000000000000001").count == 1)
    #expect(try tenth.lines(value: "0.09999999999999999999999").count == 1)
    let positive = try makeValidator(
      ofValue: Dynamic(type: Double.self, guides: [.exclusiveMinimum(0), .maximum(1)]))
    #expect(try positive.lines(value: "1e-99999999999999999999").isEmpty)
    #expect(try positive.lines(value: "-1e-99999999999999999999").count == 1)
    #expect(
      try positive.lines(value: "0")
        == ["at /value: expected a number of at most 1 and above 0, found the number 0"])
  }

  @Test func `multiples`() throws {
    let quarters = try makeValidator(
      ofValue: Dynamic(type: Double.self, guides: [.multiple(of: 0.25)]))
    #expect(try quarters.lines(value: "0.75").isEmpty)
    #expect(try quarters.lines(value: "-1e3").isEmpty)
    #expect(
      try quarters.lines(value: "0.3")
        == ["at /value: expected a multiple of 0.25, found the number 0.3"])
    #expect(try quarters.lines(value: "1e-99999999999999999999").count == 1)
    let unknown = quarters.report(
      on: try GeneratedContent(json: "{\"value\": 1e99999999999999999999}"))
    #expect(unknown.isValid)
    #expect(unknown.notes.map { $0.path.pointer } == ["/properties/value"])
  }

  @Test func `choices are compared as JSON compares them`() throws {
    let validator = try makeValidator(
      ofValue: .enumeration(of: ["é", "a", 1, true, .null, .number(SchemaNumber(Int.max))]))
    for json in ["\"\u{E9}\"", "\"a\"", "1", "1.0", "10e-1", "true", "null", "9223372036854775807"]
    {
      #expect(try validator.lines(value: json).isEmpty, "\(json)")
    }
    for json in ["\"e\u{301}\"", "\"1\"", "false", "2", "{}", "[]", "9223372036854775806"] {
      #expect(try validator.lines(value: json).count == 1, "\(json)")
    }
    #expect(
      try validator.lines(value: "\"b\"").first?.contains("one of \"é\", \"a\", 1, true, null, 9")
        == true)
    let many = (0..<100).map { "choice \($0)" }
    let strings = try makeValidator(ofValue: Dynamic(type: String.self, guides: [.anyOf(many)]))
    for choice in many { #expect(try strings.lines(value: "\"\(choice)\"").isEmpty) }
    #expect(try strings.lines(value: "\"choice 100\"").first?.contains(", or 80 more, ") == true)
  }

  @Test func `lengths are those in Unicode scalars`() throws {
    let validator = try makeValidator(
      ofValue: Dynamic(type: String.self, guides: [.length(2...2)]))
    #expect(try validator.lines(value: "\"e\u{301}\"").isEmpty)
    #expect(try validator.lines(value: "\"😀😀\"").isEmpty)
    #expect(try validator.lines(value: "\"😀\"").count == 1)
    #expect(try validator.lines(value: "\"\"").count == 1)
  }

  @Test func `patterns are run, and a pattern that cannot be run is reported once`() throws {
    let code = try makeValidator(
      ofValue: Dynamic(type: String.self, guides: [.pattern(/^[A-Z]{2}$/)]))
    #expect(try code.lines(value: "\"AB\"").isEmpty)
    #expect(
      try code.lines(value: "\"ABC\"")
        == ["at /value: expected a string that matches ^[A-Z]{2}$, found the string \"ABC\""])
    let behind = try SchemaPattern(ecma: "(?<=a)b")
    let list = try makeValidator(
      ofValue: Dynamic(
        arrayOf: Dynamic(
          type: String.self, guides: [GenerationGuide(GuideValue(.pattern(behind)))])))
    let report = list.checkedReport(on: try GeneratedContent(json: "{\"value\": [\"b\", \"c\"]}"))
    #expect(report.isValid)
    #expect(report.notes.count == 1)
    #expect(report.notes.first?.problem.contains("(?<=a)b") == true)
  }

  @Test func `dictionaries, open objects and tuples`() throws {
    let counts = try makeValidator(
      ofValue: Dynamic(
        dictionaryOf: Dynamic(type: UInt8.self), minimumProperties: 1, maximumProperties: 2))
    #expect(try counts.lines(value: "{\"a\": 1, \"b\": 2}").isEmpty)
    #expect(
      try counts.lines(value: "{\"a\": 256}")
        == ["at /value/a: expected a whole number from 0 to 255, found the number 256"])
    #expect(
      try counts.lines(value: "{}") == ["at /value: expected 1 to 2 properties, found 0 properties"]
    )
    #expect(try counts.lines(value: "{\"a\": 1, \"b\": 2, \"c\": 3}").count == 1)
    let open = try makeValidator(
      Dynamic(
        name: "Open", properties: [Dynamic.Property(name: "id", schema: .integer)],
        additionalProperties: .any))
    #expect(try open.lines("{\"id\": 1, \"x\": [null]}").isEmpty)
    #expect(try open.lines("{\"x\": 1}") == ["at /id: expected a whole number, found nothing"])
    let pair = try makeValidator(ofValue: .tuple(of: [.string, .integer]))
    #expect(try pair.lines(value: "[\"a\", 1]").isEmpty)
    #expect(
      try pair.lines(value: "[1]") == [
        "at /value: expected exactly 2 elements, found 1 element",
        "at /value/0: expected a string, found the number 1",
      ])
    #expect(try pair.lines(value: "[\"a\", 1, 2]").count == 1)
  }

  @Test func `a name twice is a violation, for the first of them is read`() throws {
    let validator = try makeValidator(
      ofValue: Dynamic(name: "P", properties: [Dynamic.Property(name: "a", schema: .integer)]))
    var builder = ContentBuilder()
    builder.beginObject()
    builder.key("value")
    builder.beginObject()
    for number in [1, 2] as [Int64] {
      builder.key("a")
      builder.integer(number)
    }
    builder.endObject()
    builder.endObject()
    let report = validator.checkedReport(on: builder.finish())
    #expect(report.violations.map { $0.rule } == [.duplicateProperty])
    #expect(report.violations.first?.path.pointer == "/value/a")
  }

  @Test func `names are found by their bytes`() throws {
    let validator = try makeValidator(
      Dynamic(name: "P", properties: [Dynamic.Property(name: "é", schema: .integer)]))
    #expect(try validator.lines("{\"\u{E9}\": 1}").isEmpty)
    #expect(try validator.lines("{\"e\u{301}\": 1}").count == 2)
    let wide = try makeValidator(
      Dynamic(
        name: "Wide",
        properties: (0..<300).map { Dynamic.Property(name: "p\($0)", schema: .integer) }))
    let members = (0..<300).reversed().map { "\"p\($0)\": \($0)" }
    #expect(try wide.lines("{\(members.joined(separator: ", "))}").isEmpty)
    #expect(
      try wide.lines("{\(members.dropLast().joined(separator: ", "))}")
        == ["at /p0: expected a whole number, found nothing"])
  }

  @Test(arguments: 1...20)
  func `names that differ in one byte are distinguished`(length: Int) throws {
    // Names are compared by their first and last bytes first, and in long lists in another way.
    let names =
      (0..<length).map { position in
        String((0..<length).map { $0 == position ? "b" : "a" })
      } + [String(repeating: "a", count: length)]
    func object(_ order: [Int], _ value: (Int) -> String) -> String {
      "{\(order.map { "\"\(names[$0])\": \(value($0))" }.joined(separator: ", "))}"
    }
    let order = Array(names.indices)
    let validator = try ContentValidator(
      document: "{\"properties\": \(object(order) { "{\"const\": \($0)}" }), "
        + "\"additionalProperties\": false}")
    let others = Array(order.reversed())
    #expect(try validator.lines(object(others) { "\($0)" }).isEmpty)
    #expect(try validator.lines(object(others) { "\($0 + 1)" }).count == length + 1)
    let unknown = String(repeating: "c", count: length)
    #expect(try validator.lines("{\"\(unknown)\": 0}").count == 1)
  }

  @Test func `a constant with a long exponent allows itself`() throws {
    for keyword in [#""const": 1e100000000000000000000"#, #""enum": [1e100000000000000000000]"#] {
      let validator = try ContentValidator(document: "{\(keyword)}")
      #expect(validator.isValid(try GeneratedContent(json: "1e100000000000000000000")))
      #expect(!validator.isValid(try GeneratedContent(json: "1e100000000000000000001")))
      #expect(!validator.isValid(try GeneratedContent(json: "1")))
    }
  }

  @Test func `dependentRequired is in the vocabulary of validation`() throws {
    let vocabulary = "https://json-schema.org/draft/2020-12/vocab"
    let meta = try GeneratedContent(
      json: #"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema",
         "$vocabulary": {"\#(vocabulary)/core": true, "\#(vocabulary)/validation": true}}
        """#)
    var options = ContentValidator.DocumentOptions()
    options.remotes = ["http://h/meta": meta]
    let validator = try ContentValidator(
      document: GeneratedContent(
        json: #"{"$schema": "http://h/meta", "dependentRequired": {"a": ["b"]}}"#),
      options: options)
    #expect(validator.isValid(try GeneratedContent(json: #"{"a": 1, "b": 2}"#)))
    #expect(!validator.isValid(try GeneratedContent(json: #"{"a": 1}"#)))
  }
}
