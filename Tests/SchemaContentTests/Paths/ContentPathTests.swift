import SchemaContent
import SchemaTestSupport
import Testing

@Suite struct ContentPathTests {
  @Test(
    "A path is parsed from the text that describes it",
    arguments: [
      ("", [], ""), (".", [], ""), (".steps[2].name", ["steps", 2, "name"], ".steps[2].name"),
      ("steps[2].name", ["steps", 2, "name"], ".steps[2].name"), ("[0][10]", [0, 10], "[0][10]"),
      (#"["content-type"].a"#, ["content-type", "a"], #"["content-type"].a"#),
      (#".a["b c"][""]"#, ["a", "b c", ""], #".a["b c"][""]"#), ("._1", ["_1"], "._1"),
      (#"["1"][1]"#, ["1", 1], #"["1"][1]"#), (".größe", ["größe"], ".größe"),
      (#"["\u00e9\ud83d\ude00\/\n"]"#, ["\u{E9}\u{1F600}/\n"], "[\"\u{E9}\u{1F600}/\\n\"]"),
      (#"["plain"]"#, ["plain"], ".plain"),
    ] as [(String, [GeneratedContent.PathComponent], String)])
  func parsing(text: String, components: [GeneratedContent.PathComponent], written: String) throws {
    let path = try ContentPath(parsing: text)
    #expect(path.components == components)
    #expect(path.description == written)
    #expect(try ContentPath(parsing: written) == path)
  }

  @Test(
    "A text that is no path is an error that says where and what",
    arguments: [
      ("..a", 1), (".a.", 3), (".a b", 2), ("[", 1), ("[1", 2), ("[01]", 1), ("[-1]", 1),
      ("[two]", 1),
      ("[99999999999999999999]", 1), (#"["a]"#, 4), (#"["a"x"#, 4), (#"["\x"]"#, 3),
      (#"["\u12"]"#, 6), (#"["\ud800"]"#, 8), (#"["\ud800\u0041"]"#, 14), (#"["\udc00"]"#, 8),
      (".1", 1), (".a-b", 2), ("é[x]", 3), (".a]", 2),
    ])
  func malformed(text: String, offset: Int) throws {
    let error = try #require(throws: ContentPath.SyntaxError.self) {
      try ContentPath(parsing: text)
    }
    #expect(error.text == text)
    #expect(error.offset == offset)
    #expect(error.description.contains("expected"))
    #expect(error.errorDescription != nil && error.recoverySuggestion != nil)
  }

  @Test("Every path is read from its description and from its JSON Pointer") func roundTrip() throws
  {
    var random = SplitMix64(seed: 12)
    let scalars = Array(
      "ab_Z09é\u{301}\u{345}\u{5D0}漢😀 .-[]\"'\\/~\u{0}\n\u{7F}\u{85}\u{200D}ǅ²".unicodeScalars)
    for _ in 0..<2000 {
      let components: [GeneratedContent.PathComponent] = (0..<random.below(5)).map { _ in
        if random.oneIn(3) { return .index(random.below(1000)) }
        var name = ""
        for _ in 0..<random.below(6) { name.unicodeScalars.append(random.pick(scalars)) }
        return .property(name)
      }
      let path = ContentPath(components)
      let read = try ContentPath(parsing: path.description)
      #expect(Array(read.description.utf8) == Array(path.description.utf8), "seed 12")
      #expect(read == path, "\(path) with seed 12")
      let pointed = try ContentPath(jsonPointer: path.jsonPointer)
      #expect(pointed.jsonPointer == path.jsonPointer, "\(path) with seed 12")
    }
  }

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
    let path = try ContentPath(jsonPointer: text)
    let found = try #require(document[path])
    #expect(found == (try value.map { try GeneratedContent(json: $0) } ?? document))
    #expect(path.jsonPointer == text)
  }

  @Test("A text that is no JSON Pointer is an error", arguments: ["a", "#/a", "/~", "/~2", "/a/~"])
  func malformedPointers(text: String) {
    #expect(throws: ContentPath.SyntaxError.self) { try ContentPath(jsonPointer: text) }
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

    func error(_ path: ContentPath) throws -> GeneratedContent.ConversionError {
      try #require(throws: GeneratedContent.ConversionError.self) {
        let value: Int = try content.value(at: path)
        _ = value
      }
    }
    var failure = try error(["steps", 1, "minutes"])
    #expect(failure.description == #"at .steps[1].minutes: expected Int, found the string "x""#)
    failure = try error(["steps", 5, "minutes"])
    #expect(failure.code == .missing)
    #expect(failure.description == "at .steps[5]: expected Int, found an array of 2 elements")
    failure = try error(["steps", 0, "minutes"])
    #expect(failure.description == "at .steps[0].minutes: expected Int, found nothing")
    failure = try error(["steps", 0, "name", "first"])
    #expect(failure.code == .typeMismatch)
    #expect(
      failure.description
        == #"at .steps[0].name: expected a structure with "first" (Int), found the string "cut""#)
    failure = try error(["7", 0, 1])
    #expect(failure.description == #"at ["7"][0]: expected an array (Int), found true"#)
    #expect(throws: GeneratedContent.ConversionError.self) {
      let value: Int? = try content.value(at: ["steps", "name"])
      _ = value
    }
    // What is still arriving counts as absent where that is allowed.
    let partial = try GeneratedContent(json: #"{"when": "2025-06"#)
    let date: Int? = try partial.value(at: ["when"])
    #expect(date == nil)
  }

  @Test("Paths lead around: to what is around a place, and to what is in it") func relations()
    throws
  {
    let path: ContentPath = ["a", 1]
    #expect(path.appending("b") == ["a", 1, "b"])
    #expect(path.parent == ["a"])
    #expect(ContentPath().parent == nil)
    #expect(ContentPath().isEmpty)
    #expect(path.isInside(["a"]) && path.isInside(path) && !path.isInside(["a", 2]))
  }
}
