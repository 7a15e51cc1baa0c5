/// The grammar of RFC 3339 section 5.6, with the days that months have, and of its appendix A.
extension FormatScanner {
  mutating func skipDateTime() -> Bool {
    skipDate() && skip(letter: "T") && skipTime()
  }

  mutating func skipDate() -> Bool {
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      (1...12).contains(month), day >= 1
    else { return false }
    return day <= Self.length(ofMonth: month, in: year)
  }

  mutating func skipTime() -> Bool {
    guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60,
      skip(":"), let second = digits(2), second <= 60
    else { return false }
    if skip("."), skip(while: Self.isDigit) == 0 { return false }
    var offset = 0
    if !skip(letter: "Z") {
      let isBehind = skip("-")
      guard isBehind || skip("+"), let hours = digits(2), hours < 24, skip(":"),
        let minutes = digits(2), minutes < 60
      else { return false }
      offset = (hours * 60 + minutes) * (isBehind ? -1 : 1)
    }
    // A leap second is the last of a day in UTC.
    let minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return second < 60 || minuteOfDay == 1439
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  mutating func skipDuration() -> Bool {
    guard skip("P") else { return false }
    if skip("T") { return skipElements("HMS") }
    guard skipElements("YMDW") else { return false }
    return !skip("T") || skipElements("HMS")
  }

  /// Skips at least one number with a unit; no unit may be left out between two that are there.
  private mutating func skipElements(_ units: String) -> Bool {
    let units = Array(units.unicodeScalars)
    var last: Int?
    while let next, Self.isDigit(next) {
      _ = skip(while: Self.isDigit)
      guard let unit = units.firstIndex(where: { $0.value == self.next }), skip(units[unit]),
        last.map({ unit == $0 + 1 }) ?? true
      else { return false }
      if units[unit] == "W" { return last == nil && isAtEnd }
      last = unit
    }
    return last != nil
  }
}
