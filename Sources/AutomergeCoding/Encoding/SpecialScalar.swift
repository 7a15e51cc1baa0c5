import AutomergeDocument
import Foundation

/// The types that documents store as one plain value, whatever their own code would write.
enum SpecialScalar {
  /// The stored form of a value; `nil` if its type has none.
  static func scalar(of value: some Encodable, path: [AnyCodingKey]) throws -> ScalarValue? {
    let scalar: ScalarValue? =
      switch value {
      case let date as Date: .Timestamp(date)
      case let data as Data: .Bytes(data)
      case let url as URL: .String(url.absoluteString)
      case let scalar as ScalarValue: scalar
      case let other as any ScalarValueRepresentable: other.scalarValue
      default: nil
      }
    if case .Timestamp(let date)? = scalar, date.automergeMilliseconds == nil {
      throw EncodingError.invalidValue(
        // Foundation traps where it describes a date that is NaN, as in the text of this error.
        date.timeIntervalSince1970,
        EncodingError.Context(
          codingPath: path,
          debugDescription: "The date is outside the milliseconds that a timestamp can hold."))
    }
    return scalar
  }

  /// The stored form of a floating-point number, which has to be finite.
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
