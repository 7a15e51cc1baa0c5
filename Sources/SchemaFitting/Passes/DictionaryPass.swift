import SchemaEncoding
import SchemaGuides

/// A dictionary becomes an array of objects with a key and a value.
///
/// Counts of properties become counts of elements, a pattern of names one of keys.
struct DictionaryPass: FittingPass {
  let fitting = SchemaDiagnostic.Fitting.dictionary

  func isNeeded(for rules: DialectRules) -> Bool { rules.mayLackUnnamedProperties }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.objectsWithUnstatedProperties().filter { !graph.namesProperties($0) }
  }

  func fit(_ object: NodeID, in graph: inout FittingGraph) {
    let constraints = graph.constraints(of: object)
    let entry = graph.newEntry(of: object)
    graph.note(
      fitting, at: object,
      "A dictionary is written as an array of entries, each with a 'key' and a 'value'.",
      remedy:
        "To use this form in your own type, declare an array of a struct with a key and a "
        + "value.")
    graph.replace(
      object,
      by: .array(
        of: entry, description: graph[object].description,
        minimum: constraints?.minimumPropertyCount, maximum: constraints?.maximumPropertyCount
      ) { .entries(values: $0.value(at: 0, 1)) })
  }
}
