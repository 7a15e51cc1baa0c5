/// A day in the proleptic Gregorian calendar.
package struct CalendarDate: Sendable, Equatable {
  package let year, month, day: Int

  /// Creates a day, or `nil` if the month has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the quotient of a number and a positive divisor, rounded down.
  static func floorDivide<Value: BinaryInteger>(_ value: Value, _ divisor: Value) -> Value {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  // Both conversions count eras of 400 years from the first of March of year 0, so that a leap day
  // is the last day of its year (Howard Hinnant, "chrono-compatible low-level date algorithms").

  /// The number of days from 1970 to this day.
  package var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = Self.floorDivide(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Creates a day from the number of days since the first of January 1970.
  ///
  /// The number must be within ±4 · 10¹¹, so that years fit 32 bits.
  package init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = Int(Self.floorDivide(shifted, 146_097))
    let dayOfEra = Int(shifted - Int64(era) * 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = (shiftedMonth + 2) % 12 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// The day in ISO 8601.
  ///
  /// Years that don't have four digits have a sign and at least six digits, as in JavaScript.
  var text: String {
    let yearText =
      (0...9999).contains(year)
      ? Self.padded(year, 4) : (year < 0 ? "-" : "+") + Self.padded(abs(year), 6)
    return yearText + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
  }

  /// Returns a number with leading zeros up to a number of digits.
  static func padded(_ value: Int, _ length: Int) -> String {
    let digits = value.description
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }
}
