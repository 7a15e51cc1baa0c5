import SchemaEncoding

/// The findings of passes about declared nodes.
struct FittingFindings {
  private var list: [(node: NodeID, diagnostic: SchemaDiagnostic)] = []

  /// Adds a diagnostic of a declared node.
  mutating func add(_ diagnostic: SchemaDiagnostic, of node: NodeID) {
    list.append((node, diagnostic))
  }

  /// Removes all diagnostics but those of one fitting.
  mutating func removeAll(besides fitting: SchemaDiagnostic.Fitting) {
    list.removeAll { $0.diagnostic.fitting != fitting }
  }

  /// The diagnostics in the order of the nodes.
  ///
  /// - Parameter mayRepeat: Whether the same may have been found of several copies of a node; then
  ///   it is in the list once.
  /// - Returns: The diagnostics.
  func inOrder(mayRepeat: Bool) -> [SchemaDiagnostic] {
    let order = list.indices.sorted { (list[$0].node, $0) < (list[$1].node, $1) }
    guard mayRepeat else { return order.map { list[$0].diagnostic } }
    var reported: [NodeID: Set<String>] = [:]
    return order.compactMap { index in
      let (node, diagnostic) = list[index]
      let isNew = reported[node, default: []].insert(diagnostic.problem).inserted
      return isNew ? diagnostic : nil
    }
  }
}
