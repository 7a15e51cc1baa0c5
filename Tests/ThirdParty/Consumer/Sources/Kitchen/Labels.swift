import SchemaDialects
import SchemaEncoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Conformances of this package's own, which take effect since SchemaConformances is not linked.

extension UUID: @retroactive Generable {
  /// The schema of the values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(type: UUID.self, description: "A label", anyOf: ["none", "new"])
  }

  /// Creates a new label, whatever the content.
  ///
  /// - Parameter content: The content.
  public init(_ content: GeneratedContent) { self.init() }

  /// The value as content.
  public var generatedContent: GeneratedContent { "new".generatedContent }
}

extension Dictionary: @retroactive ConvertibleFromGeneratedContent,
  @retroactive ConvertibleToGeneratedContent, @retroactive Generable,
  @retroactive InstructionsRepresentable, @retroactive PromptRepresentable
where Key == String, Value: Generable {
  /// The schema of the values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [GenerationSchema.Property(name: "first", type: Value.self)])
  }

  /// Reads the one property.
  ///
  /// - Parameter content: The content.
  /// - Throws: An error if the property is missing.
  public init(_ content: GeneratedContent) throws {
    self = ["first": try content.value(forProperty: "first")]
  }

  /// The value as content.
  public var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["first": self["first"]])
  }
}

func printLabels() throws {
  let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
  print(try encoder.encode([UUID].self))
  print(try encoder.encode([String: String].self).root.properties.map(\.name))
}
