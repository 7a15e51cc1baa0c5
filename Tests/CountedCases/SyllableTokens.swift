import ConstrainedDecoding

/// A vocabulary of about 13,000 tokens: all bytes, syllables with and without a space, numbers, and
/// the punctuation of JSON text.
enum SyllableTokens {
  static func vocabulary() throws -> Vocabulary {
    var tokens = (0..<256).map { [UInt8($0)] }
    let consonants = "bcdfghjklmnpqrstvwxyz", vowels = "aeiou"
    for first in consonants {
      for vowel in vowels {
        tokens += [Array("\(first)\(vowel)".utf8), Array(" \(first)\(vowel)".utf8)]
        for last in consonants {
          tokens.append(Array("\(first)\(vowel)\(last)".utf8))
          tokens.append(Array(" \(first)\(vowel)\(last)".utf8))
          tokens.append(Array("\(first.uppercased())\(vowel)\(last)".utf8))
          tokens.append(Array("\"\(first)\(vowel)\(last)".utf8))
          tokens.append(Array("\(vowel)\(first)\(last)".utf8))
        }
      }
    }
    tokens += (10..<1000).map { Array("\($0)".utf8) }
    tokens += [#"{""#, #"":"#, #"":""#, #"","#, #"",""#, #""},{""#, "}]", "[]", "  ", "\n", "null"]
      .map { Array($0.utf8) }
    return try Vocabulary(
      tokens: tokens.map { .bytes($0) } + [.special("<end>")], endTokens: [tokens.count])
  }

  /// Splits a text into the longest tokens.
  static func split(_ text: String, _ vocabulary: Vocabulary) -> [Int] {
    var numbers: [[UInt8]: Int] = [:]
    for token in 0..<vocabulary.count {
      if let bytes = vocabulary.bytes(of: token) { numbers[bytes] = token }
    }
    let bytes = Array(text.utf8)
    var tokens: [Int] = []
    var position = 0
    while position < bytes.count {
      var end = min(position + 4, bytes.count)
      while end > position + 1, numbers[Array(bytes[position..<end])] == nil { end -= 1 }
      if let token = numbers[Array(bytes[position..<end])] { tokens.append(token) }
      position = end
    }
    return tokens
  }
}
