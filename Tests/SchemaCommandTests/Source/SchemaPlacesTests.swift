import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct SchemaPlacesTests {
  private static let document = #"""
    {"schema": {"$ref": "#/$defs/a%7E1b~1c"},
     "$defs": {"a/b/c": {"type": "object", "properties": {
         "list": {"type": "array", "items": {"type": "object", "properties": {"x": {}}}},
         "map": {"additionalProperties": {"$ref": "#/$defs/Node"}},
         "pair": {"prefixItems": [{}, {"properties": {"y": {}}}]},
         "either": {"anyOf": [{"$ref": "#/$defs/Node"}, {"title": "Other", "properties": {"o": {}}}]}},
       "allOf": [{"properties": {"mixed": {}}}]},
      "Node": {"properties": {"next": {"$ref": "#/$defs/Node"}, "1": {}}}}}
    """#

  @Test(arguments: [
    ("", "/schema"), ("/list", "/$defs/a~1b~1c/properties/list"),
    ("/list/x", "/$defs/a~1b~1c/properties/list/items/properties/x"),
    ("/map/next/next/next", "/$defs/Node/properties/next"),
    ("/pair/1/y", "/$defs/a~1b~1c/properties/pair/prefixItems/1/properties/y"),
    ("/either/Node/1", "/$defs/Node/properties/1"),
    ("/either/Other/o", "/$defs/a~1b~1c/properties/either/anyOf/1/properties/o"),
    ("/mixed", "/$defs/a~1b~1c/allOf/0/properties/mixed"),
    ("/list/none/x", "/$defs/a~1b~1c/properties/list"),
  ])
  func `the path of a diagnostic leads to its place in the document`(
    path: String, place: String
  ) throws {
    let finder = SchemaPlaces(
      try GeneratedContent(json: Self.document), at: try SchemaPath(pointer: "/schema"))
    #expect(finder.place(of: try SchemaPath(pointer: path)).pointer == place)
  }

  @Test func `a reference in a part leads into the part, and else into the whole document`() throws
  {
    let document = try GeneratedContent(
      json: ##"""
        {"$defs": {"b": {"properties": {"y": {}}}}, "part": {"$defs": {"a": {"properties": {"x": {}}}},
         "properties": {"p": {"$ref": "#/$defs/a"}, "q": {"$ref": "#/$defs/b"}}}}
        """##)
    let finder = SchemaPlaces(document, at: ["part"])
    #expect(finder.place(of: ["p", "x"]).pointer == "/part/$defs/a/properties/x")
    #expect(finder.place(of: ["q", "y"]).pointer == "/$defs/b/properties/y")
  }

  @Test func `references in a circle end`() throws {
    let document = try GeneratedContent(
      json:
        ##"{"$ref": "#/a", "a": {"$ref": "#/b"}, "b": {"$ref": "#/a", "allOf": [{"$ref": "#"}]}}"##)
    #expect(SchemaPlaces(document, at: SchemaPath()).place(of: ["x"]).pointer.isEmpty)
  }
}
