package import SchemaModel

extension DialectRules {
  /// The handling of a constraint by a dialect.
  public enum Handling: Sendable, Hashable {
    /// The constraint is written as the keyword that states it.
    case written

    /// The constraint is moved into the description, in words. A diagnostic reports that it is not
    /// enforced.
    case described

    /// The constraint is an error, `SchemaError.unsupported(feature:context:)`.
    case rejected
  }

  /// The constraints on values, by the keywords that state them.
  ///
  /// The raw value is the index in tables with an element for each constraint. Such tables are read
  /// for each constraint that is written. With dictionaries instead, hashing takes 6 % of the time
  /// of writing an object with many constraints.
  public enum Constraint: Int, Sendable, CaseIterable {
    /// `enum`, of strings.
    case choices
    /// `enum`, of numbers.
    case numberChoices
    /// `enum`, of booleans, or of values of several kinds.
    case mixedChoices
    /// `pattern`.
    case pattern
    /// `format`.
    case format
    /// `contains`, with `minContains` and `maxContains`.
    case contains
    /// `minLength`.
    case minimumLength
    /// `maxLength`.
    case maximumLength
    /// `minimum`.
    case minimum
    /// `exclusiveMinimum`. Integers have a `minimum` instead, if its value fits 64 bits.
    case exclusiveMinimum
    /// `maximum`.
    case maximum
    /// `exclusiveMaximum`. Integers have a `maximum` instead, if its value fits 64 bits.
    case exclusiveMaximum
    /// `multipleOf`.
    case multipleOf
    /// `minItems`.
    case minimumCount
    /// `maxItems`.
    case maximumCount
    /// `minProperties`.
    case minimumPropertyCount
    /// `maxProperties`.
    case maximumPropertyCount

    /// Creates the constraint that a list of choices states.
    package init(choices: [SchemaScalar]) {
      if choices.allSatisfy({ $0.string != nil }) {
        self = .choices
      } else {
        self = choices.allSatisfy { $0.number != nil } ? .numberChoices : .mixedChoices
      }
    }

    /// Indicates whether this is one of the lists of choices, which share the keyword `enum`.
    var isChoices: Bool {
      switch self {
      case .choices, .numberChoices, .mixedChoices: true
      default: false
      }
    }

    /// Indicates whether the other constraints of a value can affect how a dialect handles the
    /// constraint: a value may have the constraint several times, or one constraint may exclude
    /// others.
    var dependsOnOthers: Bool {
      switch self {
      case .pattern, .format, .contains, .minimumLength, .maximumLength, .multipleOf: true
      default: false
      }
    }
  }
}

// MARK: - The table of constraints

extension DialectRules.Constraint {
  /// The keyword in JSON Schema.
  package var keyword: String { facts.keyword }

  /// The keywords that belong to the keyword, and that are written after it.
  var companions: [String] { facts.companions }

  /// The code of diagnostics about dialects that do not state the constraint, such as
  /// `dialect.min-length`.
  package var code: String { Self.codes[rawValue] }

  /// The code of each constraint: a diagnostic is made for each of many places.
  private static let codes = allCases.map { constraint in
    constraint.keyword.reduce(into: "dialect.") {
      $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)"
    }
  }

  /// The constraint as an object of "to state", for the meaning of its code.
  package var summary: String { facts.summary }

  /// Returns the constraint in words, as a sentence of a description, for a value as text.
  func phrase(of value: String) -> String { facts.phrase(value) }

  /// The words for a constraint in messages, descriptions and the command.
  private struct Facts {
    let keyword: String
    let summary: String
    var companions: [String] = []
    let phrase: (String) -> String

    init(
      _ keyword: String, _ summary: String, companions: [String] = [],
      _ phrase: @escaping (String) -> String
    ) {
      self.keyword = keyword
      self.summary = summary
      self.companions = companions
      self.phrase = phrase
    }

    /// Creates the facts about the smallest number of some parts.
    init(_ keyword: String, least part: CountedPart) {
      self.init(keyword, "the least \(part.quantity), '\(keyword)'") {
        "At least \($0) \(part.noun(isOne: $0 == "1"))."
      }
    }

    /// Creates the facts about the largest number of some parts.
    init(_ keyword: String, most part: CountedPart) {
      self.init(keyword, "the largest \(part.quantity), '\(keyword)'") {
        "At most \($0) \(part.noun(isOne: $0 == "1"))."
      }
    }
  }

  private var facts: Facts {
    switch self {
    case .choices, .numberChoices, .mixedChoices:
      Facts("enum", "a list of values, as 'enum' does") { "One of: \($0)." }
    case .pattern:
      Facts("pattern", "this 'pattern'") { "Matches the regular expression '\($0)'." }
    case .format: Facts("format", "this 'format'") { "Format: \($0)." }
    case .contains:
      Facts(
        "contains", "that an array contains some values, 'contains'",
        companions: ["minContains", "maxContains"]
      ) { "Contains \($0)." }
    case .minimumLength: Facts("minLength", least: .characters)
    case .maximumLength: Facts("maxLength", most: .characters)
    case .minimum: Facts("minimum", "the least number, 'minimum'") { "At least \($0)." }
    case .exclusiveMinimum:
      Facts("exclusiveMinimum", "a lower bound, 'exclusiveMinimum'") { "More than \($0)." }
    case .maximum: Facts("maximum", "the largest number, 'maximum'") { "At most \($0)." }
    case .exclusiveMaximum:
      Facts("exclusiveMaximum", "an upper bound, 'exclusiveMaximum'") { "Less than \($0)." }
    case .multipleOf:
      Facts("multipleOf", "that a number is a multiple, 'multipleOf'") { "A multiple of \($0)." }
    case .minimumCount: Facts("minItems", least: .elements)
    case .maximumCount: Facts("maxItems", most: .elements)
    case .minimumPropertyCount: Facts("minProperties", least: .properties)
    case .maximumPropertyCount: Facts("maxProperties", most: .properties)
    }
  }
}

// MARK: - The terms

extension ConstraintStatement {
  /// Creates the statement of a term.
  init(_ term: GuideTerm) {
    switch term {
    case .format(let name): self.init(.format, .string(name.text))
    case .contains(let contained):
      let values = SchemaValue.array(contained.values.map { SchemaValue($0) })
      self.init(
        .contains, .object([(name: "enum", value: values)]), words: contained.words,
        companions: [
          contained.minimum == 1 ? nil : SchemaNumber(contained.minimum),
          contained.maximum.map { SchemaNumber($0) },
        ])
    }
  }
}

extension [DialectRules.Constraint] {
  /// All constraints that JSON Schema states (draft 2020-12).
  package static var jsonSchema: Self { DialectRules.Constraint.allCases }
}
