import RegexBuilder
import Testing

@testable import SchemaPatterns

struct SchemaPatternTests {
  @Test(
    arguments: [
      // Literals and their escapes.
      ("abc", "abc"),
      ("a/b", "a/b"),
      ("a\\-b", "a-b"),
      ("a\\\"b\\ c\\_", "a\"b c_"),
      ("a\\{b\\}\\]\\.", "a\\{b\\}\\]\\."),
      ("a}]", "a\\}\\]"),
      ("a{b", "a\\{b"),
      ("a{,}", "a\\{,\\}"),
      ("\\x{41}\\x42\\x4", "AB\\u0004"),
      ("\\u0041\\u{42 43}\\U00000044", "ABCD"),
      ("\\U0001F600", "😀"),
      ("\\N{U+41}\\o{102}", "AB"),
      ("\\u{2028}\\u{FE0F}", "\\u2028\\uFE0F"),
      ("\\u{E0001}", "\\u{E0001}"),
      ("\\e\\a\\0", "\\u001B\\u0007\\u0000"),
      ("\\f\\n\\r\\t", "\\f\\n\\r\\t"),
      ("\\u000B", "\\v"),
      ("\\012", "\\n"),
      ("\\Qa.b+c\\Ed", "a\\.b\\+cd"),
      ("\\Q(", "\\("),
      ("naïve 日本", "naïve 日本"),
      ("e\u{301}+", "(?:e\\u0301)+"),
      ("e\u{301}", "e\\u0301"),
      ("(?#note)a", "a"),
      // Classes with one letter.
      (".", "[^\\n-\\r\\u0085\\u2028\\u2029]"),
      ("(?s).", "[\\s\\S]"),
      ("(?s:.).", "(?:[\\s\\S])[^\\n-\\r\\u0085\\u2028\\u2029]"),
      ("\\d\\D\\w\\W\\s\\S", "\\d\\D\\w\\W\\s\\S"),
      ("\\h", "[\\t \\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]"),
      ("\\H", "[^\\t \\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]"),
      ("\\v", "[\\n-\\r\\u0085\\u2028\\u2029]"),
      ("\\V", "[^\\n-\\r\\u0085\\u2028\\u2029]"),
      ("\\N", "[^\\n-\\r\\u0085\\u2028\\u2029]"),
      ("\\R+", "(?:\\r\\n|[\\n-\\r\\u0085\\u2028\\u2029])+"),
      // Anchors.
      ("^a$", "^a$"),
      ("\\Aa\\z", "^a$"),
      ("\\ba\\B", "\\ba\\B"),
      // Groups and references.
      ("(a)(?:b)(?<n>c)", "(a)(?:b)(?<n>c)"),
      ("(?P<n>a)(?'m'b)", "(?<n>a)(?<m>b)"),
      ("(?=a)(?!b)(?<=c)(?<!d)", "(?=a)(?!b)(?<=c)(?<!d)"),
      ("(?=a)?b", "(?:(?=a))?b"),
      ("\\b*a", "(?:\\b)*a"),
      ("(a)\\1", "(a)\\1"),
      ("(?<n>a)\\g{n}", "(?<n>a)\\k<n>"),
      ("(?<n>a)\\k<n>", "(?<n>a)\\k<n>"),
      ("(a)\\g{1}0", "(a)\\1[0]"),
      ("(?:(a)|b(c))\\u0031", "(?:(a)|b(c))1"),
      ("a|b|", "a|b|"),
      ("()", "()"),
      // Quantifiers.
      ("a*b+c?", "a*b+c?"),
      ("a{2}b{2,}c{2,3}d{,3}", "a{2}b{2,}c{2,3}d{0,3}"),
      ("a*?b+?c??d{2}?", "a*?b+?c??d{2}?"),
      ("(?U)a*b+?", "a*?b+"),
      ("a{1}b{0,1}c{1,}", "a{1}b?c+"),
      // Options.
      ("(?i)ok-1", "[oO][kK]-1"),
      ("(?i:a)b", "(?:[aA])b"),
      ("a(?i)b|c", "a[bB]|[cC]"),
      ("(?i)[a-f_]", "[a-fA-F_]"),
      ("(?i)[a-zA-Z]", "[a-zA-Z]"),
      ("(?i)[Z-a]", "[Z-azA]"),
      ("(?i)[^k]日", "[^kK]日"),
      ("(?i)a(?-i)b(?i:c)(?^:d)", "[aA]b(?:[cC])(?:d)"),
      ("(?m)a", "a"),
      ("(?n)(a)", "(?:a)"),
      ("(?x)a b", "a b"),
      ("(?u:a)(?X:b)", "(?:a)(?:b)"),
      ("(?W:\\w)(?D:\\d)", "(?:\\w)(?:\\d)"),
      ("(?S)\\s[\\S]", "[\\t-\\r ][^\\t-\\r ]"),
      // Classes in brackets.
      ("[a-z\\d_]", "[a-z\\d_]"),
      ("[\\w\\.\\-]", "[\\w.\\-]"),
      ("[^a\\]\\[\\^\\\\]", "[^a\\]\\[\\^\\\\]"),
      ("[a[b[c-d]]]", "[abc-d]"),
      ("[^[a-z][\\d]]", "[^a-z\\d]"),
      ("[[^a]]", "[^a]"),
      ("[^[^a]]", "[a]"),
      ("[\\d]", "\\d"),
      ("[^\\d]", "\\D"),
      ("[a[^\\w]]", "[a\\W]"),
      ("[[^a-z][\\d]]", "[^a-z]"),
      ("[[a-z]&&[^aeiou]]", "[b-df-hj-np-tv-z]"),
      ("[[\\w]--[\\d]]", "[A-Z_a-z]"),
      ("[[a-d]~~[c-f]]", "[abef]"),
      ("[[a]&&[b]]", "[^\\s\\S]"),
      ("[a&&b]", "[a&b]"),
      ("[(?s:.)]", "[\\s\\S]"),
      ("[.]", "[^\\n-\\r\\u0085\\u2028\\u2029]"),
      ("[\\Qa-c\\E]", "[a\\-c]"),
      ("[\\u0008\\b]", "[\\u0008]"),
      // Properties and POSIX classes.
      ("\\p{Lu}\\P{L}", "\\p{Lu}\\P{L}"),
      ("\\p{Lc}", "\\p{LC}"),
      ("\\p{letter}\\p{White Space}", "\\p{L}\\p{White_Space}"),
      ("\\p{Latin}", "\\p{Script_Extensions=Latin}"),
      ("[:scx=Latin:]", "\\p{Script_Extensions=Latin}"),
      ("[:^script=Greek:]", "\\P{Script=Greek}"),
      ("\\p{sc=cyrl}", "\\p{Script=Cyrillic}"),
      ("\\p{Lowercase=false}", "\\P{Lowercase}"),
      ("[[:alpha:]_]", "[\\p{Alphabetic}_]"),
      ("[[:^alpha:]_]", "[\\P{Alphabetic}_]"),
      ("[[:alnum:]]", "[\\p{Alphabetic}\\p{N}]"),
      ("[[:xdigit:]]", "\\p{Hex_Digit}"),
      ("[[:graph:]]", "[^\\p{White_Space}\\p{Cc}\\p{Cn}\\p{Cs}]"),
      ("[:ascii:]", "\\p{ASCII}"),
    ] as [(String, String)])
  func `Swift syntax becomes ECMA-262 with the same meaning`(
    swift: String, ecma: String
  ) throws {
    let pattern = try SchemaPattern(swift: swift)
    #expect(pattern.source == ecma)
    #expect(try SchemaPattern(ecma: ecma).source == ecma)
  }

