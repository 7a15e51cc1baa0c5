import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct JSONSchemaDialectTests {
  @Test func `D4: plain JSON Schema is the default dialect`() throws {
    let encoder = SchemaEncoder()
    #expect(encoder.dialect.name == "json-schema")
    #expect(encoder.dialect is JSONSchemaDialect)
  }

  @Test func `D4: every keyword is part of draft 2020-12 and nothing is described`() throws {
    let document = try SchemaEncoder().encode(ShelterNewsletter.self)
    #expect(document.diagnostics.isEmpty)
    let keywords: Set = [
      "$ref", "$defs", "type", "title", "description", "enum", "minItems", "maxItems", "minimum",
      "maximum", "items", "additionalProperties", "properties", "required",
    ]
    #expect(try KeywordNames(in: document).names == keywords)
  }

  @Test func `D4: a format, a length, two patterns and any value are all written`() throws {
    let schema = GenerationSchema(
      type: Age.self,
      properties: [
        Property(name: "id", type: UUID.self),
        Property(
          name: "code", type: String.self, guides: [.pattern(/a/), .pattern(/b/), .length(1...2)]),
        Property(name: "any", type: GeneratedContent.self),
      ])
    let document = try SchemaEncoder(dialect: JSONSchemaDialect(), isStrict: true).encode(schema)
    #expect(
      document.jsonString().contains(
        #""id":{"type":"string","format":"uuid"},"code":{"type":"string","pattern":"a","#
          + #""minLength":1,"maxLength":2,"allOf":[{"pattern":"b"}]},"any":{}"#))
  }
}

struct DialectRegistryTests {
  @Test func `the dialects of the library are found by name`() {
    let registry = DialectRegistry.standard
    #expect(
      registry.names == [
        "json-schema", "gemini", "apple", "openai", "anthropic", "gemini-openapi", "llama.cpp",
        "xai", "cerebras", "groq-strict", "deepseek-strict", "mistral", "bedrock", "xgrammar",
        "azure",
      ])
    for name in registry.names { #expect(registry.dialect(named: name)?.name == name) }
    #expect(registry.dialect(named: "Gemini") == nil)
    #expect(registry.dialect(named: "") == nil)
  }

  @Test func `users add dialects of their own`() throws {
    var registry = DialectRegistry.standard
    var dialect = TestDialect { $0.keywords.propertyOrder = "order" }
    dialect.name = "my-own"
    try registry.register(dialect)
    #expect(registry.names.last == "my-own")
    let found = try #require(registry.dialect(named: "my-own"))
    #expect(try SchemaEncoder(dialect: found).encode(Age.self).root["order"] != nil)
    #expect(DialectRegistry.standard.dialect(named: "my-own") == nil)
  }

  @Test func `a second dialect of one name is an error, and so is an empty name`() throws {
    var registry = DialectRegistry()
    #expect(registry.names.isEmpty)
    try registry.register(TestDialect())
    let error = #expect(throws: SchemaError.self) { try registry.register(TestDialect()) }
    // The dialect is at fault, and not a type.
    guard case .unsupported("dialect name", let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("'test'"))
    var nameless = TestDialect()
    nameless.name = ""
    #expect(throws: SchemaError.self) { try registry.register(nameless) }
    #expect(registry.names == ["test"])
  }
}
