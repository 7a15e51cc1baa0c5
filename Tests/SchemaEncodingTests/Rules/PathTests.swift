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
