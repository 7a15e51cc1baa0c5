package import Foundation

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
    guard let milliseconds = automergeMilliseconds else { return "\(timeIntervalSince1970)" }
    var (day, millisecond) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    if millisecond < 0 {
      day -= 1
      millisecond += 86_400_000
    }
    let second = millisecond / 1000
    let (year, month, dayOfMonth) = Self.civil(daysSince1970: day)
    let yearText =
      (0...9999).contains(year)
      ? Self.padded(year, 4) : (year < 0 ? "-" : "+") + Self.padded(abs(year), 6)
    return "\(yearText)-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
      + "T\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2))"
      + ":\(Self.padded(second % 60, 2))"
      + ".\(Self.padded(millisecond % 1000, 3))Z"
  }

  private static func padded(_ value: Int64, _ length: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }

  /// The year, the month and the day of the month, in years that begin in March: so the leap day is
  /// the last of its year, and of its cycle of 400 years.
  private static func civil(daysSince1970: Int64) -> (Int64, Int64, Int64) {
    let (daysPerCycle, daysToMarchOfYear0): (Int64, Int64) = (146_097, 719_468)
    let days = daysSince1970 + daysToMarchOfYear0
    var (cycle, day) = days.quotientAndRemainder(dividingBy: daysPerCycle)
    if day < 0 {
      cycle -= 1
      day += daysPerCycle
    }
    let yearOfCycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let isNextYear = monthFromMarch >= 10
    return (
      cycle * 400 + yearOfCycle + (isNextYear ? 1 : 0),
      monthFromMarch + (isNextYear ? -9 : 3),
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }
}
