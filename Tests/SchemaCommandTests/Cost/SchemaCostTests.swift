import SchemaKit
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

@Suite struct SchemaCostTests {
  private func cost(_ text: String) throws -> SchemaCost {
    let graph = try SchemaGraph(SchemaImporter().import(text).schema)
    return try SchemaCost(graph, in: JSONSchemaDialect())
  }

  private static func list(_ keywords: String) -> String {
    """
    {"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
      "a": {"type": "array", "items": {"type": "boolean"}\(keywords)}}}
    """
  }

  @Test func `lists are midway between their bounds`() throws {
    // Each element is a token, and a sign beside it another.
    let open = try cost(Self.list("")).answer
    #expect(try cost(Self.list(#", "maxItems": 2"#)).answer == open - 2)
    #expect(try cost(Self.list(#", "minItems": 10"#)).answer == open + 14)
    #expect(try cost(Self.list(#", "minItems": 5, "maxItems": 15"#)).answer == open + 14)
    #expect(try cost(Self.list(#", "maxItems": 0"#)).answer == open - 6)
  }

  @Test func `an optional property costs half, in the answer only`() throws {
    func text(_ required: String) -> String {
      """
      {"type": "object", "required": [\(required)], "additionalProperties": false, \
      "properties": {"note": {"type": "string", "maxLength": 400}}}
      """
    }
    let optional = try cost(text("")).properties[0]
    let required = try cost(text(#""note""#)).properties[0]
    #expect(abs(2 * optional.answer - required.answer) <= 1)
    #expect(optional.schema < required.schema)
  }

  @Test(arguments: Sample.allCases)
  func `properties make up nearly all of an answer`(sample: Sample) throws {
    let cost = try SchemaCost(SchemaGraph(sample.type), in: JSONSchemaDialect())
    let sum = cost.properties.reduce(0) { $0 + $1.answer }
    #expect(sum <= cost.answer + cost.properties.count)
    // What is left are the brackets of what belongs to no property.
    #expect(sum * 10 >= cost.answer * 8, "\(sum) of \(cost.answer)")
    #expect(cost.names + cost.descriptions < cost.schema)
    #expect(cost.properties.allSatisfy { $0.schema > 0 && $0.answer > 0 })
  }

  @Test func `a type within itself is counted once`() throws {
    let cost = try SchemaCost(SchemaGraph(Sprout.self), in: JSONSchemaDialect())
    #expect(cost.answer < 30)
  }

  @Test func `long names and descriptions are found, the costliest first`() throws {
    let text = """
      {"type": "object", "required": ["veryLongPropertyName", "x"], "additionalProperties": false,
       "properties": {
         "x": {"type": "boolean", "description": "One two three four five six seven eight nine ten"},
         "twoWords": {"type": "boolean"},
         "veryLongPropertyName": {"type": "boolean", "description": "Short"}}}
      """
    let cost = try cost(text)
    #expect(cost.longNames.map(\.text) == ["veryLongPropertyName", "twoWords"])
    let name = try #require(cost.longNames.first)
    #expect(name.tokens == 4)
    #expect(name.mentions == 2)
    #expect(name.saving == (6, 3))
    #expect(cost.longDescriptions.map(\.text) == ["/x"])
    let description = try #require(cost.longDescriptions.first)
    #expect(description.saving.schema == description.tokens - SchemaCost.foundDescription)
  }

  @Test func `lists in lists do not overflow`() async throws {
    var schema = DynamicGenerationSchema.integer
    for _ in 0..<5000 {
      schema = DynamicGenerationSchema(arrayOf: schema, minimumElements: 1000)
    }
    let nest = schema
    let answer = try await onSmallStack {
      try SchemaCost(
        SchemaGraph(GenerationSchema(root: nest, dependencies: [])), in: JSONSchemaDialect()
      ).answer
    }
    #expect(answer == 1_000_000_000_000)
  }
}
