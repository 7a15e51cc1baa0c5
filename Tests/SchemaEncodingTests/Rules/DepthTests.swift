import SchemaTestSupport
import Testing

@testable import SchemaEncoding

/// E15: on a stack of 512 KB, which any recursion a level would exhaust; one test at a time, for
/// each takes megabytes.
@Suite(.serialized) struct DepthTests {
  @Test(.enabled(if: MemoryLayout<Int>.size == 8, "The layout is that of 64 bits."))
  func `a node takes 64 bytes`() {
    #expect(MemoryLayout<NodeRecord>.stride == 64)
  }

  @Test func `E15: a deep array encodes and is freed`() async throws {
    let type = DeepTypes.arrays(depth: greatDepth)
    let bytes = try await onSmallStack {
      try SchemaEncoder(dialect: TestDialect()).encode(type).utf8
    }
    let opening = #"{"type":"array","items":"#
    let expectedCount =
      opening.utf8.count * greatDepth + #"{"type":"integer"}"#.utf8.count
      + greatDepth
    #expect(bytes.count == expectedCount)
    #expect(bytes.starts(with: (opening + opening).utf8))
  }

  @Test func `E15: a deep nest of objects without titles encodes and is freed`() async throws {
    let type = DeepTypes.layers(depth: greatDepth / 4)
    let bytes = try await onSmallStack {
      try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = "order" }).encode(type)
        .utf8
    }
    let opening = #"{"type":"object","additionalProperties":false,"properties":{"next":"#
    let closing = #"},"required":["next"],"order":["next"]}"#
    #expect(bytes.starts(with: (opening + opening).utf8))
    #expect(
      bytes.count
        == (opening + closing).utf8.count * (greatDepth / 4) + #"{"type":"integer"}"#.utf8.count)
  }

  @Test func `E15: a deep chain of definitions encodes and is freed`() async throws {
    let type = DeepTypes.links(depth: greatDepth / 10)
    let names = try await onSmallStack {
      let graph = try SchemaGraph(type)
      let document = try SchemaEncoder(dialect: TestDialect()).encode(graph)
      return [graph.definitions.map(\.name), document.root.definitions.map(\.name)]
    }
    #expect(names[0].count == greatDepth / 10 - 1)
    #expect(Set(names[0]).count == names[0].count)
    #expect(names[1] == names[0])
  }

  @Test func `E15: a deep nest of dynamic schemas encodes and is freed`() async throws {
    let count = try await onSmallStack {
      var schema = DynamicGenerationSchema.integer
      for _ in 0..<greatDepth { schema = .array(of: schema) }
      let linked = try GenerationSchema(root: schema, dependencies: [])
      return try SchemaEncoder(dialect: TestDialect()).encode(linked).utf8.count
    }
    #expect(count == greatDepth * (#"{"type":"array","items":}"#.utf8.count) + 18)
  }

  @Test func `E15: a deep nest of dynamic objects encodes and is freed`() async throws {
    let names = try await onSmallStack {
      var schema = DynamicGenerationSchema.integer
      for level in 0..<greatDepth / 4 {
        schema = DynamicGenerationSchema(
          name: "L\(level)",
          properties: [DynamicGenerationSchema.Property(name: "next", schema: schema)])
      }
      let linked = try GenerationSchema(root: schema, dependencies: [])
      let graph = try SchemaGraph(linked)
      let definitions = graph.definitions
      return [definitions.first?.name, definitions.last?.name]
    }
    #expect(names == ["L\(greatDepth / 4 - 2)", "L0"])
  }

  @Test func `E15: a deep document is printed, looked into and adapted`() async throws {
    let type = DeepTypes.arrays(depth: greatDepth / 20)
    let depths = try await onSmallStack {
      var dialect = TestDialect()
      dialect.adaptation = { keywords, _ in keywords["x-seen"] = true }
      let document = try SchemaEncoder(dialect: dialect).encode(type)
      var depth = 0
      var node: EncodedSchema.Node? = document.root
      while let current = node, current["x-seen"] == true {
        depth += 1
        node = current.items
      }
      let lines = document.jsonString(.pretty).utf8.filter { $0 == 0x0A }.count
      return [depth, lines]
    }
    #expect(depths[0] == greatDepth / 20 + 1)
    // Each array breaks the line after its brace, after each of three members and at its end.
    #expect(depths[1] == greatDepth / 20 * 4 + 3)
  }

  @Test func `E15: a fault at a great depth has its complete path`() async throws {
    let type = DeepTypes.layers(depth: 5_000)
    func deepest<Value: Generable>(_: Value.Type) -> GenerationSchema {
      Holder<Value>.schema([.init(GenerationGuide<Int>.minimum(1))])
    }
    #expect(fault(deepest(type))?.path.names == ["value"])
    let names = try await onSmallStack {
      var schema = DynamicGenerationSchema(type: Int.self, guides: [.range(1...2), .minimum(3)])
      for level in 0..<greatDepth / 4 {
        schema = DynamicGenerationSchema(
          name: "L\(level)",
          properties: [DynamicGenerationSchema.Property(name: "next", schema: schema)])
      }
      let linked = try GenerationSchema(root: schema, dependencies: [])
      return fault(linked)?.path.names.count ?? 0
    }
    #expect(names == greatDepth / 4)
  }

  @Test func `E15: encoding a deep document through Codable throws, and does not crash`() throws {
    let type = DeepTypes.arrays(depth: 2_000)
    let document = try SchemaEncoder(dialect: TestDialect()).encode(type)
    #expect(throws: EncodingError.self) { try encodedAsJSON(document) }
    #expect(try SchemaEncoder(dialect: TestDialect()).encode(type) == document)
  }

  @Test func `E15: inline expansion above the limit is an error`() throws {
    // Written out, it would have 2 to the power of 40 nodes.
    let type = doubled(Int.self, 40)
    let error = #expect(throws: SchemaError.self) {
      try SchemaGraph(type, limits: SchemaGraph.Limits(nodes: greatDepth))
    }
    guard case .limitExceeded("nodes", let value, greatDepth, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value > greatDepth)
    #expect(error?.recoverySuggestion?.contains("title") == true)
    #expect(SchemaGraph.Limits().nodes == 1_000_000)
  }

  @Test func `E15: the limit can be set`() throws {
    let type = doubled(Int.self, 10)
    let error = #expect(throws: SchemaError.self) {
      try SchemaGraph(type, limits: SchemaGraph.Limits(nodes: 100))
    }
    guard case .limitExceeded("nodes", _, 100, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let encoder = SchemaEncoder(
      dialect: TestDialect(), limits: SchemaGraph.Limits(nodes: 10_000))
    #expect(throws: Never.self) { try encoder.encode(type) }
  }

  @Test func `E15: the first occurrence of a schema is not limited`() throws {
    let type = DeepTypes.arrays(depth: 300)
    #expect(throws: Never.self) { try SchemaGraph(type, limits: SchemaGraph.Limits(nodes: 0)) }
  }

  /// A type that contains another type twice, which contains another type twice, and so on.
  private func doubled(_ type: any Generable.Type, _ levels: Int) -> any Generable.Type {
    var type = type
    for _ in 0..<levels { type = twice(type) }
    return type
  }

  private func twice<Value: Generable>(_: Value.Type) -> any Generable.Type { Twice<Value>.self }
}

private struct Twice<Value: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil,
      properties: [
        Property(name: "left", type: Value.self), Property(name: "right", type: Value.self),
      ])
  }
}
