import Foundation
import SchemaText

extension Value: CustomDebugStringConvertible {
  /// The kind and the content, such as `ScalarValue<Int(1)>` or `Object<2@a3f0…, Map>`.
  public var debugDescription: String {
    switch self {
    case .Object(let object, let type): "Object<\(object), \(type)>"
    case .Scalar(let scalar): "ScalarValue<\(scalar)>"
    }
  }
}

extension ScalarValue: CustomStringConvertible {
  /// The type and the value, such as `Int(1)`; of bytes the first 16.
  public var description: Swift.String {
    switch self {
    case .Bytes(let data): "Data(\(Hexadecimal.text(of: Array(data.prefix(16)))))"
    case .String(let string): "String(\(string))"
    case .Uint(let value): "UInt(\(value))"
    case .Int(let value): "Int(\(value))"
    case .F64(let value): "Double(\(value))"
    case .Counter(let value): "Counter(\(value))"
    case .Timestamp(let date): "Timestamp(\(date.automergeText))"
    case .Boolean(let value): "Boolean(\(value))"
    case .Unknown(let code, let data):
      "Unknown(type: \(code), data: \(Hexadecimal.text(of: Array(data))))"
    case .Null: "Null()"
    }
  }
}
