import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct OutlineTests {
  private func outline<Value: Generable>(_ type: Value.Type, _ json: String) throws -> [String] {
    let content = try GeneratedContent(json: json)
    return Outline(try Value.PartiallyGenerated(content), content).text(on: Display())
  }

  @Test func `what is finished, what grows and what is to come`() throws {
    #expect(
      try outline(Recipe.self, #"{"name": "Dal", "cookingTime": 25, "ingredients": [{"name": "le"#)
        == [
          "✓ name: \"Dal\"", "· summary", "✓ cookingTime: 25", "· servings", "· difficulty",
          "… ingredients", "  … 1", "    … name: \"le…", "    · quantity", "    · unit", "· steps",
          "· tags",
        ])
  }

  @Test func `a choice shows when it is decided`() throws {
    #expect(try outline(Recipe.self, #"{"difficulty": "ea"#)[4] == "… difficulty: …")
    #expect(try outline(Recipe.self, #"{"difficulty": "easy""#)[4] == "✓ difficulty: \"easy\"")
  }

  @Test func `a union shows its properties when its kind is there`() throws {
    #expect(try outline(Shape.self, #"{"kind": "cir"#).isEmpty)
    #expect(
      try outline(Shape.self, #"{"kind": "circle", "center": {"x": 1"#) == [
        "✓ kind: \"circle\"", "… center", "  · x", "  · y", "· radius", "· color",
      ])
  }

  @Test func `elements and types within themselves are indented`() throws {
    #expect(
      try outline(Folder.self, #"{"name": "a", "folders": [{"name": "b"}]}"#) == [
        "✓ name: \"a\"", "· purpose", "· files", "✓ folders", "  ✓ 1", "    ✓ name: \"b\"",
        "    · purpose", "    · files", "    · folders",
      ])
    #expect(try outline([Exercise].self, "[]").isEmpty)
  }

  @Test func `lines are cut to the columns that there are`() throws {
    let content = try GeneratedContent(json: #"{"name": "苹果苹果苹果苹果", "summary": "🥐🥐🥐🥐🥐🥐🥐"}"#)
    let outline = Outline(try Recipe.PartiallyGenerated(content), content)
    let lines = outline.text(on: Display(), columns: 15)
    #expect(lines.allSatisfy { $0.columns <= 15 })
    #expect(lines[0].hasPrefix("✓ name: \"苹果"))
  }

  @Test(arguments: Sample.allCases)
  func `what is finished stays finished and is found once, in whatever pieces`(
    sample: Sample
  ) throws {
    try check(sample.type, sample.answer)
  }

  private func check<Value: Generable>(_ type: Value.Type, _ answer: String) throws {
    var whole = FinishedValues()
    let expected = whole.next(in: try GeneratedContent(json: answer))
    #expect(!expected.isEmpty)
    for size in [1, 3, 50] {
      var parser = GeneratedContentParser()
      var values = FinishedValues()
      var found: [FinishedValues.Value] = []
      var rest = Array(answer.utf8)[...]
      while !rest.isEmpty {
        try parser.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        let content = parser.snapshot()
        found += values.next(in: content)
        _ = Outline(try Value.PartiallyGenerated(content), content)
      }
      #expect(found == expected)
      // And the whole is a value.
      _ = try Value(try parser.finish())
    }
  }

  @Test(arguments: [
    (
      #"{"name": "a", "steps": ["b", "c"#, "/steps/1",
      "/summary /cookingTime /servings /difficulty /ingredients"
    ),
    (
      #"{"ingredients": [{"name": "#, "/ingredients/0",
      "/ingredients/0/name /ingredients/0/quantity /ingredients/0/unit /name /summary /cookingTime /servings /difficulty /steps"
    ),
    ("", "", "/name /summary /cookingTime /servings /difficulty /ingredients /steps"),
  ])
  func `an answer that was cut off lacks what its schema requires`(
    text: String, unfinished: String, missing: String
  ) throws {
    let parts = MissingParts(
      of: try GeneratedContent(json: text), by: try SchemaGraph(Recipe.self))
    #expect(parts.unfinished == unfinished)
    #expect(parts.missing.joined(separator: " ") == missing)
  }

  @Test func `of a union only the alternative that is meant lacks something`() throws {
    let graph = try SchemaGraph(Shape.self)
    let text = #"{"kind": "rectangle", "width": 3, "corner": {"x": 1,"#
    let parts = MissingParts(of: try GeneratedContent(json: text), by: graph)
    #expect(parts.missing == ["/corner/y", "/height", "/color"])
    #expect(MissingParts(of: try GeneratedContent(json: "{"), by: graph).missing.isEmpty)
  }
}
