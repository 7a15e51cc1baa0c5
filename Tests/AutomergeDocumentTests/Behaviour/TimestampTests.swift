import AutomergeDocument
import Foundation
import Testing

struct TimestampTests {
  let document = Document()

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_123, "2000-02-29T00:00:00.123Z"),
    (-12_219_292_801_000, "1582-10-14T23:59:59.000Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
    // The last and the first date of JavaScript.
    (8_640_000_000_000_000, "+275760-09-13T00:00:00.000Z"),
    (-8_640_000_000_000_000, "-271821-04-20T00:00:00.000Z"),
    (1_000_000_000_000_000_000, "+31690708-07-05T01:46:40.000Z"),
  ])
  func `JSON has the date of every timestamp`(milliseconds: Int64, text: String) throws {
    try document.put(obj: .ROOT, key: "date", value: .Timestamp(Self.date(milliseconds)))
    #expect(try document.json() == #"{"date":"\#(text)"}"#)
  }

  @Test func `JSON has the millisecond that is stored`() throws {
    let date = Date(timeIntervalSince1970: 1.9996)
    try document.put(obj: .ROOT, key: "date", value: .Timestamp(date))
    #expect(try document.json() == #"{"date":"1970-01-01T00:00:02.000Z"}"#)
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, Int64.max - 1, .max])
  func `a timestamp that was read can be stored again`(milliseconds: Int64) throws {
    let value = ScalarValue.Timestamp(Self.date(milliseconds))
    try document.put(obj: .ROOT, key: "date", value: value)
    #expect(try document.get(obj: .ROOT, key: "date") == .Scalar(value))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e16, -1e16])
  func `a date that a timestamp cannot hold is an error`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    expectError(.limitExceeded) {
      try document.put(obj: .ROOT, key: "date", value: .Timestamp(date))
    }
    #expect(try document.json() == "{}")
  }

  @Test(arguments: [Double.nan, .infinity, -1e19])
  func `a date that a change cannot hold is an error`(seconds: Double) throws {
    try document.put(obj: .ROOT, key: "key", value: .Null)
    let date = Date(timeIntervalSince1970: seconds)
    for commit in [
      { _ = try document.commitWith(timestamp: date) },
      { _ = try document.commitEmpty(timestamp: date) },
    ] {
      expectError(.limitExceeded) { try commit() }
    }
    #expect(document.pendingEdits == 1)
  }
}
