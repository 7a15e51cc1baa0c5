import IndexedTables
import SchemaTestSupport
import Testing

@testable import SchemaPatterns

/// Patterns and texts that are meant to stop a program.
///
/// A matcher that tries the ways through a pattern one by one does not return from most of them.
struct HostilePatternTests {
  @Test(arguments: [
    ("^(a+)+$", String(repeating: "a", count: tried(of: 100_000)) + "!", false),
    ("(a+)+$", String(repeating: "a", count: tried(of: 100_000)) + "!", false),
    (#"^(\w+\s?)*$"#, String(repeating: "word ", count: 20_000) + "!", false),
    ("(.*)*x", String(repeating: "a", count: tried(of: 100_000)), false),
    (#"\s+$"#, String(repeating: " ", count: tried(of: 100_000)) + "a", false),
    (#"\s+$"#, "a" + String(repeating: " ", count: tried(of: 100_000)), true),
    ("(?:a?){50}a{50}$", String(repeating: "a", count: 49), false),
    ("(a|a)*b", String(repeating: "a", count: tried(of: 100_000)), false),
    ("^(([a-z])+.)+[A-Z]([a-z])+$", String(repeating: "a", count: tried(of: 100_000)), false),
    ("[^]*[^]*[^]*x", String(repeating: "日", count: 30_000), false),
    ("(?:(?:)*)*b", String(repeating: "a", count: 1_000), false),
  ])
  func `V5: an ambiguous pattern takes linear time`(source: String, text: String, expected: Bool)
    throws
  {
    #expect(try SchemaPattern(ecma: source).matches(text) == expected)
  }

  @Test(.withOptimizer)
  func `V5: matches are correct if the table of states is too small`() throws {
    // A state tells which of the last two hundred scalars were an 'a', so none comes twice, and
    // about 2 600 of them fill the table. The text is long enough to fill it ten times, or twice.
    var matcher = try #require(try SchemaPattern(ecma: "a[ab]{200}c").matcher())
    var generator = SplitMix64(seed: 4)
    let text = String(
      (0..<tried(of: 30_000, oneIn: 5)).map { _ in Bool.random(using: &generator) ? "a" : "b" })
    let without = matcher.matches(text)
    let with = matcher.matches(text + "a" + String(repeating: "b", count: 200) + "c")
    #expect(without == false)
    #expect(with == true)
  }

  @Test(arguments: [
    "((a{1,100}){1,100}){1,100}", "a{1000000000}", "(((a{1000})*){1000})+",
    "(?:){9223372036854775807}",
    String(repeating: "(", count: 40) + "a" + String(repeating: "){2}", count: 40),
  ])
  func `V5: counts that are too large to be written out are not run`(source: String) throws {
    let pattern = try SchemaPattern(ecma: source)
    #expect(pattern.matches("aaa") == nil)
    #expect(pattern.scalarAutomaton() == nil)
  }

  @Test func `V5: work out of proportion ends without an answer`() throws {
    // Every state holds thousands of instructions, and none comes twice.
    var generator = SplitMix64(seed: 4)
    let text = (0..<4_000).map { _ in Bool.random(using: &generator) ? UInt8(0x61) : 0x62 }
    var budget = PatternBudget.single
    var automaton = LazyAutomaton(
      try #require(PatternSimulation(try program("a[ab]{20000}c"), within: &budget)))
    let withinLimit = automaton.matches(text.span.extracting(0..<400))
    #expect(withinLimit == false)
    automaton.visitLimit = 100_000
    let pastLimit = automaton.matches(Array(text.reversed()).span)
    #expect(pastLimit == nil)
    // The lookahead looks through the rest of the text everywhere.
    let same = [Unicode.Scalar](repeating: "a", count: 200)
    var bounded = BoundedMatcher(try program("^(?:a(?!a*b))*$"))
    #expect(bounded.matches(same) == true)
    bounded.configurationLimit = 10_000
    #expect(bounded.matches(same) == nil)
  }

  @Test func `V5: a set also ends without an answer for the patterns that it has not found`()
    throws
  {
    var generator = SplitMix64(seed: 4)
    let count = isOptimized ? 2_000 : 500
    let text = String((0..<count).map { _ in Bool.random(using: &generator) ? "a" : "b" })
    let patterns = try (0..<9).map { try SchemaPattern(ecma: "a[ab]{\(count + $0)}c") }
    var set = PatternSet(patterns + [try SchemaPattern(ecma: "[ab]")])
    #expect(set.matches(text) == [PatternSet.Match(index: 9, isCertain: true)])
    set.visitLimit = 10_000
    #expect(
      set.matches("b" + text)
        == (0...9).map { PatternSet.Match(index: $0, isCertain: $0 == 9) })
  }

  @Test func `H2: only groups that a reference names are captured`() throws {
    let groups = String(repeating: "(a)", count: 100)
    func captures(_ source: String) throws -> Int {
      try program(source).instructions.count { if case .groupStart = $0 { true } else { false } }
    }
    #expect(try captures("(?:\(groups))+") == 0)
    #expect(try captures("(?:\(groups))+\\1b") == 1)
    #expect(try captures("(?:\(groups)(?<n>a))+\\k<n>\\7b") == 2)
    #expect(
      try SchemaPattern(ecma: "^\(groups)(b|c)\\101$").matches(
        String(repeating: "a", count: 100) + "cc") == true)
    // Each capture of a configuration counts.
    let same = [Unicode.Scalar](repeating: "a", count: 200)
    let references = (1...100).map { "\\\($0)" }.joined()
    var bounded = BoundedMatcher(try program("^\(groups)\(references)$"))
    #expect(bounded.matches(same) == true)
    bounded.configurationLimit = 5_000
    #expect(bounded.matches(same) == nil)
  }

  @Test(arguments: [1_000, 4_000])
  func `H3: a comparison with the text of a group counts by its length`(count: Int) throws {
    let text = String(repeating: "a", count: count)
    var matcher = try #require(try SchemaPattern(ecma: #"^(a{\#(count)})\1$"#).matcher())
    func visits(_ rest: String) -> Int64 {
      let bytes = Array((text + rest).utf8)
      var visits = WorkBudget(steps: 1 << 40)
      #expect(matcher.matches(utf8: bytes.span, within: &visits) == false)
      return (1 << 40) - visits.remaining
    }
    // The same configurations; the comparison ends at its first character, or at its last.
    let (first, last) = (visits("b" + text.dropLast()), visits(text.dropLast() + "b"))
    #expect(last - first == Int64(count - 1))
  }

  @Test func `H2: configurations of groups count by their size`() throws {
    let same = [Unicode.Scalar](repeating: "a", count: 100)
    func steps(_ source: String) throws -> Int64 {
      var visits = WorkBudget(steps: 1 << 40)
      _ = BoundedMatcher(try program(source)).matches(same, within: &visits)
      return (1 << 40) - visits.remaining
    }
    #expect(try steps("^(a)a*\\1b") > 3 * (try steps("^(?=a)a*b")) / 2)
  }

  @Test(.withOptimizer) func `H2: the intervals of sets of scalars count against the budget`()
    throws
  {
    // Each character is a set, and an interval of its own.
    let characters = (0..<1_000).compactMap { Unicode.Scalar(0x4E00 + 2 * UInt32($0)) }
    let pattern = try SchemaPattern(ecma: characters.map { String($0) }.joined(separator: "|"))
    var budget = PatternBudget(instructions: 40_000)
    var first = try #require(pattern.matcher(within: &budget))
    #expect(first.matches("\u{4E02}") == true)
    #expect(pattern.matcher(within: &budget) == nil)
    var second = PatternBudget(instructions: 40_000)
    #expect(PatternSet([pattern, pattern], within: &second).unknown.isEmpty)
    #expect(PatternSet([pattern], within: &second).unknown == [0])
  }

  @Test(.withOptimizer) func `H3: visits for several texts and patterns have a common limit`()
    throws
  {
    let text = [UInt8](repeating: 0x61, count: 200)
    var visits = WorkBudget(steps: 1_000_000)
    var matcher = try #require(try SchemaPattern(ecma: "^(?:a?){400}$").matcher())
    let first = matcher.matches(utf8: text.span, within: &visits)
    #expect(first == true)
    #expect(visits.remaining < 1_000_000)
    let other = try SchemaPattern(ecma: "^(?:a?b?){3000}$")
    var otherMatcher = try #require(other.matcher())
    let second = otherMatcher.matches(utf8: text.span, within: &visits)
    #expect(second == nil)
    let third = matcher.matches(utf8: text.span, within: &visits)
    #expect(third == nil)
    var set = PatternSet([other])
    let inSet = set.matches(utf8: text.span, within: &visits)
    #expect(inSet == [PatternSet.Match(index: 0, isCertain: false)])
    visits = WorkBudget(steps: 1_000)
    var bounded = try #require(try SchemaPattern(ecma: "^(?:a(?!a*b))*$").matcher())
    let withLookahead = bounded.matches(utf8: text.span, within: &visits)
    #expect(withLookahead == nil)
    #expect(visits.isSpent)
  }

  private func program(_ source: String) throws -> PatternProgram {
    var budget = PatternBudget.single
    let program = PatternCompiler.program(
      for: try SchemaPattern(ecma: source).elements, within: &budget)
    return try #require(program)
  }

  @Test(.withOptimizer)
  func `V5: counts are exact up to the limit`() throws {
    let pattern = try SchemaPattern(ecma: "^(?:[a-z]{1,50}-){2,3}$")
    let word = String(repeating: "a", count: 50) + "-"
    #expect(pattern.matches(word) == false)
    #expect(pattern.matches(word + word) == true)
    #expect(pattern.matches(word + word + word) == true)
    #expect(pattern.matches(word + word + word + word) == false)
    #expect(pattern.matches("a" + word + word) == false)
    let long = try SchemaPattern(ecma: "^[^]{0,60000}$")
    #expect(long.matches(String(repeating: "é", count: 60_000)) == true)
    #expect(long.matches(String(repeating: "é", count: 60_001)) == false)
  }

  @Test(.withOptimizer)
  func `V5: a pattern of 100 KB is run`() throws {
    let long = String(repeating: "abcdefghij", count: 10_000)
    #expect(try SchemaPattern(ecma: "^" + long + "$").matches(long) == true)
    #expect(try SchemaPattern(ecma: "^" + long + "$").matches(long + "a") == false)
    let words = (0..<12_000).map { "word\($0)" }
    let choice = try SchemaPattern(ecma: "^(?:" + words.joined(separator: "|") + ")$")
    #expect(choice.matches("word11999") == true)
    #expect(choice.matches("word12000") == false)
    // Too many sets to tell all their scalars apart.
    let sets = (0..<20_000).compactMap { Unicode.Scalar(0x4E00 + UInt32($0)) }.map { "[^\($0)]" }
    #expect(try SchemaPattern(ecma: sets.joined()).matches("a") == nil)
  }

  @Test(
    .withOptimizer,
    arguments: ["(a)", "(?:a)?", "()", "(?<n>a)"])
  func `V5: a pattern of a hundred thousand groups answers or is not run`(group: String) throws {
    let text = group == "(?<n>a)" ? "(a)" : group
    let pattern = try SchemaPattern(ecma: String(repeating: text, count: 100_000))
    let answer = pattern.matches("aaaa")
    #expect(answer == nil || answer == (text != "(a)"))
    let fewer = try SchemaPattern(ecma: String(repeating: text, count: 20_000))
    #expect(fewer.matches("aaaa") == (text != "(a)"))
  }

  @Test(arguments: [
    ("(", ")"), ("(?:", ")*"), ("(a", ")?"), ("(?:a|", ")"), ("(?=", ")"), ("(?:(a)", ")\\1"),
  ])
  func `V5: groups nest ten thousand deep without the stack`(opening: String, closing: String)
    throws
  {
    let depth = tried(of: 10_000)
    let source =
      String(repeating: opening, count: depth) + "b" + String(repeating: closing, count: depth)
    let pattern = try SchemaPattern(ecma: source)
    #expect(pattern.source == source)
    #expect(PatternWriter.text(for: pattern.elements) == source)
    let answer = pattern.matches(String(repeating: "a", count: 20) + "b")
    #expect(answer != false || opening.contains("a)"))
    _ = pattern.scalarAutomaton()
  }
}

extension LazyAutomaton {
  fileprivate mutating func matches(_ text: Span<UInt8>) -> Bool? {
    var visits = WorkBudget.unlimited
    return matches(text, within: &visits)
  }
}

extension BoundedMatcher {
  fileprivate func matches(_ text: [Unicode.Scalar]) -> Bool? {
    var visits = WorkBudget.unlimited
    return matches(text, within: &visits)
  }
}
