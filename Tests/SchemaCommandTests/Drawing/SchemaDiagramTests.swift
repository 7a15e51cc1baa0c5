import SchemaKit
import Testing

@testable import SchemaCommandLine

struct SchemaDiagramTests {
  @Test func `there is a box for the root and for each definition`() throws {
    let diagram = try SchemaDiagram(of: .shape)
    #expect(diagram.boxes.map(\.title) == ["Shape", "Circle", "Rectangle", "Polygon", "Point"])
    #expect(diagram.boxes.map(\.form) == [.union, .object, .object, .object, .object])
    #expect(diagram.boxes.map(\.role) == [.root] + Array(repeating: .definition, count: 4))
    #expect(diagram.boxes[0].rows.map(\.type) == ["Circle", "Rectangle", "Polygon"])
    #expect(diagram.boxes[0].rows.allSatisfy { $0.name == nil })
  }

  @Test func `arrows lead from rows to what they refer to`() throws {
    let diagram = try SchemaDiagram(of: .shape)
    let ways = diagram.arrows.map { [$0.source, $0.row, $0.target] }
    #expect(ways == [[0, 0, 1], [0, 1, 2], [0, 2, 3], [1, 1, 4], [2, 1, 4], [3, 1, 4]])
    #expect(!diagram.arrows.contains { $0.isRecursive })
  }

  @Test func `a root without a title has the name it is given`() throws {
    let diagram = try SchemaDiagram(of: .fitness)
    #expect(diagram.boxes.map(\.title) == ["fitness", "Exercise"])
    #expect(diagram.boxes[0].form == .value)
    #expect(diagram.boxes[0].rows.map(\.type) == ["[Exercise]"])
  }

  @Test func `an arrow in a cycle is marked`() throws {
    let diagram = try SchemaDiagram(of: .tree)
    #expect(diagram.boxes[0].rows.map(\.isRecursive) == [false, false, false, true])
    #expect(diagram.arrows.map(\.isRecursive) == [false, true])
    #expect(diagram.arrows.map(\.target) == [1, 0])
  }

  @Test(arguments: [
    ([[0]], [true]),
    ([[1], []], [false]),
    ([[1], [0]], [true, true]),
    ([[1, 2], [2], []], [false, false, false]),
    ([[1], [2], [1]], [false, true, true]),
    ([[1], [2], [3, 1], [0], [4]], [true, true, true, true, true, true]),
  ])
  func `arrows are recursive if they are part of a cycle`(targets: [[Int]], isRecursive: [Bool]) {
    #expect(SchemaDiagram(referring: targets).arrows.map(\.isRecursive) == isRecursive)
  }

  @Test func `the diagram has everything that a schema declares`() throws {
    let diagram = SchemaDiagram(try SchemaGraph(Everything.self), name: "root")
    let root = try #require(diagram.boxes.first)
    let lines = root.rows.map { row in
      let name = row.name ?? ""
      let optional = row.isOptional ? "?" : ""
      return ([name + optional + ": " + row.type] + row.guides).joined(separator: "; ")
    }
    #expect(
      lines == [
        "small: integer; -128…127",
        "least: integer; at least 3",
        "most?: number; at most 2.5",
        "word: string; 1…20 characters",
        "one: string; \"1\"",
        "grid: [[integer]]; exactly 3 elements; each exactly 1 element; each 0…9",
        "place: object",
        "places?: [object]",
        "any: any value",
        "flag: boolean",
        "id: string; format uuid",
        "again?: Everything",
      ])
    #expect(root.guides.isEmpty)
  }

  @Test func `a schema without a name has a box at each place`() throws {
    let diagram = SchemaDiagram(try SchemaGraph(Everything.self), name: "root")
    #expect(
      diagram.boxes.map(\.title) == ["Everything", "place", "of", "places", "of", "Named"])
    #expect(
      diagram.boxes.map(\.role) == [.root, .inline, .inline, .inline, .inline, .definition])
    #expect(diagram.boxes[1].rows.map(\.type) == ["integer", "union"])
    #expect(diagram.boxes[2].rows.map(\.type) == ["integer", "Named"])
  }

  @Test func `long lists of choices are counted`() throws {
    let choices = (1...30).map(String.init)
    let schema = DynamicGenerationSchema(
      name: "Root",
      properties: [
        DynamicGenerationSchema.Property(
          name: "number", schema: DynamicGenerationSchema(name: "Number", anyOf: choices))
      ])
    let graph = try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
    let guides = SchemaDiagram(graph, name: "root").boxes[0].rows[0].guides
    #expect(guides.first?.hasSuffix("\"10\" or 20 more") == true)
  }

  @Test func `depth is no danger`() throws {
    var schema = DynamicGenerationSchema.integer
    for _ in 0..<20_000 { schema = .array(of: schema) }
    let root = DynamicGenerationSchema(
      name: "Root", properties: [DynamicGenerationSchema.Property(name: "deep", schema: schema)])
    let graph = try SchemaGraph(GenerationSchema(root: root, dependencies: []))
    let diagram = SchemaDiagram(graph, name: "root")
    #expect(diagram.boxes[0].rows[0].type == "[[[[integer]]]] (20000 deep)")

    let chain = SchemaDiagram(referring: (0..<5_000).map { [$0 + 1] } + [[0]])
    #expect(chain.arrows.allSatisfy { $0.isRecursive })
  }
}
