import SchemaImport
import SchemaTestSupport
import Testing

/// What is too much to combine, or has no form in a schema, is a warning.
struct NotCombinedTests {
  private func rules(_ document: String) throws -> [ImportRule] {
    try SchemaImporter().import(document).diagnostics.map(\.rule)
  }

  @Test
  func `I3: patterns and further properties of several schemas are not combined, with a warning`()
    throws
  {
    let document = """
      {"type": "object", "allOf": [
        {"patternProperties": {"^a": {"type": "string"}}, \
      "additionalProperties": {"type": "integer"}},
        {"patternProperties": {"^b": {"type": "string"}}}]}
      """
    let imported = try SchemaImporter().import(document)
    #expect(imported.diagnostics.map(\.rule) == [.combination])
    #expect(imported.diagnostics.map(\.keyword) == ["patternProperties"])
  }

  @Test func `I6: a union is not repeated out of proportion to its document, with a warning`()
    throws
  {
    func list(_ count: Int, _ element: (Int) -> String) -> String {
      (0..<count).map(element).joined(separator: ",")
    }
    let base = list(100) { "\"p\($0)\": {}" }
    func document(_ count: Int) -> String {
      """
      {"type": "object", "properties": {\(base)}, \
      "anyOf": [\(list(count) { "{\"required\": [\"p\($0)\"]}" })]}
      """
    }
    // Only these alternatives constrain more than the presence of properties.
    let constrained = base.replacing("{}", with: "{\"type\": \"string\"}")
    func others(_ count: Int) -> String {
      """
      {"type": "object", "properties": {\(constrained)}, "anyOf": \
      [\(list(count) { "{\"required\": [\"p\($0)\"], \"minProperties\": 2}" })]}
      """
    }
    #expect(try rules(others(20)) == [])
    #expect(try rules(others(300)) == [.combination])
    // Rules for the presence of properties are described instead, whatever their number.
    #expect(try rules(document(20)) == [.combination])
    #expect(try rules(document(300)) == [.combination])
  }

  @Test func `I3: a dynamic reference with several targets accepts any value, with a warning`()
    throws
  {
    let document = ##"""
      {"type": "array", "items": {"$dynamicRef": "#n"}, "$defs": {
         "a": {"$id": "a", "$dynamicAnchor": "n", "type": "string"},
         "b": {"$dynamicAnchor": "n", "type": "integer"}}}
      """##
    let imported = try SchemaImporter().import(document)
    #expect(imported.diagnostics.map(\.rule) == [.dynamicReference])
    #expect(try SchemaGraph(imported.schema).root.items?.kind == .any)
  }

  @Test
  func `I2: a condition on a property of a schema without a type is read as that of an object`()
    throws
  {
    let document = """
      {"properties": {"k": {"enum": ["a", "b"]}}, "required": ["k"],
       "if": {"properties": {"k": {"const": "a"}}, "required": ["k"]}, "then": {"required": ["x"]}}
      """
    #expect(try rules(document).contains(.inferredType))
    let typed = document.replacing(
      "{\"properties\": {\"k\": {\"enum",
      with: "{\"type\": \"object\", \"properties\": {\"k\": {\"enum", maxReplacements: 1)
    #expect(try rules(typed) == [.discriminator])
  }
}
