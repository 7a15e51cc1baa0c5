import IndexedTables
import SchemaEncoding
import SchemaModel

/// Each alternative of a union becomes the only property of an object, whose name tells the
/// alternatives apart.
///
/// A union changes if an answer to an alternative that has changed could be one to another.
struct AlternativesPass: NodePass {
  let fitting = SchemaDiagnostic.Fitting.union

  /// The number of shapes that an alternative may have before its union gets such properties.
  ///
  /// Unions that nest would each have the shapes of all unions in them.
  private static let maximumShapeCount = 256

  func isNeeded(for rules: DialectRules) -> Bool { true }

  /// An alternative may itself be a union, whose shapes change when it is one of those found.
  func changes(in graph: FittingGraph) -> [NodeID] {
    var unions = graph.isChanged ? graph.nodes { $0.kind == .anyOf } : []
    if unions.isEmpty { return [] }
    let isChanged = graph.changedNodes()
    unions.removeAll { !isChanged[$0] }
    var found: [NodeID: [String]] = [:]
    while true {
      let unclear = unions.filter { !isClear($0, in: graph, found, isChanged) }
      if unclear.isEmpty { break }
      for union in unclear { found[union] = names(of: union, in: graph) }
      unions.removeAll { found[$0] != nil }
    }
    return found.keys.sorted()
  }

  /// Indicates whether no answer is one of an alternative that changes, and of another.
  private func isClear(
    _ union: NodeID, in graph: FittingGraph, _ found: [NodeID: [String]],
    _ isChanged: IndexedTable<NodeID, Bool>
  ) -> Bool {
    let choices = graph.children(of: union)
    let shapes = choices.map {
      graph.shapes(of: $0, besides: found, limit: Self.maximumShapeCount)
    }
    guard shapes.allSatisfy({ $0.count <= Self.maximumShapeCount }) else { return false }
    let ignoresCase = graph.rules.choices.mayChangeCapitals
    return shapes.haveDistinctTags(ignoresCase: ignoresCase)
      || shapes.areDistinct(
        where: choices.map { isChanged[$0] }, ignoresCase: ignoresCase)
  }

  func fit(_ union: NodeID, in graph: inout FittingGraph) {
    let names = names(of: union, in: graph)
    for (choice, name) in zip(graph.children(of: union), names) {
      graph.replace(
        choice,
        by: .object([(name, .moved(choice))]) {
          .form(WrappedForm(property: name, value: $0.value(at: 0)))
        })
    }
    graph.note(
      fitting, at: union,
      "Alternatives whose answers could be confused are each written in an object.",
      remedy: "Give each alternative a property with a single choice that no other alternative has."
    )
  }

  /// A name for each alternative: its title, or its place.
  private func names(of union: NodeID, in graph: FittingGraph) -> [String] {
    var taken = TakenNames([])
    return graph.children(of: union).enumerated().map { index, choice in
      var name = "option\(index + 1)"
      if case .definition(let definition) = graph.origin(of: choice).target {
        name = definition.name
      }
      return graph.rules.objects.propertyNames.name(name, besides: &taken)
    }
  }
}
