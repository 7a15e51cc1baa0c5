import SchemaText

/// The text of a regular expression, in the dialect that JSON Schema's `pattern` uses.
///
/// That dialect is ECMA-262 in Unicode mode, without delimiters, and unanchored: the pattern
/// accepts a string when it matches anywhere in it.
///
///     try SchemaPattern(/^[A-Z]{2}-\d+$/).source  // ^[A-Z]{2}-\d+$
///     try SchemaPattern(/a.c/).source  // a[^\n-\r\u0085\u2028\u2029]c
///     try SchemaPattern(/(?i)ok/).source  // [oO][kK]
///     try SchemaPattern(/a++b/)  // throws: a possessive quantifier
///
/// A Swift regex is translated only if ECMA-262 can express its meaning. Three differences are
/// intended, because a reader of a schema expects `\d` where the author wrote `\d`:
///
/// 1. `\d`, `\w`, `\s`, `\b` and their negations are kept as written. Swift reads them by Unicode's
///    rules. ECMA-262 uses ASCII for all of them except `\s`, for which it has its own list,
///    without U+0085 and with U+FEFF. `[[:alpha:]]` and `\p{…}` are translated exactly.
/// 2. Swift compares characters as users see them, ECMA-262 compares Unicode scalars. The two
///    differ on decomposed accents, on emoji of several scalars, and on the pair `\r\n`.
/// 3. Letters under `(?i)` become classes such as `[kK]`. Other characters that Unicode folds to
///    such a letter, such as the Kelvin sign (U+212A), are left out.
///
/// ## Matching
///
/// ``matches(_:)`` takes time in proportion to the text for every pattern, also for `^(a+)+$`. The
/// pattern becomes a nondeterministic automaton, a list of instructions in which counted
/// repetitions are expanded. A match keeps the set of instructions that the text so far can reach,
/// and does not try them one after the other. Each set gets a number on its first occurrence, and a
/// table stores its transitions, so most bytes cost one access to the table:
///
///     ^(?:ab|ac)$     {a₁, a₂} ─a→ {b, c} ─b or c→ {$} ─end→ match
///
/// - Scalars that no class of the pattern distinguishes share a column of the table. Text is read
///   as UTF-8; malformed bytes count as U+FFFD.
/// - `^`, `$`, `\b` and `\B` depend on the scalars on both sides. The one after is not known when a
///   set is made, so they wait in the set for the next step. The end of the text is a step, too.
/// - The table is filled on demand and bounded. It is emptied when it is full; if that happens too
///   often, the match continues without it.
/// - A lookahead or a reference has no such automaton. A pattern with one is matched by
///   backtracking, which tries no configuration twice and stops after a fixed number of steps.
/// - If a match is not run, or not to the end, `matches` returns `nil`. This applies to lookbehind,
///   to references to a group that may not have matched, or that a repetition may match with an
///   empty text as in `(a?)+\1`, to Unicode properties that the standard library does not know,
///   such as `Extended_Pictographic`, to patterns whose expanded form exceeds 131 072 instructions
///   or that name more than 64 Unicode properties, and to matches past a fixed number of steps.
///   The limits count work, not time, so the answer is the same everywhere.
public struct SchemaPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern in ECMA-262 syntax, ready to be the value of `pattern`.
  public let source: String

  /// The elements of the source.
  ///
  /// They are derived from the source, so equality ignores them.
  let elements: [PatternElement]

  /// Translates a Swift regex.
  ///
  /// A regex made with `RegexBuilder` is translated from the text that Swift gives for it. If that
  /// text loses part of the meaning, as for a `ChoiceOf` next to other components, or if that is
  /// unknown, the initializer throws instead of translating the wrong text.
  ///
  /// - Parameter regex: A regex without transformations or custom components.
  /// - Throws: ``SchemaPattern/TranslationError`` if ECMA-262 cannot express the regex, or
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
        reason: "The regex has a transformation, a reference or a custom component, which cannot "
          + "be written as text.",
        suggestion: "Remove it, or give the pattern as text with SchemaPattern(ecma:).")
    }
    try RegexStructure.check(regex, writtenAs: text)
    try self.init(swift: text)
  }

  /// Checks a pattern that is already written in ECMA-262 syntax.
  ///
  /// The text is not changed, with one exception: a backslash that ECMA-262 forbids in Unicode mode
  /// but every other engine ignores, as in `\-` or `\@`, is removed.
  ///
  ///     try SchemaPattern(ecma: #"^\d{3}\-\d{4}$"#).source  // ^\d{3}-\d{4}$
  ///
  /// - Parameter source: The pattern, without delimiters or flags.
  /// - Throws: ``SchemaPattern/TranslationError`` if the text is not a pattern in Unicode mode, or
  ///   uses syntax that common engines do not support yet, such as `(?i:…)` or a group name that
  ///   occurs twice.
  public init(ecma source: String) throws {
    (elements, self.source) = try PatternParser.parse(source, dialect: .ecma)
  }

  /// Translates text in Swift's regex syntax, as `_literalPattern` writes it.
  init(swift text: String) throws(TranslationError) {
    elements = try PatternParser.parse(text, dialect: .swift).elements
    source = PatternWriter.text(for: elements)
  }

  /// Returns `true` if a text contains a match, by the rules of ECMA-262.
  ///
  /// Every call compiles the pattern. The time is linear in the length of the text for
  /// every pattern without lookarounds and references, and bounded for the others.
  ///
  /// - Parameter text: The text to search.
  /// - Returns: `nil` if the pattern is not run on the text, for the reasons in the type's
  ///   description.
  /// - Complexity: O(*n*) in the length of the text, times the size of the pattern with expanded
  ///   repetitions in the worst case.
  public func matches(_ text: String) -> Bool? {
    var matcher = matcher()
    return matcher?.matches(text)
  }

  /// The pattern's source.
  public var description: String { source }

  /// Patterns are equal if their sources have the same bytes.
  ///
  /// Canonically equivalent texts, such as "é" in two forms, are two patterns, which match
  /// different texts.
  public static func == (first: SchemaPattern, second: SchemaPattern) -> Bool {
    ExactText(first.source) == ExactText(second.source)
  }

  /// Hashes the bytes of the source.
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(source)) }
}

