import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import Testing

/// Dictionaries, open objects and tuples, in a graph and in a document that is read again.
struct ShapeGraphTests {
  private static func schema() throws -> GenerationSchema {
    try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Root",
        properties: [
          DynamicGenerationSchema.Property(
            name: "pair", schema: .tuple(of: [.integer, .enumeration(of: ["a", 1])])),
          DynamicGenerationSchema.Property(
            name: "map",
            schema: DynamicGenerationSchema(
              dictionaryOf: DynamicGenerationSchema(
                type: Double.self, guides: [.exclusiveMinimum(0), .multiple(of: 0.5)]),
              minimumProperties: 1)),
        ], additionalProperties: .any), dependencies: [])
  }

  @Test func `a graph has all parts of a schema`() throws {
    let root = try SchemaGraph(try Self.schema()).root
    #expect(root.additionalProperties?.kind == .any)
    #expect(root.properties.map(\.name) == ["pair", "map"])
    let pair = root.properties[0].node
    #expect(pair.kind == .tuple)
    #expect(pair.prefixItems.map(\.kind) == [.integer, .any])
    #expect(pair.prefixItems[1].constraints.choices == ["a", 1])
    #expect(pair.prefixItems[1].path.pointer == "/pair/1")
    #expect(pair.items == nil && pair.choices.isEmpty && pair.additionalProperties == nil)
    let map = root.properties[1].node
    #expect(map.kind == .object && map.properties.isEmpty)
    #expect(map.constraints.minimumPropertyCount == 1)
    let value = try #require(map.additionalProperties)
    #expect(value.path.pointer == "/map")
    #expect(value.constraints.exclusiveMinimum == SchemaNumber(0))
    #expect(value.constraints.multiples == [try #require(SchemaNumber(0.5))])
  }

  @Test func `a visitor sees additional properties before named properties`() throws {
    struct Recorder: SchemaVisitor {
      var steps: [String] = []

      mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
        steps.append("+\(Self.word(node, role)) \(node.kind)")
      }

      mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
        if node.kind == .object || node.kind == .tuple { steps.append("-\(Self.word(node, role))") }
      }

      private static func word(_ node: SchemaGraph.Node, _ role: SchemaRole) -> String {
        switch role {
        case .root: "root"
        case .definition: "definition"
        case .property(let name, _): "\(name) \(node.position)"
        case .additionalProperties: "others"
        case .patternProperty(let pattern): "/\(pattern)/"
        case .items: "items"
        case .prefixItem: "element \(node.position)"
        case .choice: "choice \(node.position)"
        }
      }
    }
    var recorder = Recorder()
    try SchemaGraph(try Self.schema()).walk(&recorder)
    #expect(
      recorder.steps == [
        "+root object", "+others any", "+pair 0 tuple", "+element 0 integer", "+element 1 any",
        "-pair 0", "+map 1 object", "+others number", "-map 1", "-root",
      ])
  }

  @Test func `a document has all parts, and is equal after decoding`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(try Self.schema())
    #expect(document.root["additionalProperties"] == true)
    guard case .schemas(let elements)? = document.root.properties[0].schema["prefixItems"],
      case .schema(let values)? = document.root.properties[1].schema["additionalProperties"]
    else {
      Issue.record("\(document)")
      return
    }
    #expect(elements.count == 2 && elements[1]["enum"] == ["a", 1])
    #expect(values["exclusiveMinimum"] == 0)
    let decoded = try JSONDecoder().decode(EncodedSchema.self, from: encodedAsJSON(document))
    #expect(decoded == document)
    #expect(
      decoded.root.properties.first { $0.name == "map" }?.schema.keywords.members.map(\.name)
        == ["type", "minProperties", "additionalProperties"])
  }
}
