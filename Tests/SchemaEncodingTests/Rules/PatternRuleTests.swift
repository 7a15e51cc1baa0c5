import SchemaEncoding
import SchemaTestSupport
import Testing

/// G3: patterns, from a type to the written bytes.
struct PatternRuleTests {
  @Test func `G3: choices that a pattern of the property does not match are not written`() throws {
    let guide = GenerationGuide<Size>(GenerationGuide<String>.pattern(/^[a-m]/))
    #expect(
      try guided(Size.self, guide)
        == #"{"type":"string","description":"How large","enum":["medium","large"]}"#)
  }

  @Test func `G3: a pattern that no choice matches is an error`() throws {
    let guide = GenerationGuide<Size>(GenerationGuide<String>.pattern(/^[0-9]/))
    guard case .contradictoryGuides? = fault(Holder<Size>.schema([guide])) else {
      Issue.record("No size begins with a digit.")
      return
    }
  }

  @Test func `G3: a pattern that is not run is written together with all choices`() throws {
    let behind = try SchemaPattern(ecma: "(?<=s)m")
    #expect(behind.matches("small") == nil)
    let guide = GenerationGuide<Size>(GuideValue(.pattern(behind)))
    #expect(
      try guided(Size.self, guide)
        == #"{"type":"string","description":"How large","#
        + #""enum":["small","medium","large","xlarge"],"pattern":"(?<=s)m"}"#)
  }

  @Test func `G3: two patterns are both written, or one and a warning`() throws {
    let schema = Holder<String>.schema([.pattern(/^b/), .pattern(/c$/)])
    #expect(
      try text(schema).contains(
        #""value":{"type":"string","pattern":"^b","allOf":[{"pattern":"c$"}]}"#))
    let single = TestDialect { $0.constraints.combination = .differentKeywords }
    let document = try SchemaEncoder(dialect: single).encode(schema)
    let value = document.root.properties[0].schema
    #expect(value["pattern"] == "^b" && value["allOf"] == nil)
    #expect(value.description == "Matches the regular expression 'c$'.")
    #expect(document.diagnostics.map(\.severity) == [.warning])
    #expect(document.diagnostics.map(\.path.pointer) == ["/value"])
  }

  @Test func `G3: patterns with equal characters and different bytes are both written`() throws {
    let guides = try ["\u{E9}", "e\u{301}"].map { source in
      GenerationGuide<String>(GuideValue(.pattern(try SchemaPattern(ecma: source))))
    }
    let dialect = TestDialect { $0.constraints.pattern = { $0.wholeStringSource } }
    let written = try text(Holder<String>.schema(guides), in: dialect).unicodeScalars
    #expect(written.count { $0 == "\u{E9}" } == 1)
    #expect(written.count { $0 == "\u{301}" } == 1)
  }
}