  @Test(
    arguments: [
      ("a(?>b)", "(?>", 1),
      ("a++", "++", 1),
      ("a{2}+", "{2}+", 1),
      ("(?|a|b)", "(?|", 0),
      ("(?~a)", "(?~", 0),
      ("(?R)", "(?R", 0),
      ("(?1)", "(?1", 0),
      ("(?-1)", "(?-", 0),
      ("(?(1)a)", "(?(", 0),
      ("(?C1)", "(?C", 0),
      ("(*FAIL)", "(*", 0),
      ("(?*a)", "(?*", 0),
      ("(?J)a", "(?J)", 0),
      ("(?y{g})a", "(?y)", 0),
      ("é\\K", "\\K", 2),
      ("\\Ga", "\\G", 0),
      ("\\X", "\\X", 0),
      ("\\Y", "\\Y", 0),
      ("a\\Z", "\\Z", 1),
      ("(?m)^a", "(?m)", 4),
      ("(?m:$)", "(?m)", 4),
      ("(?i)é", "é", 4),
      ("(?i)[à-ý]", "à-ý", 5),
      ("(a)\\2", "\\2", 3),
      ("\\g{n}", "\\g{n}", 0),
      ("(a)\\g{-1}", "\\g{-1}", 3),
      ("(?:(a)|b)\\1", "\\1", 9),
      ("(a)?\\1", "\\1", 4),
      ("(a\\1)", "\\1", 2),
      ("(?<1>a)", "(?<1>", 0),
      ("(?<n>a)(?<n>b)", "(?<n>", 7),
      ("(?P)\\p{L}", "\\p{L}", 4),
      ("(?P)[[:alpha:]]", "[:alpha:]", 5),
      ("[[:word:]]", "[:word:]", 1),
      ("[[\\p{L}]--[a]]", "--", 8),
      ("[[:graph:]a]", "[", 0),
      ("[👨‍👩‍👧]", "👨‍👩‍👧", 1),
      ("[b-a]", "b-a", 1),
      ("[a-\\d]", "a-\\d", 1),
      ("[]", "[", 0),
      ("[a", "[", 0),
      ("\\p{Foo}", "\\p{Foo}", 0),
      ("\\p{age=3.0}", "\\p{age=3.0}", 0),
      ("\\p{Hyphen}", "\\p{Hyphen}", 0),
      ("\\N{LATIN SMALL LETTER A}", "\\N{LATIN SMALL LETTER A}", 0),
      ("\\u{D800}", "\\u{D800}", 0),
      ("a{3,2}", "{3,2}", 1),
      ("a{99999999999999999999}", "{99999999999999999999}", 1),
      ("*a", "*", 0),
      ("a**", "*", 2),
      ("(a", "(", 0),
      ("a)", ")", 1),
      ("a\\", "\\", 1),
      ("a\\E", "\\E", 1),
      ("\\Qab\\E+", "+", 6),
    ] as [(String, String, Int)])
  func `a pattern that ECMA-262 cannot state is an error at its place`(
    swift: String, construct: String, offset: Int
  ) {
    let error = #expect(throws: SchemaPattern.TranslationError.self) {
      try SchemaPattern(swift: swift)
    }
    #expect(error?.construct == construct)
    #expect(error?.offset == offset)
    #expect(error?.reason.hasSuffix(".") == true)
    #expect(error?.suggestion.hasSuffix(".") == true)
  }

  @Test func `a regex literal is translated`() throws {
    #expect(try SchemaPattern(/^[A-Z]{2}-\d+$/).source == #"^[A-Z]{2}-\d+$"#)
    #expect(try SchemaPattern(#/^/api/[\w.-]+/#).source == #"^/api/[\w.\-]+"#)
    let spaced = #/
      ^ \d{3}  # the area
      \  \d+ $
      /#
    #expect(try SchemaPattern(spaced).source == #"^\d{3} \d+$"#)
    #expect(try SchemaPattern(/ok/.ignoresCase()).source == "(?:[oO][kK])")
    #expect(try SchemaPattern(/a.b/.dotMatchesNewlines()).source == #"(?:a[\s\S]b)"#)
    #expect(try SchemaPattern(/[a-z&&[^aeiou]]/).source == "[b-df-hj-np-tv-z]")
    #expect(try SchemaPattern(/[a\&\&b]/).source == "[a&b]")
  }

  @Test func `a built regex is translated`() throws {
    let code = Regex {
      Anchor.startOfSubject
      Repeat("A"..."Z", count: 3)
      Capture {
        ChoiceOf {
          "-"; "."
        }
      }
      OneOrMore(.digit)
      Optionally("x.y")
      ZeroOrMore(.any)
      Anchor.endOfSubject
    }
    #expect(try SchemaPattern(code).source == #"^[A-Z]{3}(-|\.)\d+(?:x\.y)?[\s\S]*$"#)
    let choice = Regex {
      ChoiceOf {
        "USD"; "EUR"
      }
    }
    #expect(try SchemaPattern(choice).source == "USD|EUR")
  }

  @Test func `a built regex whose text lacks its groups is an error`() {
    func construct(_ regex: some RegexComponent) -> String? {
      #expect(throws: SchemaPattern.TranslationError.self) { try SchemaPattern(regex.regex) }?
        .construct
    }
    #expect(
      construct(
        Regex {
          ChoiceOf {
            "a"; "b"
          }; "c"
        }) == "ChoiceOf")
    #expect(
      construct(
        Regex {
          "c"; /a|b/
        }) == "ChoiceOf")
    #expect(
      construct(
        Regex {
          OneOrMore {
            ChoiceOf {
              "a"; "b"
            }
          }
        }) == "ChoiceOf")
    #expect(construct(Regex { Optionally { OneOrMore(.digit) } }) == "Repeat")
    #expect(construct(Regex { OneOrMore { /ab/ } }) == "Repeat")
    #expect(construct(Regex { "a\\Eb" }) == "\\E")
    #expect(construct(/a*/.repetitionBehavior(.possessive)) == "repetitionBehavior(.possessive)")
    #expect(construct(Regex { Capture(OneOrMore(.digit)) { Int($0) } }) == "Regex")
    #expect(construct(Regex { Local { "a" } }) == "(?>")
    #expect(construct(Regex { OneOrMore(.digit, .possessive) }) == "++")
  }

  @Test func `lookarounds and back-references are reported`() throws {
    #expect(try SchemaPattern(/(?=a)b/).usesLookaround)
    #expect(try SchemaPattern(ecma: "(?<!a)b").usesLookaround)
    #expect(try !SchemaPattern(/(?:a)b/).usesLookaround)
    #expect(try SchemaPattern(/(a)\1/).usesBackreferences)
    #expect(try SchemaPattern(ecma: #"(?<n>a)\k<n>"#).usesBackreferences)
    #expect(try !SchemaPattern(/(a)b/).usesBackreferences)
  }

  @Test func `classes in Swift's syntax may nest to a limit`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "a" + String(repeating: "]", count: depth)
    }
    #expect(try SchemaPattern(swift: nested(200)).source == "[a]")
    for depth in [201, 100_000] {
      #expect(throws: SchemaPattern.TranslationError.self) {
        try SchemaPattern(swift: nested(depth))
      }
    }
  }
}
