import ConstrainedDecoding
import SchemaKit

/// A rule that a finding is about: its code and its meaning.
struct Rule: Sendable, Hashable {
  /// The code, such as `value.required`.
  let code: String

  /// The meaning of the rule and the remedy, in a few sentences.
  let meaning: String

  /// All rules, by families.
  static let all: [Rule] = json + schema + fitting + importing + value + reading + comparison

  /// Finds a rule.
  static func named(_ code: String) -> Rule? { all.first { $0.code == code } }

  /// The codes of the rules that belong to the command, and of the rules for values.
  enum Code {
    static let malformedJSON = "json.malformed"
    static let incompleteJSON = "json.incomplete"
    static let notEvaluable = "schema.not-evaluable"
    static let invalidSchema = "schema.invalid"
    static let otherDocument = "schema.other-document"
    static let fittedAnswer = "fit.answer"
    static let alternative = value("alternative")

    /// The code of a rule for values, such as `value.required`.
    static func value(_ rule: String) -> String { "value.\(rule)" }
  }

  private static let json = [
    Rule(
      code: Code.malformedJSON,
      meaning:
        "A text is not JSON as RFC 8259 defines it, has a key twice in one object, or nests too "
        + "deep. The finding describes the problem."),
    Rule(
      code: Code.incompleteJSON,
      meaning:
        "A text ends before its value is complete. If a model was cut off, allow it more tokens."
    ),
  ]

  private static let schema =
    // The lists of choices share a code.
    DialectRules.Constraint.allCases.filter { ![.numberChoices, .mixedChoices].contains($0) }
    .map { Rule(code: $0.code, meaning: $0.meaning) }
    + SchemaDiagnostic.Rule.allCases.map { Rule(code: $0.rawValue, meaning: $0.meaning) } + [
      Rule(
        code: ContentValidator.notCheckedCode,
        meaning: """
          A part of the document is not checked, such as a keyword that is not known or a pattern \
          that cannot be run. A value that violates it counts as valid.
          """),
      Rule(
        code: TokenGrammar.notEnforcedCode,
        meaning: """
          The masks of tokens allow values that violate a constraint of the schema. Check the \
          answer after decoding, as 'schema validate' does.
          """),
      Rule(
        code: Code.notEvaluable,
        meaning: """
          No value can be checked against the document, for example because a reference has no \
          target. Repair the document.
          """),
      Rule(
        code: Code.invalidSchema,
        meaning: """
          The document is not a schema by the meta-schema of its draft, which '$schema' names. \
          Without it, that is 2020-12 with the forms of older drafts. Repair the keyword.
          """),
      Rule(
        code: Code.otherDocument,
        meaning: """
          The document looks like something else than a schema, such as a tool, a request or an \
          API description. Select the schema in it with --at, or convert the document.
          """),
    ]

  private static let importing = ImportRule.allCases.map {
    Rule(code: $0.code, meaning: $0.meaning)
  }

  private static let value =
    ValidationReport.Rule.allCases.map { rule in
      Rule(code: Code.value(rule.description), meaning: rule.meaning)
    } + [
      Rule(
        code: Code.alternative,
        meaning: """
          The value fits no alternative of a union. The other findings are about the alternative \
          that it was probably meant to be: the one that a property selects, or else that with the \
          fewest violations.
          """)
    ]

  private static let comparison = ComparisonRule.allCases.map {
    Rule(code: $0.code, meaning: $0.meaning)
  }
}

extension Rule {
  /// The rules for fitting a schema to a dialect, and for wrong answers to it.
  static let fitting =
    SchemaDiagnostic.Fitting.allCases.map { Rule(code: $0.rawValue, meaning: $0.meaning) } + [
      Rule(
        code: Code.fittedAnswer,
        meaning: """
          An answer does not have the form of its fitted schema, so no value can be read from it. \
          The place is that of the declared schema.
          """)
    ]
}

extension SchemaDiagnostic.Fitting {
  /// The name in reports, such as `open-object`.
  var name: String { String(rawValue.dropFirst("fit.".count)) }

  /// The change that the fitting makes, in a few sentences.
  fileprivate var meaning: String {
    let form =
      switch self {
      case .root:
        "The dialect accepts only an object at the root. The value becomes its only property."
      case .openObject:
        """
        The dialect accepts only named properties. Other properties become an array of entries \
        with a key and a value, in a separate property.
        """
      case .dictionary:
        """
        The dialect accepts no dictionary. It becomes an array of entries, each with a key and a \
        value.
        """
      case .tuple:
        """
        The dialect accepts no array whose elements have different schemas. It becomes an object \
        with a property for each of the first elements, and an array of the further ones.
        """
      case .anyValue:
        """
        The dialect cannot state that a value may be of any kind. It becomes a string with JSON \
        text.
        """
      case .union:
        """
        The dialect accepts no union of these alternatives. A property around each distinguishes \
        them.
        """
      case .choices:
        "The dialect accepts only strings as choices. Others become strings with their JSON text."
      case .spelling:
        "The model may change the capitals of a choice. It is read as the declared choice."
      case .null: "The dialect accepts no value 'null'. It becomes a string."
      case .optional:
        """
        The dialect accepts no optional property, or only a few. The property becomes required, \
        with null or an empty array for an absent value.
        """
      case .name:
        "The dialect accepts only short names, or only some characters in them. A property is"
          + " renamed."
      case .recursion:
        """
        The dialect accepts no type that contains itself. Some levels are written inline, and the \
        levels below become JSON text.
        """
      case .size:
        """
        The document is too deep or too large for the dialect. A part becomes a definition or \
        JSON text.
        """
      }
    return form + " Answers are mapped back."
  }
}
