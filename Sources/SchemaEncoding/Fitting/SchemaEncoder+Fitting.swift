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

  /// How many nodes a graph may have whose types are written out for several levels of recursion.
  private static let unrolledNodes = 5_000

  /// A graph that the dialect can state, or `nil` if it can state the given one, apart from its size.
  private func fitted(_ graph: SchemaGraph, _ request: FittingRequest) throws -> FittedGraph? {
    let survey = FittingSurvey(graph, prepared.rules, request)
    guard survey.isNeeded || RootFitting.applies(to: survey) else { return nil }
    var levels = survey.closingReferences.isEmpty ? 0 : RecursionFitting.levels
    while true {
      let fitted = GraphFitter(survey, dialect: prepared.name, levels: levels).fitted()
      if levels == 0 { return fitted }
      // As many levels as there is room for.
      if let excess = try? excess(fitted.graph, atMost: Self.unrolledNodes),
        excess.isEmpty || levels == 1
      {
        return fitted
      }
      levels -= 1
    }
  }

  /// What makes a graph too large for the dialect, with at most so many nodes more when its types are
  /// written out.
  private func excess(_ graph: SchemaGraph, atMost nodes: Int = .max) throws -> FittingRequest {
    guard prepared.rules.references == .inlined else {
      return SizeSurvey(graph, prepared.rules).run()
    }
    var limits = limits
    limits.nodes = min(limits.nodes, nodes)
    let inlined = try GraphInliner(graph, limits: limits, dialect: prepared.name).inlined()
    return SizeSurvey(inlined, prepared.rules).run()
  }
}
