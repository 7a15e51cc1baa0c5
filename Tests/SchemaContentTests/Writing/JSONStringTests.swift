import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct JSONStringTests {
  @Test func `the text is on one line with spaces`() throws {
    let text = #"{"b": 1, "a": [true, null, {"é": "x"}], "c": {}}"#
    let content = try GeneratedContent(json: text)
    #expect(content.jsonString == text)
    #expect(content.jsonString(.singleLine) == text)
    #expect(content.jsonString(.compact) == #"{"b":1,"a":[true,null,{"é":"x"}],"c":{}}"#)
    #expect(
      content.jsonString(.pretty) == """
        {
          "b": 1,
          "a": [
            true,
            null,
            {
              "é": "x"
            }
          ],
          "c": {}
        }
        """)
  }

  @Test func `only characters that need an escape have one`() throws {
    let text =
      (0..<0x20).map { String(Unicode.Scalar(UInt8($0))) }.joined() + "\"\\/\u{7F}é\u{2028}😀"
    let json = text.generatedContent.jsonString
    #expect(json.hasPrefix(#""\u0000\u0001"#))
    #expect(json.contains(#"\u0007\b\t\n\u000b\f\r\u000e"#))
    #expect(json.hasSuffix("\\u001f\\\"\\\\/\u{7F}é\u{2028}😀\""))
    #expect(try String(GeneratedContent(json: json)) == text)
    #expect(try JSONValue(text: json) == .string(text))
  }

  @Test func `content that is not complete is written as far as it has arrived`() throws {
    let cases = [
      "": "null", "[": "[]", #"{"a"#: "{}", #"{"a": [1, "x\ud83d"#: #"{"a": [1, "x"]}"#,
      #"{"a": {"b": [[], 2"#: #"{"a": {"b": [[]]}}"#, #"{"a": [1, 2], "b": "#: #"{"a": [1, 2]}"#,
      #"[[1], {"x": 2}, "y", ["#: #"[[1], {"x": 2}, "y", []]"#, #""abc"#: #""abc""#,
    ]
    for (text, json) in cases {
      #expect(try GeneratedContent(json: text).jsonString == json)
    }
  }

  @Test func `a part of content is written on its own`() throws {
    let whole = try GeneratedContent(json: #"{"a": [1, {"b": 2}], "c": [[3, "op"#)
    let part = try whole.value(GeneratedContent.self, forProperty: "a")
    #expect(part.jsonString == #"[1, {"b": 2}]"#)
    let open = try whole.value(GeneratedContent.self, forProperty: "c")
    #expect(open.jsonString == #"[[3, "op"]]"#)
    #expect(open.elements.map { $0.jsonString } == [#"[3, "op"]"#])
    #expect(
      open.elements.map { $0.elements.map { $0.jsonString } } == [["3", "\"op\""]])
  }

  @Test func `a pretty text is indented by 100 levels at most`() throws {
    let content = try GeneratedContent(
      json: String(repeating: "[", count: 400) + String(repeating: "]", count: 400),
      options: GeneratedContentParser.Options(maximumDepth: 400))
    let lines = content.jsonString(.pretty).split(separator: "\n")
    #expect(lines.count == 799)
    #expect(lines.map { $0.prefix { $0 == " " }.count }.max() == 200)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `written text reads back as equal content, by Foundation too`(seed: UInt64) throws {
    var documents = JSONDocuments(seed: 5000 + seed)
    for _ in 0..<10 {
      let text = documents.next()
      let content = try GeneratedContent(json: text)
      for format in [GeneratedContent.JSONFormat.singleLine, .compact, .pretty] {
        let written = content.jsonString(format)
        #expect(try GeneratedContent(json: written) == content)
        #expect(try GeneratedContent(json: written).jsonString(format) == written)
      }
      // Foundation's numbers stop at 1e128.
      if !text.contains("e400"), !text.contains("e300"), !text.contains("e-308") {
        #expect(try JSONValue(text: content.jsonString) == JSONValue(text: text))
      }
    }
  }
}
