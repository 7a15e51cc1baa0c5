import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct SyntaxErrorTests {
  typealias Code = GeneratedContentParser.SyntaxError.Code

  @Test(arguments: [
    ("[1,]", Code.unexpectedCharacter, 3), ("{,}", .unexpectedCharacter, 1),
    (#"{"a" 1}"#, .unexpectedCharacter, 5), ("[1 2]", .unexpectedCharacter, 3),
    ("[tru]", .unexpectedCharacter, 4), ("[nulL]", .unexpectedCharacter, 4),
    ("{'a':1}", .unexpectedCharacter, 1), ("[1}", .unexpectedCharacter, 2),
    ("[01]", .invalidNumber, 2), ("[-]", .invalidNumber, 2), ("[1.]", .invalidNumber, 3),
    ("[1e+]", .invalidNumber, 4), ("[+1]", .unexpectedCharacter, 1),
    ("[.5]", .unexpectedCharacter, 1),
    ("[NaN]", .unexpectedCharacter, 1), ("[1]]", .trailingText, 3), ("[] x", .trailingText, 3),
    ("\"a\nb\"", .controlCharacter, 2), (#""\x""#, .invalidEscape, 2),
    (#""\u12g4""#, .invalidEscape, 5),
    (#""\ud83d""#, .loneSurrogate, 1), (#""a\ud83d\n""#, .loneSurrogate, 2),
    (#""\ud83d\ud83d""#, .loneSurrogate, 1), (#""\ude00""#, .loneSurrogate, 1),
    (#"{"a":1,"b":2,"a":3}"#, .duplicateKey, 13), (#"{"a":1,"\u0061":2}"#, .duplicateKey, 7),
    ("\u{FEFF}[]", .unexpectedCharacter, 0), ("[1] /* */", .trailingText, 4),
  ])
  func `C3: the error for a malformed text has the place of the fault`(
    text: String, code: Code, offset: Int
  ) throws {
    let error = try #require(syntaxError { _ = try GeneratedContent(json: text) })
    #expect(error.code == code)
    #expect(error.position.offset == offset)
    // The same byte by byte, and again for what follows.
    var parser = GeneratedContentParser()
    let parts = syntaxError { for byte in text.utf8 { try parser.append([byte]) } }
    #expect(parts?.code == code)
    #expect(parts?.position == error.position)
    #expect(syntaxError { try parser.append(" ") } == parts)
    #expect(syntaxError { _ = try parser.finish() } == parts)
  }

  @Test(
    arguments: [
      [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22], [0x22, 0xFF, 0x22],
      [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func `C3: bytes that are not UTF-8 are an error`(bytes: [UInt8]) throws {
    for options in [GeneratedContentParser.Options.strict, .lenient] {
      // Alone, then among enough text for eight bytes at once; whole, then byte by byte.
      for text in [bytes, [0x22] + Array(repeating: 0x61, count: 20) + bytes.dropFirst()] {
        var parser = GeneratedContentParser(options: options)
        let error = syntaxError { try parser.append(Array("[".utf8) + text + Array("]".utf8)) }
        #expect(error?.code == .invalidUTF8)
        var split = GeneratedContentParser(options: options)
        let parts = syntaxError {
          for byte in Array("[".utf8) + text { try split.append(byte) }
        }
        #expect(parts == error)
      }
    }
  }

  @Test func `C3: an error has line, column and offset`() throws {
    let text = "{\n  \"é😀\": 1,\r\n\t\"日本\": \"x\", oops\n}"
    let error = try #require(syntaxError { _ = try GeneratedContent(json: text) })
    #expect(error.position == .init(offset: 34, line: 3, column: 13))
    #expect(
      error.errorDescription
        == "The text is not valid JSON at line 3, column 13 (byte 34): expected a key in quotes, "
        + "found \"o\"."
    )
    #expect(error.recoverySuggestion?.isEmpty == false)
  }

  @Test func `C3: a malformed text throws an error with the text and its cause`() throws {
    do {
      _ = try GeneratedContent(json: "[1,,2]")
      Issue.record("Nothing was thrown.")
    } catch let error as GeneratedContent.ParsingError {
      #expect(error.rawContent == "[1,,2]")
      #expect(error.underlyingError is GeneratedContentParser.SyntaxError)
      #expect(error.errorDescription?.contains("line 1, column 4") == true)
    }
  }

  @Test(arguments: [
    ("", "a value"), ("[1, ", "a value, and then \"]\""),
    (#"{"a"#, "the rest of a key and its value, and then \"}\""),
    (#"{"a""#, "\":\" and a value, and then \"}\""),
    (#"{"a":1,"#, "a key and its value, and then \"}\""),
    ("-", "the rest of a number"), ("[1.", "the rest of a number, and then \"]\""),
    ("tru", "the rest of true"), (#"{"a":[{"b":1"#, "the rest of a number, and then \"}]}\""),
  ])
  func `C3: the error for finishing early names the missing parts`(text: String, missing: String)
    throws
  {
    var parser = GeneratedContentParser()
    try parser.append(text)
    let error = try #require(syntaxError { _ = try parser.finish() })
    #expect(error.code == .unexpectedEnd)
    #expect(error.expected == missing)
    // The same text is a partial to whoever takes partials.
    #expect(try !GeneratedContent(json: text).isComplete)
  }

  @Test func `a number without a container is complete when the text ends`() throws {
    var parser = GeneratedContentParser()
    try parser.append("12")
    #expect(parser.isComplete == false)
    try parser.append("3.50 ")
    #expect(parser.isComplete == true)
    #expect(try parser.finish().numberText == "123.50")
    #expect(try GeneratedContent(json: "-0").numberText == "-0")
    #expect(syntaxError { try parser.append("1") }?.code == .trailingText)
  }

  @Test func `C3: a million brackets are an error at the limit, and accepted with a higher limit`()
    async throws
  {
    let error = try await onSmallStack {
      syntaxError { _ = try GeneratedContent(json: String(repeating: "[", count: 1_000_000)) }
    }
    #expect(error?.code == .tooDeep)
    #expect(error?.position.offset == GeneratedContent.maximumDepth)
    let options = GeneratedContentParser.Options(maximumDepth: greatDepth)
    let deep = String(repeating: #"[{"a":"#, count: greatDepth / 2)
    let text = deep + "1" + String(repeating: "}]", count: greatDepth / 2)
    let (open, whole, again) = try await onSmallStack {
      let whole = try GeneratedContent(json: text, options: options)
      return (
        try GeneratedContent(json: deep, options: options), whole,
        try GeneratedContent(json: whole.jsonBytes(), options: options)
      )
    }
    #expect(!open.isComplete && whole.isComplete)
    let isEqual = try await onSmallStack { [open == whole, again == whole] }
    #expect(isEqual == [false, true])
    #expect(try await onSmallStack { whole.jsonString(.compact) } == text)
  }
}
