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
      var fitted: FittedGraph?
      if survey.isNeeded || RootFitting.applies(to: survey) {
        fitted =
          GraphFitter(survey, dialect: prepared.name, levels: RecursionFitting.levels).fitted()
      }
      let written = try inlined(fitted?.graph ?? graph)
      guard request.add(SizeSurvey(written, rules).run()) else { return fitted }
    }
    let survey = FittingSurvey(graph, rules, request)
    return GraphFitter(survey, dialect: prepared.name, levels: RecursionFitting.levels).fitted()
  }

  /// How often a schema is fitted again because it is still too large.
  private static let attempts = 8

  /// The graph with its types written out, if the dialect has no references and limits to be measured.
  private func inlined(_ graph: SchemaGraph) throws -> SchemaGraph {
    guard prepared.rules.references == .inlined, prepared.rules.limits != DocumentLimits() else {
      return graph
    }
    return try GraphInliner(graph, limits: limits, dialect: prepared.name).inlined()
  }
}
