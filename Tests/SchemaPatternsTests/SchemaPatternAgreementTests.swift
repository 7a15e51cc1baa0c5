import SchemaTestSupport
import Testing

@testable import SchemaPatterns

struct SchemaPatternAgreementTests {
  static let seed: UInt64 = 20_260_117

  @Test(arguments: [
    "a", "^a+b*$", "a|b|^$", "(a|bc)+d?", #"\d{2,3}"#, #"^\w+\s\w"#, #"\bab\b"#, #"a\B"#,
    "^.{3}$", "(?s)^.{3}$", #"^\S+\W$"#, #"\h"#, #"^\H+$"#, #"\v"#, #"^\V*$"#, #"\R"#, #"\Aab"#,
    #"b\z"#, "(?i)abk", "(?i)[a-k]{4}", "(?i)^[^ab]+$", "(?i)[Z-b]c", "a(?i)b|c", "(?i:a)b",
    "(?U)a*b", "(?i)^[[:upper:]]k", "(?i)a[b-c]", #"(?i)\x{61}b"#, #"(?i)\Qab\E"#,
    #"[[a-z]&&[^aeiou]]{3}"#, #"^[\w--\d]+$"#, "[a-d~~c-f]{2}", "[[^a-z][0-9]]", "^[^[a-k]1]+$",
    "[[:alpha:]]{3}", "^[[:^alpha:]]+$", "[[:punct:]]", "^[[:graph:]]+$", "[[:cntrl:]]",
    "[[:xdigit:]]{2}", "[[:blank:]]", "[[:alnum:]]{4}", "[[:print:]]{5}", #"\p{Lu}\p{Ll}"#,
    #"\P{L}{2}"#, #"\p{Latin}{2}"#, "[:ascii:]", #"\Q.\E"#, #"[\Q-.\E]"#, #"\x{2E}|\u{2D}"#,
    "(a|b)c?\\1", #"(?<n>[ab])\k<n>"#, "(?=a)[a-c]b?", "a(?!b)", "^(?!.*a)", "(?S)\\s", "(?m)a",
    "a{2}|b{2,}|c{,3}d", "(?n)(a)b", #"[\w.-]+[.]"#, #"\Aa{1,3}?b??"#, "[a\\-k]-", "[^\\]\\[^]",
  ])
  func `a translated regex accepts the same strings`(text: String) throws {
    // By default Swift finds no boundary inside 'a.b', where every other engine finds two.
    let regex = try Regex(text).wordBoundaryKind(.simple)
    let pattern = try SchemaPattern(regex)
    var matcher = try #require(pattern.matcher())
    var generator = SplitMix64(seed: Self.seed)
    let alphabet = Array("aaabbbccdkKABZz012 .-_$[]\t\n\u{B}&")
    for _ in 0..<200 {
      let sample = String(
        (0..<Int.random(in: 0...7, using: &generator)).map { _ in
          alphabet[Int.random(in: alphabet.indices, using: &generator)]
        })
      let expected = try regex.firstMatch(in: sample) != nil
      let found = matcher.matches(sample)
      #expect(
        found == expected,
        "'\(pattern)' on \(sample.debugDescription), seed \(Self.seed)")
    }
  }

  @Test func `any text returns or throws`() {
    var generator = SplitMix64(seed: Self.seed)
    let letters = "()[]{}|*+?^$.\\-,:<>=!&~#aAbdDwWsSpPuUxkgQEnNRi01 9/éL\u{301}"
    let pieces =
      letters.map(String.init) + [
        "(?:", "(?<n>", "\\p{L}", "[:alpha:]", "(?i)", "&&", "\\u{", "{2,3}", "\\1",
        "(?s:.)",
      ]
    var accepted = 0
    for _ in 0..<tried(of: 20_000, oneIn: 16) {
      let text = (0..<Int.random(in: 0...12, using: &generator))
        .map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
        .joined()
      if let pattern = try? SchemaPattern(ecma: text) {
        accepted += 1
        #expect((try? SchemaPattern(ecma: pattern.source)) == pattern, "seed \(Self.seed)")
        _ = pattern.matches("ab1")
      }
      // What Swift syntax becomes is a pattern in ECMA-262.
      if let pattern = try? SchemaPattern(swift: text) {
        #expect((try? SchemaPattern(ecma: pattern.source)) == pattern, "'\(text)' → '\(pattern)'")
      }
    }
    #expect(accepted > tried(of: 1_000), "seed \(Self.seed)")
  }
}
