import IndexedTables
import SchemaGuides
import SchemaModel

/// Finds types that contain themselves in a way that a dialect does not accept.
package struct RecursionCheck: SchemaVisitor {
  private let graph: SchemaGraph
  private let rule: DialectRules.Recursion
  private let dialect: String

  /// The references that can be part of a rejected cycle, in the order of the walk.
  private var references: [NodeID] = []

  /// The index of the first reference in the root and in each definition.
  private var firstReferences: [Int] = []

  /// The number of nodes on the path from the body that may be absent from a value.
  private var optionalDepth = 0

  /// For each node on the path from the body, whether a value may have no part for its child.
  private var mayBeEmpty: [Bool] = []

  package init(_ graph: SchemaGraph, _ rule: DialectRules.Recursion, dialect: String) {
    self.graph = graph
    self.rule = rule
    self.dialect = dialect
  }

  package mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    switch role {
    case .root, .definition: firstReferences.append(references.count)
    default: if mayBeAbsent(role) { optionalDepth += 1 }
    }
    mayBeEmpty.append(node.mayBeEmpty)
    guard rule == .rejected || optionalDepth == 0, node.kind == .reference else { return }
    references.append(node.id)
  }

  package mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    mayBeEmpty.removeLast()
    if mayBeAbsent(role) { optionalDepth -= 1 }
  }

  /// Indicates whether a value of the innermost node on the path may have no part in a role.
  private func mayBeAbsent(_ role: SchemaRole) -> Bool {
    switch role {
    case .property(_, let isOptional): isOptional
    case .prefixItem(let isOptional): isOptional
    case .additionalProperties, .patternProperty, .items, .choice: mayBeEmpty.last ?? false
    case .root, .definition: false
    }
  }

  /// Returns the references that close a cycle in a depth-first search, in the order of the search.
  package func closingReferences() -> [NodeID] {
    var check = self
    graph.walk(&check)
    let nodes = graph.storage.tables.nodes
    // The walk visits the root, which has the number 0, and then the definitions in order.
    let bodies = 0..<check.firstReferences.count
    let targets = check.references.map { node in
      if case .definition(let definition) = nodes[node].link {
        DefinitionID.first.distance(to: definition) + 1
      } else {
        0
      }
    }
    let starts = check.firstReferences + [targets.count]
    return CycleSearch.closingSteps(among: bodies, from: bodies) { body in
      targets[starts[body]..<starts[body + 1]]
    }.map { check.references[$0.position] }
  }

  /// Returns a diagnostic for each reference that closes a cycle.
  func run() -> [SchemaDiagnostic] {
    closingReferences().map { node in
      let node = graph[node]
      guard rule != .rejected else {
        return SchemaDiagnostic(
          .error, .recursion, at: node,
          problem: "The type here contains itself, which the dialect '\(dialect)' rejects.",
          remedy:
            "Write the levels as separate types, use another dialect, or fit the schema with"
            + " \(SwiftAdvice.Call.fit.text)")
      }
      return SchemaDiagnostic(
        .warning, .recursion, at: node,
        problem:
          "The type here contains itself through required properties only, which the dialect"
          + " '\(dialect)' may reject.",
        remedy: "Make one of the properties on the way optional.")
    }
  }
}

extension SchemaGraph.Node {
  /// Indicates whether a value may have no part for the unnamed schemas below: an array or a
  /// dictionary may be empty, and a nullable value may be `null`.
  fileprivate var mayBeEmpty: Bool {
    switch kind {
    case .array, .tuple: elementCounts.least <= prefixItems.count
    case .anyOf: storage.tables.nodes.hasNullChoice(id)
    case .object: !needsUnnamedProperties
    default: false
    }
  }

  /// Indicates whether every value of an object has a property that the schema does not name, and a
  /// single schema describes all such properties.
  fileprivate var needsUnnamedProperties: Bool {
    guard let minimum = ownConstraints?.merged.minimumPropertyCount else { return false }
    let children = children
    let named = children.count { if case .property = $0.role { $0.kind != .never } else { false } }
    let unnamed = children.count { if case .property = $0.role { false } else { true } }
    return minimum > named && unnamed == 1
  }
}
