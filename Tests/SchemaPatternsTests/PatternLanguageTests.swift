import IndexedTables
import SchemaPatterns
import Testing

/// The texts that patterns match, as sets.
struct PatternLanguageTests {
  private func pattern(_ source: String) throws -> SchemaPattern { try SchemaPattern(ecma: source) }

  @Test(
    arguments: [
      ("^(?:a|b)$", ["a", "b"]), ("^a?$", ["", "a"]), ("^[ab]{2}$", ["aa", "ab", "ba", "bb"]),
      ("$^a", []), ("^$", [""]), ("a", nil), ("^a*$", nil), ("^[a-z]$", nil), ("^(?=a)a$", nil),
      ("^[ab]c[de]$", ["acd", "ace", "bcd", "bce"]), ("^[ab]{20}$", nil),
      (#"^\uD7FF$"#, ["\u{D7FF}"]),
      ("^a{30}$", [String(repeating: "a", count: 30)]),
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

  private static let compared = [
    "", "a", "^a", "^b", "^ab", "^a$", "b$", "^[ab]*$", "^a{3}$", "^(?:ab|cd)+$", "$^x", "^[^a]",
  ]

  @Test(arguments: compared, compared)
  func `a search for a common text finds one if the relation of the patterns has one`(
    first: String, second: String
  ) throws {
    var budget = PatternBudget(documentSize: 0)
    let relation = try #require(
      try pattern(first).relation(to: pattern(second), within: &budget))
    var one = try #require(try pattern(first).scalarAutomaton())
    var two = try #require(try pattern(second).scalarAutomaton())
    var work = WorkBudget(steps: 10_000)
    #expect(
      SchemaPattern.mayOverlap(&one, &two, within: &work) == relation.haveCommon)
    // With fewer steps than are needed, there is no result, and the same search still succeeds.
    let needed = Int(10_000 - work.remaining)
    for steps in [0, needed / 2, needed - 1] {
      var less = WorkBudget(steps: Int64(steps))
      #expect(SchemaPattern.mayOverlap(&one, &two, within: &less) == nil)
    }
    var enough = WorkBudget(steps: Int64(needed))
    #expect(
      SchemaPattern.mayOverlap(&one, &two, within: &enough) == relation.haveCommon)
    #expect(enough.isSpent)
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

  @Test(
    arguments: [
      ("^[a-z]+$", 2, 5, "^[a-z]{2,5}$"), ("^[a-z]+$", 0, 5, "^[a-z]{1,5}$"),
      ("^[a-z][a-z0-9]*$", 2, 8, "^[a-z][a-z0-9]{1,7}$"), ("^x-(?:[a-z]*)$", 3, nil, "^x-[a-z]+$"),
      ("^[a-z]{2}-[0-9]?$", 4, nil, "^[a-z]{2}-[0-9]{1}$"), ("^abc$", 1, 3, "^abc$"),
      // No text has such a length.
      ("^abc$", 4, nil, nil), ("^[a-z]{3,}$", 0, 2, nil),
      // The lengths do not follow from one repetition.
      ("^a*b*$", 2, 5, nil), ("^(?:ab)*$", 2, 5, nil), ("^a|b+$", 2, 5, nil), ("[a-z]", 2, 5, nil),
    ] as [(String, Int, Int?, String?)])
  func `a pattern with one repetition is limited to lengths`(
    source: String, minimum: Int, maximum: Int?, limited: String?
  ) throws {
    let result = try pattern(source).limited(toLengthFrom: minimum, to: maximum)
    #expect(result?.source == limited)
  }
}
