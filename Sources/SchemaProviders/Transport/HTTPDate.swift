import Foundation
import SchemaText

/// An HTTP date (RFC 9110, section 5.6.7) in one of its three forms.
///
/// The forms are `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT`
/// and `Sun Nov  6 08:49:37 1994`.
struct HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let secondsPerDay = 86_400.0

  let date: Date

  /// Reads a date; `nil` if the text has another form, or names a day that does not exist.
  ///
  /// The name of the day is ignored.
  ///
  /// `now` is the current time, which determines the century of a year with two digits.
  init?(_ text: String, now: Date) {
    let parts = text.split(separator: " ")
    let reading: Date?
    switch parts.count {
    case 6 where parts[5] == "GMT":
      reading = Self.date(Self.number(parts[3], 4...4), parts[2], parts[1], time: parts[4])
    case 4 where parts[3] == "GMT":
      let day = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard day.count == 3, let short = Self.number(day[2], 2...2) else { return nil }
      // A year is at most fifty years ahead.
      let today = (now.timeIntervalSince1970 / Self.secondsPerDay).rounded(.down)
      let last = CalendarDate(daysSince1970: Int64(today)).year + 50
      reading = Self.date(last - (last - short) % 100, day[1], day[0], time: parts[2])
    case 5:
      reading = Self.date(Self.number(parts[4], 4...4), parts[1], parts[2], time: parts[3])
    default: return nil
    }
    guard let date = reading else { return nil }
    self.date = date
  }

  /// Returns the date with these parts; `nil` if one of them is not valid.
  private static func date(
    _ year: Int?, _ month: Substring, _ day: Substring, time: Substring
  ) -> Date? {
    let time = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let year, year > 0, let month = months.firstIndex(of: String(month)),
      let day = number(day, 1...2),
      let date = CalendarDate(year: year, month: month + 1, day: day),
      time.count == 3, let hour = number(time[0], 2...2), hour < 24,
      let minute = number(time[1], 2...2), minute < 60,
      // The last second of a day can be a leap second.
      let second = number(time[2], 2...2), second <= 60
    else { return nil }
    return Date(
      timeIntervalSince1970: Double(date.daysSince1970) * secondsPerDay
        + Double((hour * 60 + minute) * 60 + second))
  }

  /// Returns the number that the digits state; `nil` if the count of digits is not in the range.
  private static func number(_ digits: Substring, _ count: ClosedRange<Int>) -> Int? {
    guard count.contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    return Int(digits)
  }
}
