/// A kind of difference between schemas that may invalidate stored answers.
///
/// A minor release may add cases.
public enum ComparisonRule: String, Sendable, CaseIterable {
  /// Values of a type that the new schema does not allow at a place.
  case type = "compare.type"
  /// A list of values, some of which the new schema does not allow.
  case values = "compare.values"
  /// A stricter bound of a number.
  case range = "compare.range"
  /// A new factor of a number, or a different one.
  case multiple = "compare.multiple"
  /// A stricter limit on the characters of a string.
  case length = "compare.length"
  /// A pattern of a string that the old schema did not state, or patterns of properties' names.
  case pattern = "compare.pattern"
  /// A format of a string that the old schema did not state.
  case format = "compare.format"
  /// A constraint that the old schema did not state, and that is not compared further.
  case constraint = "compare.constraint"
  /// A stricter limit on the elements of an array.
  case elementCount = "compare.element-count"
  /// A new property that is required.
  case addedProperty = "compare.added-property"
  /// A property that was optional and is required now.
  case requiredProperty = "compare.required-property"
  /// A property that the new object, which is closed, does not list.
  case removedProperty = "compare.removed-property"
  /// An object that was open to further properties and is closed now.
  case closedObject = "compare.closed-object"
  /// A stricter limit on the properties of an object.
  case propertyCount = "compare.property-count"
  /// A union without a single alternative that allows all old values.
  case alternatives = "compare.alternatives"
  /// A value that is found by trying, which the old schema allows and the new one does not.
  case example = "compare.example"
  /// A schema that states less than the document from which it was imported.
  case lossySchema = "compare.lossy-schema"
  /// More pairs of places than the limit allows.
  case limit = "compare.limit"

  /// The stable name of the rule, as reports print it.
  package var code: String { rawValue }
}
