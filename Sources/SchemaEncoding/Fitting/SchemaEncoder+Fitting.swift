import SchemaModel

extension SchemaEncoder {
  /// A graph that the dialect can state, or `nil` if it can state the given one.
  func fitted(_ graph: SchemaGraph) throws -> FittedGraph? {
    let survey = FittingSurvey(graph, prepared.rules, FittingRequest())
    guard survey.isNeeded || RootFitting.applies(to: survey) else { return nil }
    return GraphFitter(survey, dialect: prepared.name, levels: RecursionFitting.levels).fitted()
  }
}
