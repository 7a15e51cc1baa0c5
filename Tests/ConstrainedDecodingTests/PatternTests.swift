import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaPatterns
import SchemaTestSupport
import Testing

/// Strings with patterns, against a matcher that goes back.
struct PatternTests {
  /// All texts of up to four scalars.
  private static let texts: [[Unicode.Scalar]] = {
    var all: [[Unicode.Scalar]] = [[]]
    var last = all
    for _ in 0..<4 {
      last = last.flatMap { text in RandomPattern.alphabet.map { text + [$0] } }
      all += last
    }
    return all
  }()

  @Test(arguments: 0..<tried(of: 300, oneIn: 40))
  func `K1: a string belongs to its grammar if and only if the pattern matches`(
    seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let pattern = RandomPattern.make(&random)
    let plain: TokenGrammar
    do {
      plain = try TokenGrammar(
        pattern: SchemaPattern(ecma: pattern.source), vocabulary: TestVocabulary.bytes())
    } catch let error as SchemaError {
      // No text at all matches.
      #expect(!Self.texts.contains { pattern.matches($0) }, "\(pattern.source): \(error)")
      return
    }
    let document = GeneratedContent(properties: ["type": "string", "pattern": pattern.source])
    let json = try TokenGrammar(
      jsonSchema: document.jsonString, vocabulary: TestVocabulary.bytes())
    let (plainCache, jsonCache) = (MaskCache(plain), MaskCache(json))
    for scalars in Self.texts {
      let text = String(String.UnicodeScalarView(scalars))
      let expected = pattern.matches(scalars)
      let quoted = GeneratedContent(text).jsonString(.compact)
      guard
        plain.accepts(text.utf8, cache: plainCache) != expected
          || json.accepts(quoted.utf8, cache: jsonCache) != expected
      else { continue }
      Issue.record("/\(pattern.source)/ matches '\(text)': \(expected)")
      return
    }
  }
}
