import SchemaTestSupport
import Testing

@testable import SchemaText

struct JSONScannerTests {
  private static let document = #"""
    {"a" : [1, -2.5e3, "x\"]y"],
     "é{": {"b": true}, "c": null, "": []}
    """#

  @Test func `a document is read token by token`() {
    let text = Array(Self.document.utf8)
    var scanner = JSONScanner(text)
    var tokens: [String] = []
    while let token = scanner.next() {
      let spelling = String(decoding: text[token.range], as: UTF8.self)
      tokens.append(token.kind == .name ? scanner.string(token) + ":" : spelling)
    }
    let expected = [
      "{", "a:", "[", "1", "-2.5e3", #""x\"]y""#, "]", "é{:", "{", "b:", "true", "}", "c:", "null",
      ":", "[", "]", "}",
    ]
    #expect(tokens == expected)
  }

  @Test func `a value is skipped completely, and the end of a container is not a value`() {
    let text = Array(#" [1, {"a": [2, "]"]}, "b"] 7"#.utf8)
    var scanner = JSONScanner(text)
    #expect(scanner.next()?.kind == .beginArray)
    var values: [String] = []
    var end: JSONScanner.Token?
    while let token = scanner.next() {
      if token.kind == .endArray {
        end = token
        break
      }
      scanner.skipRest(of: token)
      values.append(
        String(decoding: text[token.range.lowerBound..<scanner.offset], as: UTF8.self))
    }
    #expect(values == ["1", #"{"a": [2, "]"]}"#, #""b""#])
    #expect(end != nil)
    #expect(scanner.next()?.kind == .number)
    #expect(scanner.next() == nil)
  }

  @Test func `positions count lines, and scalars in a line`() {
    let text = [0xEF, 0xBB, 0xBF] + Array(Self.document.utf8)
    let positions = JSONScanner.positions(ofValues: [0, 1, 3, 6, 8, 9], in: text)
    #expect(
      positions.map { [$0.line, $0.column] } == [[1, 1], [1, 8], [1, 12], [2, 14], [2, 36]])
    let end = Array("[1]\n".utf8)
    #expect(JSONScanner.positions(ofValues: [7], in: end).isEmpty)
  }

  @Test func `very many open brackets take no call stack`() async throws {
    let text = [UInt8](repeating: 0x5B, count: greatDepth)
    let end = try await onSmallStack {
      var scanner = JSONScanner(text)
      if let token = scanner.next() { scanner.skipRest(of: token) }
      return scanner.offset
    }
    #expect(end == greatDepth)
  }
}
