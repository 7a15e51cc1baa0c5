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
      var automaton = try #require(try SchemaPattern(ecma: tree.source).automaton())
      var accepted: Set<String> = []
      for text in texts where tree.matches(text) { accepted.insert(text) }
      for text in texts where text.unicodeScalars.count <= 2 {
        var state = automaton.start
        for byte in text.utf8 {
          let next = automaton.step(state, byte)
          state = try #require(next)
        }
        let isAccepting = automaton.isAccepting(state)
        #expect(isAccepting == accepted.contains(text), "'\(tree.source)' on '\(text)'")
        // The patterns are small enough that what can be accepted is accepted soon.
        let canFollow = accepted.contains { $0.utf8.starts(with: text.utf8) }
        let isDead = automaton.isDead(state)
        if canFollow { #expect(!isDead, "'\(tree.source)' after '\(text)', seed \(Self.seed)") }
        if isDead { deadStates += 1 }
        if !isDead, !canFollow {
          let found = Self.witness(&automaton, from: state)
          let witness = try #require(found)
          let whole = text + String(decoding: witness, as: UTF8.self)
          #expect(tree.matches(whole), "'\(tree.source)' on '\(whole)', seed \(Self.seed)")
        }
      }
    }
    #expect(deadStates > tried(of: 100))
  }

  /// The shortest bytes that lead from a state to an accepting one.
  private static func witness(
    _ automaton: inout SchemaPattern.Automaton, from state: SchemaPattern.Automaton.State
  ) -> [UInt8]? {
    let alphabet = ["a", "b", "é", "日", "-", "😀"].map { Array($0.utf8) }
    var seen: Set = [state]
    var queue = [(state, [UInt8]())]
    var next = 0
    while next < queue.count {
      let (state, bytes) = queue[next]
      next += 1
      if automaton.isAccepting(state) { return bytes }
      for scalar in alphabet {
        var following: SchemaPattern.Automaton.State? = state
        for byte in scalar { following = following.flatMap { automaton.step($0, byte) } }
        if let following, seen.insert(following).inserted {
          queue.append((following, bytes + scalar))
        }
      }
    }
    return nil
  }

  @Test func `a state between the bytes of a scalar is dead if no scalar fits`() throws {
    var automaton = try #require(try SchemaPattern(ecma: "^[é-ü]$").automaton())
    func state(_ bytes: [UInt8]) -> SchemaPattern.Automaton.State? {
      bytes.reduce(automaton.start as SchemaPattern.Automaton.State?) { state, byte in
        state.flatMap { automaton.step($0, byte) }
      }
    }
    let lead = try #require(state([0xC3]))
    let other = try #require(state([0xC4]))
    let whole = try #require(state([0xC3, 0xA9]))
    let below = try #require(state([0xC3, 0xA8]))
    let malformed = try #require(state([0x80]))
    let leadIsDead = automaton.isDead(lead)
    let leadIsAccepting = automaton.isAccepting(lead)
    let wholeIsAccepting = automaton.isAccepting(whole)
    #expect(!leadIsDead && !leadIsAccepting && wholeIsAccepting)
    for dead in [other, below, malformed] {
      let isDead = automaton.isDead(dead)
      #expect(isDead)
    }
  }

  @Test(arguments: [
    "^[a-z0-9]+(?:-[a-z0-9]+)*$", #"^\S+@\S+\.\S+$"#, #"^\d{4}-\d{2}-\d{2}$"#, #"[b-y]\p{Lu}"#,
    #"\bfoo\b"#, #"^(?=.*\d)(?=.*[a-z]).{4,}$"#, #"(a|b)c?\1"#,
  ])
  func `bytes in UTF-8 are matched as their text is, malformed ones as U+FFFD`(
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
