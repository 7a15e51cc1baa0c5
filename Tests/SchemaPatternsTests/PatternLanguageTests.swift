import SchemaPatterns
import Testing

/// The texts that patterns match, as sets.
struct PatternLanguageTests {
  private func pattern(_ source: String) throws -> SchemaPattern { try SchemaPattern(ecma: source) }

  @Test(
    arguments: [
      ("^(?:a|b)$", ["a", "b"]), ("^a?$", ["", "a"]), ("^[ab]{2}$", ["aa", "ab", "ba", "bb"]),
      ("$^a", []), ("^$", [""]), ("a", nil), ("^a*$", nil), ("^[a-z]$", nil), ("^(?=a)a$", nil),
    ] as [(String, [String]?)])
  func `all texts of a pattern are found if they are few`(
    source: String, texts: [String]?
  ) throws {
    var budget = PatternBudget(documentSize: 0)
    #expect(try pattern(source).allTexts(atMost: 4, within: &budget) == texts)
  }

  @Test(
    arguments: [
      ("", true), (".*", true), ("^", true), (#"^[\s\S]*$"#, true), ("^.*$", false), ("a", false),
      ("^(?!a)", nil),
    ] as [(String, Bool?)])
  func `a pattern that matches every text is known`(source: String, matches: Bool?) throws {
    var budget = PatternBudget(documentSize: 0)
    #expect(try pattern(source).matchesEverything(within: &budget) == matches)
  }

  @Test(arguments: [
    ("^a", "^b", false, true, true), ("^a", "^ab", true, true, false),
    ("^a$", "^a", true, false, true), ("^a$", "^(?:a)$", true, false, false),
    ("^s_", "b$", true, true, true),
  ])
  func `two patterns are compared`(
    first: String, second: String, common: Bool, onlyFirst: Bool, onlySecond: Bool
  ) throws {
    var budget = PatternBudget(documentSize: 0)
    let relation = try #require(
      try pattern(first).relation(to: pattern(second), within: &budget))
    #expect(
      [relation.haveCommon, relation.hasOnlyFirst, relation.hasOnlySecond]
        == [common, onlyFirst, onlySecond])
    #expect(relation.isSubset == !onlyFirst)
  }

  @Test func `patterns are made of texts and of lengths`() throws {
    let texts = try #require(SchemaPattern(texts: ["a.b", "c|d"]))
    #expect(texts.source == #"^(?:a\.b|c\|d)$"#)
    #expect(texts.matches("a.b") == true && texts.matches("axb") == false)
    let lengths = try #require(SchemaPattern(lengthFrom: 1, to: 2))
    #expect(lengths.matches("") == false && lengths.matches("\n!") == true)
    #expect(lengths.lengths?.minimum == 1 && lengths.lengths?.maximum == 2)
    #expect(try pattern("^a{1,2}$").lengths == nil)
  }
}