/// The features that a pattern uses, for readers that support only some of them.
extension SchemaPattern {
  /// `true` if the pattern contains a lookahead or a lookbehind.
  ///
  /// - Complexity: O(*n*) in the length of the pattern, as for the next two properties.
  public var usesLookaround: Bool {
    elements.contains {
      if case .groupStart(let kind) = $0 { kind.isLookaround } else { false }
    }
  }

  /// `true` if the pattern has a back-reference to a group.
  public var usesBackreferences: Bool {
    elements.contains {
      if case .reference = $0 { true } else { false }
    }
  }

  /// `true` if the pattern has the edge of a word: `\b` or `\B` outside of a class.
  package var usesWordBoundaries: Bool {
    elements.contains {
      if case .wordBoundary = $0 { true } else { false }
    }
  }
}

extension SchemaPattern {
  /// A regular expression cannot be a JSON Schema pattern.
  ///
  ///     do {
  ///       _ = try SchemaPattern(/(?>ab)c/)
  ///     } catch let error as SchemaPattern.TranslationError {
  ///       error.construct  // (?>
  ///       error.offset  // 0
  ///     }
  public struct TranslationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part of the pattern that has no translation.
    public let construct: String

    /// The start of the construct, in UTF-8 bytes from the start of the pattern's text.
    ///
    /// For a Swift regex, this is the text that Swift gives for it, which can differ from the
    /// source: comments are missing, for example.
    public let offset: Int

    /// The problem, as a sentence.
    public let reason: String

    /// The text to write instead, as a sentence.
    public let suggestion: String

    /// The construct, its offset, the reason and the suggestion in one line.
    public var description: String {
      "'\(construct.excerpt)' at offset \(offset) cannot be part of a JSON Schema pattern: "
        + "\(reason) \(suggestion)"
    }
  }
}
