import Foundation
import SchemaContent
import SchemaTestSupport
import SchemaValidation
import Testing

/// V5: documents and contents that take for ever if they are evaluated naively.
@Suite(.serialized) struct WorkTests {
  @Test(arguments: [#"(a+)+$"#, #"^(\\w+\\s?)*$"#, #"(.*)*x"#, #"\\s+$"#])
  func `V5: no pattern takes long`(pattern: String) throws {
    let validator = try ContentValidator(document: "{\"pattern\": \"\(pattern)\"}")
    for text in [
      String(repeating: "a", count: tried(of: 50_000)) + "!",
      String(repeating: " ", count: tried(of: 100_000)) + "-",
    ] {
      let content = GeneratedContent(text)
      #expect(!validator.isValid(content))
      #expect(validator.report(on: content).violationCount == 1)
    }
  }

  @Test func `V5: diamonds of references are evaluated once a place`() throws {
    var definitions = (0..<40).map { level in
      """
      "d\(level)": {"allOf": [{"anyOf": [{"$ref": "#/$defs/d\(level + 1)"}, \
      {"$ref": "#/$defs/d\(level + 1)"}]},
        {"$ref": "#/$defs/d\(level + 1)"}]}
      """
    }
    definitions.append("\"d40\": {\"type\": \"integer\"}")
    let validator = try ContentValidator(
      document: "{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(definitions.joined(separator: ","))}}")
    #expect(validator.isValid(try GeneratedContent(json: "1")))
    let report = validator.report(on: try GeneratedContent(json: "true"))
    #expect(!report.isValid)
    #expect(report.violations.map(\.expected) == ["a whole number"])
  }

  @Test(arguments: [
    (##"{"$ref": "#"}"##, true), (##"{"anyOf": [{"$ref": "#"}, {"type": "null"}]}"##, true),
    (##"{"allOf": [{"$ref": "#"}, {"type": "null"}]}"##, false),
    (
      ##"""
      {"allOf": [{"$ref": "#/$defs/a"}], \##
      "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
      """##,
      true
    ),
    (##"{"if": {"$ref": "#"}, "then": {"$ref": "#"}}"##, true),
  ])
  func `references that lead back to themselves end`(schema: String, isValid: Bool) throws {
    let validator = try ContentValidator(document: schema)
    let content = try GeneratedContent(json: "[1]")
    #expect(validator.isValid(content) == isValid)
    #expect(validator.report(on: content).isValid == isValid)
  }

  @Test(.withOptimizer, arguments: ["^p%$", "p%", "^p%[a-z]*$|^%", "p%$"])
  func `H3, V5: many patterns of properties are run together on each name`(pattern: String) throws {
    func makeValidator(_ count: Int) throws -> ContentValidator {
      let patterns = (0..<count).map { number in
        let text = pattern.replacingOccurrences(of: "%", with: "\(number)-")
        return "\"\(text)\": {\"type\": \"integer\"}"
      }
      return try ContentValidator(
        document: """
          {"patternProperties": {\(patterns.joined(separator: ","))}, "additionalProperties": false}
          """)
    }
    // So many need more transitions than are prepared, as four times as many do.
    let count = 250
    let growth = try growthOfTime(from: count) { count in
      (try makeValidator(count), try GeneratedContent(json: members(0..<count, "1")))
    } work: { validator, content in
      #expect(validator.isValid(content))
    }
    #expect(growth < proportionalGrowth)
    let validator = try makeValidator(count)
    func members(_ range: Range<Int>, _ value: String) -> String {
      "{\(range.map { "\"p\($0)-\": \(value)" }.joined(separator: ","))}"
    }
    #expect(try validator.lines(members(0..<count, "1")).isEmpty)
    #expect(try validator.lines(members(0..<5, "true")).count == 5)
    #expect(try validator.lines(members(count..<count + 1, "1")).count == 1)
  }

  @Test(arguments: [false, true])
  func `H3, V5: values are found among many listed objects by their hashes`(isNested: Bool) throws {
    func value(_ number: Int, _ spelling: String) -> String {
      let object = "{\"a\": [\(number)\(spelling)], \"b\": \(number)}"
      return isNested ? "[[\(object)]]" : object
    }
    func values(_ count: Int, _ spelling: String) -> String {
      "[\((0..<count).map { value($0, spelling) }.joined(separator: ","))]"
    }
    func makeValidator(_ count: Int) throws -> ContentValidator {
      try ContentValidator(document: "{\"items\": {\"enum\": \(values(count, ""))}}")
    }
    let growth = try growthOfTime(from: 250) { count in
      (try makeValidator(count), try GeneratedContent(json: values(count, ".0")))
    } work: { validator, content in
      #expect(validator.isValid(content))
    }
    #expect(growth < proportionalGrowth)
    let count = 500
    let validator = try makeValidator(count)
    #expect(try validator.lines(values(count, ".0")).isEmpty)
    #expect(try validator.lines("[\(value(count, ""))]").count == 1)
    #expect(try validator.lines(#"[{"b": 0, "a": [0e9]}]"#).isEmpty == !isNested)
  }

  @Test func `V5: neither content nor document takes stack in proportion to its depth`()
    async throws
  {
    let depth = tried(of: 50_000, oneIn: 16)
    let report = try await onSmallStack {
      let list = try ContentValidator(
        document: ##"{"items": {"$ref": "#"}, "uniqueItems": true, "unevaluatedItems": false}"##)
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let options = GeneratedContentParser.Options(maximumDepth: .max)
      let content = try GeneratedContent(json: text, options: options)
      let deep = try ContentValidator(
        document: String(repeating: #"{"not": {"properties": {"a": "#, count: depth)
          + "true" + String(repeating: "}}}", count: depth))
      #expect(!deep.isValid(try GeneratedContent(json: "{}")))
      return list.report(on: content)
    }
    #expect(report.isValid)
  }
}
