#if Automerge
import AutomergeDocument
import Foundation

/// The types that documents store as one plain value, whatever their own code would write.
enum SpecialScalar {
  /// The stored form of a value; `nil` if its type has none.
  static func scalar(of value: some Encodable, path: [AnyCodingKey]) throws -> ScalarValue? {
    switch value {
    case let date as Date: .Timestamp(try checked(date, path: path))
    case let data as Data: .Bytes(data)
    case let url as URL: .String(url.absoluteString)
    case let scalar as ScalarValue: scalar
    case let other as any ScalarValueRepresentable: other.scalarValue
    default: nil
    }
  }

  /// A date that the format can store.
  private static func checked(_ date: Date, path: [AnyCodingKey]) throws -> Date {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard Int64(exactly: milliseconds) != nil else {
      throw EncodingError.invalidValue(
        date,
        EncodingError.Context(
          codingPath: path,
          debugDescription: "The date is outside the milliseconds that a timestamp can hold."))
    }
    return date
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
#endif
