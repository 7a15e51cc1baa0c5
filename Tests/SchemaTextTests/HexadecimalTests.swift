import SchemaText
import Testing

struct HexadecimalTests {
  @Test func `the digits of all bytes are read in both cases`() {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = Hexadecimal.text(of: bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.bytes(of: text) == bytes)
    let uppercase = bytes.map { Hexadecimal.uppercaseText(of: $0) }.joined()
    #expect(uppercase == text.uppercased())
    #expect(Hexadecimal.bytes(of: uppercase) == bytes)
  }

  @Test(arguments: ["0", "0g", "+1", " 1", "0x", "٣٣"])
  func `a text with other characters, or half a byte, has no bytes`(text: String) {
    #expect(Hexadecimal.bytes(of: text) == nil)
  }

  @Test func `a segment of a path is percent-encoded, except unreserved characters`() {
    #expect("a/b c".pathSegment == "a%2Fb%20c")
    #expect("AZaz09-._~".pathSegment == "AZaz09-._~")
    #expect("é\n%".pathSegment == "%C3%A9%0A%25")
    #expect("/a b//ü/\u{301}".percentEncodedPath == "/a%20b//%C3%BC/%CC%81")
    #expect("".pathSegment == "")
  }
}
