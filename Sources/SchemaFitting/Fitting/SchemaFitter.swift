import SchemaEncoding
import SchemaModel

/// Fits schemas to one dialect, and repeats this while the document is too large.
struct SchemaFitter {
  private let encoder: SchemaEncoder
  private let rules: DialectRules
  private let dialect: String

  init(_ encoder: SchemaEncoder) {
    var encoder = encoder
    if let limit = encoder.rules.limits.nameLength {
      encoder.dialect = ShortNamesDialect(encoder.dialect, limit: limit)
    }
    self.encoder = encoder
    rules = encoder.rules
    dialect = encoder.dialect.name
  }

  /// Writes a graph after fitting it to the dialect.
  ///
  /// What is too large is found when the document is written, and then fitted anew: the parts that are
  /// smaller make room, and the rest is measured again.
  func fit(_ graph: SchemaGraph) throws -> FittedSchema {
    var request = FittingRequest()
    var attempts = Self.attempts
    while true {
      let fitted = try fitted(graph, request)
      let statable = fitted?.graph ?? graph
      do {
        let schema = try encoder.encode(stated: statable, after: fitted?.diagnostics ?? [])
        return FittedSchema(schema: schema, mapping: fitted?.mapping() ?? .identity)
      } catch SchemaError.limitExceeded(let limit, let value, let maximum, let context) {
        attempts -= 1
        guard attempts > 0, request.add(try excess(statable)) else {
          throw SchemaError.limitExceeded(
            limit: limit, value: value, maximum: maximum, context: context)
        }
      }
    }
  }

  /// How often a schema is fitted, as long as the document is too large.
  private static let attempts = 8

  /// How many nodes may be spent on writing types out at several places or for several levels of
  /// recursion, where something has to end.
  private static let unrolledNodes = 5_000

  /// A graph that the dialect can state, or `nil` if it can state the given one, apart from its size.
  private func fitted(_ graph: SchemaGraph, _ request: FittingRequest) throws -> FittedGraph? {
    let requested = FittingSurvey(graph, rules, request)
    guard requested.isNeeded || RootFitting.applies(to: requested) else { return nil }
    var survey = requested
    var levels = survey.closingReferences.isEmpty ? 0 : RecursionFitting.levels
    while true {
      let fitted = GraphFitter(survey, dialect: dialect, levels: levels).fitted()
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
          survey = FittingSurvey(graph, rules, request)
          continue
        }
        if levels == 1 { return fitted }
      }
      // With fewer levels there may be room for the descriptions.
      levels -= 1
      survey = requested
    }
  }

  private var isInlined: Bool { rules.references == .inlined }

  /// What makes a graph too large for the dialect.
  private func excess(_ graph: SchemaGraph) throws -> FittingRequest {
    guard isInlined else { return SizeSurvey(graph, rules).run() }
    let survey = InliningSurvey(graph)
    let limits = encoder.limits
    guard survey.references(beyond: limits.nodes).isEmpty else {
      let references = survey.references(beyond: min(limits.nodes, Self.unrolledNodes))
      let declared = graph.storage.tables.declared?.nodes
      return FittingRequest(
        texts: Set(references.map { index in declared.map { Int($0[index]) } ?? index }))
    }
    let inlined = try GraphInliner(graph, limits: limits, dialect: dialect).inlined()
    return SizeSurvey(inlined.graph, rules, sources: inlined.sources).run()
  }
}

/// A dialect that allows no name above its limit, so that long ones are shortened.
private struct ShortNamesDialect: SchemaDialect {
  private let dialect: any SchemaDialect
  let rules: DialectRules

  init(_ dialect: any SchemaDialect, limit: Int) {
    self.dialect = dialect
    var rules = dialect.rules
    rules.propertyNames.maximumLength = min(limit, rules.propertyNames.maximumLength ?? limit)
    rules.definitionNames.maximumLength = min(limit, rules.definitionNames.maximumLength ?? limit)
    self.rules = rules
  }

  var name: String { dialect.name }
  var adaptation: Adaptation? { dialect.adaptation }

  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] { try dialect.check(schema) }
}
