/// The kinds of values that schemas describe.
public enum SchemaKind: Sendable, Hashable, CaseIterable {
  /// A string.
  case string
  /// An integer.
  case integer
  /// A number.
  case number
  /// A boolean.
  case boolean
  /// Only `null`.
  case null
  /// A value of any kind.
  case any
  /// No value: the kind of a property that an object must not have.
  case never
  /// An array whose elements have one schema.
  case array
  /// An array whose first elements have schemas of their own.
  case tuple
  /// An object.
  case object
  /// A value of one of several schemas.
  case anyOf
  /// A value that is described elsewhere: by the root or by a definition.
  case reference
}

extension SchemaKind {
  /// Indicates whether values of the kind contain other values.
  package var isContainer: Bool { self == .object || self == .array || self == .tuple }

  /// The kind as a noun with its article, for messages.
  package var phrase: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    case .any: "a value of any kind"
    case .never: "a type without values"
    case .array: "an array"
    case .tuple: "an array whose elements differ"
    case .object: "an object"
    case .anyOf: "a union"
    case .reference: "a reference"
    }
  }
}
