public import AutomergeDocument
import Foundation

/// Encodes and decodes plain values as properties of other types.
///
/// ``AutomergeEncoder`` and ``AutomergeDecoder`` use the stored form. In other formats, a plain
/// value is an object whose only key is the type.
extension ScalarValue: Codable {
  private enum CodingKeys: Swift.String, CodingKey {
    case bytes, string, uint, int, f64, counter, timestamp, boolean, unknown, typeCode, null
  }

  /// Reads a value from the data of another format.
  ///
  /// - Throws: The decoder's error, usually a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch container.allKeys.first {
    case .bytes: self = .Bytes(try container.decode(Data.self, forKey: .bytes))
    case .string: self = .String(try container.decode(Swift.String.self, forKey: .string))
    case .uint: self = .Uint(try container.decode(UInt64.self, forKey: .uint))
    case .int: self = .Int(try container.decode(Int64.self, forKey: .int))
    case .f64: self = .F64(try container.decode(Double.self, forKey: .f64))
    case .counter: self = .Counter(try container.decode(Int64.self, forKey: .counter))
    case .timestamp: self = .Timestamp(try container.decode(Date.self, forKey: .timestamp))
    case .boolean: self = .Boolean(try container.decode(Bool.self, forKey: .boolean))
    case .unknown, .typeCode:
      self = .Unknown(
        typeCode: try container.decode(UInt8.self, forKey: .typeCode),
        data: try container.decode(Data.self, forKey: .unknown))
    case .null: self = .Null
    case nil:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "No key is a type of value."))
    }
  }

  /// Writes the value for another format.
  ///
  /// - Throws: The encoder's error, usually an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .Bytes(let data): try container.encode(data, forKey: .bytes)
    case .String(let string): try container.encode(string, forKey: .string)
    case .Uint(let value): try container.encode(value, forKey: .uint)
    case .Int(let value): try container.encode(value, forKey: .int)
    case .F64(let value): try container.encode(value, forKey: .f64)
    case .Counter(let value): try container.encode(value, forKey: .counter)
    case .Timestamp(let date): try container.encode(date, forKey: .timestamp)
    case .Boolean(let value): try container.encode(value, forKey: .boolean)
    case .Unknown(let code, let data):
      try container.encode(data, forKey: .unknown)
      try container.encode(code, forKey: .typeCode)
    case .Null: try container.encodeNil(forKey: .null)
    }
  }
}
