import SchemaEncoding
import SchemaTestSupport

/// An object with one property, whose type and guides a test chooses.
struct Holder<Value: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema { schema() }

  static func schema(
    _ guides: [GenerationGuide<Value>] = [], description: String? = nil
  ) -> GenerationSchema {
    GenerationSchema(
      type: Self.self, title: "Holder",
      properties: [
        Property(name: "value", description: description, type: Value.self, guides: guides)
      ])
  }
}

/// Returns the encoded schema of a property with guides.
func guided<Value: Generable>(
  _ type: Value.Type, _ guides: GenerationGuide<Value>...,
  in dialect: any SchemaDialect = TestDialect()
) throws -> String {
  let document = try text(Holder<Value>.schema(guides), in: dialect)
  let prefix =
    #"{"type":"object","title":"Holder","additionalProperties":false,"properties":{"value":"#
  let suffix = #"},"required":["value"]}"#
  guard document.hasPrefix(prefix), document.hasSuffix(suffix) else { return document }
  return String(document.dropFirst(prefix.count).dropLast(suffix.count))
}
