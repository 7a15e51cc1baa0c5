import SchemaConformances
import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import Testing

struct SchemaVisitorTests {
  @Test func `every node is entered, then its children, then it is left`() throws {
    var recorder = Recorder()
    try SchemaGraph(Team.self).walk(&recorder)
    #expect(
      recorder.steps == [
        "+ root object", "+ property 0 lead reference", "- property 0 lead reference",
        "+ property 1 deputy reference", "- property 1 deputy reference",
        "+ property 2 members array", "+ items reference", "- items reference",
        "- property 2 members array", "- root object", "+ definition Person object",
        "+ property 0 name string", "- property 0 name string", "+ property 1 children array",
        "+ items reference", "- items reference", "- property 1 children array",
        "+ property 2 friend reference", "- property 2 friend reference",
        "- definition Person object",
      ])
  }

  @Test func `alternatives of a union are choices`() throws {
    var recorder = Recorder()
    try SchemaGraph(Shape.self).walk(&recorder)
    #expect(
      recorder.steps.prefix(6) == [
        "+ root anyOf", "+ choice 0 reference", "- choice 0 reference", "+ choice 1 reference",
        "- choice 1 reference", "- root anyOf",
      ])
  }

  @Test func `an error ends the walk`() throws {
    struct Stopper: SchemaVisitor {
      struct Stop: Error {}
      var count = 0

      mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Stop) {
        count += 1
        if count == 3 { throw Stop() }
      }
    }
    var stopper = Stopper()
    let graph = try SchemaGraph(Team.self)
    #expect(throws: Stopper.Stop.self) { try graph.walk(&stopper) }
    #expect(stopper.count == 3)
  }

  @Test func `a walk takes no call stack in proportion to depth`() async throws {
    let graph = try SchemaGraph(DeepTypes.arrays(depth: greatDepth))
    let counts = try await onSmallStack {
      var depth = DepthMeter()
      graph.walk(&depth)
      return [depth.deepest, depth.current]
    }
    #expect(counts == [greatDepth + 1, 0])
  }

  @Test(
    arguments: [(Team.self, 10), (Shape.self, 7), (Person.self, 5), ([[Int]].self, 3)]
      as [(any Generable.Type, Int)])
  func `a visitor sees as many nodes as the graph has`(type: any Generable.Type, count: Int) throws
  {
    let graph = try SchemaGraph(type)
    var meter = DepthMeter()
    graph.walk(&meter)
    #expect(meter.count == count)
    #expect(graph.nodeIDs.count == count)
  }
}

struct SchemaGraphTests {
  @Test func `a graph can be inspected`() throws {
    let graph = try SchemaGraph(Team.self)
    #expect(graph.root.kind == .object)
    #expect(graph.root.title == "Team")
    #expect(graph.root.properties.map(\.name) == ["lead", "deputy", "members"])
    #expect(graph.root.properties.map(\.isOptional) == [false, false, false])
    #expect(graph.root.properties[0].node.description == "Who decides")
    guard case .definition(let person)? = graph.root.properties[2].node.items?.target else {
      Issue.record("The elements are no definition.")
      return
    }
    #expect(person.name == "Person")
    #expect(person.title == "Person")
    #expect(person.body.role == .definition(person.id))
    #expect(graph[person.id].name == "Person")
    #expect(graph[person.body.id].description == "Somebody")
    #expect(person.body.description == "Somebody")
    #expect(person.body.properties[2].isOptional)
    #expect(person.body.properties[1].node.constraints.maximumCount == 3)
    #expect(person.body.properties[1].node.path.pointer == "/lead/children")
  }

  @Test func `a reference to the root leads to the root`() throws {
    let graph = try SchemaGraph(Person.self)
    guard case .root? = graph.root.properties[2].node.target else {
      Issue.record("The friend is no person.")
      return
    }
    #expect(graph.definitions.isEmpty)
  }

  @Test func `constraints are merged`() throws {
    let graph = try SchemaGraph(Holder<Percentage>.schema([.atLeast(10)]))
    let constraints = graph.root.properties[0].node.constraints
    #expect(constraints.minimum == SchemaNumber(10))
    #expect(constraints.maximum == SchemaNumber(100))
    #expect(graph.root.constraints.isEmpty)
  }

  @Test func `a position counts only the properties of one role`() throws {
    var builder = SchemaTableBuilder(name: "document")
    let root = builder.reserve()
    let value = builder.append(.integer)
    builder.declare(
      root,
      kind: .object(
        [
          GenerationSchema.Property(name: "a", reference: .entry(value)),
          GenerationSchema.Property(name: "b", reference: .entry(value)),
          GenerationSchema.Property(
            matching: try SchemaPattern(ecma: "^x"), reference: .entry(value)),
          GenerationSchema.Property(
            matching: try SchemaPattern(ecma: "^y"), reference: .entry(value)),
        ], additional: .entry(value)))
    let object = try SchemaGraph(builder.makeSchema()).root
    #expect(object.properties.map(\.node.position) == [0, 1])
    #expect(object.patternProperties.map(\.node.position) == [0, 1])
    #expect(object.additionalProperties?.position == 0)
  }

  @Test func `a node has no parts of other kinds`() throws {
    let node = try SchemaGraph(String.self).root
    #expect(node.items == nil)
    #expect(node.properties.isEmpty)
    #expect(node.choices.isEmpty)
    #expect(node.target == nil)
    #expect(node.title == nil)
    #expect(node.description == nil)
    #expect(node.path.description == "the root")
  }

  @Test func `names and descriptions are kept exactly`() throws {
    let name = "a\"b\\c\n\u{1}é😀/~"
    let schema = GenerationSchema(
      type: Whole.self, description: name, properties: [Property(name: name, type: Int.self)])
    let graph = try SchemaGraph(schema)
    #expect(graph.root.description == name)
    #expect(graph.root.properties[0].name == name)
    #expect(graph.root.properties[0].node.path.names == [name])
  }
}

/// Records its visits.
private struct Recorder: SchemaVisitor {
  var steps: [String] = []

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    steps.append("+ \(words(node, role)) \(node.kind)")
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    steps.append("- \(words(node, role)) \(node.kind)")
  }

  private func words(_ node: SchemaGraph.Node, _ role: SchemaRole) -> String {
    switch role {
    case .root: "root"
    case .definition: "definition \(node.title ?? "")"
    case .property(let name, _): "property \(node.position) \(name)"
    case .additionalProperties: "additional properties"
    case .patternProperty(let pattern): "pattern \(node.position) \(pattern)"
    case .items: "items"
    case .prefixItem: "element \(node.position)"
    case .choice: "choice \(node.position)"
    }
  }
}

/// Counts the nodes, and measures their depth.
private struct DepthMeter: SchemaVisitor {
  var count = 0
  var current = 0
  var deepest = 0

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    count += 1
    current += 1
    deepest = max(deepest, current)
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) { current -= 1 }
}
