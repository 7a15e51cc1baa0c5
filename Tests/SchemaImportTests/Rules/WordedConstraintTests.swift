import SchemaEncoding
import SchemaImport
import SchemaTestSupport
import Testing

/// Constraints that a schema has no form for are told in the description (rule I2).
struct WordedConstraintTests {
  /// The description of the schema that a document becomes.
  private func description(_ document: String) throws -> String? {
    let imported = try SchemaImporter().import(document)
    let schema = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema)
    return try schema.content().property(named: "description")?.value(String.self)
  }

  @Test(arguments: [
    (
      #"{"type":"array","contains":{"pattern":"^a"}}"#,
      "At least 1 element matches the regular expression '^a'."
    ),
    (
      #"{"type":"array","contains":{"minimum":3},"minContains":2,"maxContains":4}"#,
      "At least 2 elements are such that each is at least 3. At most 4 elements are such that each "
        + "is at least 3."
    ),
    (
      #"{"type":"array","contains":{"type":"null"},"maxContains":0,"minContains":0}"#,
      "No element is null."
    ),
    (#"{"type":"string","not":{"pattern":"^a"}}"#, "Does not match the regular expression '^a'."),
    (#"{"type":"string","not":{"enum":["a"]}}"#, #"Is not "a"."#),
    (#"{"type":"string","not":{"enum":["a","b"]}}"#, #"Is not one of "a", "b"."#),
    (
      #"{"type":"object","not":{"properties":{"a":{"const":1}},"required":["a"]}}"#,
      "It is not allowed that it has a 'a' that is 1."
    ),
    (#"{"type":"string","pattern":"(?i)^a"}"#, "Matches the regular expression '(?i)^a'."),
    (
      #"{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}"#,
      "Content encoding: base64. Content type: image/png."
    ),
    (#"{"type":"object","propertyNames":{"format":"uuid"}}"#, "Each name has the format 'uuid'."),
    (
      #"{"enum":[\#(Array(repeating: "[1]", count: 70).joined(separator: ","))]}"#,
      "Is one of \(Array(repeating: "[1]", count: 20).joined(separator: ", ")) and 50 more."
    ),
  ])
  func `I2: a keyword is told in plain words`(document: String, words: String) throws {
    #expect(try description(document) == words)
  }

  @Test(
    arguments: [
      (#"[]"#, nil), (#"["b"]"#, "If it has 'a', it has 'b'."),
      (#"["b","c"]"#, "If it has 'a', it has 'b' and 'c'."),
      (#"["b","c","d"]"#, "If it has 'a', it has 'b', 'c' and 'd'."),
    ] as [(String, String?)])
  func `I2: names that are required together are told`(names: String, words: String?) throws {
    let document = #"""
      {"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}},
        "dependentSchemas":{"a":{"required":\#(names),"minProperties":0}}}
      """#
    let expected = words.map { $0.replacing(".", with: " and has at least 0 properties.") }
    #expect(
      try description(document) == (expected ?? "If it has 'a', it has at least 0 properties."))
  }

  @Test func `I2: a schema without words is told as its text`() throws {
    let rule = #"{"additionalProperties":{"type":"string"}}"#
    let document = #"{"type":"array","items":{"type":"object"},"contains":\#(rule)}"#
    #expect(try description(document) == "At least 1 element fits this JSON Schema: \(rule).")
    let long = #"{"additionalProperties":{"const":"\#(String(repeating: "x", count: 1_000))"}}"#
    let text = try description(#"{"type":"array","items":{"type":"object"},"contains":\#(long)}"#)
    #expect(text == "At least 1 element fits a schema that is too long for this description.")
  }

  @Test func `I2: words stay beside a description, and at a reference`() throws {
    #expect(
      try description(#"{"type":"array","description":"Labels","uniqueItems":true}"#)
        == "Labels. No two elements are equal.")
    let imported = try SchemaImporter().import(
      #"""
      {"type":"object","properties":{"a":{"$ref":"#/$defs/T","not":{"const":{"b":1}}}},
        "additionalProperties":false,
        "$defs":{"T":{"type":"object","description":"A thing","properties":{}}}}
      """#)
    let text = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString()
    #expect(text.contains(#""description":"A thing. Is not {\"b\":1}.""#), "\(text)")
  }

  @Test(arguments: [
    #""properties":{"z":{"type":"string"}}"#, #""not":{"required":["b"]}"#,
    #""not":{"required":["b","c"]}"#,
  ])
  func `I2: keywords beside a reference keep the description of its target`(
    keyword: String
  ) throws {
    let imported = try SchemaImporter().import(
      #"""
      {"type":"object","properties":{"a":{"$ref":"#/$defs/T",\#(keyword)}},
        "$defs":{"T":{"type":"object","description":"A thing","properties":{"b":{},"c":{}}}}}
      """#)
    let graph = try SchemaGraph(imported.schema)
    #expect(graph.root.properties[0].node.description == "A thing")
  }

  @Test func `I2: a warning says that a keyword is told in words`() throws {
    let imported = try SchemaImporter().import(#"{"type":"array","uniqueItems":true}"#)
    #expect(
      imported.diagnostics.map(\.problem) == [
        "'uniqueItems' is told to the model in words or as it is, and checked by the validator."
      ])
  }
}
