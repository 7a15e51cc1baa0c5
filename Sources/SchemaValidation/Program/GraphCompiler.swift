import IndexedTables
import SchemaDocuments
import SchemaFormats
import SchemaGuides

/// Compiles a graph to a program, node by node.
///
/// The program gives the same results as the program of the graph's plain JSON Schema document,
/// except that `null` for an optional property counts as absent.
///
/// The schemas of the nodes come first, in the order of the graph, and the other schemas follow.
struct GraphCompiler: SchemaVisitor {
  private let graph: SchemaGraph
  private var builder: ProgramBuilder
  /// The nodes whose schemas are in the program.
  private var nodes: IndexedTable<SchemaGraph.Node.ID, SchemaGraph.Node?>
  private var parts: [SchemaOrigin.Part] = []
  /// The schema that no value satisfies, created on first use.
  private var never: SchemaIndex?
  private let assertsFormats: Bool

  /// The program of a graph.
  ///
  /// - Complexity: Linear in the size of the graph. No function recurses.
  static func program(of graph: SchemaGraph) -> SchemaProgram {
    var compiler = GraphCompiler(graph, assertsFormats: true)
    graph.walk(&compiler)
    return compiler.finish()
  }

  /// Returns a program of the schemas that are reachable from some nodes of a graph, without
  /// formats, and the schemas of these nodes.
  ///
  /// - Complexity: Linear in the size of the graph. No function recurses.
  static func program(
    of nodes: [SchemaGraph.Node], in graph: SchemaGraph
  ) -> (program: SchemaProgram, schemas: [SchemaIndex]) {
    var compiler = GraphCompiler(graph, assertsFormats: false)
    let roots = nodes.map { graph.resolving($0) }
    var pending = roots
    while let node = pending.popLast() {
      guard compiler.nodes[node.id] == nil else { continue }
      compiler.enter(node, as: node.role)
      pending += node.kind == .reference ? [graph.resolving(node)] : node.children
    }
    for root in roots { compiler.builder.addUse(of: root.schema) }
    return (compiler.finish(), roots.map(\.schema))
  }

  private mutating func finish() -> SchemaProgram {
    builder.finish(origin: .graph(nodes, parts: parts))
  }

