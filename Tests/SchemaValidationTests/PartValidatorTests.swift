import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import SchemaValidation
import Testing

/// The validation of parts of one content by nodes of a graph (rule V2).
struct PartValidatorTests {
  typealias Dynamic = DynamicGenerationSchema

  private struct Nodes: SchemaVisitor {
    var all: [SchemaGraph.Node] = []

    mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) { all.append(node) }

    mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {}
  }

  private static func nodes(of graph: SchemaGraph) -> [SchemaGraph.Node] {
    var nodes = Nodes()
    graph.walk(&nodes)
    return nodes.all
  }

  private static func parts(of content: GeneratedContent) -> [GeneratedContent] {
    var parts = [content]
    var next = 0
    while next < parts.count {
      parts += parts[next].elements + parts[next].properties.map(\.content)
      next += 1
    }
    return parts
  }

  @Test func `V2: what is found of one part does not change the verdict on another`() throws {
    var (allowed, forbidden) = (0, 0)
    for seed in 1...UInt64(tried(of: 40)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      let nodes = Array(Self.nodes(of: graph).prefix(25))
      let together = PartValidator(nodes, of: graph)
      let alone = nodes.map { PartValidator([$0], of: graph) }
      let whole = try ContentValidator(graph)
      let hasFormats = Self.nodes(of: graph).contains { !$0.constraints.formats.isEmpty }
      var instances = RandomInstances(graph, seed: seed)
      for text in [instances.valid(), instances.valid(), instances.invalid()].compactMap({ $0 }) {
        let content = try GeneratedContent(json: text)
        let comment: Comment = "seed \(seed): \(text)"
        var evaluation = together.evaluation(of: content)
        for part in Self.parts(of: content).prefix(25) {
          for number in nodes.indices {
            var single = alone[number].evaluation(of: content)
            let verdict = evaluation.allows(part, number)
            let expected = single.allows(part, 0)
            #expect(verdict == expected, comment)
            if verdict { allowed += 1 } else { forbidden += 1 }
          }
        }
        let isAllowed = evaluation.allows(content, 0)
        if !hasFormats { #expect(isAllowed == whole.isValid(content), comment) }
      }
    }
    #expect(allowed > tried(of: 500), "\(allowed)")
    #expect(forbidden > tried(of: 500), "\(forbidden)")
  }

  @Test func `V3: formats are not checked, null counts as absent, and no schema allows everything`()
    throws
  {
    let graph = try SchemaGraph(
      GenerationSchema(
        root: Dynamic(
          name: "Root",
          properties: [
            Dynamic.Property(
              name: "link", schema: Dynamic(type: String.self, guides: [.format(.uuid)])),
            Dynamic.Property(name: "count", schema: .integer, isOptional: true),
          ]), dependencies: []))
    let validator = PartValidator([graph.root], of: graph)
    let content = try GeneratedContent(json: #"{"link":"no identifier","count":null}"#)
    #expect(try !ContentValidator(graph).isValid(content))
    var evaluation = validator.evaluation(of: content)
    #expect([-1, 0, 1].map { evaluation.allows(content, $0) } == [true, true, true])
    let other = try GeneratedContent(json: #"{"link":null,"count":1}"#)
    var second = validator.evaluation(of: other)
    #expect([-1, 0, 1].map { second.allows(other, $0) } == [true, false, true])
  }
}
