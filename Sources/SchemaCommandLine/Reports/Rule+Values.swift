import SchemaKit

extension Rule {
  /// What a value can be wrong in, by the keyword that states it.
  static let value: [Rule] = [
    ("type", "The value is of another type than the schema says."),
    ("required", "A required property is missing."),
    (
      "additionalProperties",
      "An object has a property that its schema does not list. Remove it, or open the object."
    ),
    ("duplicate", "An object has a property twice. Keep one of them."),
    ("enum", "The value is not one of those that the schema lists."),
    ("pattern", "The string does not match the pattern of the schema."),
    ("format", "The string does not have the format of the schema, such as that of a date."),
    ("length", "The string has too few or too many characters."),
    ("range", "The number is below or above the bounds of the schema."),
    ("multipleOf", "The number is not a multiple of the one that the schema states."),
    ("count", "There are too few or too many elements or properties."),
    ("uniqueItems", "An array has an element twice, and the schema wants all to be different."),
    ("contains", "An array has too few or too many elements of the form that 'contains' states."),
    ("dependentRequired", "A property is missing that another property of the object requires."),
    ("oneOf", "The value fits more than one alternative of which it has to fit exactly one."),
    ("not", "The value is one that the schema excludes by 'not'."),
    ("false", "The schema allows no value at this place."),
    ("anyOf", "The value fits no alternative of a union. The finding says which comes closest."),
    ("incomplete", "The value is not complete. If a model was cut off, allow it more tokens."),
  ].map { Rule(code: "value.\($0)", meaning: $1) }
}
