/// Points in time as text by RFC 3339, in the proleptic Gregorian calendar.
///
/// Times are seconds since the beginning of 2001 in UTC, as `Date` has them.
enum Timestamp {
  private static let secondsPerDay = 86_400
  /// The days from 1970 to 2001.
  private static let referenceDay = 11_323

  // MARK: Writing

  /// The text of a time, or `nil` if its year has more than six digits.
  static func write(_ time: Double) -> String? {
    // Within these bounds, which lie beyond a million years, microseconds fit 64 bits.
    guard time.magnitude < 4e13 else { return nil }
    var seconds = Int64(time.rounded(.down))
    var micros = Int(((time - time.rounded(.down)) * 1_000_000).rounded())
    if micros >= 1_000_000 {
      micros -= 1_000_000
      seconds += 1
    }
    let day = Int((Double(seconds) / Double(secondsPerDay)).rounded(.down))
    let second = Int(seconds - Int64(day) * Int64(secondsPerDay))
    let date = civil(day: day + referenceDay)
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

  // MARK: Reading

  /// The time that a text states, or `nil` if it states none.
  ///
  /// A day alone, if that is allowed, is the time when it begins in UTC.
  static func read(_ text: [UInt8], allowsDay: Bool = false) -> Double? {
    var scanner = Scanner(text: text)
    guard let year = scanner.year(), scanner.skip("-"), let month = scanner.digits(2),
      scanner.skip("-"), let day = scanner.digits(2),
      (1...12).contains(month), day >= 1, day <= length(ofMonth: month, in: year)
    else { return nil }
    let days = self.day(year: year, month: month, day: day) - referenceDay
    let beginning = Double(days) * Double(secondsPerDay)
    if allowsDay, scanner.isAtEnd { return beginning }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.digits(2), hour < 24, scanner.skip(":"),
      let minute = scanner.digits(2), minute < 60, scanner.skip(":"),
      // A leap second is counted as the first of the next minute.
      let second = scanner.digits(2), second <= 60,
      let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let rest = hour * 3600 + minute * 60 + second - offset
    return beginning + Double(rest) + fraction
  }

  private struct Scanner {
    let text: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == text.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard index < text.count, UInt32(text[index]) == character.value else { return false }
      index += 1
      return true
    }

    mutating func digit() -> Int? {
      guard index < text.count else { return nil }
      let digit = text[index] &- 48
      guard digit < 10 else { return nil }
      index += 1
      return Int(digit)
    }

    mutating func digits(_ count: Int) -> Int? {
      var value = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    mutating func year() -> Int? {
      if skip("-") { return digits(6).map { -$0 } }
      return skip("+") ? digits(6) : digits(4)
    }

    /// The fraction of a second; zero if there is none.
    mutating func fraction() -> Double? {
      guard skip(".") || skip(",") else { return 0 }
      var value: Int64 = 0
      var scale: Int64 = 1
      guard let first = digit() else { return nil }
      var next: Int? = first
      while let digit = next {
        // Further digits are below what a time can hold.
        if scale < 1_000_000_000_000 {
          value = value * 10 + Int64(digit)
          scale *= 10
        }
        next = self.digit()
      }
      return Double(value) / Double(scale)
    }

    /// How many seconds the stated time is ahead of UTC.
    mutating func offset() -> Int? {
      if skip("Z") || skip("z") { return 0 }
      let isBehind = skip("-")
      guard isBehind || skip("+"), let hours = digits(2), hours < 24 else { return nil }
      var minutes = 0
      let hasColon = skip(":")
      if hasColon || !isAtEnd {
        guard let value = digits(2), value < 60 else { return nil }
        minutes = value
      }
      return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
    }
  }

  // MARK: Calendar

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both ways count in eras of 400 years from the first of March of year 0, so that a leap day is
  // the last of its year (Howard Hinnant, "chrono-compatible low-level date algorithms").

  /// The days from 1970 to a date.
  private static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = floorDivide(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date so many days after 1970 began.
  private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = (shiftedMonth + 2) % 12 + 1
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
