import SchemaDocuments

/// A problem of a document that did not stop its import.
public struct ImportDiagnostic: Sendable, CustomStringConvertible {
  /// The rule that reports the problem.
  public let rule: ImportRule

  /// The keyword with the problem.
  public let keyword: String

  /// The problem, as a sentence.
  public let problem: String

  /// The remedy, as a sentence, if there is one.
  public let remedy: String?

  /// The position in the text, if the document was given as text.
  public internal(set) var position: TextPosition?

  /// The number of the value with the problem.
  ///
  /// A number takes less memory than the path of a deep place.
  let node: Int
  /// The further places that the diagnostic counts.
  private let others: [Int]
  private let document: DocumentTree?

  /// The place, if the document is not kept.
  private let place: SchemaPath

  init(
    rule: ImportRule, keyword: String, problem: String, remedy: String?, node: Int,
    others: [Int], document: DocumentTree
  ) {
    self.rule = rule
    self.keyword = keyword
    self.problem = problem
    self.remedy = remedy
    self.node = node
    self.others = others
    self.document = document
    place = SchemaPath()
  }

  /// Creates a diagnostic from the error that stopped the import of an optional document.
  package init(_ error: SchemaImportError) {
    rule = error.rule
    keyword = error.path.components.last?.token ?? ""
    problem = error.problem
    remedy = error.remedy
    position = error.position
    node = 0
    others = []
    document = nil
    place = error.path
  }

  /// The severity: an error if the document could not be imported, a warning if the schema accepts
  /// other values than the document, else a note.
  public var severity: SchemaDiagnostic.Severity { rule.severity }

  /// The path in the document.
  ///
  /// - Complexity: Linear in the depth of the place.
  public var path: SchemaPath { document?.path(to: node) ?? place }

  /// The paths of all places that the diagnostic counts.
  package var paths: [SchemaPath] { [path] + others.compactMap { document?.path(to: $0) } }

  /// The URI of the supplied document with the problem; `nil` for the imported document itself.
  public var remote: String? { document?.uri(of: node) }

  /// The severity, the place, the problem, the remedy and the code of the rule in one line.
  public var description: String {
    let place = (remote ?? "") + (position.map { "\(path) (\($0))" } ?? path.description)
    let text = "\(severity.rawValue): at \(place): \(problem)"
    return "\(remedy.map { "\(text) \($0)" } ?? text) [\(rule.code)]"
  }
}
