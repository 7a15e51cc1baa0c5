import IndexedTables
import SchemaDocuments

/// Checks parts of content against several schemas.
///
/// The schemas are parts of one program, so a schema that several of them share is evaluated once
/// for each value. Formats are not checked, and `null` for an optional property counts as absent.
package struct PartValidator: Sendable {
  private let shared: SharedProgram

  /// The schemas by their numbers, as indices in the program.
  private let schemas: [SchemaIndex]

  /// Compiles nodes of a graph and the schemas that are reachable from them, but not the rest of
  /// the graph.
  package init(_ nodes: [SchemaGraph.Node], of graph: SchemaGraph) {
    let (program, schemas) = GraphCompiler.program(of: nodes, in: graph)
    shared = SharedProgram(program)
    self.schemas = schemas
  }

  /// Compiles the schemas that a document states for the first elements of an array.
  ///
  /// - Parameter document: The text of a JSON Schema document with `prefixItems`.
  /// - Throws: `GeneratedContent.ParsingError` if the text is not JSON, and ``ValidatorError`` if a
  ///   reference in the document has no target.
  package init(elementsOf document: String) throws {
    let options = GeneratedContentParser.Options(maximumDepth: .max)
    let validator = try ContentValidator(
      document: GeneratedContent(json: document, options: options), options: .init(),
      readsNullAsAbsent: true)
    shared = SharedProgram(validator.program)
    let program = shared.program
    let array = program.schemas[.root].array.map { program.rules.arrays[$0] }
    schemas = array.map { Array(program.parts[$0.prefix]) } ?? []
  }

  package var count: Int { schemas.count }

  /// Creates an evaluation of the parts of complete content.
  package func evaluation(of content: GeneratedContent) -> PartEvaluation {
    PartEvaluation(Evaluation(shared, content, Verdict()), schemas)
  }

  /// Returns the paths to the properties of complete content that a closed object in a schema does
  /// not have, and to the first elements that a closed tuple does not have.
  ///
  /// In a union without a valid alternative, the properties and elements are those that the most
  /// likely alternative does not have.
  package func undeclaredParts(
    of content: GeneratedContent, _ number: Int
  ) -> [SchemaPath] {
    var evaluation = evaluation(of: content)
    guard schemas.indices.contains(number), !evaluation.allows(content, number) else { return [] }
    var search = Evaluation(shared, content, Findings(shared, limit: 1_000))
    _ = search.run(schema: schemas[number], place: ContentPlaces(content.stored).root)
    let violations = search.collector.violations(by: shared.program.origin)
    var lengths: [SchemaLocation: Int]?
    return violations.compactMap { violation in
      if violation.rule == .unknownProperty { return violation.path }
      guard violation.rule == .count, violation.finding.keyword == .maxItems,
        let location = violation.finding.location
      else { return nil }
      let known = lengths ?? tupleLengths
      lengths = known
      return known[location].map { violation.path.appending(.index($0)) }
    }
  }

  /// The numbers of elements of the tuples that can have no further elements.
  private var tupleLengths: [SchemaLocation: Int] {
    let program = shared.program
    var lengths: [SchemaLocation: Int] = [:]
    for schema in program.schemas {
      guard let array = schema.array.map({ program.rules.arrays[$0] }), !array.prefix.isEmpty,
        array.maximumCount == array.prefix.count
      else { continue }
      lengths[schema.location] = array.prefix.count
    }
    return lengths
  }
}

/// An evaluation of parts of the same content.
///
/// Results are kept for later parts.
package struct PartEvaluation {
  private var evaluation: Evaluation<Verdict>
  private let schemas: [SchemaIndex]

  fileprivate init(_ evaluation: Evaluation<Verdict>, _ schemas: [SchemaIndex]) {
    self.evaluation = evaluation
    self.schemas = schemas
  }

  /// Returns `true` if a schema allows a part, or if no schema has the number.
  ///
  /// The part must belong to the content of the evaluation, since values are identified by their
  /// places in this content.
  package mutating func allows(_ part: GeneratedContent, _ number: Int) -> Bool {
    guard schemas.indices.contains(number) else { return true }
    let place = ContentPlaces(part.stored).root
    return evaluation.run(schema: schemas[number], place: place).cost == 0
  }
}
