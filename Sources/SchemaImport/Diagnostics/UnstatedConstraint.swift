import IndexedTables
import SchemaDocuments

/// A constraint of a document that the schema does not state: the parts of the sentence about it.
package struct UnstatedConstraint: Sendable, Hashable {
  /// The keyword of the constraint.
  package let keyword: String

  /// The reason why the schema does not state the constraint.
  package let reason: Reason

  /// The reasons why a schema does not state a constraint.
  package enum Reason: Sendable, Hashable {
    /// A schema has no form for the keyword but words in the description.
    case noForm
    /// Another union applies to the value, or the copies would be too large.
    case otherUnion
    /// A union has too many alternatives for a copy of the schemas next to it in each of them.
    case tooManyAlternatives
    /// Too many schemas apply to the same values.
    case tooManySchemas
    /// The description states the constraint, because a union of the cases that it allows would
    /// repeat too much.
    case manyCases
  }

  /// The handling of a constraint that the schema does not state.
  package enum Handling: Sendable {
    /// The validator checks the constraint.
    case leftToValidator
    /// Masks know only the schema, and have no validator.
    case notEnforced

    /// The words after "is" or "are" in a sentence about constraints.
    package var clause: String {
      switch self {
      case .leftToValidator: "checked by the validator, not stated to the model"
      case .notEnforced: "not enforced while decoding"
      }
    }

    /// The words after "is" in a sentence about a constraint that the description tells in words.
    fileprivate var clauseOfWords: String {
      switch self {
      case .leftToValidator: "told to the model in words or as it is, and checked by the validator"
      case .notEnforced: clause
      }
    }
  }

  init(_ keyword: Keyword, _ reason: Reason) {
    self.keyword = keyword.rawValue
    self.reason = reason
  }

  /// Returns the sentence about the constraint.
  package func problem(_ handling: Handling) -> String {
    switch reason {
    case .noForm: "'\(keyword)' is \(handling.clauseOfWords)."
    case .otherUnion:
      "'\(keyword)' is \(handling.clause), because another union applies to the same value, or "
        + "because \(WorkBudget.reason)."
    case .tooManyAlternatives:
      "'\(keyword)' is not combined with the schemas next to it, because \(WorkBudget.reason); it "
        + "is \(handling.clause)."
    case .manyCases:
      switch handling {
      case .leftToValidator:
        "'\(keyword)' is stated in the description and checked by the validator, because a union "
          + "of its cases would repeat the object."
      case .notEnforced:
        "'\(keyword)' is \(handling.clause), because a union of its cases would repeat the object."
      }
    case .tooManySchemas:
      "Some constraints of the schemas of one value are \(handling.clause), because "
        + "\(WorkBudget.reason)."
    }
  }
}
