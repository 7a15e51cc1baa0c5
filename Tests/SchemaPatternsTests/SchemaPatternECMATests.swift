import SchemaPatterns
import Testing

struct SchemaPatternECMATests {
  @Test(arguments: [
    "", "abc", "^[a-z]+$", "a|b|", "(a)(?:b)(?<n>c)", "(?=a)(?!b)(?<=c)(?<!d)", "a*?b+c??d{1,2}?",
    #"\d\D\w\W\s\S\b\B"#, #"\t\n\v\f\r\0\cJ\x41\u0041\u{1F600}\uD83D\uDE00"#,
    #"\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/"#, "[]", "[^]", "[a-z^-]", "[-a]", "[a-]", "[[&&a:]",
    #"[\b\-\]\^]"#, #"\p{Lu}\P{Script=Latn}\p{scx=Greek}\p{Alpha}\p{gc=Letter}"#,
    #"\k<n>(?<n>a)"#, #"(a)\1"#, #"\1(a)"#, "(?<é$>a)", "日本😀", ".",
  ])
  func `a pattern in Unicode mode is kept as it is`(source: String) throws {
    #expect(try SchemaPattern(ecma: source).source == source)
  }

  @Test(arguments: [
    (#"a\-b\@\ \"\'"#, #"a-b@ "'"#),
    (#"^\d{3}\-\d{4}$"#, #"^\d{3}-\d{4}$"#),
    ("[\\_\\-\\.\\&]é\\#", "[_\\-\\.&]é#"),
  ])
  func `a backslash without a meaning is removed`(source: String, expected: String) throws {
    #expect(try SchemaPattern(ecma: source).source == expected)
  }

  @Test(
    arguments: [
      ("a{", "{", 1), ("a}", "}", 1), ("a]", "]", 1), ("{2}", "{2}", 0), ("a{,2}", "{,2}", 1),
      ("(?i)a", "(?i)", 0), ("(?-i:a)", "(?-i:", 0), ("(?>a)", "(?>", 0), ("(?P<n>a)", "(?P<n>", 0),
      ("a++", "++", 1), ("^*", "*", 1), ("(?=a)*", "*", 5), (#"\b+"#, "+", 2), ("a**", "*", 2),
      (#"\A"#, #"\A"#, 0), (#"\z"#, #"\z"#, 0), (#"\h"#, #"\h"#, 0), (#"\e"#, #"\e"#, 0),
      (#"\00"#, #"\00"#, 0), (#"\c1"#, #"\c"#, 0), (#"\x4"#, #"\x4"#, 0), (#"\u004"#, #"\u004"#, 0),
      (#"\u{110000}"#, #"\u{110000}"#, 0), (#"\u{D83D}\uDE00"#, #"\u{D83D}"#, 0),
      (#"\uD83D"#, #"\uD83D"#, 0), (#"\1"#, #"\1"#, 0),
      (#"\k<n>"#, #"\k<n>"#, 0), (#"[\w-.]"#, #"\w-."#, 1),
      ("[z-a]", "z-a", 1), (#"[\1]"#, #"\1"#, 1),
      (#"[\B]"#, #"\B"#, 1), ("[a", "[", 0), ("(", "(", 0), (")", ")", 0), (#"é\"#, #"\"#, 2),
      (#"\p{lu}"#, #"\p{lu}"#, 0), (#"\p{Latin}"#, #"\p{Latin}"#, 0), (#"\pL"#, #"\pL"#, 0),
      ("(?<n>a)|(?<n>b)", "(?<n>", 8), ("(?<n", "(?<", 0),
    ] as [(String, String, Int)])
  func `a pattern that engines read differently is an error at its place`(
    source: String, construct: String, offset: Int
  ) {
    let error = #expect(throws: SchemaPattern.TranslationError.self) {
      try SchemaPattern(ecma: source)
    }
    #expect(error?.construct == construct)
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    (#"\u{FFFFFFFFF}"#, "not a Unicode scalar"), (#"\u{110000}"#, "not a Unicode scalar"),
    (#"\u{}"#, "digits"), (#"\u{12"#, "digits"), (#"\u{12G}"#, "digits"),
  ])
  func `the error for too large a number in an escape is not the one for missing digits`(
    source: String, words: String
  ) {
    let error = #expect(throws: SchemaPattern.TranslationError.self) {
      try SchemaPattern(ecma: source)
    }
    #expect(error?.description.contains(words) == true)
  }

  @Test(arguments: [
    (#"^\u{00000000041}$"#, "A", true), (#"^\d+$"#, "12", true), (#"^\d+$"#, "١٢", false),
    (#"^\w$"#, "é", false),
    (#"\s"#, "\u{FEFF}", true), (#"\s"#, "\u{85}", false), (#"^\S$"#, "\u{85}", true),
    (#"^.$"#, "\u{B}", true), (#"^.$"#, "\n", false), (#"^.$"#, "e\u{301}", false),
    (#"^.{2}$"#, "e\u{301}", true), (#"\v"#, "\n", false), (#"\v"#, "\u{B}", true),
    (#"^\cJ$"#, "\n", true), ("[[:a:]", "a", true), ("[[:a:]", "[", true), ("[a&&b]", "&", true),
    ("[]", "a", false), ("[^]", "a", true), (#"^\uD83D\uDE00$"#, "😀", true), ("a$", "a\n", false),
    (#"caf\b"#, "café", true),
    (#"a\b"#, "a1", false), (#"a\B1"#, "a1", true), (#"\p{Lu}"#, "É", true),
    (#"(?!a)b"#, "b", true), ("", "", true),
    (#"^[\u2000-\u200A]$"#, "\u{2000}", true),
    (#"^[\u2000-\u200A]$"#, "\u{2002}", true),
    (#"^[\u2000\u2001]$"#, "\u{2002}", false), (#"^(a|b)\1$"#, "aa", true),
    (#"^(a|b)\1$"#, "ab", false), (#"^[\w.-]+$"#, "a-b.c", true),
  ])
  func `matching follows ECMA-262`(source: String, text: String, expected: Bool) throws {
    #expect(try SchemaPattern(ecma: source).matches(text) == expected)
  }

  @Test(arguments: [
    #"^(a?)+\1$"#, #"^(a?){1,2}\1$"#, #"^(a*)+\1$"#, #"^(a|b?)+\1$"#, #"^(?:(a?)b?){2,}\1$"#,
  ])
  func `a reference to a group that a repetition may match with an empty text is not run`(
    source: String
  ) throws {
    // In ECMA-262, another repetition does not begin for an empty text.
    #expect(try SchemaPattern(ecma: source).matches("a") == nil)
  }

  @Test(arguments: [
    (#"^(a?){2}\1$"#, "a", true), (#"^(a|b)+\1$"#, "abb", true),
    (#"^(?:(a?)b)+\1$"#, "abab", false),
    (#"^(?:(a?)b)+\1$"#, "abaabaa", false), (#"^(?:(a?)b)+\1$"#, "aba", true),
    (#"^(a?)(?:b?)+\1$"#, "aba", true), (#"^(?:c?(a))+\1$"#, "caa", true),
  ])
  func `a reference to a group of a repetition that takes characters, or is exact, is run`(
    source: String, text: String, expected: Bool
  ) throws {
    #expect(try SchemaPattern(ecma: source).matches(text) == expected)
  }

  @Test(arguments: [
    ("^\u{301}+$", "\u{301}+"), ("^\u{200D}a$", "\u{200D}a"),
    ("a\u{600}$", #"[\s\S]*(?:a\#u{600})"#),
  ])
  func `a pattern for whole texts keeps combining marks next to its anchors`(
    source: String, whole: String
  )
    throws
  {
    let found = try #require(try SchemaPattern(ecma: source).wholeStringSource)
    #expect(Array(found.unicodeScalars) == Array(whole.unicodeScalars))
  }

  @Test(arguments: [#"(?:(a)|b)\1"#, #"\1(a)"#, #"(?<=a)b"#, "(?<!a)b", #"(?:(a)|(b))+\2"#])
  func `lookbehind and references to groups that may not have matched are not run`(
    source: String
  ) throws {
    #expect(try SchemaPattern(ecma: source).matches("b") == nil)
  }
}
