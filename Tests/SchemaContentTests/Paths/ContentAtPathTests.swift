import SchemaContent
import Testing

struct ContentAtPathTests {
  @Test(
    "The examples of RFC 6901 section 5 find their values",
    arguments: [
      ("", nil), ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
      ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"),
      ("/m~0n", "8"), ("/7", "9"),
    ])
  func pointers(text: String, value: String?) throws {
    let document = try GeneratedContent(
      json: #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
          " ": 7, "m~n": 8, "7": 9}
        """#)
    let path = try SchemaPath(pointer: text)
    let found = try #require(document[path])
    #expect(found == (try value.map { try GeneratedContent(json: $0) } ?? document))
    #expect(path.pointer == text)
  }

  @Test("C5: values are read at a path, and errors lead there") func reading() throws {
    let content = try GeneratedContent(
      json: #"{"steps": [{"name": "cut"}, {"name": null, "minutes": "x"}], "7": [true]}"#)
    #expect(try content.value(String.self, at: ["steps", 0, "name"]) == "cut")
    #expect(content[["steps", 1, "name"]] == GeneratedContent(kind: .null))
    #expect(content[["steps", 2]] == nil)
    #expect(try content.value(Bool.self, at: [7, 0]))
    let absent: String? = try content.value(at: ["steps", 1, "name"])
    #expect(absent == nil)
    let missing: String? = try content.value(at: ["steps", 5, "name"])
    #expect(missing == nil)

    func error(_ path: SchemaPath) throws -> GeneratedContent.ConversionError {
      try #require(throws: GeneratedContent.ConversionError.self) {
        let value: Int = try content.value(at: path)
        _ = value
      }
    }
    var failure = try error(["steps", 1, "minutes"])
    var message: String? {
      failure.errorDescription?.replacing("The content cannot be read ", with: "")
    }
    #expect(message == #"at /steps/1/minutes: expected Int, found the string "x"."#)
    failure = try error(["steps", 5, "minutes"])
    #expect(failure.code == .missing)
    #expect(message == "at /steps/5: expected Int, found an array of 2 elements.")
    failure = try error(["steps", 0, "minutes"])
    #expect(message == "at /steps/0/minutes: expected Int, found nothing.")
    failure = try error(["steps", 0, "name", "first"])
    #expect(failure.code == .typeMismatch)
    #expect(
      message
        == #"at /steps/0/name: expected an object with "first" (Int), found the string "cut"."#)
    failure = try error(["7", 0, 1])
    #expect(message == #"at /7/0: expected an array (Int), found true."#)
    func optionalError(_ path: SchemaPath) throws -> GeneratedContent.ConversionError {
      try #require(throws: GeneratedContent.ConversionError.self) {
        let value: Int? = try content.value(at: path)
        _ = value
      }
    }
    failure = try optionalError(["steps", "name"])
    #expect(failure.code == .typeMismatch && failure.path.pointer == "/steps")
    failure = try optionalError(["steps", 1, "minutes"])
    #expect(failure.code == .typeMismatch && failure.path.pointer == "/steps/1/minutes")
    // What is still arriving counts as absent where that is allowed.
    let partial = try GeneratedContent(json: #"{"when": "2025-06"#)
    let date: Int? = try partial.value(at: ["when"])
    #expect(date == nil)
  }
}
