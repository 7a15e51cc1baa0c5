import Foundation
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing

/// What each fitting makes of a type, and the way back (rules D7 and D8).
@Suite struct FittingTests {
  @Test func `D7: a dictionary goes to OpenAI as an array of entries, inside an object`() throws {
    let encoder = SchemaEncoder(dialect: OpenAIDialect(), fitting: .automatic)
    let schema = try encoder.encode([String: Int].self)
    #expect(schema.root.properties.map(\.name) == ["value"])
    #expect(schema.diagnostics.compactMap(\.fitting) == [.root, .dictionary])
    let answer = try GeneratedContent(
      json: #"{"value": [{"key": "a", "value": 1}, {"key": "b", "value": 2}]}"#)
    let content = try schema.content(from: answer)
    #expect(content.jsonString == #"{"a": 1, "b": 2}"#)
    #expect(try schema.answer(for: content) == answer)
  }

  @Test func `without fitting the mapping is the identity`() throws {
    let schema = try SchemaEncoder().encode([String: Int].self)
    #expect(schema.mapping.isIdentity)
    #expect(
      try SchemaEncoder(dialect: JSONSchemaDialect(), fitting: .automatic).encode(
        [String: Int].self
      ).mapping.isIdentity)
  }
}
