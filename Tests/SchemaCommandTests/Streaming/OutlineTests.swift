import SchemaKit
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

struct OutlineTests {
  private func outline(_ sample: Sample, _ json: String, columns: Int? = nil) throws -> [String] {
    let graph = try SchemaGraph(try sample.schema)
    return Outline(try GeneratedContent(json: json), by: graph).text(columns: columns)
      .map { $0.rendered(isColored: false) }
  }

  @Test func `an outline marks complete, growing and missing parts`() throws {
    #expect(
      try outline(.recipe, #"{"name": "Dal", "cookingTime": 25, "ingredients": [{"name": "le"#)
        == [
          "✓ name: \"Dal\"", "· summary", "✓ cookingTime: 25", "· servings", "· difficulty",
          "… ingredients", "  … 1", "    … name: \"le…", "    · quantity", "    · unit", "· steps",
          "· tags",
        ])
  }

  @Test func `a choice shows when it is decided`() throws {
    #expect(try outline(.recipe, #"{"difficulty": "ea"#)[4] == "… difficulty: …")
    #expect(try outline(.recipe, #"{"difficulty": "easy""#)[4] == "✓ difficulty: \"easy\"")
  }

  @Test func `a union shows its properties when its kind is there`() throws {
    #expect(try outline(.shape, #"{"kind": "cir"#) == ["… kind: \"cir…"])
    #expect(
      try outline(.shape, #"{"kind": "circle", "center": {"x": 1"#) == [
        "✓ kind: \"circle\"", "… center", "  · x", "  · y", "· radius", "· color",
      ])
  }

  @Test func `elements and types within themselves are indented`() throws {
    #expect(
      try outline(.tree, #"{"name": "a", "folders": [{"name": "b"}]}"#) == [
        "✓ name: \"a\"", "· purpose", "· files", "✓ folders", "  ✓ 1", "    ✓ name: \"b\"",
        "    · purpose", "    · files", "    · folders",
      ])
    #expect(try outline(.fitness, "[]").isEmpty)
  }

  @Test func `lines are cut to the columns that there are`() throws {
    let text = #"{"name": "苹果苹果苹果苹果", "summary": "🥐🥐🥐🥐🥐🥐🥐"}"#
    let lines = try outline(.recipe, text, columns: 15)
    #expect(lines.allSatisfy { $0.columns <= 15 })
    #expect(lines[0].hasPrefix("✓ name: \"苹果"))
  }

  @Test func `properties that the schema does not name are shown too, at any depth`() throws {
    let graph = try SchemaGraph(GenerationSchema(jsonSchema: #"{"type": ["object", "array"]}"#))
    let open = Outline(try GeneratedContent(json: #"{"a": {"b": [1, "x"#), by: graph)
    #expect(
      open.text().map { $0.rendered(isColored: false) } == [
        "… a", "  … b", "    ✓ 1: 1", "    … 2: \"x…",
      ])
    var parser = GeneratedContentParser(options: .init(maximumDepth: 60_000))
    try parser.append(String(repeating: "[", count: 50_000))
    #expect(Outline(parser.snapshot(), by: graph).lines.count == 49_999)
  }

  @Test func `names that Swift considers equal are separate lines`() throws {
    let document =
      #"{"type": "object", "properties": {"\#u{E9}": {"type": "integer"}, "#
      + #""e\#u{301}": {"type": "integer"}}}"#
    let graph = try SchemaGraph(try SchemaImporter().import(document).schema)
    let content = try GeneratedContent(json: "{\"e\u{301}\": 1, \"\u{E9}\": 2}")
    #expect(Outline(content, by: graph).lines.map(\.text) == ["2", "1"])
  }

  @Test(arguments: Sample.allCases)
  func `a complete value stays complete and is found once, in pieces of any size`(
    sample: Sample
  ) throws {
    let answer = sample.answer
    let graph = try SchemaGraph(try sample.schema)
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
        _ = Outline(content, by: graph)
      }
      #expect(found == expected)
      #expect(try ContentValidator(graph).isValid(try parser.finish()))
    }
  }

  @Test(arguments: [
    (
      #"{"a": [], "b": {"": {}, "c\u0041": "x\n\u00e9"}, "d": [1, null, [true]], "e": -12.5}"#,
      [
        "/a: []", "/b/: {}", #"/b/cA: "x\né""#, "/d/0: 1", "/d/1: null", "/d/2/0: true",
        "/e: -12.5",
      ]
    ),
    (#""ab""#, [#": "ab""#]), ("17", [": 17"]), ("[]", [": []"]),
    ("[[], {}]", ["/0: []", "/1: {}"]),
  ])
  func `the values that are found are those of the text, wherever it is divided`(
    text: String, expected: [String]
  ) throws {
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      var parser = GeneratedContentParser()
      var values = FinishedValues()
      var found: [FinishedValues.Value] = []
      for piece in [bytes[..<cut], bytes[cut...]] {
        try parser.append(piece)
        found += values.next(in: parser.snapshot())
      }
      _ = try parser.finish()
      found += values.next(in: parser.snapshot())
      #expect(found.map { "\($0.pointer): \($0.text)" } == expected, "cut at \(cut)")
    }
  }

  @Test(
    "H3: looks once at each value, in lists that are long and in lists that are deep",
    arguments: [(#"{"a":[1,2]},"#, 2), ("[", 0)])
  func proportion(part: String, valueCount: Int) throws {
    func snapshots(_ count: Int) throws -> [GeneratedContent] {
      var parser = GeneratedContentParser(options: .init(maximumDepth: .max))
      try parser.append("[")
      return try (0..<count).map { _ in
        try parser.append(part)
        return parser.snapshot()
      }
    }
    let growth = try growthOfTime(from: 500, prepare: snapshots) { snapshots in
      var values = FinishedValues()
      var count = 0
      for snapshot in snapshots { count += values.next(in: snapshot).count }
      #expect(count == valueCount * snapshots.count)
    }
    #expect(growth < proportionalGrowth, "four times the text takes \(growth) times as long")
  }

  @Test(arguments: [
    (
      #"{"name": "a", "steps": ["b", "c"#, "/steps/1",
      "/summary /cookingTime /servings /difficulty /ingredients"
    ),
    (
      #"{"ingredients": [{"name": "#, "/ingredients/0",
      """
      /name /summary /cookingTime /servings /difficulty /steps /ingredients/0/name \
      /ingredients/0/quantity /ingredients/0/unit
      """
    ),
    ("", "", "/name /summary /cookingTime /servings /difficulty /ingredients /steps"),
  ])
  func `an answer that was cut off lacks required parts of its schema`(
    text: String, unfinished: String, missing: String
  ) throws {
    let parts = try MissingParts(
      of: try GeneratedContent(json: text), by: try SchemaGraph(try Sample.recipe.schema))
    #expect(parts.unfinished.pointer == unfinished)
    #expect(parts.missing.map(\.pointer).joined(separator: " ") == missing)
  }

  @Test func `of a union only the alternative that is meant lacks something`() throws {
    let graph = try SchemaGraph(try Sample.shape.schema)
    let text = #"{"kind": "rectangle", "width": 3, "corner": {"x": 1,"#
    let parts = try MissingParts(of: try GeneratedContent(json: text), by: graph)
    #expect(parts.missing == [["height"], ["color"], ["corner", "y"]])
    #expect(try MissingParts(of: try GeneratedContent(json: "{"), by: graph).missing.isEmpty)
  }

  @Test func `H2: of many missing parts the first are listed, and the others are counted`() throws {
    let properties = (0..<50).map {
      DynamicGenerationSchema.Property(name: "p\($0)", schema: .string)
    }
    let schema = DynamicGenerationSchema(name: "Many", properties: properties)
    let graph = try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
    let parts = try MissingParts(of: try GeneratedContent(json: "{"), by: graph)
    #expect(parts.missing.count == 20)
    #expect(parts.description.hasSuffix("/p18, /p19 and 30 more."), "\(parts.description)")
  }
}
