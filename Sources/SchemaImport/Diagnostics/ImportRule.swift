/// A rule by which the import of a document reports a problem.
///
/// A minor release may add cases.
public enum ImportRule: String, Sendable, CaseIterable {
  /// A text that is not JSON, or an object that has a name twice.
  case malformed = "import.malformed"
  /// A keyword whose value has a wrong type.
  case invalidKeyword = "import.invalid-keyword"
  /// A reference without a target in its document.
  case invalidReference = "import.invalid-reference"
  /// A reference to a document that is not supplied.
  case remoteReference = "import.remote-reference"
  /// References that lead back to their start and describe no value.
  case circularReference = "import.circular-reference"
  /// A schema that no value satisfies.
  case unsatisfiable = "import.unsatisfiable"
  /// A document above a limit of the options.
  case limit = "import.limit"
  /// A schema that cannot be resolved.
  case unsupported = "import.unsupported"

  /// `not`, where the translation does not state it.
  case not = "import.not-stated.not"
  /// `if`, where it does not become a union.
  case condition = "import.not-stated.if"
  /// `contains`, where the translation does not state it.
  case contains = "import.not-stated.contains"
  /// `uniqueItems`, where the translation does not state it.
  case uniqueItems = "import.not-stated.unique-items"
  /// `propertyNames`, where the translation does not state it.
  case propertyNames = "import.not-stated.property-names"
  /// `dependentRequired` and similar keywords, where the translation does not state them.
  case dependencies = "import.not-stated.dependencies"
  /// `unevaluatedProperties` and `unevaluatedItems`, where the translation does not state them.
  case unevaluated = "import.not-stated.unevaluated"
  /// A dynamic reference with several possible targets.
  case dynamicReference = "import.not-stated.dynamic-reference"
  /// A regular expression that cannot be read.
  case pattern = "import.not-stated.pattern"
  /// A list of values with objects or arrays.
  case choices = "import.not-stated.enum"
  /// Schemas for one value that cannot all be combined.
  case combination = "import.not-stated.combination"

  /// A part of the schema that no value satisfies, and that is left out.
  case neverValid = "import.never-valid"
  /// `oneOf` with alternatives that may overlap.
  case overlappingOneOf = "import.one-of-overlaps"
  /// A schema without `type`, whose type its keywords suggest.
  case inferredType = "import.inferred-type"
  /// An unknown keyword that resembles a known one.
  case misspelling = "import.misspelled-keyword"
  /// A reference that is resolved from the root of the document, outside of its `$id`.
  case outerReference = "import.outer-reference"
  /// `oneOf` that becomes `anyOf` with the same meaning.
  case exclusiveOneOf = "import.one-of"
  /// `if` that becomes a union with the same meaning.
  case discriminator = "import.if"
  /// `nullable` of OpenAPI 3.0, by which null is accepted.
  case nullable = "import.nullable"
  /// A part that is left out because combined schemas contradict each other there.
  case excluded = "import.excluded"
  /// A keyword that does not constrain values.
  case annotation = "import.annotation"
  /// A keyword that is not known, or that is left out because it is not in the named draft.
  case unknownKeyword = "import.unknown-keyword"
  /// A keyword that does not apply to the types that the schema accepts.
  case noEffect = "import.no-effect"
  /// A keyword next to `$ref`, which drafts before 2019-09 ignore.
  case besideReference = "import.beside-reference"
  /// A form of an older draft, in a document that names no draft.
  case otherDraft = "import.other-draft"
  /// A `$schema` that names an unknown draft.
  case unknownDraft = "import.unknown-draft"

  /// The stable name of the rule, as reports print it.
  package var code: String { rawValue }

  /// The severity of the problem.
  ///
  /// An error stops the import. A warning reports that the schema and the document accept different
  /// values. A note reports no such difference.
  package var severity: SchemaDiagnostic.Severity {
    switch self {
    case .malformed, .invalidKeyword, .invalidReference, .remoteReference, .circularReference,
      .unsatisfiable, .limit, .unsupported:
      .error
    case .not, .condition, .contains, .uniqueItems, .propertyNames, .dependencies, .unevaluated,
      .dynamicReference, .pattern, .choices, .combination, .neverValid, .overlappingOneOf,
      .inferredType,
      .misspelling, .outerReference:
      .warning
    case .exclusiveOneOf, .discriminator, .nullable, .excluded, .annotation,
      .unknownKeyword, .noEffect, .besideReference, .otherDraft, .unknownDraft:
      .note
    }
  }
}
