import SchemaEncoding
import SchemaModel

/// Fits schemas to one dialect: runs the passes, and writes the graph that they leave.
struct SchemaFitter {
  private let encoder: SchemaEncoder

  init(_ encoder: SchemaEncoder) {
    var encoder = encoder
    if let limit = encoder.rules.limits.nameLength {
      encoder.dialect = DerivedDialect(encoder.dialect) { rules in
        rules.objects.propertyNames.limit(to: limit)
        rules.definitions?.names.limit(to: limit)
      }
    }
    self.encoder = encoder
  }

  /// Writes a graph after fitting it to the dialect.
  func fit(_ declared: SchemaGraph) throws -> FittedSchema {
    var graph = FittingGraph(declared, for: encoder)
    let rules = graph.rules
    for pass in fittingPasses where pass.isNeeded(for: rules) {
      try pass.run(on: &graph)
      if graph.hasDroppedParts { graph.removeUnreachable() }
    }
    guard graph.isChanged else {
      let schema = try encoder.encode(
        fitted: declared, after: [], measured: graph.measuredForm)
      return FittedSchema(schema: schema, mapping: .identity, counts: graph.counts)
    }
    graph.removeUnreachable()
    var schema = try written(graph)
    if let excess = try graph.excess(of: schema.utf8.count) {
      try SizePass.shrink(&graph, by: excess)
      _ = graph.measure()
      schema = try written(graph)
    }
    return FittedSchema(
      schema: schema, mapping: AnswerMapping(graph), counts: graph.counts)
  }

  private func written(_ graph: FittingGraph) throws -> EncodedSchema {
    graph.checkInvariants()
    let form = graph.measuredForm
    return try encoder.encode(
      fitted: form?.graph ?? graph.graph(), after: graph.diagnostics(), measured: form)
  }
}

extension NameRule {
  /// Lowers the maximum length of a name.
  fileprivate mutating func limit(to length: Int) {
    maximumLength = min(length, maximumLength ?? length)
  }
}
