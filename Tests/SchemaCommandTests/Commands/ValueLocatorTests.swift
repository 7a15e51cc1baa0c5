import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct ValueLocatorTests {
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
    let range = ValueLocator.range(of: place, in: bytes)
    #expect(range.map { String(decoding: bytes[$0], as: UTF8.self) } == value)
  }

  @Test func `what is left alone stays where it was`() throws {
    let place = try SchemaPath(pointer: "/a~1b")
    let isolated = try #require(ValueLocator.isolated(place, in: Array(Self.text.utf8)))
    let text = String(decoding: isolated, as: UTF8.self)
    #expect(text.utf8.count == Self.text.utf8.count)
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.contains(#"         {"": null, "a": -1.5e3}"#))
    #expect(text.filter { $0 == "\"" }.count == 4)
  }

  @Test func `the whole is a place as well`() {
    #expect(ValueLocator.range(of: SchemaPath(), in: Array(" [1] ".utf8)) == 1..<4)
  }
}
