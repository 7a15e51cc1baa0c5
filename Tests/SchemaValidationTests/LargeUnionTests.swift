import SchemaValidation
import Testing
import ValidationTestSupport

/// Unions of so many alternatives that they are indexed by the sizes of values.
struct LargeUnionTests {
  private static let count = 40

  /// A validator of a union with an alternative for each size, and perhaps others.
  private static func validator(
    _ keyword: String = "anyOf", of alternative: (Int) -> String, others: [String] = []
  ) throws -> ContentValidator {
    let alternatives = (0..<count).map(alternative) + others
    return try ContentValidator(
      document: "{\"\(keyword)\": [\(alternatives.joined(separator: ","))]}")
  }

  private func alternatives(_ validator: ContentValidator, _ json: String) throws -> [Int] {
    try validator.checkedReport(on: GeneratedContent(json: json)).alternatives.map(\.index)
  }

  private static let arrays: @Sendable (Int) -> String = {
    #"{"type": "array", "items": {"type": "integer"}, "minItems": \#($0), "maxItems": \#($0)}"#
  }
  private static let tuples: @Sendable (Int) -> String = {
    let items = Array(repeating: "true", count: $0).joined(separator: ",")
    return #"{"type": "array", "prefixItems": [\#(items)], "items": false, "minItems": \#($0)}"#
  }
  private static let objects: @Sendable (Int) -> String = {
    #"{"type": "object", "minProperties": \#($0), "maxProperties": \#($0)}"#
  }
  private static let closed: @Sendable (Int) -> String = { count in
    let names = (0..<count).map { "\"\($0)\"" }
    return #"{"type": "object", "required": [\#(names.joined(separator: ","))], "properties": {"#
      + names.map { "\($0): true" }.joined(separator: ",") + #"}, "additionalProperties": false}"#
  }
  private static let strings: @Sendable (Int) -> String = {
    #"{"type": "string", "minLength": \#($0), "maxLength": \#($0)}"#
  }
  private static let numbers: @Sendable (Int) -> String = {
    #"{"allOf": [{"type": "number"}, {"minimum": \#($0)}, {"exclusiveMaximum": \#($0 + 1)}]}"#
  }

  @Test(
    arguments: [
      (arrays, ["[]", "[1, 2, 3]"], ["[1, null]", "\([Int](repeating: 0, count: 40))", "{}"]),
      (tuples, ["[]", "[1, 2, 3]"], ["\([Int](repeating: 0, count: 40))", "{}"]),
      (objects, ["{}", #"{"a": 1, "b": 2}"#], ["null", "[]"]),
      (closed, ["{}", #"{"0": 1, "1": 2}"#], [#"{"1": 2}"#]),
      (strings, ["\"\"", "\"a\u{301}\u{1F600}\""], ["\"\(String(repeating: "a", count: 40))\""]),
      (numbers, ["0", "0.5", "7", "39.9e0"], ["40", "-1e-5", "1e400", "1e99999999999999999999"]),
    ] as [(@Sendable (Int) -> String, [String], [String])])
  func `V6: a value satisfies the alternative of its size`(
    _ alternative: @Sendable (Int) -> String, _ valid: [String], _ invalid: [String]
  ) throws {
    for keyword in ["anyOf", "oneOf"] {
      let validator = try Self.validator(keyword, of: alternative)
      for json in valid { #expect(try validator.lines(json).isEmpty, "\(json)") }
      for json in invalid { #expect(try !validator.lines(json).isEmpty, "\(json)") }
    }
  }

  @Test func `a value may have the sizes of several alternatives`() throws {
    let atLeast: (Int) -> String = { #"{"type": "array", "minItems": \#($0)}"# }
    let validator = try Self.validator("oneOf", of: atLeast)
    #expect(try validator.lines("[]").isEmpty)
    #expect(try validator.lines("[1]").count == 1)
    #expect(try Self.validator(of: atLeast).lines("[1]").isEmpty)
  }

  @Test func `V6: an alternative that the size excludes may have the fewest violations`() throws {
    let longArrays = #"{"type": "array", "minItems": 60}"#
    let validator = try Self.validator(of: Self.arrays, others: [longArrays])
    #expect(try alternatives(validator, "[1, null]") == [2])
    #expect(try validator.lines("[1, null]") == ["at /1: expected a whole number, found null"])
    #expect(try alternatives(validator, "[true, null]") == [Self.count])
    // Of alternatives with equally many violations, the first is meant.
    #expect(try alternatives(validator, "\([Int](repeating: 0, count: 50))") == [0])
  }

  @Test func `V6: scalars have to fit one of all alternatives, whatever their size`() throws {
    let validator = try Self.validator(of: Self.strings, others: [#"{"type": "null"}"#])
    let lines = try validator.lines("\"\(String(repeating: "a", count: 40))\"")
    #expect(lines.count == 1)
    #expect(
      try alternatives(validator, "\"\(String(repeating: "a", count: 40))\"").isEmpty)
  }

  @Test func `each of many values that all alternatives exclude has a violation`() throws {
    let alternatives = (1...300).map { #"{"type": "object", "minProperties": \#($0)}"# }
    let validator = try ContentValidator(
      document: #"{"items": {"anyOf": [\#(alternatives.joined(separator: ","))]}}"#)
    // The alternatives of all of them are more than are counted for a document of this size.
    let values = Array(repeating: "{}", count: 1_000).joined(separator: ",")
    let report = try validator.checkedReport(on: GeneratedContent(json: "[\(values)]"))
    #expect(report.violationCount == 1_000)
    #expect(report.isComplete)
    #expect(report.alternatives.allSatisfy { $0.index == 0 })
  }

  @Test func `missing elements exclude no alternative`() throws {
    let validator = try Self.validator(of: Self.arrays)
    #expect(try validator.lines(partial: "[1, 2").isEmpty)
    #expect(try validator.lines(partial: "[1, null, ").count == 1)
  }
}
