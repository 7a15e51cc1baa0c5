import Foundation

/// A JSON value.
///
/// The class tree has such values for the choices of an enumeration.
package enum JSONValue: Sendable, Equatable, Codable {
  /// `null`.
  case null
  /// A number.
  case number(Double)
  /// A string.
  case string(String)
  /// `true` or `false`.
  case bool(Bool)
  /// An object.
  case object([String: JSONValue])
  /// An array.
  case array([JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(Decimal(number))
    case .string(let string): try container.encode(string)
    case .bool(let bool): try container.encode(bool)
    case .object(let object): try container.encode(object)
    case .array(let array): try container.encode(array)
    }
  }
}
