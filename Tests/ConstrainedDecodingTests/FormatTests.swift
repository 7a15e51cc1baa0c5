import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaFormats
import SchemaTestSupport
import Testing

/// Strings with formats, in the eyes of the reader that validation uses.
struct FormatTests {
  private static func grammar(_ format: TextFormat, _ vocabulary: Vocabulary) throws -> TokenGrammar
  {
    try TokenGrammar(
      jsonSchema: #"{"type": "string", "format": "\#(format.rawValue)"}"#, vocabulary: vocabulary)
  }

  /// All bytes, and what makes names long, or breaks rules of them.
  private static func vocabulary() throws -> Vocabulary {
    let pieces = [
      "xn--", "XN--", "x", "n", "--", "a.", ".a", "a@", "://", "::", "::1", "25", "T", "P", "-02-",
      "02-29", ":59", "00:", "Z", "%41", "~1", "[", "]", String(repeating: "a", count: 15),
      String(repeating: "b", count: 48), String(repeating: "c", count: 63),
    ]
    let tokens: [Vocabulary.Token] =
      (0...255 as ClosedRange<UInt8>).map { .bytes([$0]) } + pieces.map { .bytes(Array($0.utf8)) }
    return try Vocabulary(
      tokens: [.special("</s>")] + tokens + tokens.suffix(pieces.count * 3), endTokens: [0])
  }

  @Test(arguments: TextFormat.allCases.filter(\.hasPatterns))
  func `K2: every text of a format that masks enforce has the format`(format: TextFormat) throws {
    let grammar = try Self.grammar(format, Self.vocabulary())
    #expect(grammar.unenforced.isEmpty)
    var mask = TokenMask(grammar.vocabulary)
    var random = SplitMix64(seed: 3)
    let quote = 1 + Int(UInt8(ascii: "\""))
    for _ in 0..<tried(of: 400, oneIn: 16) {
      var matcher = TokenMatcher(grammar)
      let length = random.below(60)
      while !matcher.isFinished {
        if matcher.tokenCount >= length, matcher.tokenBudget == nil {
          var budget = length
          while (try? matcher.setTokenBudget(budget)) == nil { budget += 1 }
        }
        try matcher.fill(&mask)
        // Most texts can end nearly everywhere.
        let open = matcher.tokenBudget == nil ? mask.tokens.filter { $0 != quote } : []
        try matcher.commit(random.pick(open.isEmpty ? mask.tokens : open))
      }
      let text = try matcher.snapshot().value(String.self)
      guard !format.accepts(text) else { continue }
      Issue.record("'\(text)' of \(text.utf8.count) bytes is not a \(format.rawValue), seed 3")
      return
    }
  }

  private static let label = String(repeating: "a", count: 63)

  @Test(
    arguments: [
      (.hostname, "a"), (.hostname, "1-2.example"), (.hostname, "a--b"), (.hostname, "xn"),
      (.hostname, "xn-a.b"), (.hostname, label), (.hostname, "\(label).\(label).\(label).example"),
      (.hostname, String(repeating: "a.", count: 6) + "a"), (.email, "ada@example.org"),
      (.email, "\(label)a@example.org"), (.email, "a.b+c@\(label).example.org"),
      (.date, "2024-02-29"), (.dateTime, "2026-11-21T09:30:00.5+01:00"), (.duration, "P1DT2H"),
      (.ipv6, "::ffff:192.0.2.1"), (.uri, "https://ada@example.org:80/a?b#c"),
      (.uri, "https://[v1.a]"), (.uriReference, "//[vF.1:a]/b"),
      (.uriReference, "../a?b"), (.jsonPointer, "/a~1b/0"), (.relativeJSONPointer, "1/a"),
    ] as [(TextFormat, String)])
  func `K1: ordinary texts of a format are allowed`(format: TextFormat, text: String) throws {
    #expect(format.accepts(text))
    let grammar = try Self.grammar(format, TestVocabulary.bytes())
    #expect(grammar.accepts("\"\(text)\"".utf8, cache: MaskCache(grammar)))
  }

  @Test(arguments: [
    Array(repeating: String(repeating: "a", count: 32), count: 4),
    Array(repeating: "a", count: 8), ["xn--bcher-kva", "example"],
  ])
  func `K1: long names of hosts and those with Punycode are left out`(labels: [String]) throws {
    let name = labels.joined(separator: ".")
    #expect(TextFormat.hostname.accepts(name))
    let grammar = try Self.grammar(.hostname, TestVocabulary.bytes())
    #expect(!grammar.accepts("\"\(name)\"".utf8, cache: MaskCache(grammar)))
  }
}
