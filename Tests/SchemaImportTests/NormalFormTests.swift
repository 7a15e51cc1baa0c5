import SchemaImport
import Testing

/// JSON compares texts by their code points, so "é" in two normal forms is two texts.
struct NormalFormTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  private func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  @Test(arguments: ["properties", "patternProperties"])
  func `names and patterns of properties in two normal forms are both kept`(keyword: String) throws
  {
    let part = { (name: String, type: String) in
      "{\"type\": \"object\", \"\(keyword)\": {\"\(name)\": {\"type\": \"\(type)\"}}}"
    }
    let (first, second) = ("^\(Self.composed)$", "^\(Self.decomposed)$")
    let document = "{\"allOf\": [\(part(first, "string")), \(part(second, "integer"))]}"
    let root = try SchemaGraph(SchemaImporter().import(document).schema).root
    let names = root.properties.map(\.name) + root.patternProperties.map(\.pattern.source)
    #expect(bytes(names) == bytes([first, second]))
    #expect(root.children.suffix(2).map(\.kind) == [.string, .integer])
  }

  @Test func `patterns of one string in two normal forms are both kept`() throws {
    let document = """
      {"type": "string", "allOf": [{"pattern": "\(Self.composed)"},
        {"pattern": "\(Self.decomposed)"}]}
      """
    let text = try importing(document).text
    #expect(text.unicodeScalars.count { $0 == "\u{E9}" } == 1)
    #expect(text.unicodeScalars.count { $0 == "\u{301}" } == 1)
  }

  @Test func `definitions and values in two normal forms are both kept`() throws {
    let document = """
      {"type": "object", "properties": {
         "a": {"$ref": "#/$defs/\(Self.composed)"}, "b": {"$ref": "#/$defs/\(Self.decomposed)"},
         "c": {"enum": ["\(Self.composed)", "\(Self.decomposed)"]},
         "d": {"type": "array", "minItems": 1, "prefixItems": [
           {"const": "\(Self.composed)"}, {"const": "\(Self.decomposed)"}], "items": false}},
       "$defs": {"\(Self.composed)": {"type": "object", "properties": {"x": {"type": "string"}}},
         "\(Self.decomposed)": {"type": "object", "properties": {"y": {"type": "string"}}}}}
      """
    let outcome = try importing(document)
    let graph = try SchemaGraph(outcome.imported.schema)
    #expect(graph.definitions.map { $0.body.properties.map(\.name) } == [["x"], ["y"]])
    #expect(Set(graph.definitions.map { Array($0.name.utf8) }).count == 2)
    // Each occurs in the name, in the list and in the elements; references escape it.
    #expect(outcome.text.unicodeScalars.count { $0 == "\u{E9}" } == 3)
    #expect(outcome.text.unicodeScalars.count { $0 == "\u{301}" } == 3)
  }

  @Test func `a condition that requires the name in another normal form is not read as one`() throws
  {
    let document = """
      {"type": "object", "properties": {"\(Self.composed)": {"enum": ["a", "b"]}},
       "if": {"properties": {"\(Self.composed)": {"const": "a"}},
         "required": ["\(Self.decomposed)"]},
       "then": {"required": ["x"]}}
      """
    #expect(try SchemaImporter().import(document).diagnostics.map(\.rule) == [.condition])
  }

  @Test func `a reference to an anchor that begins with an accent is one in the document`() throws {
    let document = """
      {"type": "object", "properties": {"a": {"$ref": "#\u{301}"}},
       "$defs": {"n": {"$anchor": "\u{301}", "type": "integer"}}}
      """
    let graph = try SchemaGraph(SchemaImporter().import(document).schema)
    #expect(graph.root.properties.map { graph.resolving($0.node).kind } == [.integer])
  }

  @Test func `groups of a pattern in two normal forms are two groups`() throws {
    let source = #"^(?<\#(Self.composed)>a)(?<\#(Self.decomposed)>b)\k<\#(Self.decomposed)>$"#
    let pattern = try SchemaPattern(ecma: source)
    #expect(pattern.matches("abb") == true)
    #expect(pattern.matches("aba") == false)
  }
}
