import SchemaConcurrency
import SchemaDocuments
import SchemaText

/// A problem of a document that did not stop its import.
public struct ImportDiagnostic: Sendable, CustomStringConvertible {
  /// The rule that reports the problem.
  public let rule: ImportRule

  /// The keyword with the problem.
  ///
  /// For an error that stopped the import of a document that a caller can do without, such as the
  /// output schema of a tool, this is the last step of the path of the error, and empty for the
  /// document itself.
  public let keyword: String

  /// The problem, as a sentence.
  public let problem: String

  /// The constraint that the schema does not state, if this is the problem.
  package let unstated: UnstatedConstraint?

  /// The remedy, as a sentence, if there is one.
  public let remedy: String?

  /// The position in the text, if the document was given as text.
  public internal(set) var position: TextPosition?

  private let location: Location

  private enum Location {
    /// The values with the problem, at least one.
    ///
    /// Their indices take less memory than the paths of deep places.
    case values([ValueID], ImportedPlaces)
    /// A place in a document that is not kept.
    case path(SchemaPath)
  }

  /// Creates a diagnostic of a problem that some values, at least one, have.
  init(
    rule: ImportRule, keyword: String, problem: String, unstated: UnstatedConstraint?,
    remedy: String?, nodes: [ValueID], places: ImportedPlaces
  ) {
    self.rule = rule
    self.keyword = keyword
    self.problem = problem
    self.unstated = unstated
    self.remedy = remedy
    location = .values(nodes, places)
  }

  /// Creates a diagnostic from the error that stopped the import of a document.
  package init(_ error: SchemaImportError) {
    rule = error.rule
    keyword = error.path.last?.token ?? ""
    problem = error.problem
    unstated = nil
    remedy = error.remedy
    position = error.position
    location = .path(error.path)
  }

  /// The problem in the words for masks, which know only the schema and have no validator.
  package var problemForMasks: String { unstated?.problem(.notEnforced) ?? problem }

  /// The severity: an error if the document could not be imported, a warning if the schema accepts
  /// other values than the document, else a note.
  public var severity: SchemaDiagnostic.Severity { rule.severity }

  /// The path in the document.
  ///
  /// - Complexity: Linear in the depth of the place; for all diagnostics of an import together, in
  ///   the number of values.
  public var path: SchemaPath {
    switch location {
    case .values(let nodes, let places): places.path(to: nodes[0])
    case .path(let path): path
    }
  }

  /// The paths of all places that the diagnostic counts.
  package var paths: [SchemaPath] {
    switch location {
    case .values(let nodes, let places): nodes.map { places.path(to: $0) }
    case .path(let path): [path]
    }
  }

  /// The URI of the supplied document with the problem; `nil` for the imported document itself.
  public var remote: String? {
    switch location {
    case .values(let nodes, let places): places.document.uri(of: nodes[0])
    case .path: nil
    }
  }

  /// The severity, the place, the problem, the remedy and the code of the rule in one line.
  public var description: String {
    let place = (remote ?? "") + (position.map { "\(path) (\($0))" } ?? path.description)
    let text = "\(severity.rawValue): at \(place): \(problem)"
    return "\(remedy.map { "\(text) \($0)" } ?? text) [\(rule.code)]"
  }
}

/// A document that was imported, with the paths to its values that were asked for.
final class ImportedPlaces: Sendable {
  let document: DocumentTree
  private let paths = Locked(PathTable<ValueID>())

  init(_ document: DocumentTree) { self.document = document }

  func path(to value: ValueID) -> SchemaPath {
    paths.withLock { document.path(to: value, in: &$0) }
  }
}
