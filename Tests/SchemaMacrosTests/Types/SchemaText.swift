import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaModel

/// The schema of a type as compact text of plain JSON Schema.
func schemaText(_ type: any Generable.Type) throws -> String {
  try SchemaEncoder(dialect: JSONSchemaDialect()).encode(type).jsonString()
}

/// The schema of a property as compact text.
func propertyText(_ name: String, of type: any Generable.Type) throws -> String {
  let schema = try GeneratedContent(json: schemaText(type))
  let properties = try schema.value(GeneratedContent.self, forProperty: "properties")
  return try properties.value(GeneratedContent.self, forProperty: name).jsonString(.compact)
}

/// The names of the properties of a structure, in order.
func keys(_ content: GeneratedContent) -> [String] {
  content.properties.map { $0.name }
}
