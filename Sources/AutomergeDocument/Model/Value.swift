public import Foundation
import SchemaText

// The cases of the enumerations in this file are named as in automerge-swift, so that code written
// for it compiles.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The type of an object.
public enum ObjType: String, Hashable, Sendable {
  /// Values by string keys. An object of the legacy type "table" is read as a map.
  case Map
  /// Values in order.
  case List
  /// Characters in order, edited as text.
  case Text
}

/// A value of a map entry or of a list element.
public enum Value: Hashable, Sendable {
  /// A nested object.
  case Object(ObjId, ObjType)
  /// A plain value.
  case Scalar(ScalarValue)
}

/// A value that is not an object.
public enum ScalarValue: Hashable, Sendable {
  /// Uninterpreted bytes.
  case Bytes(Data)
  /// A string that is replaced as a whole. Use a text object for strings that are edited.
  case String(String)
  /// An unsigned integer.
  case Uint(UInt64)
  /// A signed integer.
  case Int(Int64)
  /// A floating-point number of 64 bits.
  case F64(Double)
  /// A counter: concurrent increments add up.
  case Counter(Int64)
  /// A point in time, stored in whole milliseconds.
  case Timestamp(Date)
  /// A truth value.
  case Boolean(Bool)
  /// A value with a type code that this version doesn't know. Its bytes are kept unchanged.
  case Unknown(typeCode: UInt8, data: Data)
  /// A stored null.
  case Null
}

extension ScalarValue {
  /// Compares contents byte by byte: strings that differ only in normalization are different.
  public static func == (first: ScalarValue, second: ScalarValue) -> Bool {
    switch (first, second) {
    case (.Bytes(let one), .Bytes(let two)): one == two
    case (.String(let one), .String(let two)): one.utf8.elementsEqual(two.utf8)
    case (.Uint(let one), .Uint(let two)): one == two
    case (.Int(let one), .Int(let two)): one == two
    case (.F64(let one), .F64(let two)): one.bitPattern == two.bitPattern
    case (.Counter(let one), .Counter(let two)): one == two
    case (.Timestamp(let one), .Timestamp(let two)): one == two
    case (.Boolean(let one), .Boolean(let two)): one == two
    case (.Unknown(let one, let data), .Unknown(let two, let other)): one == two && data == other
    case (.Null, .Null): true
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .Bytes(let data): hasher.combine(data)
    case .String(let string): for byte in string.utf8 { hasher.combine(byte) }
    case .Uint(let value): hasher.combine(value)
    case .Int(let value), .Counter(let value): hasher.combine(value)
    case .F64(let value): hasher.combine(value.bitPattern)
    case .Timestamp(let date): hasher.combine(date)
    case .Boolean(let value): hasher.combine(value)
    case .Unknown(let code, let data):
      hasher.combine(code)
      hasher.combine(data)
    case .Null: hasher.combine(0)
    }
  }
}

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
