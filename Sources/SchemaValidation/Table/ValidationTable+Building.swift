import SchemaEncoding
import SchemaGuides
import SchemaModel

extension ValidationTable {
  /// Prepares a schema for checking.
  ///
  /// - Complexity: Linear in the size of the graph, and O(n log n) in the properties of an object.
  init(_ graph: SchemaGraph) {
    nodes = Array(repeating: Node(kind: .any), count: graph.nodeCount)
    var isKnown = Array(repeating: false, count: graph.nodeCount)
    var pending = [graph.root]
    isKnown[graph.root.index] = true
    var unknownFormats: [String] = []

    /// The node that a node is or refers to, which is prepared later if it is new.
    func place(of node: SchemaGraph.Node) -> Int {
      let node = Self.resolved(node, in: graph)
      if !isKnown[node.index] {
        isKnown[node.index] = true
        pending.append(node)
      }
      return node.index
    }

    while let node = pending.popLast() {
      let index = node.index
      let guides = node.constraints
      if !guides.isEmpty {
        nodes[index].constraints = Int32(truncatingIfNeeded: constraints.count)
        constraints.append(ValueConstraints(guides, path: node.path))
        for format in guides.formats
        where TextFormat(rawValue: format) == nil && !unknownFormats.contains(format) {
          unknownFormats.append(format)
          notes.append(Self.note(unknownFormat: format, at: node.path))
        }
      }
      switch node.kind {
      case .string: nodes[index].kind = .string
      case .integer: nodes[index].kind = .integer
      case .number: nodes[index].kind = .number
      case .boolean: nodes[index].kind = .boolean
      case .null: nodes[index].kind = .null
      case .any, .reference: nodes[index].kind = .any
      case .never: nodes[index].kind = .never
      case .array:
        nodes[index].kind = .array
        if let items = node.items {
          nodes[index].link = Int32(truncatingIfNeeded: place(of: items))
        }
      case .tuple:
        nodes[index].kind = .tuple
        nodes[index].link = Int32(truncatingIfNeeded: tuples.count)
        tuples.append(node.prefixItems.map { place(of: $0) })
      case .object:
        nodes[index].kind = .object
        nodes[index].link = Int32(truncatingIfNeeded: objects.count)
        let properties = node.properties.map { property in
          Property(
            name: property.name, node: place(of: property.node), isRequired: !property.isOptional)
        }
        objects.append(
          Object(
            properties: properties, names: ByteTexts(properties.lazy.map { $0.name }),
            requiredCount: properties.count { $0.isRequired },
            additional: node.additionalProperties.map { place(of: $0) } ?? -1,
            patterns: node.patternProperties.compactMap { property in
              guard let pattern = try? SchemaPattern(ecma: property.name) else { return nil }
              return PatternProperty(pattern: pattern, node: place(of: property.node))
            },
            firstProperty: propertyCount))
        propertyCount += properties.count
      case .anyOf:
        nodes[index].kind = .union
        nodes[index].link = Int32(truncatingIfNeeded: unions.count)
        unions.append(Union(declared: node.choices.map { place(of: $0) }))
      }
    }
    completeUnions()
  }

  private static func resolved(
    _ node: SchemaGraph.Node, in graph: SchemaGraph
  ) -> SchemaGraph.Node {
    switch node.target {
    case .root: graph.root
    case .definition(let definition): definition.body
    case nil: node
    }
  }

  private static func note(unknownFormat format: String, at path: SchemaPath) -> SchemaDiagnostic {
    SchemaDiagnostic(
      .note, at: path,
      problem: "The format '\(format)' is not known, so no value is checked for it.",
      remedy: "Check it where the value is used, or state it as a pattern.")
  }

  // MARK: Unions

  /// Finds the arms of all unions, and the properties that distinguish them.
  private mutating func completeUnions() {
    // Each of several unions that contain one another can have as many arms as there are nodes, so
    // the search is limited in proportion to the schema.
    var budget = 4 * nodes.count + 1024
    for index in unions.indices {
      let found = arms(of: unions[index].declared, budget: &budget)
      guard let found else { continue }
      unions[index].arms = found
      unions[index].discriminator = discriminator(of: found)
    }
  }

  /// The arms that are not unions, in the order of their declaration, each once.
  func arms(of declared: [Int]) -> [Int] {
    var budget = Int.max
    return arms(of: declared, budget: &budget) ?? []
  }

  /// The same, or `nil` if looking for them takes more steps than are left.
  private func arms(of declared: [Int], budget: inout Int) -> [Int]? {
    var arms: [Int] = []
    var seen: Set<Int> = []
    var pending = Array(declared.reversed())
    while let node = pending.popLast() {
      guard budget > 0 else { return nil }
      budget -= 1
      guard seen.insert(node).inserted else { continue }
      if nodes[node].kind == .union {
        pending += unions[Int(nodes[node].link)].declared.reversed()
      } else {
        arms.append(node)
      }
    }
    return arms
  }

  private func discriminator(of arms: [Int]) -> Discriminator? {
    let objectArms = arms.filter { nodes[$0].kind == .object }
    guard objectArms.count > 1, let first = objectArms.first else { return nil }
    let candidates = objects[Int(nodes[first].link)].properties.filter {
      $0.isRequired && choices(of: $0.node) != nil
    }
    for candidate in candidates {
      if let found = discriminator(candidate.name, of: objectArms) { return found }
    }
    return nil
  }

  private func discriminator(_ name: String, of arms: [Int]) -> Discriminator? {
    let bytes = Array(name.utf8)
    var texts: [String] = []
    var owners: [Int] = []
    for arm in arms {
      let object = objects[Int(nodes[arm].link)]
      guard let index = object.names.index(of: bytes.span),
        object.properties[index].isRequired,
        let choices = choices(of: object.properties[index].node)
      else { return nil }
      texts += choices
      owners += Array(repeating: arm, count: choices.count)
    }
    let distinct = Set(texts.map { Array($0.utf8) })
    guard distinct.count == texts.count else { return nil }
    return Discriminator(
      name: name, property: ByteTexts([name]), texts: texts, values: ByteTexts(texts),
      arms: owners)
  }

  private func choices(of node: Int) -> [String]? {
    guard nodes[node].kind == .string, nodes[node].constraints >= 0 else { return nil }
    return constraints[Int(nodes[node].constraints)].guides.choices?.compactMap { $0.string }
  }
}
