import SchemaModel

extension SchemaEncoder {
  /// Encodes a graph after fitting it to the dialect.
  ///
  /// What is too large is found when the document is written, and then fitted anew: the parts that are
  /// smaller make room, and the rest is measured again.
  func encode(fitting graph: SchemaGraph) throws -> EncodedSchema {
    var request = FittingRequest()
    var attempts = Self.attempts
    while true {
      let fitted = try fitted(graph, request)
      do {
        return try encode(stated: fitted?.graph ?? graph, fitted)
      } catch SchemaError.limitExceeded(let limit, let value, let maximum, let context) {
        attempts -= 1
        guard attempts > 0, request.add(try excess(fitted?.graph ?? graph)) else {
          throw SchemaError.limitExceeded(
            limit: limit, value: value, maximum: maximum, context: context)
        }
      }
    }
  }

  /// How often a schema is fitted again because it is still too large.
  private static let attempts = 8

  /// How many nodes may be spent on writing types out at several places or for several levels of
  /// recursion, where something has to end.
  private static let unrolledNodes = 5_000

  /// A graph that the dialect can state, or `nil` if it can state the given one, apart from its size.
  private func fitted(_ graph: SchemaGraph, _ request: FittingRequest) throws -> FittedGraph? {
    let requested = FittingSurvey(graph, prepared.rules, request)
    guard requested.isNeeded || RootFitting.applies(to: requested) else { return nil }
    var survey = requested
    var levels = survey.closingReferences.isEmpty ? 0 : RecursionFitting.levels
    while true {
      let fitted = GraphFitter(survey, dialect: prepared.name, levels: levels).fitted()
      if levels == 0 { return fitted }
      // As many levels as there is room for.
      if !isInlined
        || InliningSurvey(fitted.graph).references(beyond: Self.unrolledNodes).isEmpty
      {
        let remaining = try excess(fitted.graph)
        if remaining.isEmpty { return fitted }
        // A level is worth more than descriptions of references.
        if !remaining.bareReferences.isSubset(of: survey.request.bareReferences) {
          var request = survey.request
          request.bareReferences.formUnion(remaining.bareReferences)
          survey = FittingSurvey(graph, prepared.rules, request)
          continue
        }
        if levels == 1 { return fitted }
      }
      // What the descriptions did not save does not cost them.
      levels -= 1
      survey = requested
    }
  }

  private var isInlined: Bool { prepared.rules.references == .inlined }

  /// What makes a graph too large for the dialect.
  private func excess(_ graph: SchemaGraph) throws -> FittingRequest {
    guard isInlined else { return SizeSurvey(graph, prepared.rules).run() }
    let survey = InliningSurvey(graph)
    guard survey.references(beyond: limits.nodes).isEmpty else {
      let references = survey.references(beyond: min(limits.nodes, Self.unrolledNodes))
      let declared = graph.storage.tables.declared?.nodes
      return FittingRequest(
        texts: Set(references.map { index in declared.map { Int($0[index]) } ?? index }))
    }
    let inlined = try GraphInliner(graph, limits: limits, dialect: prepared.name).inlined()
    return SizeSurvey(inlined.graph, prepared.rules, sources: inlined.sources).run()
  }
}
