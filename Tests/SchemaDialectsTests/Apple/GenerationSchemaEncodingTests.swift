import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct GenerationSchemaEncodingTests {
  private func encoded(_ schema: GenerationSchema) throws -> JSONValue {
    try JSONValue(text: String(decoding: JSONEncoder().encode(schema), as: UTF8.self))
  }

  @Test(
    arguments: [
      Age.self, CatAlone.Cat.self, Hedgehog.self, PersonAlone.Person.self, PetClub.self,
      Shelter.self, ShelterNewsletter.self,
    ] as [any Generable.Type])
  func `D3: schemas that FoundationModels can state have its form`(type: any Generable.Type) throws
  {
    let apple = try SchemaEncoder(dialect: AppleDialect()).encode(type)
    #expect(try encoded(type.generationSchema) == JSONValue(text: apple.jsonString()))
  }

  @Test(
    arguments: [
      (
        DynamicGenerationSchema(
          name: "Open", properties: [.init(name: "a", schema: .null)], additionalProperties: .any),
        #"{"type":"object","title":"Open","additionalProperties":true,"#
          + #""properties":{"a":{"type":"null"}},"required":["a"],"x-order":["a"]}"#
      ),
      (
        DynamicGenerationSchema(dictionaryOf: .any, minimumProperties: 1, maximumProperties: 3),
        #"{"type":"object","minProperties":1,"maxProperties":3,"additionalProperties":true}"#
      ),
      (
        .tuple(of: [.integer, .any]),
        #"{"type":"array","minItems":2,"maxItems":2,"prefixItems":[{"type":"integer"},{}]}"#
      ),
      (.nullable(.boolean), #"{"anyOf":[{"type":"boolean"},{"type":"null"}]}"#),
      (.enumeration(of: ["a", 1, .null]), #"{"enum":["a",1,null]}"#),
      (
        DynamicGenerationSchema(type: String.self, guides: [.length(2...4), .format(.email)]),
        #"{"type":"string","minLength":2,"maxLength":4,"format":"email"}"#
      ),
      (
        DynamicGenerationSchema(
          type: Double.self, guides: [.exclusiveMinimum(0.5), .multiple(of: 0.25)]),
        #"{"type":"number","exclusiveMinimum":0.5,"multipleOf":0.25}"#
      ),
      (
        DynamicGenerationSchema(type: String.self, guides: [.pattern(/a+/), .pattern(/b+/)]),
        #"{"type":"string","pattern":"a+","allOf":[{"pattern":"b+"}]}"#
      ),
    ] as [(DynamicGenerationSchema, String)])
  func `D1: other schemas are encoded as JSON Schema`(
    schema: DynamicGenerationSchema, expected: String
  ) throws {
    let schema = try GenerationSchema(root: schema, dependencies: [])
    #expect(try encoded(schema) == JSONValue(text: expected))
  }

  @Test func `D1: a pattern is next to the choices that it was applied to`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        type: String.self, guides: [.anyOf(["a", "b"]), .pattern(/^[a-c]$/)]),
      dependencies: [])
    let expected = #"{"type":"string","enum":["a","b"],"pattern":"^[a-c]$"}"#
    #expect(try encoded(schema) == JSONValue(text: expected))
    let apple = try SchemaEncoder(dialect: AppleDialect()).encode(schema)
    #expect(try JSONValue(text: apple.jsonString()) == JSONValue(text: expected))
    #expect(apple.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ["1.00000000000000000001"], ["123456789012345678901"], ["0.5", "1e400"],
  ])
  func `E12: a number that no encoder takes exactly is an error`(numbers: [String]) throws {
    let choices = try numbers.map { text in
      SchemaScalar.number(try #require(SchemaNumber(text: text.utf8)))
    }
    let schema = try GenerationSchema(root: .enumeration(of: choices), dependencies: [])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(schema) }
  }

  @Test func `names that differ in bytes only are an error, since encoders keep one`() throws {
    let names = ["\u{E9}", "e\u{301}"]
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Accents", properties: names.map { .init(name: $0, schema: .string) }),
      dependencies: [])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(schema) }
    #expect(try SchemaEncoder(dialect: AppleDialect()).encode(schema).root.properties.count == 2)
  }

  @Test func `a schema with a fault is not encoded`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(type: Int.self, guides: [.minimum(2), .maximum(1)]),
      dependencies: [])
    #expect(throws: SchemaError.self) { try JSONEncoder().encode(schema) }
  }
}
