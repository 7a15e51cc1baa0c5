import Foundation
import SchemaTestSupport
import Testing

@testable import SchemaProviders

struct HTTPDateTests {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A number with at least two digits.
  private static func padded(_ number: Int) -> String {
    (number < 10 ? "0" : "") + number.description
  }

  @Test func `all forms of a date have the time of Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var random = SplitMix64(seed: 7)
    var invalid = 0
    for _ in 0..<4_000 {
      // Before October 1582, Foundation's calendar is the Julian calendar.
      let year = Int.random(in: 1700...9999, using: &random)
      let (month, day) = (random.below(12), random.below(31) + 1)
      let (hour, minute, second) = (random.below(24), random.below(60), random.below(60))
      let parts = DateComponents(
        calendar: calendar, year: year, month: month + 1, day: day, hour: hour, minute: minute,
        second: second)
      let expected = parts.isValidDate ? calendar.date(from: parts) : nil
      if expected == nil { invalid += 1 }

      let time = [hour, minute, second].map(Self.padded).joined(separator: ":")
      let name = Self.months[month]
      for text in [
        "Sun, \(Self.padded(day)) \(name) \(year) \(time) GMT",
        "Sun \(name) \(day) \(time) \(year)",
      ] {
        #expect(HTTPDate(text, now: .distantPast)?.date == expected, "\(text)")
      }
      // The current time decides on the century.
      if let expected {
        let short = "Sunday, \(Self.padded(day))-\(name)-\(Self.padded(year % 100)) \(time) GMT"
        let years = random.below(100) - 50
        let today = try #require(calendar.date(byAdding: .year, value: years, to: expected))
        #expect(HTTPDate(short, now: today)?.date == expected, "\(short) at \(today)")
      }
    }
    #expect(invalid > 20)
  }
}
