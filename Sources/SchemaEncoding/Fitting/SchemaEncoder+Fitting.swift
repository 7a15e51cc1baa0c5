import SchemaModel

extension SchemaEncoder {
  /// A graph that the dialect can state, or `nil` if it can state the given one.
  ///
  /// What is too large is found when all else is fitted, and then fitted anew: the parts that are
  /// smaller make room, and the rest is measured again.
  func fitted(_ graph: SchemaGraph) throws -> FittedGraph? {
    let rules = prepared.rules
    var request = FittingRequest()
    for _ in 0..<Self.attempts {
      let survey = FittingSurvey(graph, rules, request)
      guard survey.isNeeded || RootFitting.applies(to: survey) else {
        guard request.add(SizeSurvey(try inlined(graph), rules).run()) else { return nil }
        continue
      }
      let (fitted, excess) = try fitted(survey)
      guard request.add(excess) else { return fitted }
    }
    return try fitted(FittingSurvey(graph, rules, request)).graph
  }

  /// How often a schema is fitted again because it is still too large.
  private static let attempts = 8

  /// How many nodes a graph may have whose types are written out for several levels of recursion.
  private static let unrolledNodes = 5_000

  /// The graph with as many levels of recursion as there is room for, and what is still too large.
  private func fitted(
    _ survey: FittingSurvey
  ) throws -> (graph: FittedGraph, excess: FittingRequest) {
    var levels = survey.closingReferences.isEmpty ? 0 : RecursionFitting.levels
    while true {
      let fitted = GraphFitter(survey, dialect: prepared.name, levels: levels).fitted()
      if levels == 0 {
        return (fitted, SizeSurvey(try inlined(fitted.graph), prepared.rules).run())
      }
      var limits = limits
      limits.nodes = min(limits.nodes, Self.unrolledNodes)
      if let written = try? inlined(fitted.graph, limits, isMeasured: true) {
        let excess = SizeSurvey(written, prepared.rules).run()
        if excess.isEmpty || levels == 1 { return (fitted, excess) }
      }
      levels -= 1
    }
  }

  /// The graph with its types written out, if the dialect has no references and it is to be measured.
  private func inlined(
    _ graph: SchemaGraph, _ limits: SchemaGraph.Limits? = nil, isMeasured: Bool = false
  ) throws -> SchemaGraph {
    guard prepared.rules.references == .inlined,
      isMeasured || prepared.rules.limits != DocumentLimits()
    else { return graph }
    return try GraphInliner(graph, limits: limits ?? self.limits, dialect: prepared.name).inlined()
  }
}
