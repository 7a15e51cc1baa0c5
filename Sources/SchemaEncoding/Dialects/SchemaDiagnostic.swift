public import SchemaModel

/// A finding about a schema, from encoding or checking it.
public struct SchemaDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The rule that reports it.
  public var rule: Rule

  /// The severity.
  public var severity: Severity

  /// The place of the problem.
  ///
  /// - Complexity: Linear in the depth of the place: a diagnostic refers to a node of the graph,
  ///   and spells the path to it out when it is asked for.
  public var path: SchemaPath {
    get { place.path }
    set { place = .path(newValue) }
  }

  private var place: Place

  /// The problem, as a sentence.
  public var problem: String

  /// The remedy, as a sentence, if there is one.
  public var remedy: String?

  /// The fitting that it reports, if it does.
  public private(set) var fitting: Fitting?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - severity: The severity.
  ///   - path: The place of the problem.
  ///   - problem: The problem, as a sentence.
  ///   - remedy: The remedy, as a sentence.
  ///   - rule: The rule that reports it.
  public init(
    _ severity: Severity, at path: SchemaPath, problem: String, remedy: String? = nil,
    rule: Rule = .other
  ) {
    self.rule = rule
    self.severity = severity
    place = .path(path)
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates a diagnostic of a node.
  package init(
    _ severity: Severity, _ rule: Rule, at node: SchemaGraph.Node, problem: String,
    remedy: String? = nil, fitting: Fitting? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.fitting = fitting
    place = .node(node)
    self.problem = problem
    self.remedy = remedy
  }

  /// An error as a diagnostic.
  package init(_ error: any Error) {
    guard let error = error as? SchemaError else {
      self.init(.error, at: SchemaPath(), problem: "\(error)")
      return
    }
    self.init(
      .error, at: error.path, problem: error.context.debugDescription,
      remedy: error.context.recoverySuggestion, rule: Rule(error))
  }

  /// The place of a problem.
  private enum Place: Sendable, Hashable {
    case path(SchemaPath)
    case node(SchemaGraph.Node)

    var path: SchemaPath {
      switch self {
      case .path(let path): path
      case .node(let node): node.path
      }
    }

    static func == (first: Place, second: Place) -> Bool { first.path == second.path }

    func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable, Comparable {
    /// Information.
    case note

    /// Something is weaker than declared, or may be rejected. Strict encoding makes it an error.
    case warning

    /// Something is rejected, and encoding throws; only `SchemaEncoder.check(_:)` reports it so.
    case error

    /// Indicates whether one severity is lower than another.
    public static func < (first: Severity, second: Severity) -> Bool {
      first.rank < second.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The severity, the place, the problem and the remedy in one line.
  public var description: String {
    let text = "\(severity.rawValue): at \(path): \(problem)"
    return remedy.map { "\(text) \($0)" } ?? text
  }
}
