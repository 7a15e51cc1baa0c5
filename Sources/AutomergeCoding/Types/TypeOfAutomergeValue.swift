public import AutomergeDocument

/// The type of a value in a document: the type of an object or of a plain value.
public enum TypeOfAutomergeValue: Hashable, Sendable {
  /// A list.
  case array
  /// A map.
  case object
  /// A text.
  case text
  /// Bytes.
  case bytes
  /// A string.
  case string
  /// An unsigned integer.
  case uint
  /// A signed integer.
  case int
  /// A floating-point number.
  case double
  /// A counter.
  case counter
  /// A point in time.
  case timestamp
  /// A truth value.
  case bool
  /// A value of an unknown type code.
  case unknown(UInt8)
  /// A stored null.
  case null

  /// Creates the type of a value.
  public init(_ value: Value) {
    switch value {
    case .Object(_, .List): self = .array
    case .Object(_, .Map): self = .object
    case .Object(_, .Text): self = .text
    case .Scalar(let scalar): self.init(scalar)
    }
  }

  /// Creates the type of a plain value.
  public init(_ scalar: ScalarValue) {
    switch scalar {
    case .Bytes: self = .bytes
    case .String: self = .string
    case .Uint: self = .uint
    case .Int: self = .int
    case .F64: self = .double
    case .Counter: self = .counter
    case .Timestamp: self = .timestamp
    case .Boolean: self = .bool
    case .Unknown(let code, _): self = .unknown(code)
    case .Null: self = .null
    }
  }
}
