import SchemaTestSupport
import SchemaValidation
import Testing

private struct Alarm: Generable, Equatable {
  var hour: Int
  var label: String?

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "hour", type: Int.self, guides: [.range(0...23)]),
        GenerationSchema.Property(name: "label", type: String?.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    hour = try content.value(forProperty: "hour")
    label = try content.value(forProperty: "label")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["hour": hour, "label": label], omittingNil: true)
  }
}

struct FeedbackTests {
  @Test(arguments: [
    (#"{"minimum": 5, "minLength": 2}"#, "3", "a number of at least 5"),
    (#"{"enum": [1, 50], "maximum": 10}"#, "50", "a number of at most 10"),
    (
      #"{"type": ["integer", "null"], "minimum": 0}"#, "-1",
      "a whole number of at least 0"
    ),
    (#"{"enum": [1, 2], "const": 2}"#, "1", "2"),
  ])
  func `the report on a number names the bound or the constant that the keyword allows`(
    document: String, text: String, words: String
  ) throws {
    let report = try ContentValidator(document: document).report(on: GeneratedContent(json: text))
    #expect(report.violations.map(\.expected) == [words])
  }

  @Test func `a value is made of valid content only`() throws {
    let content = try GeneratedContent(json: #"{"hour": 25, "label": "Up", "x": 1}"#)
    #expect(try Alarm(content).hour == 25)
    let error = #expect(throws: ContentValidationError.self) { try Alarm(validating: content) }
    #expect(error?.report.violationCount == 2)
    #expect(
      error?.errorDescription
        == "The content does not fit its schema: at /x: expected no property but \"hour\", "
        + "\"label\", found the number 1, and one more.")
    #expect(error?.recoverySuggestion?.isEmpty == false)
    let report = try #require(error).report.description
    #expect(report.contains("at /hour: expected a whole number from 0 to 23"))
    let validator = try ContentValidator(Alarm.self)
    let whole = try GeneratedContent(json: #"{"hour": 7}"#)
    let alarm = try Alarm(validating: whole, with: validator)
    #expect(alarm.hour == 7)
    // A value with `nil` in it goes to content that its own schema allows.
    #expect(validator.report(on: alarm.generatedContent).isValid)
  }

  @Test func `the report for the model states the violations`() throws {
    let validator = try ContentValidator(Alarm.self)
    let report = validator.report(on: try GeneratedContent(json: #"{"hour": 25, "label": 1}"#))
    #expect(
      report.modelFeedback() == """
        The answer does not fit its schema in 2 places:
        - at /hour: expected a whole number from 0 to 23, found the number 25
        - at /label: expected a string, found the number 1
        Answer again with the whole value.
        """)
    let prompt = Prompt {
      "Try again."
      report
    }
    #expect(prompt.components == [.text("Try again."), .text(report.modelFeedback())])
  }

  @Test(arguments: [0, 200, 350, 1_000, 5_000])
  func `feedback has a size that it does not exceed, and says what it leaves out`(length: Int)
    throws
  {
    let validator = try ContentValidator([Alarm].self)
    let alarm = "{\"hour\": \"\(String(repeating: "long\\n", count: 500))\"}"
    let elements = Array(repeating: alarm, count: 300).joined(separator: ",")
    let report = validator.report(on: try GeneratedContent(json: "[\(elements)]"))
    #expect(report.violationCount == 300)
    let text = report.modelFeedback(maximumLength: length)
    #expect(text.count <= max(200, length))
    #expect(text.contains("in 300 places"))
    let told = text.split(separator: "\n").count { $0.hasPrefix("- at /") }
    #expect(text.contains("and \(300 - told) more"))
    if length >= 350 { #expect(told > 0) }
  }

  @Test(arguments: [0, 1, 2])
  func `violations that read alike count once, whether they are listed or not`(limit: Int) throws {
    var validator = try ContentValidator(
      document: #"{"items": {"allOf": [{"minimum": 3}, {"minimum": 3}]}}"#)
    validator.maximumViolations = limit
    let report = validator.report(on: try GeneratedContent(json: "[1, 2]"))
    #expect(report.violationCount == 2)
    #expect(report.violations.count == limit)
  }

  @Test(arguments: [1, 10_000, 12_000])
  func `H2: few violations are kept to find those that read alike`(limit: Int) throws {
    var validator = try ContentValidator(
      document: #"{"items": {"allOf": [{"minimum": 3}, {"minimum": 3}]}}"#)
    validator.maximumViolations = limit
    let content = GeneratedContent(elements: Array(repeating: 0, count: 15_000))
    let report = validator.report(on: content)
    let compared = max(limit, 10_000)
    #expect(report.violations.count == limit)
    // From the second schema's violation of the last compared value on, each one counts.
    #expect(report.violationCount == compared + 1 + 2 * (15_000 - compared))
  }

  @Test func `a report is the same each time`() throws {
    let validator = try ContentValidator(Alarm.self)
    let content = try GeneratedContent(json: #"{"b": 1, "a": 2}"#)
    #expect(validator.report(on: content) == validator.report(on: content))
    #expect(validator.report(on: content).violations.count == 3)
  }

  @Test func `alternatives that allow the same are counted once`() throws {
    func expected(_ alternatives: [String], _ content: GeneratedContent) throws -> String? {
      let validator = try ContentValidator(
        document: "{\"anyOf\": [\(alternatives.joined(separator: ","))]}")
      return validator.report(on: content).violations.first?.expected
    }
    let same = Array(repeating: #"{"type": "integer", "minimum": 5}"#, count: 25)
    #expect(try expected(same, GeneratedContent(1)) == "a whole number of at least 5")
    let lengths = (1...25).map { "{\"type\": \"string\", \"maxLength\": \($0)}" }
    let nested = "{\"anyOf\": [\(lengths.joined(separator: ","))]}"
    let several = try #require(
      try expected(
        [nested, #"{"type": "string", "maxLength": 0}"#],
        GeneratedContent(String(repeating: "a", count: 30))))
    #expect(several.hasSuffix(", or 6 more"))
    let constants = (0..<300).map { "{\"const\": \"c\($0)\"}" }
    let many = try #require(try expected(constants, GeneratedContent("a")))
    #expect(many.hasSuffix(", or 280 more"))
  }

  @Test func `names and patterns that are not listed are counted with their nouns`() throws {
    let names = (0..<22).map { "\"n\($0)\":true" }.joined(separator: ",")
    let patterns = (0..<23).map { "\"^p\($0)$\":true" }.joined(separator: ",")
    let validator = try ContentValidator(
      document: """
        {"properties":{\(names)},"patternProperties":{\(patterns)},"additionalProperties":false}
        """)
    let expected = try #require(
      validator.report(on: try GeneratedContent(json: #"{"x":1}"#)).violations.first?.expected)
    #expect(expected.hasPrefix(#"no property but "n0", "n1", "#), "\(expected)")
    #expect(
      expected.contains(#""n19", or 2 more names, or a name that matches ^p0$ or ^p1$"#),
      "\(expected)")
    #expect(expected.hasSuffix(" or ^p19$, or 3 more patterns"), "\(expected)")
  }
}
