import SchemaDialects
import SchemaEncoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Conformances of this package's own, which take effect since SchemaConformances is not linked.

extension UUID: @retroactive Generable {
  public static var generationSchema: GenerationSchema {
    GenerationSchema(type: UUID.self, description: "A label", anyOf: ["none", "new"])
  }

  public init(_ content: GeneratedContent) throws { self.init() }

  public var generatedContent: GeneratedContent { "new".generatedContent }
}

extension Dictionary: @retroactive ConvertibleFromGeneratedContent,
  @retroactive ConvertibleToGeneratedContent, @retroactive Generable,
  @retroactive InstructionsRepresentable, @retroactive PromptRepresentable
where Key == String, Value: Generable {
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [GenerationSchema.Property(name: "first", type: Value.self)])
  }

  public init(_ content: GeneratedContent) throws {
    self = ["first": try content.value(forProperty: "first")]
  }

  public var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["first": self["first"]])
  }
}

func printLabels() throws {
  let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
  print(try encoder.encode([UUID].self))
  print(try encoder.encode([String: String].self).root.properties.map(\.name))
}
