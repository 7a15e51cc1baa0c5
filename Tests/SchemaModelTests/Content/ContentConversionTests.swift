import Foundation
import SchemaConformances
import SchemaModel
import Testing

struct ContentConversionTests {
  // MARK: Integers

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0e5", 0), ("3.0", 3), ("1e3", 1000), ("1E+3", 1000),
      ("1200e-2", 12),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807.000", Int.max),
      ("0e99999999999999999999", 0), ("922337203685477580700e-2", Int.max),
      ("576460752303423487", 576_460_752_303_423_487),
      ("576460752303423488", 576_460_752_303_423_488),
      ("-576460752303423488", -576_460_752_303_423_488),
      ("-576460752303423489", -576_460_752_303_423_489),
    ] as [(String, Int)])
  func `integers are read exactly`(text: String, value: Int) throws {
    #expect(try Int(number(text)) == value)
    #expect(value.generatedContent == number(text))
    #expect(try Int(value.generatedContent) == value)
  }

  @Test(arguments: [
    "3.5", "1e-3", "9223372036854775808", "-9223372036854775809", "1e400", "1e999999999",
    "1e-999999999", "1e99999999999999999999", "1234567890123456789012345678901234567890",
  ])
  func `a number that is not an integer of 64 bits throws`(text: String) {
    let error = conversionError { _ = try Int(number(text)) }
    #expect(error?.code == .notRepresentable)
    #expect(error?.expected == "Int")
  }

  @Test func `every width has its own range`() throws {
    #expect(try Int8(number("-128")) == -128)
    #expect(throws: GeneratedContent.ConversionError.self) { try Int8(number("128")) }
    #expect(try Int16(number("32767.0")) == 32767)
    #expect(throws: GeneratedContent.ConversionError.self) { try Int16(number("-32769")) }
    #expect(try Int32(number("2e9")) == 2_000_000_000)
    #expect(throws: GeneratedContent.ConversionError.self) { try Int32(number("3e9")) }
    #expect(try Int64(number("-9223372036854775808")) == .min)
    #expect(try UInt(number("18446744073709551615")) == .max)
    #expect(try UInt64(number("18446744073709551615")) == .max)
    #expect(try UInt64(number("1e19")) == 10_000_000_000_000_000_000)
    #expect(try UInt64(UInt64.max.generatedContent) == .max)
    #expect(throws: GeneratedContent.ConversionError.self) {
      try UInt64(number("18446744073709551616"))
    }
    #expect(throws: GeneratedContent.ConversionError.self) { try UInt(number("-1")) }
    #expect(try UInt8(number("255")) == 255)
    #expect(throws: GeneratedContent.ConversionError.self) { try UInt8(number("256")) }
    #expect(try UInt16(number("65535")) == 65535)
    #expect(try UInt32(number("4294967295")) == .max)
    #expect(throws: GeneratedContent.ConversionError.self) { try UInt32(number("-0.5")) }
  }

  @Test func `a boolean is not a number, and a number is not a boolean`() {
    for content in [true.generatedContent, false.generatedContent] {
      #expect(conversionError { _ = try Int(content) }?.code == .typeMismatch)
      #expect(conversionError { _ = try Double(content) }?.code == .typeMismatch)
      #expect(conversionError { _ = try Decimal(content) }?.code == .typeMismatch)
      #expect(content.exactNumber == nil)
    }
    #expect(conversionError { _ = try Bool(number("1")) }?.code == .typeMismatch)
    #expect(conversionError { _ = try Bool("true".generatedContent) }?.code == .typeMismatch)
    #expect(conversionError { _ = try String(number("1")) }?.code == .typeMismatch)
    #expect(conversionError { _ = try Int("1".generatedContent) }?.code == .typeMismatch)
  }

  // MARK: Fractions

  @Test(arguments: [
    "0.1", "1e22", "1e23", "123456789.125", "-2.2250738585072014e-308", "5e-324",
    "1.7976931348623157e308", "9007199254740993", "0.30000000000000004", "1e-400", "-0",
    "3.14159265358979323846264338327950288419716939937510", "100", "18446744073709551615",
  ])
  func `doubles and floats are the nearest ones`(text: String) throws {
    #expect(try Double(number(text)) == Double(text))
    if let float = Float(text), float.isFinite {
      #expect(try Float(number(text)) == float)
    }
  }

  @Test func `random doubles and floats survive`() throws {
    let seed: UInt64 = 3
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let double = Double(bitPattern: generator.next())
      if double.isFinite {
        #expect(try Double(double.generatedContent) == double)
        #expect(try Double(number(SchemaNumber(double)?.description ?? "")) == double)
      }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      if float.isFinite { #expect(try Float(float.generatedContent) == float) }
      let short = Double(Int.random(in: -9_999_999...9_999_999, using: &generator)) / 1000
      #expect(try Double(short.generatedContent) == short)
    }
  }

  @Test func `what is too large throws, and NaN and infinity become null`() {
    #expect(conversionError { _ = try Double(number("1e400")) }?.code == .notRepresentable)
    #expect(conversionError { _ = try Double(number("-1e99999999999999999999")) } != nil)
    #expect(conversionError { _ = try Float(number("1e39")) }?.code == .notRepresentable)
    #expect(Double.nan.generatedContent.kind == .null)
    #expect(Double.infinity.generatedContent.kind == .null)
    #expect((-Float.infinity).generatedContent.kind == .null)
    #expect(Decimal.nan.generatedContent.kind == .null)
  }

  @Test func `numbers are written plainly`() {
    #expect(100.0.generatedContent.numberText == "100")
    #expect(Float(0.1).generatedContent.numberText == "0.1")
    #expect((-0.0).generatedContent.numberText == "0")
    #expect(1e300.generatedContent.numberText == "1e300")
    #expect(Int.max.generatedContent.numberText == "9223372036854775807")
    #expect(UInt64.max.generatedContent.numberText == "18446744073709551615")
  }

  @Test(arguments: [
    "0.1", "-12.50", "99999999999999999999999999999999999999", "1e127", "1e-128", "123e100",
    "9223372036854775808", "0",
  ])
  func `decimals are exact`(text: String) throws {
    let decimal = try Decimal(number(text))
    #expect(decimal == Decimal(string: text))
    #expect(decimal.generatedContent == number(text))
  }

  @Test(arguments: [
    "1e400", "1e-400", "0.123456789012345678901234567890123456789012345", "1e99999999999999999999",
    "1e128", "12e128", "-5e128", "1e164", "1e165",
  ])
  func `a number that a decimal cannot hold throws`(text: String) {
    #expect(conversionError { _ = try Decimal(number(text)) }?.code == .notRepresentable)
  }

  @Test func `digits are kept as written`() throws {
    for text in ["1.50", "1E5", "-0", "0.10", "123456789012345678901234567890", "1e400"] {
      #expect(number(text).numberText == text)
      #expect(number(text).exactNumber == SchemaNumber(text: text.utf8))
      #expect(try SchemaNumber(number(text)) == SchemaNumber(text: text.utf8))
    }
  }

  // MARK: Strings

  @Test func `UUIDs and URLs are read from strings`() throws {
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(try UUID(id.generatedContent) == id)
    #expect(conversionError { _ = try UUID("x".generatedContent) }?.code == .notRepresentable)
    #expect(conversionError { _ = try UUID(1.generatedContent) }?.code == .typeMismatch)
    let url = try #require(URL(string: "https://example.org/a?b=c#d"))
    #expect(try URL(url.generatedContent) == url)
    #expect(conversionError { _ = try URL("".generatedContent) }?.code == .notRepresentable)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2001-01-01T00:00:00Z", 978_307_200),
      ("2024-02-29T12:30:15Z", 1_709_209_815), ("2024-02-29T14:30:15+02:00", 1_709_209_815),
      ("2024-02-29T07:00:15-0530", 1_709_209_815), ("2024-02-29t12:30:15.5z", 1_709_209_815.5),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("1969-12-31T23:59:59.25Z", -0.75),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2024-02-29 12:30:15.123456789012345Z", 1_709_209_815.123457),
      ("2024-02-29T13:30:15+01", 1_709_209_815),
    ] as [(String, Double)])
  func `dates are read by RFC 3339`(text: String, seconds: Double) throws {
    let date = try Date(text.generatedContent)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2024", "2024-02-29", "2024-02-29T12:30:15", "2023-02-29T12:30:15Z",
    "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-32T00:00:00Z",
    "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z",
    "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zx", "2024-01-01T00:00:00+1", "24-1-1T0:0:0Z",
    "2024-01-01T00:00:00+25:00", "2024-01-01T00:00:00+01:",
  ])
  func `other dates throw`(text: String) {
    #expect(conversionError { _ = try Date(text.generatedContent) }?.code == .notRepresentable)
  }

  @Test(arguments: ["2026-11-22", "noon"])
  func `the error of another date says which form is read`(text: String) throws {
    let error = try #require(conversionError { _ = try Date(text.generatedContent) })
    #expect(
      error.errorDescription
        == "The content cannot be read: expected a date and time with its offset by RFC 3339, "
        + "such as 2026-11-22T09:30:00Z, found the string \"\(text)\".")
    #expect(error.recoverySuggestion?.contains("read the property as another type") == true)
  }

  @Test func `dates survive to the microsecond`() throws {
    let seed: UInt64 = 5
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let date = Date(
        timeIntervalSinceReferenceDate: Double.random(in: -6e10...2e11, using: &generator))
      let content = date.generatedContent
      let back = try Date(content)
      #expect(abs(back.timeIntervalSince(date)) < 1e-4)
      #expect(back.generatedContent == content)
    }
    let fine = Date(timeIntervalSinceReferenceDate: 785_000_000.123_456_789)
    #expect(abs(try Date(fine.generatedContent).timeIntervalSince(fine)) <= 1e-6)
    let millisecond = Date(timeIntervalSince1970: 1_700_000_000.123)
    #expect(millisecond.generatedContent.debugDescription == #""2023-11-14T22:13:20.123Z""#)
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e12)] {
      #expect(try Date(date.generatedContent) == date)
    }
    #expect(Date(timeIntervalSince1970: .infinity).generatedContent.kind == .null)
    #expect(Date(timeIntervalSince1970: .nan).generatedContent.kind == .null)
    #expect(Date(timeIntervalSince1970: 1e15).generatedContent.kind == .null)
  }

  // MARK: Collections

  @Test func `arrays and optionals are written and read`() throws {
    #expect([[1, 2], []].generatedContent.debugDescription == "[[1, 2], []]")
    #expect(try [[Int]]([[1, 2], []].generatedContent) == [[1, 2], []])
    #expect([Int?.some(1), nil].generatedContent.debugDescription == "[1, null]")
    #expect(String?.some("a").generatedContent == "a".generatedContent)
    let error = conversionError { _ = try [[Int]](GeneratedContent(elements: [[1], ["a"]])) }
    #expect(error?.path.pointer == "/1/0")
    #expect(conversionError { _ = try [Int](1.generatedContent) }?.expected == "Array<Int>")
    #expect(conversionError { _ = try Never(1.generatedContent) }?.expected == "Never")
  }
}
