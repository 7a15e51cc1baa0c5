#if Macros
import Foundation
import SchemaConformances
import SchemaContent
import SchemaMacros
import Testing

/// Numbers and other built-in types as properties.
struct NumberTests {
  @Test(arguments: [
    ("9223372036854775807", Int.max), ("9007199254740993", 9_007_199_254_740_993),
    ("1e3", 1000), ("3.0", 3), ("-0", 0), ("-9223372036854775808", Int.min),
  ])
  func `behaviour 20: an integer is exact`(text: String, value: Int) throws {
    #expect(try Numbers(integer: text).integer == value)
    let written = try Numbers(integer: text).generatedContent
    #expect(try written.value(Int.self, forProperty: "integer") == value)
  }

  @Test(arguments: ["3.5", "9223372036854775808", "true", "\"3\"", "[]", "1e400"])
  func `behaviour 20: a number that is not an integer is an error`(text: String) {
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try Numbers(integer: text)
    }
    #expect(error?.path.pointer == "/integer")
  }

  @Test func `behaviour 20: decimals keep their digits, and booleans are not numbers`() throws {
    let numbers = try Numbers(GeneratedContent(json: Numbers.json))
    #expect(numbers.decimal == Decimal(string: "0.1"))
    #expect(numbers.generatedContent.jsonString(.compact).contains(#""decimal":0.1,"#))
    #expect(throws: GeneratedContent.ConversionError.self) {
      try Numbers(
        GeneratedContent(json: Numbers.json.replacing("\"flag\":true", with: "\"flag\":1")))
    }
  }

  @Test func `types of the library are properties like others`() throws {
    let numbers = try Numbers(GeneratedContent(json: Numbers.json))
    #expect(numbers.small == -5)
    #expect(numbers.date == Date(timeIntervalSince1970: 0))
    #expect(numbers.url.absoluteString == "https://example.org")
    #expect(try Numbers(numbers.generatedContent).uuid == numbers.uuid)
    let partial = numbers.asPartiallyGenerated()
    #expect(partial.uuid == numbers.uuid)
    #expect(partial.anything == numbers.anything)
    let schema = try schemaText(Numbers.self)
    #expect(schema.contains(#""date":{"type":"string","format":"date-time"}"#))
    #expect(schema.contains(#""small":{"type":"integer","minimum":-128,"maximum":127}"#))
  }
}

@Generable
private struct Numbers {
  var integer: Int
  var small: Int8
  var decimal: Decimal
  var flag: Bool
  var date: Date
  var url: URL
  var uuid: UUID
  var anything: GeneratedContent
}

extension Numbers {
  fileprivate static let json =
    #"{"integer":1,"small":-5,"decimal":0.1,"flag":true,"date":"1970-01-01T00:00:00Z","#
    + #""url":"https://example.org","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","#
    + #""anything":{"a":[1,null]}}"#

  fileprivate init(integer: String) throws {
    let json = Self.json.replacing("\"integer\":1,", with: "\"integer\":\(integer),")
    try self.init(GeneratedContent(json: json))
  }
}
#endif
