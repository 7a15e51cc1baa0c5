public import SchemaEncoding

/// A rule by which the import of a document reports a problem.
///
/// A minor release may add cases.
public enum ImportRule: String, Sendable, CaseIterable {
  case malformed = "import.malformed"
  case invalidKeyword = "import.invalid-keyword"
  case invalidReference = "import.invalid-reference"
  case remoteReference = "import.remote-reference"
  case circularReference = "import.circular-reference"
  case unsatisfiable = "import.unsatisfiable"
  case limit = "import.limit"
  case unsupported = "import.unsupported"

  case not = "import.not-stated.not"
  case condition = "import.not-stated.if"
  case contains = "import.not-stated.contains"
  case uniqueItems = "import.not-stated.unique-items"
  case propertyNames = "import.not-stated.property-names"
  case dependencies = "import.not-stated.dependencies"
  case unevaluated = "import.not-stated.unevaluated"
  case dynamicReference = "import.not-stated.dynamic-reference"
  case pattern = "import.not-stated.pattern"
  case choices = "import.not-stated.enum"
  case combination = "import.not-stated.combination"

  case neverValid = "import.never-valid"
  case overlappingOneOf = "import.one-of-overlaps"
  case tuple = "import.tuple-length"
  case inferredType = "import.inferred-type"
  case misspelling = "import.misspelled-keyword"
  case outerReference = "import.outer-reference"

  case exclusiveOneOf = "import.one-of"
  case discriminator = "import.if"
  case nullable = "import.nullable"
  case excluded = "import.excluded"
  case annotation = "import.annotation"
  case unknownKeyword = "import.unknown-keyword"
  case noEffect = "import.no-effect"
  case besideReference = "import.beside-reference"
  case unknownDraft = "import.unknown-draft"

  /// The stable name of the rule, as reports print it.
  public var code: String { rawValue }

  /// How much the problem matters: an error stops the import, a warning is a difference between
  /// what the schema and the document accept, a note is not.
  public var severity: SchemaDiagnostic.Severity {
    switch self {
    case .malformed, .invalidKeyword, .invalidReference, .remoteReference, .circularReference,
      .unsatisfiable, .limit, .unsupported:
      .error
    case .not, .condition, .contains, .uniqueItems, .propertyNames, .dependencies, .unevaluated,
      .dynamicReference, .pattern, .choices, .combination, .neverValid, .overlappingOneOf, .tuple,
      .inferredType, .misspelling, .outerReference:
      .warning
    case .exclusiveOneOf, .discriminator, .nullable, .excluded, .annotation,
      .unknownKeyword, .noEffect, .besideReference, .unknownDraft:
      .note
    }
  }
}
