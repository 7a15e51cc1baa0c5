import SchemaValidation
import Testing
import ValidationTestSupport

/// V6: the report follows the alternative that the value most probably meant, and says so.
struct MeantAlternativeTests {
  private func version(_ value: String, _ type: String, _ required: String = "") -> String {
    """
    {"type": "object", "properties": {"version": {"const": \(value)}, "x": {"type": "\(type)"}},
     "required": ["version"\(required)]}
    """
  }

  @Test(arguments: ["anyOf", "oneOf"])
  func `V6: numbers, booleans and null distinguish alternatives as strings do`(keyword: String)
    throws
  {
    let arms = [version("1", "string"), version("2", "string"), version("true", "integer")]
    let validator = try ContentValidator(
      document: "{\"\(keyword)\": [\(arms.joined(separator: ","))]}")
    #expect(
      try validator.lines(#"{"version": 2.0, "x": 1}"#)
        == ["at /x: expected a string, found the number 1"])
    #expect(
      try validator.lines(#"{"version": true, "x": "a"}"#)
        == ["at /x: expected a whole number, found the string \"a\""])
    let report = validator.report(on: try GeneratedContent(json: #"{"version": 2, "x": 1}"#))
    #expect(
      report.alternatives.map(\.description)
        == ["alternative 2 of 3 of '\(keyword)' is meant, by its property 'version'"])
    #expect(
      try validator.lines(#"{"version": 3, "x": 1}"#)
        == ["at /version: expected one of 1, 2, true, found the number 3"])
    #expect(
      try validator.lines(#"{"version": "1"}"#)
        == ["at /version: expected one of 1, 2, true, found the string \"1\""])
  }

  @Test func `V6: the property may be described by a part of allOf or behind references`() throws {
    let document = ##"""
      {"properties": {"pet": {"oneOf": [{"$ref": "#/$defs/cat"}, {"$ref": "#/$defs/dog"}]}}, \##
      "$defs": {
        "base": {"type": "object", "properties": {"name": {"type": "string"}}, \##
      "required": ["kind"]},
        "cat": {"allOf": [{"$ref": "#/$defs/base"},
          {"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}}]},
        "dog": {"allOf": [{"$ref": "#/$defs/base"},
          {"properties": {"kind": {"const": "dog"}, "lives": {"type": "string"}, "a": false}}]}}}
      """##
    let validator = try ContentValidator(document: document)
    let content = try GeneratedContent(json: #"{"pet": {"kind": "dog", "lives": 1, "a": 2}}"#)
    let report = validator.checkedReport(on: content)
    #expect(report.violations.map(\.path.pointer) == ["/pet/lives", "/pet/a"])
    #expect(
      report.alternatives.map(\.description)
        == ["at /pet: alternative 2 of 2 of 'oneOf' is meant, by its property 'kind'"])
  }

  @Test func `V6: the description and the feedback say which alternative is meant`() throws {
    let validator = try ContentValidator(
      document: #"""
        {"properties": {"v": {"anyOf": [
          {"type": "object", "required": ["a", "b", "c"], "properties": {"a": {"type": "integer"}}},
          {"type": "object", "required": ["a", "d"]}]}}}
        """#)
    let report = validator.report(on: try GeneratedContent(json: #"{"v": {"a": 1}}"#))
    let sentence =
      "at /v: alternative 2 of 2 of 'anyOf' is meant, since it has the fewest violations"
    #expect(
      report.description.split(separator: "\n")
        == ["at /v/d: expected any value, found nothing", "\(sentence)"])
    #expect(
      report.modelFeedback() == """
        The answer does not fit its schema in one place:
        - at /v/d: expected any value, found nothing
        - \(sentence)
        Answer again with the whole value.
        """)
    // Violations come first where there is little room.
    #expect(!report.modelFeedback(maximumLength: 0).contains("alternative"))
    #expect(report.modelFeedback(maximumLength: 0).contains("/v/d"))
  }

  @Test func `I8: the property that tells all alternatives apart identifies the intended one`()
    throws
  {
    // `same` comes first, and `kind` is constant behind a definition and an `allOf`.
    let validator = try ContentValidator(
      document: """
        {"anyOf":[
          {"type":"object","required":["same","kind"],"properties":{
            "same":{"enum":["x","y"]},"kind":{"$ref":"#/$defs/A"},"v":{"type":"integer"}}},
          {"type":"object","required":["same","kind"],"properties":{
            "same":{"const":"x"},"kind":{"type":"string","allOf":[{"const":"b"}]}}}],
         "$defs":{"A":{"const":"a"}}}
        """)
    #expect(
      try validator.lines(#"{"same":"x","kind":"c"}"#)
        == [#"at /kind: expected one of "a", "b", found the string "c""#])
    #expect(
      try validator.lines(#"{"same":"x","kind":"a","v":true}"#)
        == ["at /v: expected a whole number, found true"])
  }

  @Test func `V6: else the alternative with the fewest violations is followed, and that is said`()
    throws
  {
    let validator = try ContentValidator(
      document: #"""
        {"anyOf": [{"required": ["a", "b", "c"], "properties": {"a": {"type": "integer"}}},
          {"required": ["a", "d"]}, {"type": "null"}]}
        """#)
    let report = validator.checkedReport(on: try GeneratedContent(json: #"{"a": 1}"#))
    #expect(report.violations.map(\.path.pointer) == ["/d"])
    #expect(
      report.alternatives.map(\.description)
        == ["alternative 2 of 3 of 'anyOf' is meant, since it has the fewest violations"])
    #expect(
      validator.report(on: try GeneratedContent(json: #"{"a": 1, "d": 1}"#)).alternatives == [])
    // Where one alternative fits the type, there is no doubt.
    let other = try ContentValidator(
      document: #"{"anyOf": [{"type": "null"}, {"required": ["a"]}]}"#)
    #expect(other.report(on: try GeneratedContent(json: "{}")).alternatives.isEmpty)
  }
}
