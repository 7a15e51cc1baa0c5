import ConstrainedDecoding
import SchemaTestSupport

/// Vocabularies for tests.
enum TestVocabulary {
  /// The number of the end token: the first, so that it is no special case at the end of a mask.
  static let end = 0

  /// All bytes, and tokens that straddle the parts of JSON, with some twice; the seed is for
  /// further ones, which are cut from JSON texts.
  static func mixed(seed: UInt64) throws -> Vocabulary {
    var random = SplitMix64(seed: seed)
    var tokens: [Vocabulary.Token] = [.special("</s>")]
    tokens += (0...255 as ClosedRange<UInt8>).map { .bytes([$0]) }
    tokens += [
      "{\"", "\":", "\",\"", "\"}", "},{\"", "\"],", "\": \"", ", \"", "\\\"", "\\u00", "\\n\\t",
      "u001",
      "true", "false}", "null,", "e\":1", "12", "0.5", "-1", "1e", "[[", "]]", "[]", "{}", "\"\"",
      "\"\":", "abc", "é", "日本", "😀x", "b\",", "a\":", "name\":\"", "\"name\"", ",\"b\":", "  ",
      " {",
      "\"a", "x\"}]", "2026-0", "T02:", "Z\"",
    ].map { .bytes(Array($0.utf8)) }
    // Halves of characters, and characters joined with a half.
    tokens += [
      .bytes([0xC3]), .bytes([0xA9, 0x22]), .bytes([0xF0, 0x9F]), .bytes([0x98, 0x80]),
      .bytes([0x78, 0xE6, 0x97]), .bytes([0xA5, 0x78, 0x22, 0x2C]), .bytes([0xED, 0xA0]),
      .bytes([]), .unused,
    ]
    let texts = [
      #"{"name":"Ada","tags":["a","b\n"],"n":-12.5e3,"ok":true,"é":null}"#,
      #"{"b": [1, 2, {"c": "x"}], "日本": "\u001f\"\\"}"#,
    ].map { Array($0.utf8) }
    for _ in 0..<120 {
      let text = random.pick(texts)
      let start = random.below(text.count)
      tokens.append(.bytes(Array(text[start..<min(text.count, start + 1 + random.below(6))])))
    }
    return try Vocabulary(tokens: tokens, endTokens: [end])
  }

  /// All texts of up to two or three of some bytes.
  static func exhaustive(_ bytes: String) throws -> Vocabulary {
    let bytes = Array(bytes.utf8)
    var texts: [[UInt8]] = [[]]
    var tokens: [Vocabulary.Token] = [.special("</s>")]
    #if DEBUG
    let longestToken = 2
    #else
    let longestToken = 3
    #endif
    for _ in 0..<longestToken {
      texts = texts.flatMap { text in bytes.map { text + [$0] } }
      tokens += texts.map { .bytes($0) }
    }
    return try Vocabulary(tokens: tokens, endTokens: [end])
  }
}
