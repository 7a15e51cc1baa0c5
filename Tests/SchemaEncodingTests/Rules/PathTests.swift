import SchemaEncoding
import SchemaTestSupport
import Testing

/// Paths of nodes, and their cost.
struct PathTests {
  @Test func `the place of a diagnostic is a property of the graph until it is read`() throws {
    let depth = 20_000
    var schema = DynamicGenerationSchema.string
    for _ in 0..<depth {
      schema = DynamicGenerationSchema(
        name: "", properties: [DynamicGenerationSchema.Property(name: "a", schema: schema)],
        additionalProperties: .any)
    }
    let graph = try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
    let encoder = SchemaEncoder(dialect: TestDialect { $0.objects.open = .closed })
    // Spelled out, the places have 200 million steps together.
    let diagnostics = try encoder.encode(graph).diagnostics
    #expect(diagnostics.count == depth)
    #expect(diagnostics[0].path.isEmpty)
    #expect(diagnostics[depth - 1].path.components.count == depth - 1)
    let rejecting = SchemaEncoder(dialect: TestDialect { $0.objects.open = .rejected })
    #expect(rejecting.check(graph).count == depth)
  }

  @Test func `a place may be changed, and places are equal if their paths are`() throws {
    let encoder = SchemaEncoder(dialect: TestDialect { $0[.anyValue] = .warned })
    let first = try encoder.encode(Holder<GeneratedContent>.self).diagnostics
    let second = try encoder.encode(Holder<GeneratedContent>.self).diagnostics
    #expect(first == second && Set(first) == Set(second))
    var moved = try #require(first.first)
    #expect(moved.path.pointer == "/value")
    moved.path = ["elsewhere"]
    #expect(moved.path.pointer == "/elsewhere" && moved != first.first)
  }

  @Test func `a place has the same path with and without references`() throws {
    func paths(_ change: (inout DialectRules) -> Void) throws -> [String] {
      let dialect = TestDialect {
        $0[.anyValue] = .warned
        change(&$0)
      }
      return try SchemaEncoder(dialect: dialect).encode(Holder<Either>.self).diagnostics
        .map(\.path.pointer)
    }
    #expect(try paths { _ in } == ["/value/Box/content"])
    #expect(try paths { $0.definitions = nil } == ["/value/Box/content"])
  }
}

/// Parts of a graph, and their cost.
struct PartTests {
  private static func graph(_ count: Int) throws -> SchemaGraph {
    let names = (0..<count).map { "p\($0)" }
    let inner = DynamicGenerationSchema(
      name: "Inner",
      properties: [
        .init(name: "self", schema: .init(referenceTo: "Inner"), isOptional: true),
        .init(name: "root", schema: .init(referenceTo: "Root"), isOptional: true),
        .init(name: "text", schema: .string),
      ])
    let root = DynamicGenerationSchema(
      name: "Root",
      properties: names.map { .init(name: $0, schema: .string) } + [
        .init(name: "part", schema: .init(referenceTo: "Inner")),
        .init(
          name: "own",
          schema: .init(name: "", properties: [.init(name: "leaf", schema: .string)])),
      ])
    return try SchemaGraph(GenerationSchema(root: root, dependencies: [inner]))
  }

  @Test(arguments: [10, 1_000])
  func `H3: a part of a graph has only the nodes that it needs`(count: Int) throws {
    let graph = try Self.graph(count)
    let own = try #require(graph.root.properties.first { $0.name == "own" }?.node)
    let part = graph.part(from: own)
    #expect(part.nodeIDs.count == 2)
    let text = try SchemaEncoder().encode(part).jsonString()
    #expect(text.contains(#""properties":{"leaf":{"type":"string"}}"#), "\(text)")
    let reference = try #require(graph.root.properties.first { $0.name == "part" }?.node)
    let whole = graph.part(from: graph.resolving(reference))
    #expect(whole.definitions.map(\.name) == ["Inner", "Root"])
    #expect(whole.nodeIDs.count == 12 + count)
  }

  @Test func `the names of properties are those of an object, whatever else it has`() throws {
    let graph = try Self.graph(9)
    for node in graph.nodeIDs.map({ graph[$0] }) {
      #expect(Array(node.propertyNames) == node.properties.map(\.name))
    }
    let open = DynamicGenerationSchema(
      name: "Open", properties: [.init(name: "a", schema: .string)], additionalProperties: .any)
    let root = try SchemaGraph(GenerationSchema(root: open, dependencies: [])).root
    #expect(Array(root.propertyNames) == ["a"] && root.childCount == 2)
  }
}

private struct Box: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [GenerationSchema.Property(name: "content", type: GeneratedContent.self)])
  }
}

private struct Either: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Circle.self, Box.self])
  }
}
