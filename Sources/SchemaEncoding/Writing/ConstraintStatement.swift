import SchemaGuides
import SchemaModel

/// One constraint of a node as a dialect may state it: by a keyword with a value, or in words.
struct ConstraintStatement {
  let constraint: DialectRules.Constraint
  let value: SchemaValue

  /// Whether the keyword states another constraint already, such as the first of two patterns.
  var isRepeated = false

  /// Whether the choices beside it imply the constraint.
  var isImplied = false

  /// The constraint in words, as a sentence of a description.
  var phrase: String {
    switch constraint {
    case .choices, .numberChoices, .mixedChoices:
      "One of: \(value.scalars?.map(\.description).joined(separator: ", ") ?? "")."
    case .pattern: "Matches the regular expression \(text)"
    case .format: "Format: \(text)."
    case .minimumLength: "At least \(text) characters."
    case .maximumLength: "At most \(text) characters."
    case .minimum: "At least \(text)."
    case .exclusiveMinimum: "More than \(text)."
    case .maximum: "At most \(text)."
    case .exclusiveMaximum: "Less than \(text)."
    case .multipleOf: "A multiple of \(text)."
    case .minimumCount: "At least \(text) elements."
    case .maximumCount: "At most \(text) elements."
    case .minimumPropertyCount: "At least \(text) properties."
    case .maximumPropertyCount: "At most \(text) properties."
    }
  }

  private var text: String { value.string ?? value.number?.description ?? "" }
}

extension GuideConstraints {
  /// The constraints, in the order in which they are written.
  var statements: [ConstraintStatement] {
    var statements: [ConstraintStatement] = []
    func state(_ constraint: DialectRules.Constraint, _ value: SchemaValue?) {
      guard let value else { return }
      statements.append(ConstraintStatement(constraint: constraint, value: value))
    }
    func state(_ constraint: DialectRules.Constraint, each values: [SchemaValue]) {
      for (index, value) in values.enumerated() {
        statements.append(
          ConstraintStatement(constraint: constraint, value: value, isRepeated: index > 0))
      }
    }
    if let choices {
      state(DialectRules.Constraint(choices: choices), .array(choices.map { SchemaValue($0) }))
    }
    state(.pattern, each: patterns.map { .string($0.source) })
    for pattern in appliedPatterns {
      statements.append(
        ConstraintStatement(
          constraint: .pattern, value: .string(pattern.source), isRepeated: !patterns.isEmpty,
          isImplied: true))
    }
    state(.format, each: formats.map { .string($0) })
    state(.minimumLength, minimumLength.map { .number(SchemaNumber($0)) })
    state(.maximumLength, maximumLength.map { .number(SchemaNumber($0)) })
    state(.minimum, minimum.map { .number($0) })
    state(.exclusiveMinimum, exclusiveMinimum.map { .number($0) })
    state(.maximum, maximum.map { .number($0) })
    state(.exclusiveMaximum, exclusiveMaximum.map { .number($0) })
    state(.multipleOf, each: multiples.map { .number($0) })
    state(.minimumCount, minimumCount.map { .number(SchemaNumber($0)) })
    state(.maximumCount, maximumCount.map { .number(SchemaNumber($0)) })
    state(.minimumPropertyCount, minimumPropertyCount.map { .number(SchemaNumber($0)) })
    state(.maximumPropertyCount, maximumPropertyCount.map { .number(SchemaNumber($0)) })
    return statements
  }
}
