import Foundation
import SchemaCoding
import Testing

struct DayTests {
  private static func read(
    _ text: String, _ strategy: GeneratedContentDecoder.DateDecodingStrategy
  ) throws -> Date {
    var decoder = GeneratedContentDecoder()
    decoder.dateDecodingStrategy = strategy
    return try decoder.decode(Date.self, from: text.generatedContent)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2026-11-21", 1_795_219_200), ("2024-02-29", 1_709_164_800),
    ("1970-01-02T00:00:00+01:00", 82_800),
  ])
  func `a day without a time is its beginning in UTC if the option allows it`(
    text: String, seconds: Double
  ) throws {
    #expect(try Self.read(text, .iso8601OrDay) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: ["2026-11-21", "2026-02-29", "2026-11-21T", "2026-11", "2026-11-21Z"])
  func `a day alone is not a date and time, and no other form is one`(text: String) {
    #expect(throws: DecodingError.self) { try Self.read(text, .iso8601) }
    guard text != "2026-11-21" else { return }
    let error = #expect(throws: DecodingError.self) { try Self.read(text, .iso8601OrDay) }
    #expect("\(String(describing: error))".contains("or a day such as 2026-11-22"))
  }
}
