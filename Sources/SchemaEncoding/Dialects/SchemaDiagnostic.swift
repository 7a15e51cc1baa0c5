public import SchemaModel

/// A finding about a schema, from encoding or checking it.
public struct SchemaDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The rule that reports the diagnostic.
  public var rule: Rule

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

  /// The fitting that the diagnostic reports, if it reports one.
  public private(set) var fitting: Fitting?

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - severity: The severity.
  ///   - path: The place of the problem.
  ///   - problem: The problem, as a sentence.
  ///   - remedy: The remedy, as a sentence.
  ///   - rule: The rule that reports the diagnostic.
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

    /// A part is weaker than declared, or may be rejected. Strict encoding makes the warning an
    /// error.
    case warning

    /// A part is rejected. Encoding throws, and the methods `check` of an encoder report the
    /// rejection.
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

extension SchemaDiagnostic {
  /// The rule that a diagnostic reports.
  ///
  /// A minor release may add cases.
  public enum Rule: String, Sendable, CaseIterable {
    /// A list of allowed values (`enum`).
    case choices = "dialect.enum"
    /// Allowed strings that differ in capitals only, which the provider may change.
    case capitals = "dialect.capitals"
    /// A regular expression for strings (`pattern`).
    case pattern = "dialect.pattern"
    /// A named format of strings (`format`).
    case format = "dialect.format"
    /// The smallest length of strings (`minLength`).
    case minimumLength = "dialect.min-length"
    /// The largest length of strings (`maxLength`).
    case maximumLength = "dialect.max-length"
    /// The smallest number (`minimum`).
    case minimum = "dialect.minimum"
    /// A lower bound that is excluded (`exclusiveMinimum`).
    case exclusiveMinimum = "dialect.exclusive-minimum"
    /// The largest number (`maximum`).
    case maximum = "dialect.maximum"
    /// An upper bound that is excluded (`exclusiveMaximum`).
    case exclusiveMaximum = "dialect.exclusive-maximum"
    /// A number of which all values are multiples (`multipleOf`).
    case multipleOf = "dialect.multiple-of"
    /// The smallest number of elements (`minItems`).
    case minimumCount = "dialect.min-items"
    /// The largest number of elements (`maxItems`).
    case maximumCount = "dialect.max-items"
    /// The smallest number of properties (`minProperties`).
    case minimumPropertyCount = "dialect.min-properties"
    /// The largest number of properties (`maxProperties`).
    case maximumPropertyCount = "dialect.max-properties"

    /// A root that is not an object.
    case root = "dialect.root"
    /// A schema that accepts any value.
    case anyValue = "dialect.any-value"
    /// A schema that accepts only null.
    case null = "dialect.null"
    /// An array with a schema for each element (`prefixItems`).
    case tuple = "dialect.tuple"
    /// A dictionary, whose properties are not named (`additionalProperties`).
    case additionalProperties = "dialect.additional-properties"
    /// Properties whose names match a pattern (`patternProperties`).
    case patternProperties = "dialect.pattern-properties"
    /// A property that an object must not have.
    case forbiddenProperty = "dialect.forbidden-property"
    /// An object that allows properties which it does not name.
    case openObject = "dialect.open-object"
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
    /// A part of the schema that fitting writes in another form.
    case fitted = "dialect.fitted"

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
    /// A part of a document that validation does not check.
    case notChecked = "schema.not-checked"
    /// A constraint that token masks do not enforce.
    case notEnforced = "mask.not-enforced"
    /// A finding of a dialect that has no rule in this list.
    case other = "schema.other"

    /// The stable name of the rule, as reports print it.
    public var code: String { rawValue }

    /// The rule of an error.
    ///
    /// - Parameter error: The error.
    public init(_ error: SchemaError) {
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

    /// The rule of a constraint that a dialect does not state.
    init(_ constraint: DialectRules.Constraint) {
      switch constraint {
      case .choices, .numberChoices, .mixedChoices: self = .choices
      case .pattern: self = .pattern
      case .format: self = .format
      case .minimumLength: self = .minimumLength
      case .maximumLength: self = .maximumLength
      case .minimum: self = .minimum
      case .exclusiveMinimum: self = .exclusiveMinimum
      case .maximum: self = .maximum
      case .exclusiveMaximum: self = .exclusiveMaximum
      case .multipleOf: self = .multipleOf
      case .minimumCount: self = .minimumCount
      case .maximumCount: self = .maximumCount
      case .minimumPropertyCount: self = .minimumPropertyCount
      case .maximumPropertyCount: self = .maximumPropertyCount
      }
    }
  }
}

extension SchemaDiagnostic {
  /// A form for a part of a schema that the dialect cannot state as it is declared.
  ///
  /// An encoder writes none of these forms: `SchemaFitting` changes a schema before it is encoded,
  /// and reports the forms among the diagnostics of the document.
  ///
  /// The cases are in the order in which the forms are applied. A minor release may add cases.
  public enum Fitting: String, Sendable, Hashable, Codable, CaseIterable {
    /// A property has a shorter or simpler name.
    case name

    /// The properties that an object does not name are in an array next to the named properties.
    case openObject

    /// A dictionary becomes an array of entries.
    case dictionary

    /// An array of fixed length becomes an object.
    case tuple

    /// A value of any kind becomes JSON text.
    case anyValue

    /// Choices that are not all strings become strings.
    case choices

    /// Strings of some choices are read in any capitals.
    case spelling

    /// The value `null` becomes a string.
    case null

    /// An optional property is required. An absent property is `null`, or the property is an array
    /// of at most one element.
    case optional

    /// A type that contains itself is written inline for some levels. Below these levels it becomes
    /// JSON text.
    case recursion

    /// A root that is not an object becomes the only property of an object.
    case root

    /// Each alternative of a union becomes the value of a property. The name of the property
    /// identifies the alternative.
    case union

    /// A part that nests too deep or makes the document too large becomes a definition or JSON
    /// text.
    case size
  }
}
