public import SchemaModel

/// A finding about a schema, from encoding or checking it.
public struct SchemaDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The rule that reports the diagnostic.
  public var rule: Rule

  /// The code that is more specific than that of the rule, if there is one.
  private var ownCode: String?

  /// The stable name of the rule, as reports print it.
  ///
  /// A constraint has the name of its keyword, such as `dialect.min-length`, and a rule that is not
  /// in the list of rules has its own name, such as `fit.dictionary`.
  public var code: String { ownCode ?? rule.rawValue }

  /// The severity.
  public var severity: Severity

  /// The place of the problem.
  ///
  /// - Complexity: Linear in the depth of the place. A diagnostic refers to a node of the graph,
  ///   and this property computes the path to the node.
  public var path: SchemaPath {
    get { place.path }
    set { place = .path(newValue) }
  }

  /// `true` if the problem is that of the elements of the array that ``path`` leads to.
  package var isOfElements: Bool {
    switch place {
    case .path: false
    case .node(let node): node.isElement
    }
  }

  private var place: Place

  /// The problem, as a sentence.
  public var problem: String

  /// The remedy, as a sentence, if there is one.
  public var remedy: String?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - severity: The severity.
  ///   - path: The place of the problem.
  ///   - problem: The problem, as a sentence.
  ///   - remedy: The remedy, as a sentence.
  ///   - rule: The rule that reports the diagnostic.
  ///   - code: The name for reports of a rule that is not in the list of rules, such as
  ///     `my-server.name`.
  public init(
    _ severity: Severity, at path: SchemaPath, problem: String, remedy: String? = nil,
    rule: Rule = .other, code: String? = nil
  ) {
    self.rule = rule
    ownCode = code
    self.severity = severity
    place = .path(path)
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates a diagnostic of a node.
  package init(
    _ severity: Severity, _ rule: Rule = .other, at node: SchemaGraph.Node, problem: String,
    remedy: String? = nil, code: String? = nil
  ) {
    self.rule = rule
    ownCode = code
    self.severity = severity
    place = .node(node)
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates the note on closed objects and tuples whose documents do not mention further parts.
  ///
  /// - Parameters:
  ///   - first: The first of the objects and tuples.
  ///   - others: The number of the others.
  package init(closing first: SchemaGraph.Node, others: Int) {
    let isTuple = first.kind == .tuple
    let subject = isTuple ? "The array" : "The object"
    let parts = isTuple ? "elements" : "properties"
    let problem =
      others == 0
      ? "\(subject) is closed: it names its \(parts) and does not mention others, so a model is"
        + " not asked for them."
      : "\(subject) and \(others) more are closed: they name their \(parts) and do not mention"
        + " others, so a model is not asked for them."
    let keyword = isTuple ? "items" : "additionalProperties"
    self.init(
      .note, .unmentionedProperties, at: first, problem: problem,
      remedy: "To let a model invent \(parts), set '\(keyword)' to true"
        + SwiftAdvice.Call.exact.text)
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

  /// The identity of the declared node with the problem; `nil` if the place is a path.
  private var declaredNode: NodeID? {
    guard case .node(let node) = place else { return nil }
    return node.storage.tables.origin?[node.id] ?? node.id
  }

  /// The problem of a declared node, which copies of the node in a fitted graph share.
  private struct Problem: Hashable {
    let code: String
    let node: NodeID
    let sentence: String
  }

  /// Returns diagnostics without those that repeat an earlier one about the same declared node.
  static func distinct(_ diagnostics: [SchemaDiagnostic]) -> [SchemaDiagnostic] {
    guard diagnostics.count > 1 else { return diagnostics }
    var known: Set<Problem> = []
    return diagnostics.filter { diagnostic in
      guard let node = diagnostic.declaredNode else { return true }
      let problem = Problem(code: diagnostic.code, node: node, sentence: diagnostic.problem)
      return known.insert(problem).inserted
    }
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

    /// A part is weaker than declared, or may be rejected. Strict encoding makes the warning an
    /// error.
    case warning

    /// A part is rejected. Encoding throws, and the methods `check` of an encoder report the
    /// rejection.
    case error

    /// Indicates whether one severity is lower than another.
    public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }

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

extension SchemaDiagnostic {
  /// The rule of encoding that a diagnostic reports.
  ///
  /// The raw value is the stable name of the rule. A minor release may add cases.
  public enum Rule: String, Sendable, CaseIterable {
    /// A constraint that the dialect does not state.
    ///
    /// The code of the diagnostic names its keyword, such as `dialect.min-length`.
    case constraint = "dialect.constraint"
    /// Allowed strings that differ in capitals only, which the provider may change.
    case capitals = "dialect.capitals"

    /// A root that is not an object.
    case root = "dialect.root"
    /// A schema that accepts any value.
    case anyValue = "dialect.any-value"
    /// A schema that accepts only null.
    case null = "dialect.null"
    /// An array whose first elements have schemas of their own (`prefixItems`).
    case tuple = "dialect.tuple"
    /// A dictionary, whose properties are not named (`additionalProperties`).
    case additionalProperties = "dialect.additional-properties"
    /// Properties whose names match a pattern (`patternProperties`).
    case patternProperties = "dialect.pattern-properties"
    /// A property that an object must not have.
    case forbiddenProperty = "dialect.forbidden-property"
    /// An object that allows properties which it does not name.
    case openObject = "dialect.open-object"
    /// Objects and arrays that name their first parts and do not mention others, and are closed for
    /// a model.
    case unmentionedProperties = "fit.unmentioned-properties"
    /// The name of a property, which is too long or has characters that are not allowed.
    case propertyName = "dialect.property-name"
    /// An order of properties that the dialect changes when it generates them.
    case propertyOrder = "dialect.property-order"
    /// A type that contains itself.
    case recursion = "dialect.recursion"
    /// The largest number of elements of all arrays together.
    case elementTotal = "dialect.element-total"
    /// A keyword that the adaptation of a dialect must not set.
    case adaptation = "dialect.adaptation"

    /// Two different types with one name.
    case duplicateType = "schema.duplicate-type"
    /// Two properties of one object with one name or one pattern.
    case duplicateProperty = "schema.duplicate-property"
    /// A list of choices without any choice.
    case emptyChoices = "schema.empty-choices"
    /// A reference to a name that is not defined.
    case undefinedReference = "schema.undefined-reference"
    /// A schema without a title that contains itself.
    case circularDependency = "schema.circular-dependency"
    /// Constraints that no value satisfies together.
    case contradictoryGuides = "schema.contradictory-guides"
    /// A constraint that does not fit its kind of value.
    case invalidGuide = "schema.invalid-guide"
    /// A schema that the dialect, or JSON Schema itself, cannot express.
    case unsupported = "schema.unsupported"
    /// A schema that exceeds a limit, such as the limit on depth.
    case limitExceeded = "schema.limit-exceeded"
    /// A finding that has no rule in this list.
    case other = "schema.other"

    /// The rule of an error.
    package init(_ error: SchemaError) {
      switch error {
      case .duplicateType: self = .duplicateType
      case .duplicateProperty: self = .duplicateProperty
      case .emptyTypeChoices: self = .emptyChoices
      case .undefinedReferences: self = .undefinedReference
      case .circularDependency: self = .circularDependency
      case .contradictoryGuides: self = .contradictoryGuides
      case .invalidGuide: self = .invalidGuide
      case .unsupported: self = .unsupported
      case .limitExceeded: self = .limitExceeded
      }
    }
  }
}
