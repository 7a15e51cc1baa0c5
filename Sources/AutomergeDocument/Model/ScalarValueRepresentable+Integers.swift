public import Foundation

/// A plain value is not a signed integer, or is outside the range of the type.
///
/// The errors of the unsigned types with a size are of this type, too, as in automerge-swift.
public enum IntScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type or is outside the range.
  case notIntScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notIntScalarValue(let value): mismatch(value, "an integer in the range of the type")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

/// A plain value is not an unsigned integer, or is outside the range of the type.
public enum UIntScalarConversionError: LocalizedError, CustomStringConvertible {
  /// The plain value has another type or is outside the range.
  case notUIntScalarValue(_ val: ScalarValue)

  /// The plain value and the expected type.
  public var description: String {
    switch self {
    case .notUIntScalarValue(let value): mismatch(value, "an unsigned integer")
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension ScalarValue {
  /// Returns a signed integer in the range of a type; `nil` for any other value.
  fileprivate func signed<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if case .Int(let value) = self { Integer(exactly: value) } else { nil }
  }

  /// Returns an unsigned integer in the range of a type; `nil` for any other value.
  fileprivate func unsigned<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if case .Uint(let value) = self { Integer(exactly: value) } else { nil }
  }
}

extension Int: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int, IntScalarConversionError> {
    val.signed(Int.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int8: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int8, IntScalarConversionError> {
    val.signed(Int8.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int16: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int16, IntScalarConversionError> {
    val.signed(Int16.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int32: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int32, IntScalarConversionError> {
    val.signed(Int32.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int64: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int64, IntScalarConversionError> {
    val.signed(Int64.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(self) }
}

extension UInt: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt, UIntScalarConversionError> {
    val.unsigned(UInt.self).map { .success($0) } ?? .failure(.notUIntScalarValue(val))
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt8: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt8, IntScalarConversionError> {
    val.unsigned(UInt8.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt16: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt16, IntScalarConversionError> {
    val.unsigned(UInt16.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt32: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt32, IntScalarConversionError> {
    val.unsigned(UInt32.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt64: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt64, IntScalarConversionError> {
    val.unsigned(UInt64.self).map { .success($0) } ?? .failure(.notIntScalarValue(val))
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(self) }
}
