import IndexedTables
import SchemaEncoding

/// The diagnostics of passes for declared nodes.
struct FittingFindings {
  private var list: [SchemaDiagnostic] = []

  /// The declared nodes of the diagnostics.
  private var nodes: [NodeID] = []

  /// Indicates whether the diagnostics have the order of the declared nodes.
  private var isOrdered = true

  /// Indicates whether passes may report the same diagnostic for several copies of a node.
  private var mayRepeat = false

  /// Indicates whether the document may have no schema for some declared nodes.
  private var mayHide = false

  /// Adds a diagnostic of a declared node.
  mutating func add(_ diagnostic: consuming SchemaDiagnostic, of node: NodeID) {
    if let last = nodes.last, last > node { isOrdered = false }
    list.append(diagnostic)
    nodes.append(node)
  }

  /// Records that nodes are copied, so that passes may report the same diagnostic for several
  /// copies.
  mutating func expectRepetitions() { mayRepeat = true }

  /// Records that nodes become JSON text or are removed, so that their diagnostics may not apply.
  mutating func expectHiddenNodes() { mayHide = true }

  /// The diagnostics that apply to the document of a graph, in the order of the declared nodes.
  ///
  /// A diagnostic for several copies of a node occurs once in the list.
  func diagnostics(of graph: FittingGraph) -> [SchemaDiagnostic] {
    guard !isOrdered || mayRepeat || mayHide else {
      assert(written(in: graph).count == list.count, "a diagnostic is of a node without a schema")
      return list
    }
    return written(in: graph)
  }

  private func written(in graph: FittingGraph) -> [SchemaDiagnostic] {
    let forms = WrittenForms(in: graph)
    let order = list.indices.sorted { (nodes[$0], $0) < (nodes[$1], $1) }
    var reported: [NodeID: Set<String>] = [:]
    return order.compactMap { index in
      let (node, diagnostic) = (nodes[index], list[index])
      guard forms.have(diagnostic, of: node) else { return nil }
      let isNew = !mayRepeat || reported[node, default: []].insert(diagnostic.problem).inserted
      return isNew ? diagnostic : nil
    }
  }
}

/// The forms of the declared nodes in a fitted document.
private struct WrittenForms {
  private enum Form {
    /// The node is not written, or only in the JSON text of a node around it.
    case none

    /// The node has no separate schema. It is written as a part of the nearest node around it with
    /// a schema.
    case part

    /// The node is JSON text wherever it occurs.
    case text

    /// The node has a schema in at least one place.
    case schema
  }

  private var forms: IndexedTable<NodeID, Form>

  init(in graph: borrowing FittingGraph) {
    let declared = graph.declared.storage.tables
    forms = IndexedTable(repeating: .none, for: declared.nodes.indices)
    for node in graph.nodes {
      guard graph.kind(of: node) != .never, graph.isDeclared(node) else { continue }
      let origin = graph.originID(of: node)
      guard !graph.isText(graph.resolving(node)) else {
        if forms[origin] == .none { forms[origin] = .text }
        continue
      }
      forms[origin] = .schema
      // A copy of a type may have replaced a reference to this type.
      forms[declared.resolving(origin)] = .schema
    }
    // A parent precedes its children.
    for node in declared.nodes.indices where forms[node] == .none {
      guard let parent = declared.nodes[node].parent else { continue }
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
  /// Indicates whether the diagnostic is a note about a form that does not occur in JSON text.
  fileprivate var notesForm: Bool {
    switch fitting {
    case .openObject, .dictionary, .tuple, .choices, .union: severity == .note
    default: false
    }
  }
}
