/// The text of a regular expression, in the dialect that JSON Schema's `pattern` uses.
///
/// That dialect is ECMA-262 in Unicode mode, without delimiters, and unanchored: the pattern accepts
/// a string when it matches anywhere in it.
///
///     try SchemaPattern(/^[A-Z]{2}-\d+$/).source  // ^[A-Z]{2}-\d+$
///     try SchemaPattern(/a.c/).source  // a[^\n-\r\u0085\u2028\u2029]c
///     try SchemaPattern(/(?i)ok/).source  // [oO][kK]
///     try SchemaPattern(/a++b/)  // throws: a possessive quantifier
///
/// A Swift regex becomes text only when ECMA-262 can say what it means. Three differences are
/// accepted on purpose, because everyone who writes `\d` in a schema expects to read `\d` there:
///
/// 1. `\d`, `\w`, `\s`, `\b` and their negations are kept as written. Swift reads them by Unicode's
///    rules. ECMA-262 takes ASCII for all of them but `\s`, which has a list of its own without
///    U+0085 and with U+FEFF. `[[:alpha:]]` and `\p{…}` are translated exactly.
/// 2. Swift compares characters as readers see them, ECMA-262 compares Unicode scalars. The two
///    differ on decomposed accents, on emoji of several scalars, and on the pair `\r\n`.
/// 3. Letters under `(?i)` become classes such as `[kK]`. The signs that Unicode also counts as
///    such a letter, among them the Kelvin sign (U+212A), are left out.
public struct SchemaPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern in ECMA-262 syntax, ready to be the value of `pattern`.
  public let source: String

  /// Whether the pattern contains a lookahead or a lookbehind.
  public let usesLookaround: Bool

  /// Whether the pattern refers back to what a group matched.
  public let usesBackreferences: Bool

  /// Translates a Swift regex.
  ///
  /// A regex made with `RegexBuilder` is translated from the text that Swift gives for it. Where
  /// that text loses part of the meaning, as it does for a `ChoiceOf` next to other components, the
  /// initializer throws instead of translating the wrong text.
  ///
  /// - Parameter regex: A regex without transformations or custom components.
  /// - Throws: ``SchemaPattern/TranslationError`` if ECMA-262 cannot say what the regex means, or
  ///   if the system is older than macOS 15, iOS 18, tvOS 18, watchOS 11 or visionOS 2 and cannot
  ///   give the text of a regex.
  public init<Output>(_ regex: Regex<Output>) throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      throw TranslationError(
        construct: "Regex", offset: 0,
        reason: "This system is too old to give the text of a Swift regex.",
        suggestion: "Give the pattern as text with SchemaPattern(ecma:).")
    }
    guard let text = regex._literalPattern else {
      throw TranslationError(
        construct: "Regex", offset: 0,
        reason: "The regex holds a transformation, a reference or a custom component, which cannot "
          + "be written as text.",
        suggestion: "Remove it, or give the pattern as text with SchemaPattern(ecma:).")
    }
    if let loss = RegexStructure.firstLoss(in: regex) {
      throw TranslationError(
        construct: loss.construct, offset: 0,
        reason: "Swift writes this regex as '\(text)', in which \(loss.consequence).",
        suggestion: loss.suggestion)
    }
    try self.init(swift: text)
  }

  /// Checks a pattern that is already written in ECMA-262 syntax.
  ///
  /// The text is kept as it is, with one exception: a backslash that ECMA-262 forbids in Unicode
  /// mode but every other engine ignores, as in `\-` or `\@`, is removed.
  ///
  ///     try SchemaPattern(ecma: #"^\d{3}\-\d{4}$"#).source  // ^\d{3}-\d{4}$
  ///
  /// - Parameter source: The pattern, without delimiters or flags.
  /// - Throws: ``SchemaPattern/TranslationError`` if the text is not a pattern in Unicode mode, or
  ///   uses what engines in the field do not know yet, such as `(?i:…)` or a group name that occurs
  ///   twice.
  public init(ecma source: String) throws {
    var parser = PatternParser(source, dialect: .ecma)
    try parser.parse()
    self.source = parser.textWithoutRedundantEscapes
    usesLookaround = parser.usesLookaround
    usesBackreferences = parser.usesBackreferences
  }

  /// Translates text in Swift's regex syntax, as `_literalPattern` writes it.
  init(swift text: String) throws(TranslationError) {
    var parser = PatternParser(text, dialect: .swift)
    try parser.parse()
    source = PatternEmitter.text(for: parser.elements, target: .ecma)
    usesLookaround = parser.usesLookaround
    usesBackreferences = parser.usesBackreferences
  }

  /// Whether a text contains a match, by the rules of ECMA-262.
  ///
  /// The pattern is compiled anew by every call, and an ambiguous pattern can take very long on a
  /// text that does not match.
  ///
  /// - Parameter text: The text to search.
  /// - Returns: `nil` if Swift cannot run the pattern on the text, for example because the pattern
  ///   looks behind.
  public func matches(_ text: String) -> Bool? {
    matcher()?.matches(text)
  }

  /// The pattern's source.
  public var description: String { source }
}
