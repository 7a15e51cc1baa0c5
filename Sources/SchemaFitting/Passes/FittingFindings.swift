import IndexedTables
import SchemaEncoding

/// The findings of passes about declared nodes.
struct FittingFindings {
  private var list: [(node: NodeID, diagnostic: SchemaDiagnostic)] = []

  /// Indicates whether passes may report the same for several copies of a node.
  private var mayRepeat = false

  /// Adds a diagnostic of a declared node.
  mutating func add(_ diagnostic: SchemaDiagnostic, of node: NodeID) {
    list.append((node, diagnostic))
  }

  /// Notes that nodes are copied, so that passes may report the same for several copies.
  mutating func expectRepetitions() { mayRepeat = true }

  /// The diagnostics that apply to the document of a graph, in the order of the declared nodes.
  ///
  /// What passes have reported for several copies of a node is in the list once.
  func diagnostics(of graph: FittingGraph) -> [SchemaDiagnostic] {
    if list.isEmpty { return [] }
    let forms = WrittenForms(in: graph)
    let order = list.indices.sorted { (list[$0].node, $0) < (list[$1].node, $1) }
    var reported: [NodeID: Set<String>] = [:]
    return order.compactMap { index in
      let (node, diagnostic) = list[index]
      guard forms.have(diagnostic, of: node) else { return nil }
      let isNew = !mayRepeat || reported[node, default: []].insert(diagnostic.problem).inserted
      return isNew ? diagnostic : nil
    }
  }
}

/// The forms in which a fitted document has the declared nodes.
private struct WrittenForms {
  private enum Form {
    /// It is not written, or only in the JSON text of a node around it.
    case none

    /// It has no schema of its own, and is written as a part of the next node around it that has
    /// one.
    case part

    /// It is JSON text wherever it occurs.
    case text

    /// It has a schema in at least one place.
    case schema
  }

  private let declared: SchemaGraph
  private var forms: IndexedTable<NodeID, Form>

  init(in graph: FittingGraph) {
    declared = graph.declared
    forms = IndexedTable(repeating: .none, for: declared.nodeIDs)
    for node in graph.nodes(where: { $0.kind != .never }) where graph.isDeclared(node) {
      let origin = graph.origin(of: node)
      guard !graph.isText(graph.resolving(node)) else {
        if forms[origin.id] == .none { forms[origin.id] = .text }
        continue
      }
      forms[origin.id] = .schema
      // A copy of a type may be in place of a reference to it.
      forms[declared.resolving(origin).id] = .schema
    }
    // A parent precedes its children.
    let nodes = declared.storage.tables.nodes
    for node in nodes.indices where forms[node] == .none {
      guard let parent = nodes[node].parent else { continue }
      if forms[parent] == .schema || forms[parent] == .part { forms[node] = .part }
    }
  }

  /// Indicates whether the document has the fitting that a diagnostic of a node reports.
  func have(_ diagnostic: SchemaDiagnostic, of node: NodeID) -> Bool {
    switch forms[node] {
    case .none: false
    case .text: !diagnostic.notesForm
    case .part, .schema: true
    }
  }
}

extension SchemaDiagnostic {
  /// Indicates whether this notes a form of a value that JSON text of the value does not have.
  fileprivate var notesForm: Bool {
    switch fitting {
    case .openObject, .dictionary, .tuple, .choices, .union: severity == .note
    default: false
    }
  }
}
