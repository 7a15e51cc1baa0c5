import SchemaGuides
import SchemaModel
import SchemaText

/// One constraint of a node in the forms that a dialect may use: keywords with values, or words.
struct ConstraintStatement: Sendable {
  let constraint: DialectRules.Constraint
  var value: SchemaValue

  /// The parts that few statements have.
  ///
  /// They have their own memory, so that a bound, which most statements state, is copied quickly.
  private indirect enum Details {
    case pattern(SchemaPattern)

    /// The constraint in words that its value does not tell, and the values of the keywords that
    /// belong to its keyword; `nil` for one that is not written.
    case words(String, companions: [SchemaNumber?])
  }

  private var details: Details?

  /// Indicates whether another constraint already has the keyword, such as the first of two
  /// patterns.
  var isRepeated = false

  /// Indicates whether the choices of the node imply the constraint.
  private(set) var isImplied = false

  init(_ constraint: DialectRules.Constraint, _ value: SchemaValue, isImplied: Bool = false) {
    self.constraint = constraint
    self.value = value
    self.isImplied = isImplied
  }

  /// Creates a statement whose words the value does not tell.
  init(
    _ constraint: DialectRules.Constraint, _ value: SchemaValue, words: String,
    companions: [SchemaNumber?]
  ) {
    self.init(constraint, value)
    details = .words(words, companions: companions)
  }

  /// Creates the statement of a pattern.
  init(_ pattern: SchemaPattern, isImplied: Bool = false) {
    self.init(.pattern, .string(pattern.source), isImplied: isImplied)
    details = .pattern(pattern)
  }

  /// The pattern, if the statement states one.
  var pattern: SchemaPattern? { if case .pattern(let pattern) = details { pattern } else { nil } }

  /// The constraint in words, as a sentence of a description.
  var phrase: String {
    if case .words(let words, _) = details { return constraint.phrase(of: words) }
    let list = value.scalars?.map(\.description).joined(separator: ", ")
    return constraint.phrase(of: list ?? value.string ?? value.number?.description ?? "")
  }

  /// The keywords after the constraint's keyword, with their values.
  var otherMembers: [SchemaValue.Member] {
    guard case .words(_, let companions) = details else { return [] }
    return zip(constraint.companions, companions).compactMap { name, number in
      number.map { (name: name, value: .number($0)) }
    }
  }
}

extension [ConstraintStatement] {
  /// Creates the statements of constraints, in the order in which they are written.
  init(_ constraints: GuideConstraints) {
    self = []
    // Most nodes with constraints have two bounds.
    reserveCapacity(2)
    if let choices = constraints.choices {
      add(DialectRules.Constraint(choices: choices), .array(choices.map { SchemaValue($0) }))
    }
    for pattern in constraints.patterns { append(ConstraintStatement(pattern)) }
    for pattern in constraints.appliedPatterns {
      append(ConstraintStatement(pattern, isImplied: true))
    }
    for term in constraints.terms { append(ConstraintStatement(term)) }
    if let range = constraints.rangeOfChoices {
      append(ConstraintStatement(.minimum, .number(range.lowerBound), isImplied: true))
      append(ConstraintStatement(.maximum, .number(range.upperBound), isImplied: true))
    }
    add(.minimumLength, constraints.minimumLength)
    add(.maximumLength, constraints.maximumLength)
    add(.minimum, constraints.minimum)
    add(.exclusiveMinimum, constraints.exclusiveMinimum)
    add(.maximum, constraints.maximum)
    add(.exclusiveMaximum, constraints.exclusiveMaximum)
    for multiple in constraints.multiples { add(.multipleOf, .number(multiple)) }
    add(.minimumCount, constraints.minimumCount)
    add(.maximumCount, constraints.maximumCount)
    add(.minimumPropertyCount, constraints.minimumPropertyCount)
    add(.maximumPropertyCount, constraints.maximumPropertyCount)
  }

  private mutating func add(_ constraint: DialectRules.Constraint, _ value: SchemaValue) {
    append(ConstraintStatement(constraint, value))
  }

  private mutating func add(_ constraint: DialectRules.Constraint, _ number: SchemaNumber?) {
    if let number { add(constraint, .number(number)) }
  }

  private mutating func add(_ constraint: DialectRules.Constraint, _ count: Int?) {
    if let count { add(constraint, .number(SchemaNumber(count))) }
  }
}
