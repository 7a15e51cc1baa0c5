import AutomergeDocument
import Foundation

/// The common part of the containers for single values and for lists.
///
/// These containers write each plain value to the next place.
protocol PlainValueEncoding {
  mutating func write(_ value: ScalarValue) throws

  /// Returns the path of the next place; throws if there is no place.
  func nextPath() throws -> [AnyCodingKey]
}

extension PlainValueEncoding {
  mutating func encodeNil() throws { try write(.Null) }
  mutating func encode(_ value: Bool) throws { try write(.Boolean(value)) }
  mutating func encode(_ value: String) throws { try write(.String(value)) }
  mutating func encode(_ value: Double) throws {
    try write(SpecialScalar.number(value, path: nextPath()))
  }
  mutating func encode(_ value: Float) throws { try encode(Double(value)) }
  mutating func encode(_ value: Int) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int8) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int16) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int32) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int64) throws { try write(.Int(value)) }
  mutating func encode(_ value: UInt) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt8) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt16) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt32) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt64) throws { try write(.Uint(value)) }
}

/// The types that documents store as one plain value instead of the encoding of their `Codable`
/// conformance.
enum SpecialScalar {
  /// Returns the stored form of a value; `nil` if its type has no such form.
  static func scalar(of value: some Encodable, path: [AnyCodingKey]) throws -> ScalarValue? {
    let scalar: ScalarValue? =
      switch value {
      case is any StandardScalar: nil
      case let other as any ScalarValueRepresentable: other.toScalarValue()
      default: nil
      }
    if case .Timestamp(let date)? = scalar, date.automergeMilliseconds == nil {
      throw EncodingError.invalidValue(
        // Foundation traps when it describes a NaN date, so the error contains the number instead
        // of the date.
        date.timeIntervalSince1970,
        EncodingError.Context(
          codingPath: path,
          debugDescription: "The date is outside the milliseconds that a timestamp can hold."))
    }
    return scalar
  }

  /// Returns the stored form of a floating-point number, which has to be finite.
  static func number(_ value: Double, path: [AnyCodingKey]) throws -> ScalarValue {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: path, debugDescription: "The number \(value) is not finite."))
    }
    return .F64(value)
  }
}
