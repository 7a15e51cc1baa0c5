import SchemaEncoding
import SchemaModel

/// The features of nodes that passes look for.
///
/// Most graphs have few of them. The tables of a graph record which features occur, so that a pass
/// for another feature ends without a walk over the nodes.
struct NodeFeatures: OptionSet {
  let rawValue: UInt8

  /// The node is a tuple.
  static let tuple = NodeFeatures(rawValue: 1)

  /// The node allows values of any kind.
  static let anyValue = NodeFeatures(rawValue: 1 << 1)

  /// The node is `null`.
  static let null = NodeFeatures(rawValue: 1 << 2)

  /// The node is a union.
  static let union = NodeFeatures(rawValue: 1 << 3)

  /// The node states the unnamed properties of an object, all of them or those that match a
  /// pattern.
  static let unnamedProperties = NodeFeatures(rawValue: 1 << 4)

  /// The node is an optional property.
  static let optionalProperty = NodeFeatures(rawValue: 1 << 5)
}

extension NodeFeatures {
  /// The features of a node with a kind and a role.
  init(_ kind: SchemaKind, _ role: SchemaRole) {
    switch kind {
    case .tuple: self = .tuple
    case .any: self = .anyValue
    case .null: self = .null
    case .anyOf: self = .union
    case .string, .integer, .number, .boolean, .never, .array, .object, .reference: self = []
    }
    switch role {
    case .additionalProperties, .patternProperty: insert(.unnamedProperties)
    case .property(_, let isOptional): if isOptional { insert(.optionalProperty) }
    case .root, .definition, .items, .prefixItem, .choice: break
    }
  }
}
