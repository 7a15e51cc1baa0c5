import SchemaValidation
import Testing

struct PresenceMessageTests {
  private func message(_ rule: String, _ json: String) throws -> String? {
    let document = #"{"type":"object","properties":{"yaml":{},"files":{},"dir":{}},\#(rule)}"#
    let report = try ContentValidator(document: document).report(on: GeneratedContent(json: json))
    #expect(report.violations.count <= 1)
    #expect(report.alternatives.isEmpty)
    return report.violations.first?.description
  }

  private func required(_ names: String...) -> String {
    names.map { #"{"required":["\#($0)"]}"# }.joined(separator: ",")
  }

  @Test func `exactly one of several properties: none, one and two are given`() throws {
    let rule = #""oneOf":[\#(required("yaml", "files", "dir"))]"#
    let expected = "expected exactly one of yaml, files and dir, found"
    #expect(try message(rule, "{}") == "\(expected) none of them")
    #expect(try message(rule, #"{"files":1}"#) == nil)
    #expect(try message(rule, #"{"yaml":1,"dir":2,"x":3}"#) == "\(expected) yaml and dir")
  }

  @Test func `at least one of several properties: none, one and two are given`() throws {
    let rule = #""anyOf":[\#(required("yaml", "dir"))]"#
    #expect(
      try message(rule, "{}") == "expected at least one of yaml and dir, found none of them")
    #expect(try message(rule, #"{"dir":1}"#) == nil)
    #expect(try message(rule, #"{"dir":1,"yaml":2}"#) == nil)
  }

  @Test func `not together, and not at all: none, one and two are given`() throws {
    let together = #""not":{"required":["yaml","dir"]}"#
    #expect(try message(together, "{}") == nil)
    #expect(try message(together, #"{"dir":1}"#) == nil)
    #expect(
      try message(together, #"{"dir":1,"yaml":2}"#)
        == "expected at most one of yaml and dir, found yaml and dir")
    let none = #""not":{"anyOf":[\#(required("yaml", "dir"))]}"#
    #expect(
      try message(none, #"{"dir":1}"#) == "expected neither yaml nor dir, found dir")
  }

  @Test(arguments: [
    (#""not":{"required":["yaml"]}"#, #"{"yaml":1}"#, "no yaml", "yaml"),
    (
      #""not":{"required":["yaml","files","dir"]}"#, #"{"yaml":1,"files":1,"dir":1}"#,
      "not all of yaml, files and dir", "yaml, files and dir"
    ),
    (
      #""oneOf":[{"required":["yaml","files"]},{"required":["dir"]}]"#, #"{"yaml":1}"#,
      "either yaml and files without dir, or dir without yaml, or dir and yaml without files",
      "yaml"
    ),
    (
      #""anyOf":[{"required":["yaml","files","x"]},{"required":["yaml","dir"]}]"#, #"{"yaml":1}"#,
      "yaml, and either files and x, or dir", "yaml"
    ),
    (
      #""not":{"anyOf":[{"required":["yaml"]},{"required":["files","dir"]}]}"#, #"{"yaml":1}"#,
      "no yaml, and at most one of files and dir", "yaml"
    ),
    (
      #""anyOf":[{"not":{"required":["yaml"]}},{"required":["dir"]}]"#, #"{"yaml":1}"#,
      "dir if yaml is given", "yaml"
    ),
    (
      #""anyOf":[{"required":["a b","dir"]},{"not":{"anyOf":[{"required":["a b"]},"#
        + #"{"required":["dir"]}]}}]"#,
      #"{"dir":1}"#, "both or none of 'a b' and dir", "dir"
    ),
  ])
  func `other rules are said by their cases`(
    _ rule: String, _ json: String, _ expected: String, _ found: String
  ) throws {
    #expect(try message(rule, json) == "expected \(expected), found \(found)")
  }

  @Test func `a discriminator of OpenAPI decides between alternatives`() throws {
    let document = ##"""
      {"openapi": "3.1.0", "oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Ring"}],
       "discriminator": {"propertyName": "kind", "mapping": {"circle": "#/$defs/Circle"}},
       "$defs": {
         "Circle": {"type": "object", "properties": {"kind": {"type": "string"}, "r": {}},
           "required": ["r"]},
         "Ring": {"type": "object", "properties": {"kind": {"type": "string"}, "r": {}},
           "required": ["r"]}}}
      """##
    let validator = try ContentValidator(document: document)
    func problems(_ json: String) throws -> [String] {
      try validator.report(on: GeneratedContent(json: json)).violations.map(\.description)
    }
    #expect(try problems(#"{"kind": "circle", "r": 1}"#) == [])
    #expect(try problems(#"{"kind": "Ring", "r": 1}"#) == [])
    #expect(try problems(#"{"kind": "Ring"}"#) == ["at /r: expected any value, found nothing"])
    let expected = #"at /kind: expected one of "circle", "Ring", found"#
    #expect(try problems(#"{"kind": "square", "r": 1}"#) == [expected + #" the string "square""#])
    #expect(try problems(#"{"r": 1}"#) == [expected + " nothing"])
    // For a draft of JSON Schema, the keyword is unknown.
    let draft = document.replacing(
      #""openapi": "3.1.0""#,
      with: #""$schema": "https://json-schema.org/draft/2020-12/schema""#)
    let plain = try ContentValidator(document: draft)
    #expect(try !plain.report(on: GeneratedContent(json: #"{"kind": "circle", "r": 1}"#)).isValid)
  }
  @Test func `a discriminator requires a property for which alternatives list values`() throws {
    let validator = try ContentValidator(
      document: ##"""
        {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
         "discriminator": {"propertyName": "kind"},
         "$defs": {"Cat": {"type": "object", "properties": {"kind": {"const": "cat"}}},
                   "Dog": {"type": "object", "properties": {"kind": {"const": "dog"}}}}}
        """##)
    func problems(_ json: String) throws -> [String] {
      try validator.report(on: GeneratedContent(json: json)).violations.map(\.description)
    }
    #expect(try problems(#"{"kind": "dog"}"#) == [])
    #expect(try problems("{}") == [#"at /kind: expected one of "cat", "dog", found nothing"#])
  }
}
