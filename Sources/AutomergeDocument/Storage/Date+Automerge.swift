package import Foundation
import SchemaText

/// Dates as the format stores them: whole milliseconds or seconds since 1970.
extension Date {
  /// Milliseconds since 1970, or `nil` if 64 bits don't hold them.
  package var automergeMilliseconds: Int64? {
    Self.integer((timeIntervalSince1970 * 1000).rounded())
  }

  /// Whole seconds since 1970, or `nil` if 64 bits don't hold them.
  var automergeSeconds: Int64? { Self.integer(timeIntervalSince1970.rounded(.down)) }

  init(automergeMilliseconds milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func integer(_ value: Double) -> Int64? {
    // The largest integers of 64 bits become this double, and have to come back from it.
    value == 0x1p63 ? .max : Int64(exactly: value)
  }

  /// The date in ISO 8601 with milliseconds, in UTC and the proleptic Gregorian calendar.
  ///
  /// Years that don't have four digits have a sign and at least six digits, as in JavaScript. The
  /// formatters of Foundation count in the Julian calendar before 1582, and end in the year 506713.
  package var automergeText: String {
    automergeMilliseconds.map { Timestamp.write(millisecondsSince1970: $0) }
      ?? "\(timeIntervalSince1970)"
  }
}
