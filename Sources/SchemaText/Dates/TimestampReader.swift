/// Reads dates and times by RFC 3339 section 5.6, from left to right.
package struct TimestampReader {
  /// A time of day with its offset from UTC.
  package struct Time: Sendable, Equatable {
    package let hour, minute, second: Int
    package let fraction: Double

    /// The offset of the stated time from UTC in seconds; positive if it is ahead.
    package let offset: Int
  }

  private let text: [UInt8]
  private let isStrict: Bool
  private var index = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isStrict: `true` to read only RFC 3339. Otherwise other forms of ISO 8601 are also read: a
  ///     space before the time, a comma before the fraction, offsets such as `+0200` and `+02`,
  ///     years with a sign and six digits, and a leap second at any minute.
  package init(_ text: some Sequence<UInt8>, isStrict: Bool) {
    self.text = Array(text)
    self.isStrict = isStrict
  }

  /// `true` if all of the text has been read.
  package var isAtEnd: Bool { index == text.count }

  /// Reads a date, `T` and a time; returns `nil` if the text has another form.
  package mutating func readDateTime() -> (date: CalendarDate, time: Time)? {
    guard let date = readDate(), skip("T") || skip("t") || (!isStrict && skip(" ")),
      let time = readTime()
    else { return nil }
    return (date, time)
  }

  /// Reads a date; returns `nil` if the text has another form.
  package mutating func readDate() -> CalendarDate? {
    guard let year = readYear(), skip("-"), let month = readDigits(2), skip("-"),
      let day = readDigits(2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Reads a time with its offset; returns `nil` if the text has another form.
  package mutating func readTime() -> Time? {
    guard let hour = readDigits(2), hour < 24, skip(":"), let minute = readDigits(2), minute < 60,
      skip(":"), let second = readDigits(2), second <= 60,
      let fraction = readFraction(), let offset = readOffset()
    else { return nil }
    if isStrict, second == 60 {
      // A leap second is the last of a day in UTC.
      let minuteOfDay = (hour * 60 + minute - offset / 60 + 2 * 1440) % 1440
      guard minuteOfDay == 1439 else { return nil }
    }
    return Time(hour: hour, minute: minute, second: second, fraction: fraction, offset: offset)
  }

  // MARK: Parts

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < text.count, UInt32(text[index]) == character.value else { return false }
    index += 1
    return true
  }

  private mutating func readDigit() -> Int? {
    guard index < text.count else { return nil }
    let digit = text[index] &- 48
    guard digit < 10 else { return nil }
    index += 1
    return Int(digit)
  }

  private mutating func readDigits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = readDigit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func readYear() -> Int? {
    if isStrict { return readDigits(4) }
    if skip("-") { return readDigits(6).map { -$0 } }
    return skip("+") ? readDigits(6) : readDigits(4)
  }

  /// Reads the fraction of a second.
  ///
  /// Returns zero without a fraction, and `nil` if no digit follows the point.
  private mutating func readFraction() -> Double? {
    guard skip(".") || (!isStrict && skip(",")) else { return 0 }
    var value: Int64 = 0
    var scale: Int64 = 1
    guard let first = readDigit() else { return nil }
    var next: Int? = first
    while let digit = next {
      // Further digits are below the resolution of a time.
      if scale < 1_000_000_000_000 {
        value = value * 10 + Int64(digit)
        scale *= 10
      }
      next = readDigit()
    }
    return Double(value) / Double(scale)
  }

  private mutating func readOffset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = readDigits(2), hours < 24 else { return nil }
    let hasColon = skip(":")
    guard hasColon || !isStrict else { return nil }
    var minutes = 0
    if hasColon || !isAtEnd {
      guard let value = readDigits(2), value < 60 else { return nil }
      minutes = value
    }
    return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
  }
}
