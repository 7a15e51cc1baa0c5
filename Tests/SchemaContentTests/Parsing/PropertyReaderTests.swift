import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct PropertyReaderTests {
  private static let text = #"""
    {"name": "Ada Lovelace", "born": 1815, "height": 1.65, "isAlive": false, "died": null,
      "works": ["Notes", "Letters"], "short": "a", "long": 12345678901234567890}
    """#

  @Test func `a reader gives the same values as reading by name, in any order`() throws {
    let content = try GeneratedContent(json: Self.text)
    var random = SplitMix64(seed: 7)
    for round in 0..<50 {
      var reader = GeneratedContent.PropertyReader(content)
      for _ in 0..<12 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: #expect(try reader.value(forProperty: "name") == "Ada Lovelace", "\(round)")
        case 1: #expect(try reader.value(forProperty: "born") == 1815, "\(round)")
        case 2: #expect(try reader.value(forProperty: "height") == 1.65, "\(round)")
        case 3: #expect(try reader.value(forProperty: "isAlive") == false, "\(round)")
        case 4: #expect(try reader.value(String?.self, forProperty: "died") == nil, "\(round)")
        case 5: #expect(try reader.value(forProperty: "works") == ["Notes", "Letters"], "\(round)")
        case 6: #expect(try reader.value(Int?.self, forProperty: "absent") == nil, "\(round)")
        default:
          #expect(try reader.value(forProperty: "long") == UInt64(12_345_678_901_234_567_890))
        }
      }
    }
  }

  @Test func `a number of a wider kind is read as by name`() throws {
    var reader = GeneratedContent.PropertyReader(try GeneratedContent(json: Self.text))
    #expect(try reader.value(Double.self, forProperty: "born") == 1815)
    #expect(try reader.value(Double.self, forProperty: "long") == 12_345_678_901_234_567_168)
    #expect(try reader.value(Int8?.self, forProperty: "absent") == nil)
    #expect(throws: GeneratedContent.ConversionError.self) {
      var reader = GeneratedContent.PropertyReader(try GeneratedContent(json: Self.text))
      _ = try reader.value(Int.self, forProperty: "height")
    }
  }

  @Test(arguments: [
    #"{"a": 1, "b": 2, "a": 3, "b": 4}"#, #"{"b": 2, "a": 1, "a": 3, "b": 4}"#,
  ])
  func `the first of two values under one name is found while both are there`(
    text: String
  ) throws {
    var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepLast))
    try parser.append(text)
    var reader = GeneratedContent.PropertyReader(parser.snapshot())
    for _ in 0..<3 {
      #expect(try reader.value(forProperty: "a") == 1)
      #expect(try reader.value(forProperty: "b") == 2)
    }
    reader = GeneratedContent.PropertyReader(try parser.finish())
    #expect(try reader.value(forProperty: "b") == 4)
    #expect(try reader.value(forProperty: "a") == 3)
    #expect(try reader.value(forProperty: "b") == 4)
  }

  @Test func `C5: errors are the same as by name`() throws {
    let content = try GeneratedContent(json: #"{"a": {"b": [1, "x"]}, "c": null}"#)
    func message(_ read: () throws -> Void) -> String {
      do {
        try read()
        return "no error"
      } catch {
        return "\(error)"
      }
    }
    for content in [content, try GeneratedContent(json: "[1]"), try GeneratedContent(json: "7")] {
      let pairs = [
        (
          message { _ = try content.value(Int.self, forProperty: "c") },
          message {
            var reader = GeneratedContent.PropertyReader(content)
            _ = try reader.value(Int.self, forProperty: "c")
          }
        ),
        (
          message { _ = try content.value([Int].self, forProperty: "a") },
          message {
            var reader = GeneratedContent.PropertyReader(content)
            _ = try reader.value([Int].self, forProperty: "a")
          }
        ),
        (
          message { _ = try content.value(Bool?.self, forProperty: "a") },
          message {
            var reader = GeneratedContent.PropertyReader(content)
            _ = try reader.value(Bool?.self, forProperty: "a")
          }
        ),
      ]
      for (byName, byReader) in pairs {
        #expect(byName == byReader)
        #expect(byName != "no error")
      }
    }
  }

  @Test func `every prefix of a text is read as by name`() throws {
    let bytes = Array(Self.text.utf8)
    var parser = GeneratedContentParser()
    for byte in bytes {
      try parser.append([byte])
      let content = parser.snapshot()
      var reader = GeneratedContent.PropertyReader(content)
      // In the order of the text, and once more against it.
      for _ in 0..<2 {
        #expect(
          try reader.value(String?.self, forProperty: "name")
            == content.value(String?.self, forProperty: "name"))
        #expect(
          try reader.value(Double?.self, forProperty: "height")
            == content.value(Double?.self, forProperty: "height"))
        #expect(
          try reader.value([String]?.self, forProperty: "works")
            == content.value([String]?.self, forProperty: "works"))
        #expect(
          try reader.value(UInt64?.self, forProperty: "long")
            == content.value(UInt64?.self, forProperty: "long"))
      }
    }
  }

  @Test func `the element that is cut off is left out of an array that was closed`() throws {
    var parser = GeneratedContentParser()
    try parser.append(#"{"days": [1, 2, "#)
    var reader = GeneratedContent.PropertyReader(parser.snapshot())
    #expect(try reader.value([Int]?.self, forProperty: "days") == [1, 2])
    let copy = GeneratedContent(properties: ["inner": parser.snapshot()])
    var outer = GeneratedContent.PropertyReader(copy)
    var inner = GeneratedContent.PropertyReader(try outer.value(forProperty: "inner"))
    #expect(try inner.value([Int]?.self, forProperty: "days") == [1, 2])
  }
}

/// A type that contains itself.
private struct Nested: ConvertibleFromGeneratedContent {
  /// How many levels there are.
  let depth: Int

  init(_ content: GeneratedContent) throws {
    var properties = GeneratedContent.PropertyReader(content)
    let name: String = try properties.value(forProperty: "name")
    let children: [Nested] = try properties.value(forProperty: "children")
    depth = name.isEmpty ? 0 : 1 + (children.first?.depth ?? 0)
  }
}

/// The same, read by name.
private struct NestedByName: ConvertibleFromGeneratedContent {
  let depth: Int

  init(_ content: GeneratedContent) throws {
    let child: NestedByName? = try content.value(forProperty: "child")
    depth = 1 + (child?.depth ?? 0)
  }
}

extension NestedByName {
  // A value cannot contain itself; the depth is all that is kept.
  static func text(depth: Int) -> String {
    String(repeating: #"{"child":"#, count: depth) + "null" + String(repeating: "}", count: depth)
  }
}

extension PropertyReaderTests {
  @Test func `H1: a type that contains itself is read up to the limit on a small stack`()
    async throws
  {
    let limit = GeneratedContent.maximumDepth
    let levels = limit / 2
    let text =
      String(repeating: #"{"name":"n","children":["#, count: levels)
      + String(repeating: "]}", count: levels)
    #expect(try await onSmallStack { try Nested(GeneratedContent(json: text)).depth } == levels)
    let chain = NestedByName.text(depth: limit)
    #expect(
      try await onSmallStack { try NestedByName(GeneratedContent(json: chain)).depth } == limit)
  }
}
