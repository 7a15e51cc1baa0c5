import SchemaContent
import SchemaTestSupport
import SchemaValidation
import Testing

/// V2: what an answer lacks so far is found by the evaluation that validates answers.
struct MissingPathTests {
  private func missing(_ text: String, of schema: String) throws -> [String] {
    let document = try ContentValidator(document: schema)
    let content = try GeneratedContent(json: text)
    let paths = document.missingPaths(in: content)
    return paths.map(\.description)
  }

  private static let recipe = #"""
    {"type": "object", "required": ["title", "steps", "servings"], "properties": {
      "title": {"type": "string"}, "note": {"type": "string"},
      "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
      "servings": {"type": "integer"}},
     "$defs": {"step": {"type": "object", "required": ["name", "minutes"],
       "properties": {"name": {"type": "string"}, "minutes": {"type": "integer"}}}}}
    """#

  @Test(arguments: [
    ("", ["/title", "/steps", "/servings"]), ("{", ["/title", "/steps", "/servings"]),
    (#"{"title": "So"#, ["/steps", "/servings"]),
    (
      #"{"title": "Soup", "steps": [{"name": "Boil", "minutes": 1}, {"name": "Ea"#,
      ["/servings", "/steps/1/minutes"]
    ),
    (#"{"title": "Soup", "steps": [], "servings": 2}"#, []),
    (#"{"title": "Soup"}"#, []),
  ])
  func `are the required properties of the open objects`(
    text: String, expected: [String]
  ) throws {
    #expect(try missing(text, of: Self.recipe) == expected)
  }

  private static let events = #"""
    {"type": "array", "items": {"anyOf": [
      {"type": "object", "required": ["type", "text"], "additionalProperties": false,
       "properties": {"type": {"const": "note"}, "text": {"type": "string"}}},
      {"type": "object", "required": ["type", "x", "y"], "additionalProperties": false,
       "properties": {"type": {"const": "move"}, "x": {"type": "integer"},
         "y": {"type": "integer"}}}]}}
    """#

  @Test(arguments: [
    (#"[{"type": "move", "x": 1"#, ["/0/x", "/0/y"]),
    (#"[{"type": "move", "x": 1, "#, ["/0/y"]),
    (#"[{"type": "note", "text": "#, ["/0/text"]), (#"[{"x": 1, "#, ["/0/type", "/0/y"]),
    (#"[{"type": "note", "text": "a"}, {"type": "no"#, []), (#"[{"#, []), ("[", []),
  ])
  func `are those of the alternative that is left`(text: String, expected: [String]) throws {
    #expect(try missing(text, of: Self.events) == expected)
    let oneOf = Self.events.replacing("anyOf", with: "oneOf")
    #expect(try missing(text, of: oneOf) == expected)
  }

  @Test(arguments: [
    ("tr", []), ("{", ["/x", "/y"]), (#"{"x": 1, "#, ["/y"]),
  ])
  func `are unknown before an alternative has begun`(text: String, expected: [String]) throws {
    let schema = #"""
      {"anyOf": [{"type": "boolean"}, {"type": "object", "required": ["x", "y"]}]}
      """#
    #expect(try missing(text, of: schema) == expected)
  }

  @Test(arguments: [
    (#"{"x-a": {"#, ["/x-a/y"]), (#"{"^x-": {"#, []), (#"{"b": 1, "#, ["/name"]),
  ])
  func `follow patterns of names`(text: String, expected: [String]) throws {
    let schema = #"""
      {"anyOf": [
        {"type": "object", "additionalProperties": false,
         "patternProperties": {"^x-": {"type": "object", "required": ["y"]}}},
        {"type": "object", "additionalProperties": false, "required": ["name", "b"],
         "properties": {"name": {"type": "number"}, "b": {"type": "number"}}}]}
      """#
    #expect(try missing(text, of: schema) == expected)
  }

  @Test func `are the elements of an open tuple`() throws {
    let schema = #"""
      {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}, {}],
       "minItems": 2, "items": false}
      """#
    #expect(try missing("[", of: schema) == ["/0", "/1"])
    #expect(try missing(#"["a", "#, of: schema) == ["/1"])
    #expect(try missing(#"["a", 1, "#, of: schema) == [])
  }

  @Test func `are the same for a graph as for its document`() throws {
    let step = DynamicGenerationSchema(
      name: "Step",
      properties: ["name", "minutes"].map {
        DynamicGenerationSchema.Property(
          name: $0, schema: DynamicGenerationSchema(type: String.self))
      })
    let validator = try makeValidator(
      DynamicGenerationSchema(
        name: "Plan",
        properties: [
          .init(name: "steps", schema: DynamicGenerationSchema(arrayOf: step)),
          .init(name: "note", schema: DynamicGenerationSchema(type: String.self), isOptional: true),
          .init(name: "end", schema: step),
        ]))
    let content = try GeneratedContent(json: #"{"steps": [{"name": "Boil", "#)
    #expect(
      validator.missingPaths(in: content).map(\.description) == ["/end", "/steps/0/minutes"])
  }
}