  private init(_ graph: SchemaGraph, assertsFormats: Bool) {
    self.graph = graph
    self.assertsFormats = assertsFormats
    let count = graph.nodeIDs.count
    builder = ProgramBuilder(size: count, readsNullAsAbsent: true)
    for node in graph.nodeIDs { _ = builder.add(CompiledSchema(.node(node))) }
    nodes = IndexedTable(repeating: nil, for: graph.nodeIDs)
  }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    nodes[node.id] = node
    var schema = CompiledSchema(
      node.location, types: Self.types(of: node.kind), isNever: node.kind == .never,
      choices: node.constraints.choices.map { builder.choices($0, keyword: .enum) })
    addConstraints(on: node, to: &schema)
    switch node.kind {
    case .object: addProperties(of: node, to: &schema)
    case .anyOf:
      let choices = builder.addParts(node.choices.map(\.schema))
      builder.add(.anyOf(Applicator.Alternatives(schemas: choices)), to: &schema)
    case .reference:
      let target = graph.resolving(node).schema
      builder.addUse(of: target)
      builder.add(.reference(target, keyword: .reference), to: &schema)
    case .never, .any, .null, .boolean, .string, .integer, .number, .array, .tuple: break
    }
    builder.replaceSchema(at: node.schema, by: schema)
  }

  private static func types(of kind: SchemaKind) -> ValueTypes {
    switch kind {
    case .null: .null
    case .boolean: .boolean
    case .string: .string
    case .integer: .integer
    case .number: .number
    case .array, .tuple: .array
    case .object: .object
    case .any, .anyOf, .reference, .never: .all
    }
  }

  // MARK: Constraints

  private mutating func addConstraints(
    on node: SchemaGraph.Node, to schema: inout CompiledSchema
  ) {
    let constraints = node.constraints
    let number = NumberRule(
      minimum: constraints.minimum, maximum: constraints.maximum,
      exclusiveMinimum: constraints.exclusiveMinimum,
      exclusiveMaximum: constraints.exclusiveMaximum, multiple: constraints.multiples.first)
    builder.add(number, to: &schema)
    var string = StringRule()
    string.minimumLength = constraints.minimumLength
    string.maximumLength = constraints.maximumLength
    if let pattern = constraints.patterns.first {
      string.pattern = builder.pattern(pattern, at: node.location, in: .pattern)
    }
    if assertsFormats, let format = constraints.formats.first {
      string.format = builder.format(format, at: node.location, in: .format)
    }
    builder.add(string, to: &schema)
    var array = ArrayRule()
    (array.minimumCount, array.maximumCount) = (constraints.minimumCount, constraints.maximumCount)
    if node.kind == .tuple {
      array.prefix = builder.addParts(node.prefixItems.map(\.schema))
      let counts = node.elementCounts
      array.minimumCount = counts.least > 0 || array.prefix.isEmpty ? counts.least : nil
      array.maximumCount = counts.most
    }
    if let items = node.items { array.rest = .schema(items.schema, .items) }
    builder.add(array, to: &schema)
    addParts(constraints, of: node, to: &schema)
  }

  /// Adds the further constraints of a kind, if a schema has several but can state only one
  /// directly.
  private mutating func addParts(
    _ constraints: GuideConstraints, of node: SchemaGraph.Node, to schema: inout CompiledSchema
  ) {
    var added: [SchemaIndex] = []
    func part(_ change: (inout ProgramBuilder, inout CompiledSchema) -> Void) {
      let index = parts.add(SchemaOrigin.Part(node: node.id, index: added.count))
      var schema = CompiledSchema(.part(index))
      change(&builder, &schema)
      added.append(builder.add(schema))
    }
    for pattern in constraints.patterns.dropFirst() {
      part { builder, schema in
        let pattern = builder.pattern(pattern, at: schema.location, in: .pattern)
        builder.add(StringRule(pattern: pattern), to: &schema)
      }
    }
    for format in assertsFormats ? constraints.formats.dropFirst() : [] {
      part { builder, schema in
        let format = builder.format(format, at: schema.location, in: .format)
        builder.add(StringRule(format: format), to: &schema)
      }
    }
    for multiple in constraints.multiples.dropFirst() {
      part { builder, schema in builder.add(NumberRule(multiple: multiple), to: &schema) }
    }
    // The applicators of a part come before those of the schema.
    var first: ContainedValues?
    for term in constraints.terms {
      switch term {
      // Formats are added with the other constraints on strings.
      case .format: break
      case .contains(let contained) where first == nil: first = contained
      case .contains(let contained):
        part { builder, schema in Self.add(contained, to: &schema, &builder) }
      }
    }
    if !added.isEmpty { builder.add(.allOf(builder.addParts(added)), to: &schema) }
    if let first { Self.add(first, to: &schema, &builder) }
  }

  private static func add(
    _ contained: ContainedValues, to schema: inout CompiledSchema, _ builder: inout ProgramBuilder
  ) {
    let choices = builder.choices(contained.values, keyword: .enum)
    let element = builder.add(CompiledSchema(schema.location, choices: choices))
    builder.add(
      .contains(
        element, minimum: contained.minimum, maximum: contained.maximum, countsAsEvaluated: false),
      to: &schema)
  }

  // MARK: Objects

  private mutating func addProperties(
    of node: SchemaGraph.Node, to schema: inout CompiledSchema
  ) {
    var rule = ObjectRule()
    (rule.minimumCount, rule.maximumCount) =
      (node.constraints.minimumPropertyCount, node.constraints.maximumPropertyCount)
    let additional = node.additionalProperties
    let patterns = node.patternProperties
    let isOpen = additional != nil || !patterns.isEmpty
    for property in node.properties {
      // A closed object needs no rule to exclude a property.
      if property.node.kind == .never, !isOpen { continue }
      builder.declare(property.name, property.node.schema, of: &rule)
      guard property.node.kind != .never, !property.isOptional else { continue }
      builder.require(property.name, of: &rule)
    }
    var matching: [ObjectRule.PatternProperty] = []
    var locations: [SchemaLocation] = []
    for property in patterns {
      let location = property.node.location
      let pattern = builder.pattern(property.pattern, at: location, isAlone: false)
      matching.append(ObjectRule.PatternProperty(pattern: pattern, schema: property.node.schema))
      locations.append(location)
    }
    builder.add(matching, at: locations, to: &rule)
    rule.rest = .schema(additional?.schema ?? neverSchema(at: node), .additionalProperties)
    builder.add(rule, to: &schema)
  }

  private mutating func neverSchema(at node: SchemaGraph.Node) -> SchemaIndex {
    if let never { return never }
    let index = builder.add(CompiledSchema(node.location, isNever: true))
    never = index
    return index
  }
}

extension SchemaGraph.Node {
  fileprivate var location: SchemaLocation { .node(id) }

  /// The schema of the program for the node.
  fileprivate var schema: SchemaIndex { EntryIndex(ID.root.distance(to: id)) }
}
