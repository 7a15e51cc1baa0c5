import SchemaText

/// The text of a regular expression, in the dialect that JSON Schema's `pattern` uses.
///
/// The dialect is ECMA-262 in Unicode mode, without delimiters. Patterns are unanchored: a pattern
/// accepts a string if it matches any part of the string.
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
///    rules. ECMA-262 uses ASCII for all of them except `\s`. For `\s` it has its own list, which
///    contains U+FEFF and not U+0085. `[[:alpha:]]` and `\p{…}` are translated exactly.
/// 2. Swift compares characters as users see them. ECMA-262 compares Unicode scalars. The two
///    differ on decomposed accents, on emoji of several scalars, and on the pair `\r\n`.
/// 3. Letters under `(?i)` become classes such as `[kK]`. Other characters that Unicode folds to
///    such a letter, such as the Kelvin sign (U+212A), are left out.
///
/// ## Matching
///
/// ``matches(_:)`` takes time in proportion to the text, even for a pattern such as `^(a+)+$`. The
/// pattern becomes a nondeterministic automaton, a list of instructions in which counted
/// repetitions are expanded. A match keeps the set of all instructions that the text so far can
/// reach, so it never backtracks. Each set gets a number on its first occurrence, and a table
/// stores its transitions, so most bytes take one access to the table:
///
///     ^(?:ab|ac)$     {a₁, a₂} ─a→ {b, c} ─b or c→ {$} ─end→ match
///
/// - Scalars share a column of the table if no class of the pattern distinguishes them. Text is
///   read as UTF-8; malformed bytes count as U+FFFD.
/// - `^`, `$`, `\b` and `\B` depend on the scalars on both sides. The scalar after the position is
///   not known when a set is made, so these assertions stay in the set until the next step. The end
///   of the text is a step, too.
/// - The table is filled on demand, and its size is limited. A full table is emptied. After several
///   such resets, the match continues without a table.
/// - This automaton cannot represent a lookahead or a reference. A pattern with a lookahead or a
///   reference is matched by backtracking, which tries no configuration twice and stops after a
///   fixed number of steps.
/// - `matches` returns `nil` if it cannot run a match to its end. The reasons are a lookbehind; a
///   reference to a group that may not have matched, or that a repetition may match with an empty
///   text, as in `(a?)+\1`; a Unicode property that the standard library does not know, such as
///   `Extended_Pictographic`; more than 131 072 instructions with expanded repetitions; more than
///   64 Unicode properties; and a match that exceeds a fixed number of steps. The limits count
///   work, not time, so the result is the same on every machine.
public struct SchemaPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern in ECMA-262 syntax, ready to be the value of `pattern`.
  public let source: String

  /// The elements of the source.
  ///
  /// They are derived from the source, so equality ignores them.
  let elements: [PatternElement]

  /// Translates a Swift regex.
  ///
  /// A regex made with `RegexBuilder` is translated from the text that Swift gives for it. The
  /// initializer throws if this text loses a part of the meaning, as for a `ChoiceOf` next to other
  /// components, or if the initializer cannot tell whether it does.
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
  /// The text is not changed, with one exception: a backslash that only ECMA-262 in Unicode mode
  /// forbids, as in `\-` or `\@`, is removed. Other engines ignore such a backslash.
  ///
  ///     try SchemaPattern(ecma: #"^\d{3}\-\d{4}$"#).source  // ^\d{3}-\d{4}$
  ///
  /// - Parameter source: The pattern, without delimiters or flags.
  /// - Throws: ``SchemaPattern/TranslationError`` if the text is not a pattern in Unicode mode, or
  ///   uses syntax that common engines do not support yet, such as `(?i:…)` or a group name that
  ///   occurs twice.
  public init(ecma source: String) throws { try self.init(reading: source) }

  /// Checks a pattern that is already written in ECMA-262 syntax, and throws only its failure.
  package init(reading source: String) throws(TranslationError) {
    (elements, self.source) = try PatternParser.parse(source, dialect: .ecma)
  }

  /// Translates text in the regex syntax of Swift, as `_literalPattern` writes it.
  init(swift text: String) throws(TranslationError) {
    elements = try PatternParser.parse(text, dialect: .swift).elements
    source = PatternWriter.text(for: elements)
  }

  /// Returns `true` if a text contains a match, by the rules of ECMA-262.
  ///
  /// Every call compiles the pattern. The time is linear in the length of the text for every
  /// pattern without lookarounds and references. For other patterns the number of steps is limited.
  ///
  /// - Parameter text: The text to search.
  /// - Returns: `nil` if the match is not run to its end. "Matching" lists the reasons.
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
  /// Canonically equivalent sources, such as "é" in its two forms, are different patterns and match
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
  /// - Complexity: O(*n*) in the length of the pattern, as for the next three properties.
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
  public var usesWordBoundaries: Bool {
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
    package let construct: String

    /// The start of the construct, in UTF-8 bytes from the start of the pattern's text.
    ///
    /// For a Swift regex, the pattern's text is the text that Swift gives for the regex. It can
    /// differ from the source: for example, it has no comments.
    package let offset: Int

    /// The problem, as a sentence.
    package let reason: String

    /// The text to write instead, as a sentence.
    package let suggestion: String

    /// The construct, its offset and the reason, as a sentence.
    package var fault: String {
      "'\(construct.excerpt)' at offset \(offset) cannot be part of a JSON Schema pattern: \(reason)"
    }

    /// The construct, its offset, the reason and the suggestion in one line.
    public var description: String { "\(fault) \(suggestion)" }
  }
}
