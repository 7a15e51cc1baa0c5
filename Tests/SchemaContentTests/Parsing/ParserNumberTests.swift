import SchemaConformances
import SchemaContent
import Testing

struct ParserNumberTests {
  @Test(arguments: ["1e300", "3.99", "-1e400", "18446744073709551616", "1e-1", "0.5"])
  func `H1: a number that no integer holds throws and does not trap`(text: String) throws {
    let content = try GeneratedContent(json: text)
    #expect(throws: GeneratedContent.ConversionError.self) { try Int(content) }
    #expect(throws: GeneratedContent.ConversionError.self) { try UInt8(content) }
  }

  @Test func `E12: integers of 64 bits are exact`() throws {
    #expect(try Int(GeneratedContent(json: "9007199254740993")) == 9_007_199_254_740_993)
    #expect(try Int(GeneratedContent(json: "-9223372036854775808")) == .min)
    #expect(try Int(GeneratedContent(json: "9223372036854775807")) == .max)
    #expect(try UInt64(GeneratedContent(json: "18446744073709551615")) == .max)
    #expect(try Int(GeneratedContent(json: "1e3")) == 1000)
    #expect(try Int(GeneratedContent(json: "3.00")) == 3)
  }

  @Test func `properties keep their order`() throws {
    let text = #"{"reasoning": 1, "answer": 2, "zeta": 3, "alpha": 4}"#
    #expect(try GeneratedContent(json: text).jsonString == text)
  }

  @Test func `C3: a number too large for a double is still content`() throws {
    let content = try GeneratedContent(json: #"{"n": 1e400}"#)
    #expect(content.jsonString == #"{"n": 1e400}"#)
    #expect(throws: GeneratedContent.ConversionError.self) {
      try content.value(Double.self, forProperty: "n")
    }
    let number = try content.value(GeneratedContent.self, forProperty: "n")
    #expect(number.kind == .number(.infinity))
    #expect(number.numberText == "1e400")
  }

  @Test(arguments: [
    "0", "-0", "0.0", "-0.0e-0", "1", "-1", "123456789012345678", "1234567890123456789",
    "12345678901234567890", "1.5", "1E5", "1e+5", "1e-5", "1.50e05", "0e10", "100",
    "-9999999999999999999",
  ])
  func `E12: numbers keep their spelling however they are cut`(text: String) throws {
    for cut in 0...text.utf8.count {
      var parser = GeneratedContentParser()
      try parser.append("[" + text.prefix(cut))
      try parser.append(text.dropFirst(cut))
      try parser.append("]")
      #expect(try parser.finish().jsonString == "[\(text)]")
    }
  }
}
