/// Points in time as text by RFC 3339, in the proleptic Gregorian calendar.
///
/// Times are seconds since the beginning of 2001 in UTC, as `Date` has them.
package enum Timestamp {
  private static let secondsPerDay = 86_400
  /// The days from 1970 to 2001.
  private static let referenceDay = 11_323

  /// The text of a time, or `nil` if its year has more than six digits.
  package static func write(_ time: Double) -> String? {
    // Within these bounds, which lie beyond a million years, microseconds fit 64 bits.
    guard time.magnitude < 4e13 else { return nil }
    var seconds = Int64(time.rounded(.down))
    var micros = Int(((time - time.rounded(.down)) * 1_000_000).rounded())
    if micros >= 1_000_000 {
      micros -= 1_000_000
      seconds += 1
    }
    let day = Int(CalendarDate.floorDivide(seconds, Int64(secondsPerDay)))
    let second = Int(seconds - Int64(day) * Int64(secondsPerDay))
    let date = CalendarDate(daysSince1970: day + referenceDay)
    guard abs(date.year) <= 999_999 else { return nil }
    var text =
      (0...9999).contains(date.year)
      ? padded(date.year, 4) : (date.year < 0 ? "-" : "+") + padded(abs(date.year), 6)
    text += "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    text += "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2)
    text += ":" + padded(second % 60, 2)
    if micros % 1000 != 0 {
      text += "." + padded(micros, 6)
    } else if micros != 0 {
      text += "." + padded(micros / 1000, 3)
    }
    return text + "Z"
  }

  private static func padded(_ value: Int, _ length: Int) -> String {
    let digits = value.description
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }

  /// The time that a text states, or `nil` if it is not a time.
  ///
  /// Forms of ISO 8601 that RFC 3339 does not have are read too. A leap second is counted as the
  /// first of the next minute. A day alone, if that is allowed, is the time when it begins in UTC.
  package static func read(_ text: String, allowsDay: Bool = false) -> Double? {
    var reader = TimestampReader(text.utf8, isStrict: false)
    if allowsDay, let date = reader.readDate(), reader.isAtEnd { return beginning(of: date) }
    reader = TimestampReader(text.utf8, isStrict: false)
    guard let (date, time) = reader.readDateTime(), reader.isAtEnd else { return nil }
    let seconds = time.hour * 3600 + time.minute * 60 + time.second - time.offset
    return beginning(of: date) + Double(seconds) + time.fraction
  }

  private static func beginning(of date: CalendarDate) -> Double {
    Double(date.daysSince1970 - referenceDay) * Double(secondsPerDay)
  }
}
