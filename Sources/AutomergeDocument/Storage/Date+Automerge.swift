package import Foundation
import SchemaText

/// Dates in the stored form: whole milliseconds or seconds since 1970.
extension Date {
  /// The milliseconds since 1970, or `nil` if they don't fit 64 bits.
  package var automergeMilliseconds: Int64? {
    Self.integer((timeIntervalSince1970 * 1000).rounded())
  }

  /// The whole seconds since 1970, or `nil` if they don't fit 64 bits.
  var automergeSeconds: Int64? { Self.integer(timeIntervalSince1970.rounded(.down)) }

  init(automergeMilliseconds milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func integer(_ value: Double) -> Int64? {
    // The largest integers of 64 bits are rounded to this double, and have to be restored from it.
    value == 0x1p63 ? .max : Int64(exactly: value)
  }

  /// The date in ISO 8601 with milliseconds, in UTC and the proleptic Gregorian calendar.
  ///
  /// Years that don't have four digits have a sign and at least six digits, as in JavaScript. The
  /// formatters of Foundation use the Julian calendar before 1582, and end in the year 506713.
  package var automergeText: String {
    automergeMilliseconds.map { Timestamp.write(millisecondsSince1970: $0) }
      ?? "\(timeIntervalSince1970)"
  }
}
