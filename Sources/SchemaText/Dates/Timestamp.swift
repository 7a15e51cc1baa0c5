/// Points in time as text by RFC 3339, in the proleptic Gregorian calendar.
///
/// Times are seconds since the beginning of 2001 in UTC, as in `Date`.
package enum Timestamp {
  private static let secondsPerDay = 86_400
  /// The number of days from 1970 to 2001.
  private static let referenceDay = 11_323

  /// Returns the text of a time, or `nil` if it is not finite or its year has more than six digits.
  package static func write(_ time: Double) -> String? {
    // Within these bounds, which are beyond a million years, microseconds fit 64 bits.
    guard time.magnitude < 4e13 else { return nil }
    var seconds = Int64(time.rounded(.down))
    var micros = Int(((time - time.rounded(.down)) * 1_000_000).rounded())
    if micros >= 1_000_000 {
      micros -= 1_000_000
      seconds += 1
    }
    let day = CalendarDate.floorDivide(seconds, Int64(secondsPerDay))
    let second = Int(seconds - day * Int64(secondsPerDay))
    let date = CalendarDate(daysSince1970: day + Int64(referenceDay))
    guard abs(date.year) <= 999_999 else { return nil }
    var text = Self.text(of: date, second)
    if micros % 1000 != 0 {
      text += "." + CalendarDate.padded(micros, 6)
    } else if micros != 0 {
      text += "." + CalendarDate.padded(micros / 1000, 3)
    }
    return text + "Z"
  }

  /// Returns the text of a time in milliseconds since 1970, always with three digits of a fraction.
  package static func write(millisecondsSince1970 time: Int64) -> String {
    let millisecondsPerDay = Int64(secondsPerDay) * 1000
    let day = CalendarDate.floorDivide(time, millisecondsPerDay)
    // The beginning of the day is not computed, because on the earliest day it is less than
    // `Int64.min` milliseconds.
    let rest = time % millisecondsPerDay
    let millisecond = Int(rest < 0 ? rest + millisecondsPerDay : rest)
    return text(of: CalendarDate(daysSince1970: day), millisecond / 1000) + "."
      + CalendarDate.padded(millisecond % 1000, 3) + "Z"
  }

  /// Returns the text of a day and a second of it.
  private static func text(of date: CalendarDate, _ second: Int) -> String {
    date.text + "T" + CalendarDate.padded(second / 3600, 2) + ":"
      + CalendarDate.padded(second / 60 % 60, 2) + ":" + CalendarDate.padded(second % 60, 2)
  }

  /// Returns the time that a text states, or `nil` if the text is not a time.
  ///
  /// Accepts forms of ISO 8601 that RFC 3339 does not have. A leap second counts as the first
  /// second of the next minute. If `allowsDay` is `true`, a date without a time means the
  /// beginning of the day in UTC.
  package static func read(_ text: String, allowsDay: Bool = false) -> Double? {
    var reader = TimestampReader(text.utf8, isStrict: false)
    if allowsDay, let date = reader.readDate(), reader.isAtEnd { return secondsSince2001(to: date) }
    reader = TimestampReader(text.utf8, isStrict: false)
    guard let (date, time) = reader.readDateTime(), reader.isAtEnd else { return nil }
    let seconds = time.hour * 3600 + time.minute * 60 + time.second - time.offset
    return secondsSince2001(to: date) + Double(seconds) + time.fraction
  }

  /// Returns the seconds from the beginning of 2001 to the beginning of a day.
  private static func secondsSince2001(to date: CalendarDate) -> Double {
    Double(date.daysSince1970 - referenceDay) * Double(secondsPerDay)
  }
}
