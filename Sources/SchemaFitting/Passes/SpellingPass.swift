import SchemaEncoding
import SchemaGuides

/// A string of some choices is read in any capitals, where the provider may change them (rule D9).
///
/// The document stays as it is.
struct SpellingPass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.spelling

  func isNeeded(for rules: DialectRules) -> Bool {
    rules.mayChangeCapitals && rules[.choices] == .written
  }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .string && $0.constraints >= 0 }.filter { node in
      graph.inverse(of: node) == nil
        && graph.constraints(of: node)?.choices?.contains { $0.string?.isCased ?? false } ?? false
    }
  }

  func fit(_ node: NodeID, in graph: inout FittingGraph) {
    let constraints = graph.constraints(of: node)
    let choices = constraints?.choices?.compactMap(\.string) ?? []
    if Set(choices.map { $0.lowercased() }).count < choices.count {
      graph.warn(
        fitting, at: node,
        "Choices differ in capitals only, which the dialect '\(graph.dialect)' may change.")
    }
    graph.replace(
      node,
      by: .made(.string, description: graph[node].description, constraints: constraints) { _ in
        .spelling(choices)
      })
  }
}

extension String {
  /// Whether the text has letters with capitals.
  fileprivate var isCased: Bool { lowercased() != uppercased() }
}
