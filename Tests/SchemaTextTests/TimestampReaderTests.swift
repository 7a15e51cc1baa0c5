import SchemaText
import Testing

struct TimestampReaderTests {
  private func reads(_ text: String, isStrict: Bool) -> Bool {
    var reader = TimestampReader(text.utf8, isStrict: isStrict)
    return reader.readDateTime() != nil && reader.isAtEnd
  }

  @Test(arguments: [
    "2024-02-29T12:30:15Z", "2024-02-29t12:30:15.5z", "2024-02-29T12:30:15-05:30",
    "2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "0000-01-01T00:00:00Z",
  ])
  func `a time of RFC 3339 is read by strict and by lenient readers`(text: String) {
    #expect(reads(text, isStrict: true))
    #expect(reads(text, isStrict: false))
  }

  @Test(arguments: [
    "2024-02-29 12:30:15Z", "2024-02-29T12:30:15,5Z", "2024-02-29T12:30:15-0530",
    "2024-02-29T12:30:15+01", "+002024-02-29T12:30:15Z", "-000001-01-01T00:00:00Z",
    "2016-12-31T22:59:60Z",
  ])
  func `other forms of ISO 8601 are read if the reader is not strict`(text: String) {
    #expect(!reads(text, isStrict: true))
    #expect(reads(text, isStrict: false))
  }

  @Test(arguments: [
    "2024-02-29", "2024-02-29T12:30:15", "2023-02-29T12:30:15Z", "2024-04-31T00:00:00Z",
    "1900-02-29T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z",
    "2024-01-01T24:00:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00+01:", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00Z ",
  ])
  func `a text that is not a point in time is not read`(text: String) {
    #expect(!reads(text, isStrict: true))
    #expect(!reads(text, isStrict: false))
  }

  @Test func `a date and a time are read alone`() {
    var date = TimestampReader("2024-02-29".utf8, isStrict: true)
    let day = date.readDate()
    #expect(day?.day == 29 && date.isAtEnd)
    var time = TimestampReader("12:30:15.25-05:30".utf8, isStrict: true)
    let read = time.readTime()
    #expect(read?.fraction == 0.25 && read?.offset == -19_800 && time.isAtEnd)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_001, "2000-02-29T00:00:00.001Z"),
    (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
    (.max, "+292278994-08-17T07:12:55.807Z"), (.min, "-292275055-05-16T16:47:04.192Z"),
  ])
  func `all milliseconds of 64 bits have a text`(milliseconds: Int64, text: String) {
    #expect(Timestamp.write(millisecondsSince1970: milliseconds) == text)
  }
}
