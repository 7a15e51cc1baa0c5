import SchemaConformances
import Testing

struct DictionaryContentTests {
  @Test func `a dictionary is written sorted by the bytes of its names`() {
    let values = ["b": 2, "é": 4, "a": 1, "Z": 0, "e\u{301}2": 3]
    let names = values.generatedContent.properties.map(\.name)
    #expect(names == ["Z", "a", "b", "e\u{301}2", "é"])
  }

  @Test func `a dictionary is read back as it was written`() throws {
    let values = ["x": [1, 2], "": [], "a/b": [3]]
    #expect(try [String: [Int]](values.generatedContent) == values)
    #expect(try [String: Int]([String: Int]().generatedContent) == [:])
  }

  @Test func `content that is not a structure is an error that names the type`() {
    #expect(throws: GeneratedContent.ConversionError.self) {
      try [String: Int]([1].generatedContent)
    }
    #expect(throws: GeneratedContent.ConversionError.self) { try [String: Int](1.generatedContent) }
    #expect(throws: GeneratedContent.ConversionError.self) {
      try [String: Int](GeneratedContent(kind: .null))
    }
  }

  @Test func `a value that cannot be read is named`() throws {
    let content = ["a": "1", "b": "x"].generatedContent
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try [String: Int](content)
    }
    #expect(error?.path == [.key("a")])
  }

  @Test func `names that Swift takes for the same are an error, not a loss`() {
    let content = GeneratedContent(properties: ["caf\u{e9}": 1, "cafe\u{301}": 2])
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try [String: Int](content)
    }
    #expect(error?.code == .notRepresentable)
  }

  @Test func `the partially generated form has partially generated values`() {
    #expect(
      [String: [Int]].PartiallyGenerated.self == [String: [Int].PartiallyGenerated].self)
    let partial = ["a": 1].asPartiallyGenerated()
    #expect(partial == ["a": 1])
  }

  @Test func `a property of a structure may be a dictionary`() throws {
    let content = GeneratedContent(properties: ["scores": ["ann": 3, "bob": 5]])
    let scores: [String: Int] = try content.value(forProperty: "scores")
    #expect(scores == ["ann": 3, "bob": 5])
    let none: [String: Int]? = try content.value(forProperty: "other")
    #expect(none == nil)
  }
}
