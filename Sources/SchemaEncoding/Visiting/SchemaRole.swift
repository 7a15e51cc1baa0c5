/// What a node of a schema is to the node above it.
public enum SchemaRole: Sendable, Hashable {
  /// The root of the schema.
  case root

  /// The body of the definition with this index.
  case definition(Int)

  /// The value of a property.
  case property(name: String, isOptional: Bool)

  /// The values of an object's properties that are not named.
  case additionalProperties

  /// The values of an object's properties whose names match a pattern (ECMA-262).
  case patternProperty(String)

  /// The elements of an array.
  case items

  /// An element of a tuple.
  case prefixItem

  /// An alternative of a union.
  case choice
}
