import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// D2: cycles through required properties only.
struct RecursionRuleTests {
  private typealias Dynamic = DynamicGenerationSchema

  private let again = DynamicGenerationSchema(referenceTo: "Node")

  private func endless(_ next: DynamicGenerationSchema, isOptional: Bool = false) throws -> Bool {
    let node = Dynamic(
      name: "Node",
      properties: [Dynamic.Property(name: "next", schema: next, isOptional: isOptional)])
    let dialect = TestDialect { $0.definitions?.recursion = .throughOptionalProperties }
    let schema = try GenerationSchema(root: node, dependencies: [])
    let diagnostics = try SchemaEncoder(dialect: dialect).encode(schema).diagnostics
    #expect(diagnostics.allSatisfy { $0.path.pointer.hasPrefix("/next") })
    return !diagnostics.isEmpty
  }

  @Test func `D2: a dictionary that is never empty does not end a cycle`() throws {
    #expect(try endless(Dynamic(dictionaryOf: again, minimumProperties: 1)))
    #expect(try !endless(Dynamic(dictionaryOf: again, minimumProperties: 0)))
    #expect(try !endless(.dictionary(of: again)))
  }

  @Test func `D2: an array that is never empty does not end a cycle`() throws {
    #expect(try endless(Dynamic(arrayOf: again, minimumElements: 1)))
    #expect(try !endless(Dynamic(arrayOf: again, maximumElements: 1)))
    #expect(try endless(.tuple(of: [again])))
  }

  @Test func `D2: a value that may be null ends a cycle, and so does an optional one`() throws {
    #expect(try endless(again))
    #expect(try !endless(.nullable(again)))
    #expect(try !endless(again, isOptional: true))
  }

  @Test(.enabled(if: isOptimized, "Growth is measured with the optimiser."))
  func `D2: cycles through a union are found in linear time`() throws {
    let dialect = TestDialect { $0.definitions?.recursion = .throughOptionalProperties }
    let growth = try growthOfTime(from: 1_000) { count in
      let arms = (0..<count).map { number in
        Dynamic(
          name: "Arm\(number)", properties: [Dynamic.Property(name: "next", schema: self.again)])
      }
      let union = Dynamic(name: "Node", anyOf: arms)
      return try SchemaGraph(GenerationSchema(root: union, dependencies: []))
    } work: { graph in
      _ = try SchemaEncoder(dialect: dialect).encode(graph)
    }
    #expect(
      growth < proportionalGrowth, "Four times the alternatives take \(growth) times as long.")
  }

  @Test func `D2: a named property may satisfy a minimum of properties`() throws {
    var builder = SchemaTableBuilder(name: "Node")
    let number = builder.reserve()
    builder.declare(
      number,
      kind: .object(
        [GenerationSchema.Property(name: "a", reference: .type(Int.self), isOptional: true)],
        additional: .entry(number)), title: .title("Node"),
      guides: [GuideValue(.propertyCount(minimum: 1, maximum: nil))])
    let dialect = TestDialect { $0.definitions?.recursion = .throughOptionalProperties }
    #expect(try SchemaEncoder(dialect: dialect).encode(builder.makeSchema()).diagnostics.isEmpty)
  }
}
