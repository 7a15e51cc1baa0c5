import SchemaDocuments

extension Keyword {
  /// What a keyword does to the values of a place.
  enum Role {
    /// It identifies or describes schemas, and says nothing about values.
    case identity
    /// It says something of values on which their validity doesn't depend.
    case annotation
    /// It combines other schemas.
    case combination
    /// It constrains values itself, but only those of some types.
    case constraint(of: ValueTypes)
    /// It constrains values in a way that a schema for a model cannot state.
    case unstated
  }

  /// What this keyword does.
  var role: Role {
    switch self {
    case .title, .description, .definitions, .newDefinitions, .schema, .id, .newID, .anchor,
      .dynamicAnchor, .recursiveAnchor, .vocabulary, .nullable:
      .identity
    case .comment, .default, .deprecated, .examples, .example, .readOnly, .writeOnly,
      .contentEncoding, .contentMediaType, .contentSchema, .discriminator, .externalDocs, .xml:
      .annotation
    case .reference, .recursiveReference, .dynamicReference, .allOf, .anyOf, .oneOf, .if, .then,
      .else:
      .combination
    case .type, .enum, .const: .constraint(of: .all)
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      .constraint(of: .number)
    case .minLength, .maxLength, .pattern, .format: .constraint(of: .string)
    case .items, .prefixItems, .additionalItems, .minItems, .maxItems: .constraint(of: .array)
    case .properties, .required, .additionalProperties, .patternProperties, .minProperties,
      .maxProperties:
      .constraint(of: .object)
    case .not, .contains, .minContains, .maxContains, .uniqueItems, .propertyNames, .dependencies,
      .dependentRequired, .dependentSchemas, .unevaluatedItems, .unevaluatedProperties:
      .unstated
    }
  }
}
