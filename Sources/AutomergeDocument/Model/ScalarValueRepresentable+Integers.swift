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
  /// Returns a signed integer in the range of a type.
  fileprivate func signed<Integer: FixedWidthInteger>() -> Result<Integer, IntScalarConversionError>
  {
    guard case .Int(let value) = self, let integer = Integer(exactly: value) else {
      return .failure(.notIntScalarValue(self))
    }
    return .success(integer)
  }

  /// Returns an unsigned integer in the range of a type, or the error of the type.
  fileprivate func unsigned<Integer: FixedWidthInteger, Failure>(
    _ failure: (ScalarValue) -> Failure
  ) -> Result<Integer, Failure> {
    guard case .Uint(let value) = self, let integer = Integer(exactly: value) else {
      return .failure(failure(self))
    }
    return .success(integer)
  }
}

extension Int: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int, IntScalarConversionError> {
    val.signed()
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int8: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int8, IntScalarConversionError> {
    val.signed()
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int16: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int16, IntScalarConversionError> {
    val.signed()
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int32: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int32, IntScalarConversionError> {
    val.signed()
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(Int64(self)) }
}

extension Int64: StandardScalar {
  /// Returns a signed integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<Int64, IntScalarConversionError> {
    val.signed()
  }

  /// Returns the value as a signed integer.
  public func toScalarValue() -> ScalarValue { .Int(self) }
}

extension UInt: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt, UIntScalarConversionError> {
    val.unsigned(UIntScalarConversionError.notUIntScalarValue)
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt8: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt8, IntScalarConversionError> {
    val.unsigned(IntScalarConversionError.notIntScalarValue)
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt16: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt16, IntScalarConversionError> {
    val.unsigned(IntScalarConversionError.notIntScalarValue)
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt32: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt32, IntScalarConversionError> {
    val.unsigned(IntScalarConversionError.notIntScalarValue)
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(UInt64(self)) }
}

extension UInt64: StandardScalar {
  /// Returns an unsigned integer in the range of the type.
  public static func fromScalarValue(
    _ val: ScalarValue
  ) -> Result<UInt64, IntScalarConversionError> {
    val.unsigned(IntScalarConversionError.notIntScalarValue)
  }

  /// Returns the value as an unsigned integer.
  public func toScalarValue() -> ScalarValue { .Uint(self) }
}
