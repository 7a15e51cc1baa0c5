import SchemaTestSupport
import Testing

@testable import SchemaPatterns

struct MatcherAgreementTests {
  static let seed: UInt64 = 8_092_026

  @Test(arguments: [false, true])
  func `V5: a matcher agrees with the definition on random patterns`(lookaheads: Bool) throws {
    var generator = SplitMix64(seed: Self.seed)
    let texts = PatternTree.texts(upTo: 3)
    var matches = 0
    var rejections = 0
    for _ in 0..<tried(of: 1_500) {
      let tree = PatternTree.random(depth: 3, lookaheads: lookaheads, using: &generator)
      var matcher = try #require(try SchemaPattern(ecma: tree.source).matcher(), "'\(tree.source)'")
      for _ in 0..<30 {
        let text = texts[Int.random(in: texts.indices, using: &generator)]
        let expected = tree.matches(text)
        let found = matcher.matches(text)
        #expect(found == expected, "'\(tree.source)' on '\(text)', seed \(Self.seed)")
        if expected { matches += 1 } else { rejections += 1 }
      }
    }
    #expect(
      matches > tried(of: 1_000) && rejections > tried(of: 1_000), "\(matches), \(rejections)")
  }

  @Test func `an automaton agrees with the definition, and a state is dead if nothing can follow`()
    throws
  {
    var generator = SplitMix64(seed: Self.seed)
    let texts = PatternTree.texts(upTo: 3)
    var deadStates = 0
    for _ in 0..<tried(of: 400) {
      let tree = PatternTree.random(depth: 2, using: &generator)
      var automaton = try #require(try SchemaPattern(ecma: tree.source).scalarAutomaton())
      var accepted: Set<String> = []
      for text in texts where tree.matches(text) { accepted.insert(text) }
      for text in texts where text.unicodeScalars.count <= 2 {
        let state = Self.step(&automaton, from: automaton.start, text)
        let isAccepting = automaton.isAccepting(state)
        #expect(isAccepting == accepted.contains(text), "'\(tree.source)' on '\(text)'")
        // The patterns are small enough that what can be accepted is accepted soon.
        let canFollow = accepted.contains { $0.utf8.starts(with: text.utf8) }
        let isDead = state == SchemaPattern.ScalarAutomaton.dead
        if canFollow { #expect(!isDead, "'\(tree.source)' after '\(text)', seed \(Self.seed)") }
        if isDead { deadStates += 1 }
        if !isDead, !canFollow {
          let found = Self.witness(&automaton, from: state)
          let witness = try #require(found)
          let whole = text + witness
          #expect(tree.matches(whole), "'\(tree.source)' on '\(whole)', seed \(Self.seed)")
        }
      }
    }
    #expect(deadStates > tried(of: 100))
  }

  /// The state after a text.
  private static func step(
    _ automaton: inout SchemaPattern.ScalarAutomaton, from state: Int32, _ text: String
  ) -> Int32 {
    let intervals = automaton.intervals
    return text.unicodeScalars.reduce(state) { state, scalar in
      let interval = intervals.last { $0.start <= scalar.value }
      return automaton.step(state, class: interval?.class ?? 0)
    }
  }

  /// The shortest text that leads from a state to an accepting one.
  private static func witness(
    _ automaton: inout SchemaPattern.ScalarAutomaton, from state: Int32
  ) -> String? {
    var seen: Set = [state]
    var queue = [(state, "")]
    var next = 0
    while next < queue.count {
      let (state, text) = queue[next]
      next += 1
      if automaton.isAccepting(state) { return text }
      for scalar in ["a", "b", "é", "日", "-", "😀"] {
        let following = step(&automaton, from: state, scalar)
        if seen.insert(following).inserted { queue.append((following, text + scalar)) }
      }
    }
    return nil
  }

  @Test(arguments: [
    "^[a-z0-9]+(?:-[a-z0-9]+)*$", #"^\S+@\S+\.\S+$"#, #"^\d{4}-\d{2}-\d{2}$"#, #"[b-y]\p{Lu}"#,
    #"\bfoo\b"#, #"^(?=.*\d)(?=.*[a-z]).{4,}$"#, #"(a|b)c?\1"#,
  ])
  func `UTF-8 is matched as text, and malformed bytes as U+FFFD`(
    source: String
  ) throws {
    var matcher = try #require(try SchemaPattern(ecma: source).matcher())
    var generator = SplitMix64(seed: Self.seed)
    let pieces: [[UInt8]] =
      ["a", "foo", "é", "日", "😀", "-", "2026-01-17", "@b.c", " ", "\n"]
      .map { Array($0.utf8) } + [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xFF]]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...4, using: &generator))
        .flatMap { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
      let text = String(decoding: bytes, as: UTF8.self)
      let (first, second) = (matcher.matches(utf8: bytes.span), matcher.matches(text))
      #expect(first == second, "'\(source)' on \(bytes), seed \(Self.seed)")
      #expect(first != nil)
    }
  }
}
