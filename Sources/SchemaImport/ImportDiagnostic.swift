/// A problem of a document that did not stop its import.
public struct ImportDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity: a warning if some meaning is lost, a note if none is.
  public var severity: SchemaDiagnostic.Severity

  /// Where in the document it is.
  public var path: SchemaPath

  /// Where in the text it is, if the document was given as text.
  public var position: TextPosition?

  /// The keyword that it is about.
  public var keyword: String

  /// What it is, as a sentence.
  public var problem: String

  /// What to do about it, as a sentence, where there is something to do.
  public var remedy: String?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - severity: The severity.
  ///   - path: Where in the document it is.
  ///   - position: Where in the text it is.
  ///   - keyword: The keyword that it is about.
  ///   - problem: What it is, as a sentence.
  ///   - remedy: What to do about it, as a sentence.
  public init(
    _ severity: SchemaDiagnostic.Severity, at path: SchemaPath,
    position: TextPosition? = nil, keyword: String, problem: String,
    remedy: String? = nil
  ) {
    self.severity = severity
    self.path = path
    self.position = position
    self.keyword = keyword
    self.problem = problem
    self.remedy = remedy
  }

  /// The severity, the place, the problem and the remedy in one line.
  public var description: String {
    let place = position.map { "\(path) (\($0))" } ?? path.description
    let text = "\(severity.rawValue): at \(place): \(problem)"
    return remedy.map { "\(text) \($0)" } ?? text
  }
}
