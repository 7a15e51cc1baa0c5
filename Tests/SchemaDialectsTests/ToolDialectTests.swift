import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import Testing

/// D7: the arguments of tools are an object, whatever the tool declares.
struct ToolDialectTests {
  typealias Dynamic = DynamicGenerationSchema

  static let dialects: [any SchemaDialect] = [
    AppleDialect(), OpenAIDialect(), GeminiDialect(), AnthropicDialect(), LlamaCppDialect(),
    JSONSchemaDialect(),
  ]

  static let roots: [(schema: Dynamic, answer: String, content: String)] = [
    (.array(of: .integer), #"{"value":[1,2]}"#, "[1,2]"),
    (
      Dynamic(name: "Either", anyOf: [.integer, .array(of: .string)]), #"{"value":["a"]}"#,
      #"["a"]"#
    ),
  ]

  @Test(arguments: dialects, roots)
  func `D7: arguments of another type become the value of an object`(
    dialect: any SchemaDialect, root: (schema: Dynamic, answer: String, content: String)
  ) throws {
    let schema = try GenerationSchema(root: root.schema, dependencies: [])
    let encoder = SchemaEncoder(dialect: dialect.forTools)
    let encoded = try encoder.fit(schema)
    #expect(encoded.schema.root.properties.map(\.name) == ["value"], "\(encoded)")
    let content = try encoded.content(from: GeneratedContent(json: root.answer))
    #expect(content.jsonString(.compact) == root.content)
  }
}
