import Foundation
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

struct GenerationSchemaDecodingTests {
  private func decoded(_ text: String) throws -> GenerationSchema {
    try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
  }

  private func plain(_ text: String) throws -> String {
    try SchemaEncoder(dialect: TestDialect()).encode(decoded(text)).jsonString()
  }

  @Test(
    .enabled(if: Corpus.has("apple"), Comment(rawValue: Corpus.absence)),
    arguments: ["age", "cat", "hedgehog", "person", "petClub", "shelter", "newsletter"])
  func `D3: Apple's own schemas are decoded, and encoded as they were`(name: String) throws {
    let file = Corpus.folder.appendingPathComponent("apple/\(name).json")
    let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(contentsOf: file))
    let encoded = try JSONEncoder().encode(schema)
    let expected = try JSONValue(contentsOf: file)
    #expect(try JSONValue(text: String(decoding: encoded, as: UTF8.self)) == expected)
    let apple = try SchemaEncoder(dialect: AppleDialect()).encode(schema)
    #expect(try JSONValue(text: apple.jsonString()) == expected)
    #expect(apple.diagnostics.isEmpty)
  }

  @Test func `a schema comes back from an encoder as it went in`() throws {
    let step = DynamicGenerationSchema(
      name: "Step of a/b",
      description: "What to do",
      properties: [
        .init(name: "text", schema: .string),
        .init(name: "next", schema: .init(referenceTo: "Step of a/b"), isOptional: true),
        .init(
          name: "mood", description: "How it feels",
          schema: .init(name: "Mood", anyOf: ["calm", "wild"])),
      ])
    let root = DynamicGenerationSchema(
      name: "Plan",
      properties: [
        .init(name: "steps", schema: .init(arrayOf: step, minimumElements: 1)),
        .init(name: "score", schema: .init(type: Double.self, guides: [.range(0.5...9)])),
        .init(name: "either", schema: .init(name: "Either", anyOf: [step, .integer])),
      ])
    let schema = try GenerationSchema(root: root, dependencies: [])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = try encoder.encode(schema)
    let decoded = try JSONDecoder().decode(GenerationSchema.self, from: text)
    #expect(try encoder.encode(decoded) == text)
    #expect(decoded.name == "Plan")
  }

  /// Documents whose structure the plain dialect shows unchanged.
  @Test(arguments: [
    #"{"type":"string","title":"Root","minLength":2}"#,
    #"{"type":"array","items":{"type":"string","description":"kept"}}"#,
    #"{"type":"array","minItems":0,"maxItems":0}"#,
    #"{"type":"array","maxItems":0,"items":{}}"#,
    #"{"type":"object","additionalProperties":{"type":"string","description":"any other"}}"#,
    ##"{"title":"U","anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#"}}]}"##,
    ##"{"type":"object","additionalProperties":false,"properties":{"a":{"$ref":"#/$defs/E","##
      + ##""description":"which"},"b":{"$ref":"#/$defs/E"}},"required":["b"],"$defs":{"E":"##
      + ##"{"type":"string","description":"an E","enum":["x","y"]}}}"##,
    ##"{"type":"object","additionalProperties":true,"properties":{"gone":false},"required":[]}"##,
    ##"{"type":"object","additionalProperties":false,"properties":{"inner":{"type":"object","##
      + ##""additionalProperties":false,"properties":{},"required":[]}},"required":["inner"]}"##,
    #"{"type":"integer","enum":[3,1,2]}"#,
    #"{"enum":[true,"a",null,0.5]}"#,
    #"{"type":"string","format":"date","allOf":[{"format":"time"}]}"#,
    #"{"type":"number","exclusiveMinimum":-1,"maximum":100000000000000000000}"#,
    "{}",
  ])
  func `I1: structure, names and constraints are kept`(text: String) throws {
    #expect(try JSONValue(text: plain(text)) == JSONValue(text: text))
  }

  @Test(arguments: [
    (#"{"type":"boolean","default":true}"#, #"{"type":"boolean"}"#),
    (
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer","#
        + #""x-note":{"not":1},"#
        + #""examples":[1],"$comment":"c","deprecated":true}"#, #"{"type":"integer"}"#
    ),
    (
      #"{"type":"array","items":{"type":"string","title":"Item"}}"#,
      #"{"type":"array","items":{"type":"string","description":"Item"}}"#
    ),
    (#"{"type":"array"}"#, #"{"type":"array","items":{}}"#),
    (#"{"const":"only"}"#, #"{"type":"string","enum":["only"]}"#),
    (
      ##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"array","items":{"$ref":"#"}}}}"##,
      ##"{"type":"array","title":"A","items":{"$ref":"#"}}"##
    ),
  ])
  func `keywords that no value depends on are left out`(text: String, expected: String) throws {
    #expect(try plain(text) == expected)
  }

  @Test func `I3: an object that does not say that it is closed is open`() throws {
    let schema = try decoded(#"{"type":"object","properties":{"a":{"type":"null"}}}"#)
    let root = try SchemaGraph(schema).root
    #expect(root.additionalProperties?.kind == .any)
    #expect(root.properties.map(\.isOptional) == [true])
    #expect(schema.name == "Schema")
  }

  @Test(arguments: [
    (#"{"type":"object","properties":{"a":{"not":{"const":1}}}}"#, "/properties/a/not"),
    (##"{"type":"array","items":{"$ref":"#/$defs/Nowhere"}}"##, "/items/$ref"),
    (#"{"type":"strange"}"#, "/type"),
    (#"{"type":"object","properties":{"a":false},"required":["a"]}"#, "/properties/a"),
    (#"{"type":"object","required":["b"],"additionalProperties":false}"#, "the root"),
    (#"{"type":"array","items":{},"uniqueItems":true}"#, "/uniqueItems"),
    (#"{"minLength":1}"#, "the root"),
    (#"{"oneOf":[{"type":"string"},{"type":"string"}]}"#, "/oneOf"),
    (#"{"type":"string","minLength":-1}"#, "/minLength"),
    (#"{"type":"string","pattern":"("}"#, "/pattern"),
    (#"{"enum":[]}"#, "/enum"),
    (#"{"enum":[{},\#(Array(repeating: "[]", count: 64).joined(separator: ","))]}"#, "/enum"),
  ])
  func `what a schema cannot say is an error that names the place`(text: String, place: String) {
    let error = #expect(throws: DecodingError.self) { try decoded(text) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.hasPrefix("At \(place):"), "\(context.debugDescription)")
    let path = context.codingPath.map { "/\($0.stringValue)" }.joined()
    #expect(path == (place == "the root" ? "" : place))
  }

  @Test func `the error inside another document begins with the place of the schema`() {
    let text = #"{"list":[{"type":"null"},{"type":"string","not":{"const":""}}]}"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([String: [GenerationSchema]].self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.suffix(1).map(\.stringValue) == ["not"])
    #expect(context.codingPath.first?.stringValue == "list")
  }
}
