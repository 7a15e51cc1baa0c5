import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// Follows a grammar by tokens that are chosen at random.
struct RandomWalk {
  var matcher: TokenMatcher
  var random: SplitMix64
  private var mask: TokenMask

  init(_ grammar: TokenGrammar, seed: UInt64) {
    matcher = TokenMatcher(grammar)
    random = SplitMix64(seed: seed)
    mask = TokenMask(grammar.vocabulary)
  }

  /// Commits a token, and gives it; `nil` after the end.
  mutating func step(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int? {
    guard !matcher.isFinished else { return nil }
    try matcher.fill(&mask)
    let tokens = mask.tokens
    let text = String(decoding: matcher.committedBytes, as: UTF8.self)
    try #require(!tokens.isEmpty, "a dead end after \(text)", sourceLocation: sourceLocation)
    let closing = tokens.filter { isClosing($0) }
    let token = random.oneIn(3) && !closing.isEmpty ? random.pick(closing) : random.pick(tokens)
    try matcher.commit(token)
    matcher.checkInvariants()
    return token
  }

  /// Ends the answer in as few tokens as a budget allows.
  mutating func finish(sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard !matcher.isFinished else { return }
    var budget = matcher.tokenCount
    while (try? matcher.setTokenBudget(budget)) == nil { budget += 1 }
    while try step(sourceLocation: sourceLocation) != nil {}
    #expect(matcher.tokenCount <= budget, sourceLocation: sourceLocation)
  }

  private func isClosing(_ token: Int) -> Bool {
    guard let bytes = matcher.plan.vocabulary.bytes(of: token) else { return true }
    return bytes.allSatisfy { "\"]},".utf8.contains($0) }
  }

  /// Compares every bit of the mask with what committing the token by itself does.
  func compareWithSteps(sourceLocation: SourceLocation = #_sourceLocation) throws {
    var mask = TokenMask(matcher.plan.vocabulary)
    try matcher.fill(&mask)
    let vocabulary = matcher.plan.vocabulary
    let ends = Set(vocabulary.endTokens)
    for token in 0..<vocabulary.count {
      let expected =
        ends.contains(token) ? matcher.canEnd : matcher.validatedCount(of: [token]) == 1
      guard mask.contains(token) != expected else { continue }
      let text = String(decoding: matcher.committedBytes, as: UTF8.self)
      let shown = vocabulary.bytes(of: token).map { String(decoding: $0, as: UTF8.self) }
      Issue.record(
        "after \(text): token \(token) '\(shown ?? "end")' is \(expected ? "missing" : "extra")",
        sourceLocation: sourceLocation)
      return
    }
  }
}
