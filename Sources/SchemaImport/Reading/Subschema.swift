/// One schema of a document, with its keywords read.
///
/// Schemas inside are given by the numbers of their values in the document.
final class Subschema {
  /// The number of its value.
  let node: Int

  /// Whether the schema is `false`.
  var allowsNothing = false

  var types: ValueTypes?
  var enumeration: Int?
  var constant: Int?

  var minimum: SchemaNumber?
  var maximum: SchemaNumber?
  var exclusiveMinimum: SchemaNumber?
  var exclusiveMaximum: SchemaNumber?
  var multipleOf: SchemaNumber?

  /// Whether the bounds are exclusive, as booleans of draft 4 state it.
  var isMinimumExclusive = false
  var isMaximumExclusive = false

  var minimumLength: Int?
  var maximumLength: Int?
  var pattern: SchemaPattern?
  var format: String?

  var prefixItems: [Int] = []
  var items: Int?

  /// Whether `items` holds a list, so that `additionalItems` counts.
  var hasItemsList = false
  var additionalItems: Int?
  var minimumItems: Int?
  var maximumItems: Int?
  var hasUniqueItems = false
  var contains: Int?
  var minimumContains: Int?
  var maximumContains: Int?
  var unevaluatedItems: Int?

  var properties: [(name: String, schema: Int)] = []
  var required: [String] = []
  var additionalProperties: Int?
  var patternProperties: [(pattern: SchemaPattern, schema: Int)] = []
  var propertyNames: Int?
  var unevaluatedProperties: Int?
  var minimumProperties: Int?
  var maximumProperties: Int?
  var dependentRequired: [(name: String, required: [String])] = []
  var dependentSchemas: [(name: String, schema: Int)] = []

  var allOf: [Int] = []
  var anyOf: [Int]?
  var oneOf: [Int]?
  var not: Int?
  var condition: Int?
  var consequence: Int?
  var alternative: Int?

  /// Whether there is an `if`, which evaluates properties even where nothing follows from it.
  var hasCondition = false

  /// The targets of references.
  var references: [Int] = []

  var title: String?
  var summary: String?

  /// What could not be read as it was meant, by keyword: the node, and what is lost.
  var losses: [(keyword: String, node: Int, problem: String, remedy: String)] = []

  init(node: Int) {
    self.node = node
  }

  /// Whether it is a reference and nothing else.
  var isReference: Bool {
    references.count == 1 && !allowsNothing && types == nil && hasNoScalarConstraints
      && hasNoContainerConstraints && hasNoApplicators
  }

  /// Whether it is `anyOf` or `oneOf`, perhaps with `type`, and nothing else.
  var isUnion: Bool {
    guard (anyOf == nil) != (oneOf == nil), references.isEmpty, allOf.isEmpty, not == nil,
      condition == nil
    else { return false }
    return !allowsNothing && hasNoScalarConstraints && hasNoContainerConstraints
  }

  /// Whether it is `allOf` and nothing else.
  var isConjunction: Bool {
    !allowsNothing && types == nil && hasNoScalarConstraints && hasNoContainerConstraints
      && anyOf == nil && oneOf == nil && not == nil && condition == nil
  }

  private var hasNoScalarConstraints: Bool {
    enumeration == nil && constant == nil && minimum == nil && maximum == nil
      && exclusiveMinimum == nil && exclusiveMaximum == nil && multipleOf == nil
      && minimumLength == nil && maximumLength == nil && pattern == nil && format == nil
      && losses.isEmpty
  }

  private var hasNoContainerConstraints: Bool {
    hasNoArrayConstraints && properties.isEmpty && required.isEmpty && additionalProperties == nil
      && patternProperties.isEmpty && propertyNames == nil && unevaluatedProperties == nil
      && minimumProperties == nil && maximumProperties == nil && dependentRequired.isEmpty
      && dependentSchemas.isEmpty
  }

  private var hasNoArrayConstraints: Bool {
    prefixItems.isEmpty && items == nil && minimumItems == nil && maximumItems == nil
      && !hasUniqueItems && contains == nil && unevaluatedItems == nil
  }

  private var hasNoApplicators: Bool {
    allOf.isEmpty && anyOf == nil && oneOf == nil && not == nil && condition == nil
  }

}
