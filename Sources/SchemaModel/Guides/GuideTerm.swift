/// A constraint that merges only with its own kind, and of which a value may have several.
///
/// A term knows all that most code needs: merging, errors, descriptions and drawings take its
/// ``facts``. The encoder writes it as a statement of `DialectRules.Constraint`. Code that does not
/// know a term treats it as one that may exclude any value: the comparison of schemas is then
/// uncertain, and token masks report that they do not enforce it.
@usableFromInline
package enum GuideTerm: Sendable, Hashable {
  /// The string has this format, by its JSON Schema name, such as `date-time`.
  case format(ExactText)

  /// A number of elements of the array are one of some values.
  case contains(ContainedValues)

  /// What code that handles all terms in the same way knows of one.
  package struct Facts {
    /// The kind of the values that may have the term.
    package let kind: SchemaKind
    /// The term as a noun with its article, for an error about a value of another kind.
    package let noun: String
    /// The text that terms have in common if they merge into one; it gives the order of the terms.
    package let key: String
    /// The term in words, such as `format date`.
    package let words: String
    /// The reason why no value has the term; `nil` if some value may have it.
    package var contradiction: String?
  }

  /// What code that handles all terms in the same way knows of this one.
  package var facts: Facts {
    switch self {
    case .format(let name):
      Facts(
        kind: .string, noun: "a format", key: "format \(name.text)", words: "format \(name.text)")
    case .contains(let values):
      Facts(
        kind: .array, noun: "contained elements", key: "contains \(values.list)",
        words: values.words, contradiction: values.contradiction)
    }
  }

  /// Returns the term that means the same as two terms with one key.
  package func merged(with other: GuideTerm) -> GuideTerm {
    switch (self, other) {
    case (.contains(let one), .contains(let two)): .contains(one.merged(with: two))
    default: self
    }
  }

  /// The name of the format, if the term is one.
  package var format: String? { if case .format(let name) = self { name.text } else { nil } }
}
