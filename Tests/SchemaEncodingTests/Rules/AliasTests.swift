import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import Testing

/// E8: aliases of types, alone and in long chains.
struct AliasTests {
  /// A chain of aliases, each of which is also the value of a property.
  private func chain(_ count: Int) throws -> GenerationSchema {
    var builder = SchemaTableBuilder(name: "Chain")
    let root = builder.reserve()
    var last = builder.append(
      .integer, guides: [GuideValue(.bounds(minimum: SchemaNumber(3), maximum: nil))])
    var properties: [Property] = []
    for number in 0..<count {
      last = builder.append(
        .alias(of: .entry(last)), summary: number == 5 ? "The fifth" : nil,
        guides: number == 7 ? [GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(9)))] : [])
      properties.append(Property(name: "p\(number)", reference: .entry(last)))
    }
    builder.declare(root, kind: .object(properties.reversed(), additional: nil))
    return try builder.makeSchema()
  }

  @Test func `E8: each alias of a chain adds its guides and its description`() throws {
    let root = try SchemaGraph(chain(10)).root
    let byName = Dictionary(uniqueKeysWithValues: root.properties.map { ($0.name, $0.node) })
    #expect(byName["p4"]?.description == nil)
    #expect(byName["p5"]?.description == "The fifth" && byName["p9"]?.description == "The fifth")
    #expect(byName["p6"]?.constraints.maximum == nil)
    #expect(byName["p7"]?.constraints.maximum == SchemaNumber(9))
    #expect(root.properties.allSatisfy { $0.node.constraints.minimum == SchemaNumber(3) })
  }

  @Test(.withOptimizer) func `a chain of aliases is followed once`() throws {
    // Followed from each property, the aliases would be passed 200 million times.
    #expect(try SchemaGraph(chain(20_000)).root.properties.count == 20_000)
  }
}
