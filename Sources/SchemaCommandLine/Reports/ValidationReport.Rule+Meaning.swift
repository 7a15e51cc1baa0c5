import SchemaKit

extension ValidationReport.Rule {
  /// The meaning of the rule and the remedy, in a few sentences.
  var meaning: String {
    switch self {
    case .type: "The type of the value is not one that the schema allows."
    case .required: "A required property is missing."
    case .unknownProperty:
      "An object has a property that its schema does not list. Remove it, or open the object."
    case .duplicateProperty: "An object has a property twice. Keep one of them."
    case .choices: "The value is not one of those that the schema lists."
    case .pattern: "The string does not match the pattern of the schema."
    case .format: "The string does not have the format of the schema, such as that of a date."
    case .length: "The string has too few or too many characters."
    case .bounds: "The number is below or above the bounds of the schema."
    case .multiple: "The number is not a multiple of the one that the schema states."
    case .count: "There are too few or too many elements or properties."
    case .unique: "An array has an element twice, and the schema requires all to be different."
    case .contains: "An array has too few or too many elements of the form that 'contains' states."
    case .dependency: "A property is missing that another property of the object requires."
    case .union: "The value fits no alternative of a union. The finding names the closest one."
    case .oneOf: "The value fits several alternatives, and has to fit exactly one."
    case .not: "The schema excludes the value by 'not'."
    case .never: "The schema allows no value at this place."
    case .incomplete: "The value is not complete. If a model was cut off, allow it more tokens."
    }
  }
}
