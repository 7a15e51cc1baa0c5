import SchemaEncoding
import SchemaTestSupport
import Testing

/// E16: the number of times that the schema of a type is read.
///
/// The counters are shared, so the tests take turns.
@Suite(.serialized) struct ReadingTests {
  @Test func `H3: a dynamic schema resolves in proportion to its schemas`() throws {
    let growth = try growthOfTime(from: 4_000) { count in
      var schema = DynamicGenerationSchema(type: Int.self)
      for _ in 0..<count { schema = DynamicGenerationSchema(arrayOf: schema) }
      return try GenerationSchema(root: schema, dependencies: [])
    } work: { schema in
      _ = try SchemaGraph(schema)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `E16: a diamond of types twenty deep is read once a type`() throws {
    let type = diamond(levels: 20)
    reads.reset()
    let document = try SchemaEncoder(dialect: TestDialect()).encode(type)
    #expect(reads.value == 20)
    #expect(document.root.definitions.count == 19)
  }

  @Test func `E16: a type that contains itself is read once`() throws {
    reads.reset()
    _ = try SchemaGraph(CountedTree.self)
    #expect(reads.value == 1)
    _ = try SchemaGraph(Holder<[CountedTree]>.self)
    #expect(reads.value == 2)
  }

  @Test func `E16: the schema of a type is read once to compare it with a passed schema`() throws {
    let schema = CountedTree.generationSchema
    reads.reset()
    let document = try SchemaEncoder(dialect: TestDialect()).encode(schema)
    #expect(document.root.properties[0].schema.items?.reference == "#")
    #expect(reads.value == 1)
  }

  @Test func `E16: the schema of a type is read once if other types return it`() throws {
    _ = handedSchema
    reads.reset()
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Outer.self)
    #expect(document.root.definitions.map(\.name) == ["CountedTree", "Inner"])
    let inner = try #require(document.root.definitions.last?.schema)
    #expect(
      inner.properties.map(\.schema.reference)
        == ["#/$defs/CountedTree", "#/$defs/CountedTree"])
    #expect(reads.value == 1)
  }

  @Test func `E16: a kept graph is encoded in any number of dialects without reading a type`()
    throws
  {
    let graph = try SchemaGraph(diamond(levels: 5))
    reads.reset()
    for keyword in ["x-order", "propertyOrdering", nil] {
      let dialect = TestDialect { $0.keywords.propertyOrder = keyword }
      let document = try SchemaEncoder(dialect: dialect).encode(graph)
      #expect((document.root[keyword ?? ""] != nil) == (keyword != nil))
    }
    #expect(reads.value == 0)
  }

  @Test func `E16: earlier encodings do not change the output of a graph`() throws {
    let kept = try SchemaGraph(Holder<[CountedTree]>.self)
    let dialects = [
      TestDialect(), TestDialect { $0.keywords.propertyOrder = "order" },
      TestDialect { $0.optional = .nullable }, TestDialect { $0.title = { $1 ?? $0.title } },
      TestDialect { $0.limits.properties = 1 },
      TestDialect { $0.definitions?.recursion = .rejected },
    ]
    func outcome(_ graph: SchemaGraph, _ dialect: TestDialect) -> String {
      do {
        return try SchemaEncoder(dialect: dialect).encode(graph).jsonString()
      } catch {
        return "\(error)"
      }
    }
    let fresh = try dialects.map { outcome(try SchemaGraph(Holder<[CountedTree]>.self), $0) }
    #expect(Set(fresh).count == dialects.count)
    let seed: UInt64 = 16
    var random = SplitMix64(seed: seed)
    for round in 0..<100 {
      let index = random.below(dialects.count)
      #expect(outcome(kept, dialects[index]) == fresh[index], "seed \(seed), round \(round)")
    }
  }

  @Test func `E16: smaller limits give the same error after other encodings`() throws {
    let graph = try SchemaGraph(diamond(levels: 8))
    let dialect = TestDialect { $0.definitions = nil }
    let limited = SchemaEncoder(dialect: dialect, limits: SchemaGraph.Limits(nodes: 100))
    func error(_ graph: SchemaGraph) -> SchemaError? { fault { try limited.encode(graph) } }
    let first = error(try SchemaGraph(diamond(levels: 8)))
    _ = try SchemaEncoder(dialect: dialect).encode(graph)
    let second = error(graph)
    guard case .limitExceeded("nodes", _, _, _)? = second else {
      Issue.record("\(String(describing: second))")
      return
    }
    #expect(second?.description == first?.description)
  }

  private func diamond(levels: Int) -> any Generable.Type {
    var type: any Generable.Type = Int.self
    for _ in 0..<levels { type = both(type) }
    return type
  }

  private func both<Value: Generable>(_: Value.Type) -> any Generable.Type { Counted<Value>.self }
}

private let reads = Counter()

private struct Counted<Value: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    reads.increment()
    return GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "left", type: Value.self), Property(name: "right", type: Value.self),
      ])
  }
}

private struct CountedTree: SchemaOnly {
  static var generationSchema: GenerationSchema {
    reads.increment()
    return GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "children", type: [CountedTree].self),
        Property(name: "left", type: CountedTree?.self),
      ])
  }
}

/// A type that is resolved after the definition of the type that it refers to.
private struct Outer: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "tree", type: CountedTree.self), Property(name: "inner", type: Inner.self),
      ])
  }
}

private struct Inner: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "first", type: Handed<Int>.self),
        Property(name: "second", type: Handed<String>.self),
      ])
  }
}

/// Returns the schema of another type, which was read earlier.
private struct Handed<Marker: Sendable>: SchemaOnly {
  static var generationSchema: GenerationSchema { handedSchema }
}

private let handedSchema = CountedTree.generationSchema
