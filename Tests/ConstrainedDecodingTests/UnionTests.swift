import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Unions, and values of schemas at random against a validator.
struct UnionTests {
  private static let parts = [
    #"""
    {"type":"object","properties":{"kind":{"const":"a"},"n":{"type":"integer"}},\#
    "required":["kind"]}
    """#,
    #"""
    {"type":"object","properties":{"kind":{"const":"ab"},"n":{"type":"string"}},\#
    "required":["kind"]}
    """#,
    #"{"type":"string","pattern":"^[ab]+$"}"#, #"{"type":"array","items":{"type":"number"}}"#,
    #"{"type":"integer","minimum":3}"#,
  ]

  private static func grammar(_ parts: [String]) throws -> TokenGrammar {
    try TokenGrammar(
      jsonSchema: #"{"anyOf":[\#(parts.joined(separator: ","))]}"#,
      vocabulary: TestVocabulary.mixed(seed: 8))
  }

  @Test(arguments: 0..<tried(of: 40, oneIn: 5))
  func `K1: the order of alternatives changes nothing, nor does one that stands there twice`(
    seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var shuffled = Self.parts + [random.pick(Self.parts)]
    for index in shuffled.indices.reversed() { shuffled.swapAt(index, random.below(index + 1)) }
    var walk = RandomWalk(try Self.grammar(Self.parts), seed: UInt64(seed))
    var other = TokenMatcher(try Self.grammar(shuffled))
    var mask = TokenMask(walk.matcher.plan.vocabulary)
    var otherMask = mask
    for _ in 0..<30 {
      try walk.matcher.fill(&mask)
      try other.fill(&otherMask)
      #expect(mask == otherMask)
      guard let token = try walk.step() else { break }
      try other.commit(token)
    }
  }

  @Test(arguments: 0..<tried(of: 300, oneIn: 40))
  func `K1: what a walk completes is valid`(seed: Int) throws {
    let graph = try SchemaGraph(try RandomSchema(seed: UInt64(seed) + 5_000).schema)
    let grammar = try TokenGrammar(graph, vocabulary: TestVocabulary.mixed(seed: 9))
    // The rest may be listed because a walk can break it.
    guard grammar.unenforced.allSatisfy({ $0.problem.contains("occur twice") }) else { return }
    let validator = try ContentValidator(graph)
    for walk in 0..<3 {
      var walk = RandomWalk(grammar, seed: UInt64(seed * 3 + walk))
      try walk.matcher.setTokenBudget(2_000)
      while try walk.step() != nil {}
      // A text in which a name occurs twice has fewer properties than were counted.
      let text = String(decoding: walk.matcher.committedBytes, as: UTF8.self)
      guard let content = try? GeneratedContent(json: text) else { continue }
      let report = validator.checkedReport(on: content)
      #expect(report.isValid, "\(text): \(report)")
    }
  }
}
