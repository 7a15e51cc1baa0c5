import SchemaTestSupport
import Testing

@testable import SchemaText

struct JSONTextTests {
  private func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("é漢😀", "\"é漢😀\""), ("/\u{7F}", "\"/\u{7F}\""),
    (#"a"b\c"#, #""a\"b\\c""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}a\u{1F}", #""\u0000a\u001f""#), ("\"", #""\"""#), ("ab\n", #""ab\n""#),
  ])
  func `a string is written with the escapes that it needs, and read back`(
    text: String, json: String
  ) {
    #expect(quoted(text) == json)
    #expect(String(unescapingJSON: Array(json.utf8).dropFirst().dropLast()) == text)
  }

  @Test(arguments: [
    (#"\u00e9\uD83D\uDE00"#, "é😀"), (#"\/"#, "/"), (#"a\ud800b"#, "a\u{FFFD}b"),
    (#"\ud83d"#, "\u{FFFD}"), (#"x\u0041\u0042y"#, "xABy"),
  ])
  func `escapes that the writer does not use are read`(json: String, text: String) {
    #expect(String(unescapingJSON: Array(json.utf8)[...]) == text)
  }

  @Test func `random strings are read back from their JSON text`() {
    var random = SplitMix64(seed: 5)
    let scalars = Array("ab\"\\/\n\t\u{0}\u{1F}é漢😀".unicodeScalars)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<random.below(12) { text.unicodeScalars.append(random.pick(scalars)) }
      let json = Array(quoted(text).utf8)
      #expect(String(unescapingJSON: json.dropFirst().dropLast()) == text, "seed 5")
      #expect(JSONScanner.endOfString(json.span, from: 0) == json.count, "seed 5")
    }
  }

  @Test func `texts are equal if they have the same bytes`() {
    let names = ["\u{E9}", "e\u{301}", "e", "", "\u{0}", "aaaaaaaa", "aaaaaaaaa"]
    #expect(names[0] == names[1])
    #expect(Set(names.map(ExactText.init)).count == names.count)
    #expect(ExactText("ab" + "c") == ExactText("abc"))
    #expect(ExactText("ab" + "c").hashValue == ExactText("abc").hashValue)
    #expect(ExactText("e\u{301}") < ExactText("\u{E9}"))
  }
}
