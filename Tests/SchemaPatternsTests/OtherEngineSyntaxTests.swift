import Testing

@testable import SchemaPatterns

/// What a message says on constructs of other engines: the construct, and what to write.
struct OtherEngineSyntaxTests {
  @Test(
    arguments: [
      // Groups
      (#"^(?P<y>\d{4})-\Z"#, "(?P<y>", #"^(?<y>\d{4})-$"#), ("(?'n'a)", "(?'n'", "(?<n>a)"),
      (#"(?P<n>a)(?P=n)"#, "(?P<n>", #"(?<n>a)\k<n>"#), ("(?>ab|a)c", "(?>", "(?:ab|a)c"),
      ("(?|a|b)", "(?|", "(?:a|b)"), ("a(?#note)b", "(?#note)", "ab"),
      ("(*UTF8)a", "(*UTF8)", "a"),
      // Options
      ("(?i)^yes$", "(?i)", "^[yY][eE][sS]$"), ("(?i:a)b", "(?i:", "(?:[aA])b"),
      ("(?u)a", "(?u)", "a"), ("(?s)a.", "(?s)", #"a[\s\S]"#),
      // Quantifiers
      ("^a++$", "++", "^a+$"), ("a*+b", "*+", "a*b"), ("a{2,3}+b", "{2,3}+", "a{2,3}b"),
      ("a{,2}", "{,2}", "a{0,2}"),
      // Assertions and escapes
      (#"\Aa\z"#, #"\A"#, "^a$"), (#"a\h+b"#, #"\h"#, #"a[ \t]+b"#),
      (#"\Qa.b\E"#, #"\Qa.b\E"#, #"a\.b"#),
      (#"\x{1F600}"#, #"\x{1F600}"#, #"\u{1f600}"#), (#"\o{101}"#, #"\o{101}"#, #"\u{41}"#),
      (#"\ea"#, #"\e"#, #"\u001Ba"#), (#"(a)\g{1}"#, #"\g{1}"#, #"(a)\1"#),
      (#"(?<n>a)\k{n}"#, #"\k{n}"#, #"(?<n>a)\k<n>"#), (#"\ya\y"#, #"\y"#, #"\ba\b"#),
      // Classes
      ("^[[:alpha:]]+$", "[:alpha:]", "^[A-Za-z]+$"), ("[[:digit:][:punct:]x]", "[:digit:]", nil),
      ("[[:^digit:]]", "[:^digit:]", #"[\D]"#), ("[]abc]", "[]", #"[\]abc]"#),
      (#"\pL+"#, #"\pL"#, #"\p{L}+"#), (#"\p{IsGreek}"#, #"\p{IsGreek}"#, nil),
      (#"\p{^Lu}"#, #"\p{^Lu}"#, #"\P{Lu}"#), (#"[\h\pN]"#, #"\h"#, #"[ \t\p{N}]"#),
      // Without a counterpart
      (#"\((?R)?\)"#, "(?R)", nil), ("(a)(?1)", "(?1)", nil), ("(?&name)", "(?&name)", nil),
      ("(a)(?(1)b|c)", "(?", nil), ("(?<a-b>c)", "(?<a-b>", nil), ("(?x) a b", "(?x)", nil),
      ("[a-z&&[^b]]", "&&[", nil), ("[a-z-[aeiou]]", "-[", nil),
      (#"\p{InNowhere}"#, #"\p{InNowhere}"#, nil),
    ] as [(String, String, String?)])
  func `a construct of another engine is named, with what to write instead`(
    source: String, construct: String, whole: String?
  ) throws {
    let error = try #require(
      #expect(throws: SchemaPattern.TranslationError.self) { try SchemaPattern(ecma: source) })
    #expect(error.construct == construct, "\(error)")
    if let whole {
      #expect(error.suggestion.hasSuffix(" The whole pattern is then '\(whole)'."), "\(error)")
      #expect(try SchemaPattern(ecma: whole).source == whole)
    }
  }

  @Test func `the first of several constructs is named, and a fault of ECMA-262 stays`() throws {
    #expect(OtherEngineSyntax.failure(in: "^(abc$") == nil)
    #expect(OtherEngineSyntax.failure(in: "a]") == nil)
    let one = try #require(OtherEngineSyntax.failure(in: #"(abc\Z"#))
    #expect(one.construct == #"\Z"#)
    #expect(one.offset == 4)
    // The bracket is still missing.
    #expect(!one.suggestion.contains("whole"), "\(one)")
    let two = try #require(OtherEngineSyntax.failure(in: #"\Aé\Z(?P<n>b)"#))
    #expect(two.construct == #"\A"#)
    #expect(two.suggestion == "Write ^ instead. The whole pattern is then '^é$(?<n>b)'.")
  }

  @Test(arguments: [
    "", #"\"#, "(?", "(?P<", "[", "[[:", #"\Q"#, #"\p{"#, "(?i", #"\g{"#, "a{", "(?'",
  ])
  func `a text that ends early is searched to its end`(source: String) {
    _ = OtherEngineSyntax.failure(in: source)
    for head in ["(?i)", "a++", #"\A"#] { _ = OtherEngineSyntax.failure(in: head + source) }
  }
}
