import SchemaKit
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

struct SchemaPlacesTests {
  private static let document = #"""
    {"schema": {"$ref": "#/$defs/a%7E1b~1c"},
     "$defs": {"a/b/c": {"type": "object", "properties": {
         "list": {"type": "array", "items": {"type": "object", "properties": {"x": {}}}},
         "map": {"additionalProperties": {"$ref": "#/$defs/Node"}},
         "pair": {"prefixItems": [{}, {"properties": {"y": {}}}]},
         "either": {"anyOf": [{"$ref": "#/$defs/Node"}, \#
    {"title": "Other", "properties": {"o": {}}}]}},
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
    var finder = SchemaPlaces(
      try GeneratedContent(json: Self.document), at: try SchemaPath(pointer: "/schema"))
    let found = finder.place(of: try SchemaPath(pointer: path))
    #expect(found.pointer == place)
  }

  @Test func `a reference in a part leads into the part, or else into the complete document`()
    throws
  {
    let document = try GeneratedContent(
      json: ##"""
        {"$defs": {"b": {"properties": {"y": {}}}}, \##
        "part": {"$defs": {"a": {"properties": {"x": {}}}},
         "properties": {"p": {"$ref": "#/$defs/a"}, "q": {"$ref": "#/$defs/b"}}}}
        """##)
    var finder = SchemaPlaces(document, at: ["part"])
    let (x, y) = (finder.place(of: ["p", "x"]), finder.place(of: ["q", "y"]))
    #expect(x.pointer == "/part/$defs/a/properties/x")
    #expect(y.pointer == "/$defs/b/properties/y")
  }

  @Test func `references in a circle end`() throws {
    let document = try GeneratedContent(
      json:
        ##"{"$ref": "#/a", "a": {"$ref": "#/b"}, "b": {"$ref": "#/a", "allOf": [{"$ref": "#"}]}}"##)
    var finder = SchemaPlaces(document, at: SchemaPath())
    let place = finder.place(of: ["x"])
    #expect(place.isEmpty)
  }

  /// A document with many parts, a diagnostic at each.
  enum Growth: CaseIterable {
    case properties, alternatives, references

    func document(_ count: Int) -> String {
      let parts = (0..<count).map { number in
        switch self {
        case .properties: #""k\#(number)":{"type":"string"}"#
        case .alternatives: #"{"properties":{"k\#(number)":{"type":"string"}}}"#
        case .references: ##""d\##(number)":{"properties":{"k\##(number)":{"type":"string"}}}"##
        }
      }.joined(separator: ",")
      let references = (0..<count).map { ##"{"$ref":"#/$defs/d\##($0)"}"## }
      return switch self {
      case .properties: #"{"properties":{\#(parts)}}"#
      case .alternatives: #"{"anyOf":[\#(parts)]}"#
      case .references:
        ##"{"$defs":{\##(parts)},"anyOf":[\##(references.joined(separator: ","))]}"##
      }
    }

    func paths(_ number: Int) -> (path: SchemaPath, place: String) {
      switch self {
      case .properties: ([.key("k\(number)")], "/properties/k\(number)")
      case .alternatives:
        ([.index(number), .key("k\(number)")], "/anyOf/\(number)/properties/k\(number)")
      case .references:
        ([.key("d\(number)"), .key("k\(number)")], "/$defs/d\(number)/properties/k\(number)")
      }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: Growth.allCases)
  func `the places of as many diagnostics as there are parts take linear time`(
    growth: Growth
  ) throws {
    let count = tried(of: 20_000)
    var finder = SchemaPlaces(
      try GeneratedContent(json: growth.document(count)), at: SchemaPath())
    for number in 0..<count {
      let (path, place) = growth.paths(number)
      let found = finder.place(of: path)
      #expect(found.pointer == place)
    }
  }

  @Test(arguments: [100, 400])
  func `H3: paths share the search for their common beginning`(count: Int) throws {
    let definitions = (0..<count).map { index in
      ##""d\##(index)": {"properties": {"next": {"$ref": "#/$defs/d\##(index + 1)"}}}"##
    }
    let document = try GeneratedContent(
      json: ##"{"$ref": "#/$defs/d0", "$defs": {\##(definitions.joined(separator: ", "))}}"##)
    var finder = SchemaPlaces(document, at: SchemaPath())
    var path = SchemaPath()
    var places: Set<SchemaPath> = []
    for _ in 0..<count {
      path = path.appending("next")
      places.insert(finder.place(of: path))
    }
    // At most a hundred steps of a path are followed.
    #expect(places.count == 100)
    #expect(finder.searchCount <= 200)
  }

  @Test(arguments: [100, 400])
  func `H3: parts of a value share the search among the schemas that apply to it`(
    count: Int
  ) throws {
    let parts = (0..<count).map { #"{"properties": {"p\#($0)": {"properties": {"a": {}}}}}"# }
    let document = try GeneratedContent(json: #"{"allOf": [\#(parts.joined(separator: ", "))]}"#)
    var finder = SchemaPlaces(document, at: SchemaPath())
    for number in (0..<count).reversed() {
      let names = ["p\(number)", "a"]
      let found = finder.place(of: SchemaPath(names))
      #expect(found.pointer == "/allOf/\(number)/properties/p\(number)/properties/a")
    }
    // The root with its parts, and the schema of each property.
    #expect(finder.searchCount == 1 + 2 * count)
  }

  @Test func `a path after one that leads nowhere leads nowhere, too`() throws {
    let document = try GeneratedContent(
      json: #"{"properties": {"a": {"properties": {"b": {}}}}}"#)
    var finder = SchemaPlaces(document, at: SchemaPath())
    let none = finder.place(of: ["x"])
    let inner = finder.place(of: ["x", "a"])
    let found = finder.place(of: ["a", "b"])
    #expect(none.isEmpty && inner.isEmpty)
    #expect(found.pointer == "/properties/a/properties/b")
  }
}
