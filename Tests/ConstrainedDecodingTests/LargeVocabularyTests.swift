import SchemaContent
import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// Patterns over a vocabulary that is large enough for masks to take whole subtrees of its trie.
struct LargeVocabularyTests {
  /// All bytes, all pairs of printable characters, some of them twice, and longer texts, whole and
  /// cut within characters and escapes.
  private static let vocabulary = Result {
    let printable = (0x20...0x7E as ClosedRange<UInt8>)
    var texts: [[UInt8]] = printable.flatMap { first in printable.map { [first, $0] } }
    texts += texts.indices.filter { $0 % 40 == 0 }.map { texts[$0] }
    let pieces = [
      "é", "日本", "\u{3000}", "😀", "\\n", "\\u001f", "\\\"", "a/b", "th", " x", "\",", "/\"}",
    ]
    for piece in pieces {
      let bytes = Array(piece.utf8)
      texts += printable.flatMap { byte in
        [[byte] + bytes, bytes + [byte], bytes + [byte, byte], bytes.dropLast() + [byte]]
      }
    }
    let bytes = (0...255 as ClosedRange<UInt8>).map { [$0] }
    return try Vocabulary(
      tokens: [.special("</s>")] + (bytes + texts).map { .bytes($0) },
      endTokens: [TestVocabulary.end])
  }

  @Test("H2: texts share the tables of their markers", arguments: [1, 60])
  func texts(lastByteCount: Int) throws {
    func footprint(_ count: Int) throws -> Int {
      let texts = (0..<count).map { number in
        let last = Unicode.Scalar(UInt8(0x41 + number % lastByteCount))
        return PlanPart.text(until: ["<\(1_000 + number)\(last)"])
      }
      return try TokenPlan(.sequence(texts), vocabulary: Self.vocabulary.get()).memoryFootprint
    }
    let added = try footprint(200) - footprint(100)
    #expect(added < 100 * 4_000, "100 texts take \(added) bytes")
  }

  @Test(
    arguments: [
      "^/?([^/]+/)*[^/]+/?$", "^[0-9a-zA-Z_-]{1,255}$", "^[^\\n]*$", "^[^\"\\\\]+$",
      "^[a-z]+( [a-z]+)*$", "^(?:[^é]|éx)+$", "^[^/]{0,5}$", "^[ -~]*(?:日本)?$",
      "^(?:[0-9a-f]{2}|[^0-9a-f])*$", "^@(\\w){1,15}$", "^[0-9A-Za-z]{3}-[0-9A-Za-z]{4}$",
      "^....-..T$", "^[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?(\\.[a-z0-9]{1,9})*$",
      "^[^é]{2}é[^/%]{1,4}(%[0-9a-f]{2})?$", "^(K_\\w+=\\S+)*(\\sK_\\w+=\\S+)*$",
      "^\\S+(\\s\\S{3})*$", "^.{3}[-日]..(a|\\s)", "^(\\S{2}|\\s[a-z])*$",
    ].suffix(tried(of: 18, oneIn: 4)))
  func `K1: a mask of many tokens is exact in strings with patterns`(pattern: String) throws {
    let document = GeneratedContent(properties: [
      "type": "array",
      "items": GeneratedContent(properties: ["type": "string", "pattern": pattern]),
    ])
    let grammar = try TokenGrammar(
      jsonSchema: document.jsonString, vocabulary: Self.vocabulary.get())
    for seed in 0..<tried(of: 3, oneIn: 3) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for _ in 0..<tried(of: 16, oneIn: 16) {
        try walk.compareWithSteps()
        if try walk.step() == nil { break }
      }
    }
  }
}
