import Foundation
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

@Suite struct GenerationSchemaCodableTests {
  @Test(
    .enabled(if: Corpus.has("apple"), Comment(rawValue: Corpus.absence)),
    arguments: ["age", "cat", "hedgehog", "person", "petClub", "shelter", "newsletter"])
  func `D3: Apple's own schemas are decoded, and encoded as they were`(name: String) throws {
    let file = Corpus.folder.appendingPathComponent("apple/\(name).json")
    let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(contentsOf: file))
    let encoded = try JSONEncoder().encode(schema)
    #expect(
      try JSONValue(text: String(decoding: encoded, as: UTF8.self)) == JSONValue(contentsOf: file))
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

  @Test(arguments: [
    (#"{"type":"object","title":"A","properties":{},"required":[],"not":{}}"#, "not"),
    (#"{"type":"array","items":{"type":"string","description":"lost"}}"#, "described"),
    (##"{"type":"array","items":{"$ref":"#/$defs/Nowhere"}}"##, "leads to no definition"),
    (#"{"type":"strange"}"#, "type"),
    (#"{"type":"object","title":"A","additionalProperties":true,"properties":{}}"#, "further"),
    (
      #"{"type":"object","title":"A","additionalProperties":{"type":"string"},"properties":{}}"#,
      "further"
    ),
    (#"{"type":"integer","exclusiveMinimum":1}"#, "exclusiveMinimum"),
    (#"{"type":"integer","enum":[1]}"#, "enum"),
    (#"{"type":"array","prefixItems":[{"type":"string"}]}"#, "prefixItems"),
    (#"{"type":"array"}"#, "items"),
  ])
  func `what a schema cannot say is an error when it is decoded`(text: String, word: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains(word))
  }

  @Test func `an object at the root goes without a title`() throws {
    let text = #"{"type":"object","properties":{},"required":[]}"#
    let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
    #expect(schema.name == "Schema")
  }
}
