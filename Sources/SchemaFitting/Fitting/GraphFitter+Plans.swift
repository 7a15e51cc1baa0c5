import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What fittings put at places, add and note.
extension GraphFitter {
  /// Adds a mapping.
  mutating func add(_ node: AnswerMapping.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// The mapping of the values of a part, which is made when the part is fitted.
  mutating func mapping(of node: SchemaGraph.Node, level: Int) -> Int {
    if let body = body(of: node) { return bodyMapping(body, level: level) }
    return survey.isChanged(node.index) ? add(.same) : 0
  }

  /// Puts a reference to a type at a level of recursion.
  mutating func putReference(to body: Int, for task: FittingTask, level: Int) {
    let isBare = request.bareReferences.contains(task.node.index)
    put(
      .reference(body: body, level: level, description: isBare ? nil : task.node.description),
      at: task)
    guard isBare else { return }
    note(
      .size, at: task.node,
      "The description of the reference is left out: the dialect '\(dialect)' counts it as a union.",
      remedy: "Describe the type instead.")
  }

  /// Describes what is put at a place, before the description of its own.
  mutating func describe(_ slot: Int, _ description: String?) {
    result.nodes[slot].description = description
  }

  func description(of slot: Int, and description: String?) -> String? {
    guard let outer = result.nodes[slot].description, let description, outer != description else {
      return description ?? result.nodes[slot].description
    }
    return "\(outer) \(description)"
  }

  /// Puts what a fitting has made at the place of a node.
  mutating func put(_ plan: FittingPlan, at task: FittingTask) {
    put(plan, slot: task.slot, level: task.level, origin: task.node.index)
  }

  // What a fitting makes nests a few levels; what is declared waits.
  private mutating func put(_ plan: FittingPlan, slot: Int, level: Int, origin: Int) {
    switch plan {
    case .declared(let index, let mapping):
      origins[slot] = Int32(truncatingIfNeeded: index)
      push(index, slot: slot, level: level, mapping: mapping)
    case .reference(let body, let level, let description):
      result.nodes[slot].kind = .reference
      result.nodes[slot].description = self.description(of: slot, and: description)
      result.nodes[slot].first = Int32(
        truncatingIfNeeded: definition(of: body, level: level, from: slot))
    case .made(let kind, let description, let constraints, let children):
      result.nodes[slot].kind = kind
      result.nodes[slot].description = self.description(of: slot, and: description)
      if let constraints, !constraints.isEmpty {
        result.nodes[slot].constraints = Int32(truncatingIfNeeded: result.constraints.count)
        result.constraints.append(NodeConstraints(constraints))
      }
      let first = result.nodes.count
      result.nodes[slot].first = Int32(truncatingIfNeeded: first)
      result.nodes[slot].count = Int32(truncatingIfNeeded: children.count)
      for child in children { _ = addNode(child.role, parent: slot, origin: origin) }
      for (index, child) in children.enumerated() {
        if let description = child.description { describe(first + index, description) }
        put(child.plan, slot: first + index, level: level, origin: origin)
      }
    }
  }

  mutating func addNode(_ role: SchemaRole, parent: Int, origin: Int) -> Int {
    result.nodes.append(NodeRecord(role: role, parent: parent))
    origins.append(Int32(truncatingIfNeeded: origin))
    return result.nodes.count - 1
  }

  /// What users call the values of a node.
  func phrase(of node: SchemaGraph.Node) -> String {
    DictionaryFitting.applies(to: node, in: rules) ? "a dictionary" : node.kind.phrase
  }

  /// Notes a fitting that loses nothing.
  mutating func note(
    _ fitting: SchemaDiagnostic.Fitting, at node: SchemaGraph.Node, _ problem: String,
    remedy: String?
  ) {
    report(
      SchemaDiagnostic(
        .note, .fitted, at: node, problem: problem, remedy: remedy, fitting: fitting), at: node)
  }

  /// Warns of a fitting after which the document states less.
  mutating func warn(
    _ fitting: SchemaDiagnostic.Fitting, at node: SchemaGraph.Node, _ problem: String
  ) {
    report(
      SchemaDiagnostic(
        .warning, .fitted, at: node, problem: problem, remedy: "Check the value after decoding.",
        fitting: fitting), at: node)
  }
}
