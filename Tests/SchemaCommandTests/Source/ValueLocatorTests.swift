import Foundation
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct ValueLocatorTests {
  private static let text = #"""
    { "a" : [1, {"b": "x,]}\""}, [[], {}], true],
      "a/b": {"": null, "a": -1.5e3}, "\u0061\n": "escaped", "ü": [ ] }
    """#

  @Test(arguments: [
    ("/a/0", "1"), ("/a/1", #"{"b": "x,]}\""}"#), ("/a/1/b", #""x,]}\"""#), ("/a/2", "[[], {}]"),
    ("/a/2/1", "{}"), ("/a/3", "true"), ("/a~1b/", "null"), ("/a~1b/a", "-1.5e3"),
    ("/a\n", #""escaped""#), ("/ü", "[ ]"), ("/a/4", nil), ("/a/-1", nil), ("/a/01", nil),
    ("/a/1/c", nil), ("/b", nil), ("/a/0/x", nil), ("/ü/0", nil), ("/a/2/0/0", nil),
  ])
  func `values are found by their pointers`(pointer: String, value: String?) throws {
    let place = try SchemaPath(pointer: pointer)
    let bytes = Array(Self.text.utf8)
    let start = ValueLocator.positions(of: [place], in: bytes)[place]?.offset
    #expect(
      start.map { bytes[$0...].starts(with: Array((value ?? "").utf8)) } == value.map { _ in true })
  }

  @Test func `many places are found in one pass`() throws {
    let pointers = ["/a/1/b", "", "/a/1", "/a~1b/a", "/none", "/ü", "/a/2/1"]
    let places = try pointers.map { try SchemaPath(pointer: $0) }
    let found = ValueLocator.positions(of: places, in: Array(Self.text.utf8))
    #expect(
      places.map { found[$0].map { "\($0.line):\($0.column)" } ?? "-" } == [
        "1:19", "1:1", "1:13", "2:26", "-", "2:63", "1:35",
      ])
    let deep = SchemaPath(Array(repeating: "0", count: 100_000))
    let text = Array(
      (String(repeating: "[", count: 100_001) + String(repeating: "]", count: 100_001)).utf8)
    #expect(ValueLocator.positions(of: [deep], in: text)[deep]?.offset == 100_000)
  }

  @Test func `names that Swift considers equal have separate places`() {
    let places = ["\u{E9}", "e\u{301}"].map { SchemaPath([$0]) }
    let text = Array("{\"\u{E9}\": 1, \"e\u{301}\": 2}".utf8)
    let found = ValueLocator.positions(of: places, in: text)
    #expect(places.map { found[$0]?.offset } == [7, 17])
  }

  @Test func `the root is a place as well`() {
    let whole = SchemaPath()
    #expect(ValueLocator.positions(of: [whole], in: Array(" [1] ".utf8))[whole]?.offset == 1)
  }
}
