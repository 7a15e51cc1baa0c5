public import Foundation
import SchemaText

/// A type whose values are stored as one plain value of a document.
///
/// Encoders and decoders use this form instead of the type's `Codable` conformance.
///
/// The names of this protocol and of the errors are those of automerge-swift.
public protocol ScalarValueRepresentable {
  /// The error for a plain value that does not represent a value of the type.
  associatedtype ConvertError: LocalizedError

  /// Returns the value that a plain value represents, or an error.
  static func fromScalarValue(_ val: ScalarValue) -> Result<Self, ConvertError>

  /// Returns the stored form of the value.
  func toScalarValue() -> ScalarValue
}

/// A type of the standard library that encoders and decoders read and write by functions of its
/// own, with conversions between the types of numbers.
package protocol StandardScalar: ScalarValueRepresentable {}

/// The error of reading a plain value as itself, which always succeeds.
public enum ScalarValueConversionError: LocalizedError, CustomStringConvertible {
  /// The text of an error, which never occurs.
  public var description: String { switch self {} }
}

extension ScalarValue: ScalarValueRepresentable {
  /// Returns the plain value.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<ScalarValue, ScalarValueConversionError> { .success(val) }

  /// Returns the plain value.
  public func toScalarValue() -> ScalarValue { self }
}

/// A plain value is not a truth value.
public enum BooleanScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type.
  case notboolScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notboolScalarValue(let value): mismatch(value, "a truth value")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension Bool: StandardScalar {
  /// Returns the truth value.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Bool, BooleanScalarConversionError> {
    guard case .Boolean(let value) = val else { return .failure(.notboolScalarValue(val)) }
    return .success(value)
  }

  /// Returns the value as a truth value.
  public func toScalarValue() -> ScalarValue { .Boolean(self) }
}

/// A plain value is not a URL.
public enum URLScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value is not a string.
  case notStringScalarValue(_ val: ScalarValue)
  /// The string is not a URL.
  case notMatchingURLScheme(String)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notStringScalarValue(let value): mismatch(value, "a string with a URL")
    case .notMatchingURLScheme(let string): mismatch(.String(string), "a URL")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension URL: ScalarValueRepresentable {
  /// Returns the URL that a string contains.
  public static func fromScalarValue(_ val: ScalarValue) -> Result<URL, URLScalarConversionError> {
    guard case .String(let string) = val else { return .failure(.notStringScalarValue(val)) }
    guard let url = URL(string: string) else { return .failure(.notMatchingURLScheme(string)) }
    return .success(url)
  }

  /// Returns the whole URL as a string.
  public func toScalarValue() -> ScalarValue { .String(absoluteString) }
}

/// A plain value is not a string.
public enum StringScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type.
  case notstringScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notstringScalarValue(let value): mismatch(value, "a string")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension String: StandardScalar {
  /// Returns the string.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<String, StringScalarConversionError> {
    guard case .String(let string) = val else { return .failure(.notstringScalarValue(val)) }
    return .success(string)
  }

  /// Returns the value as a string.
  public func toScalarValue() -> ScalarValue { .String(self) }
}

/// A plain value is not bytes.
public enum BytesScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type.
  case notbytesScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notbytesScalarValue(let value): mismatch(value, "bytes")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension Data: ScalarValueRepresentable {
  /// Returns the bytes.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Data, BytesScalarConversionError> {
    guard case .Bytes(let data) = val else { return .failure(.notbytesScalarValue(val)) }
    return .success(data)
  }

  /// Returns the value as bytes.
  public func toScalarValue() -> ScalarValue { .Bytes(self) }
}

/// A plain value is not a point in time.
public enum TimestampScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type.
  case notTimetampScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notTimetampScalarValue(let value): mismatch(value, "a timestamp")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension Date: ScalarValueRepresentable {
  /// Returns the point in time.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Date, TimestampScalarConversionError> {
    guard case .Timestamp(let date) = val else { return .failure(.notTimetampScalarValue(val)) }
    return .success(date)
  }

  /// Returns the value as a timestamp.
  public func toScalarValue() -> ScalarValue { .Timestamp(self) }
}

/// A plain value is not a floating-point number.
public enum FloatingPointScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type.
  case notF64ScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notF64ScalarValue(let value): mismatch(value, "a floating-point number")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension Double: StandardScalar {
  /// Returns the number.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Double, FloatingPointScalarConversionError> {
    guard case .F64(let number) = val else { return .failure(.notF64ScalarValue(val)) }
    return .success(number)
  }

  /// Returns the value as a floating-point number.
  public func toScalarValue() -> ScalarValue { .F64(self) }
}

extension Float: StandardScalar {
  /// Returns the number, rounded.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Float, FloatingPointScalarConversionError> {
    Double.fromScalarValue(val).map { Float($0) }
  }

  /// Returns the value as a floating-point number of 64 bits.
  public func toScalarValue() -> ScalarValue { .F64(Double(self)) }
}

func mismatch(_ value: ScalarValue, _ expected: String) -> String {
  "The plain value \(value.description.excerpt) is not \(expected)."
}
