import SchemaText

/// Reads a pattern into a flat list of elements, without recursion.
///
/// The parser reads two dialects: the text that Swift writes for a regex, and ECMA-262 in Unicode
/// mode. Their grammars are similar; they differ mainly in escapes and flags. ``PatternSyntax``
/// reads the parts of a pattern, and ``PatternElementList`` collects them.
struct PatternParser {
  typealias Failure = SchemaPattern.TranslationError

  private let dialect: PatternSyntax.Dialect
  private var text: PatternText
  private var list = PatternElementList()

  private init(_ source: String, _ dialect: PatternSyntax.Dialect) {
    self.dialect = dialect
    text = PatternText(source, byScalar: dialect == .ecma)
  }

  /// Reads a complete pattern.
  ///
  /// - Returns: The elements, and the source without redundant backslashes, which ECMA-262 forbids.
  /// - Throws: The failure for a construct of another engine, if there is one, because it explains
  ///   more than the place where it stops the parser.
  static func parse(
    _ source: String, dialect: PatternSyntax.Dialect
  ) throws(Failure) -> (elements: [PatternElement], source: String) {
    do throws(Failure) {
      return try read(source, dialect: dialect)
    } catch {
      guard dialect == .ecma else { throw error }
      throw OtherEngineSyntax.failure(in: source) ?? error
    }
  }

  /// Reads a complete pattern, and knows nothing of other engines.
  static func read(
    _ source: String, dialect: PatternSyntax.Dialect
  ) throws(Failure) -> (elements: [PatternElement], source: String) {
    var parser = PatternParser(source, dialect)
    while !parser.text.isAtEnd {
      try parser.parseElement()
    }
    let elements = try parser.list.finish(referencesAreCertain: dialect == .swift)
    return (elements, parser.text.remainingSource(of: source))
  }

  /// The syntax at the current position.
  private var syntax: PatternSyntax { PatternSyntax(dialect: dialect, options: list.options) }

  private mutating func parseElement() throws(Failure) {
    let offset = text.offset
    guard let scalar = text.peek() else {
      try list.appendLiteral(text.next(), at: offset)
      return
    }
    switch scalar {
    case "\\": try parseEscape()
    case "(": try openGroup()
    case ")":
      try list.closeGroup(at: offset)
      _ = text.next()
    case "|":
      _ = text.next()
      list.appendAlternation()
    case "[": list.appendAtom(.characters(try syntax.readClass(&text)))
    case "*", "+", "?": try parseQuantifier(scalar)
    case "{" where try parseCountedQuantifier(): break
    case "{" where dialect == .ecma, "}" where dialect == .ecma, "]" where dialect == .ecma:
      throw Failure(
        String(scalar), at: offset, "The bracket has no counterpart.",
        "Write \\\(scalar) for the character itself.")
    case "^", "$": try parseAnchor(scalar)
    case ".":
      _ = text.next()
      list.appendAtom(.characters(syntax.dot))
    default: try list.appendLiteral(text.next(), at: offset)
    }
  }

  private mutating func parseEscape() throws(Failure) {
    let offset = text.offset
    switch try syntax.readEscape(&text, inClass: false) {
    case .scalars(let scalars):
      try list.appendLiteral(scalars, at: offset)
    case .quote(let units):
      for unit in units { try list.appendLiteral(unit, at: offset) }
      list.endAtom()
    case .characters(let characters):
      list.appendAtom(.characters(characters))
    case .newlineSequence:
      list.appendNewlineSequence()
    case .assertion(let element):
      list.appendAssertion(element)
    case .reference(let reference):
      list.appendAtom(.reference(reference))
    }
  }

  private mutating func openGroup() throws(Failure) {
    let start = text.position
    let offset = text.offset
    switch try syntax.readGroupOpening(&text) {
    case .group(let kind, let options):
      try list.openGroup(kind, options, construct: text.text(from: start), at: offset)
    case .options(let options): list.change(options)
    case .comment: list.endAtom()
    }
  }

  private mutating func parseAnchor(_ scalar: Unicode.Scalar) throws(Failure) {
    guard !list.options.multiline else {
      throw Failure(
        "(?m)", at: text.offset,
        "A pattern has no flag that makes '\(scalar)' match at every line.",
        "Use \\A or \\z, or Anchor.startOfSubject or Anchor.endOfSubject, or leave the option out.")
    }
    _ = text.next()
    list.appendAssertion(scalar == "^" ? .start : .end)
  }

  // MARK: Quantifiers

  private mutating func parseQuantifier(_ scalar: Unicode.Scalar) throws(Failure) {
    let offset = text.offset
    _ = text.next()
    try appendQuantifier(
      scalar == "+" ? 1 : 0, scalar == "?" ? 1 : nil, construct: String(scalar), at: offset)
  }

  /// Reads `{n}`, `{n,}`, `{n,m}` or, in Swift, `{,m}`.
  ///
  /// - Returns: `false` if the brace does not begin a quantifier; the position is then unchanged.
  private mutating func parseCountedQuantifier() throws(Failure) -> Bool {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    let low = text.take { $0.isASCIIDigit }
    let hasComma = text.eat(",")
    let high = hasComma ? text.take { $0.isASCIIDigit } : ""
    let isQuantifier = dialect == .swift ? !(low.isEmpty && high.isEmpty) : !low.isEmpty
    guard isQuantifier, text.eat("}") else {
      text.rewind(to: start)
      return false
    }
    let construct = text.text(from: start)
    let minimum = low.isEmpty ? 0 : Int(low)
    let maximum = high.isEmpty ? (hasComma ? nil : minimum) : Int(high)
    guard let minimum, high.isEmpty || maximum != nil else {
      throw Failure(
        construct, at: offset, "The count does not fit into an integer.", "Use a smaller count.")
    }
    if let maximum, maximum < minimum {
      throw Failure(
        construct, at: offset, "The upper bound is below the lower bound.",
        "Write {\(maximum),\(minimum)}.")
    }
    try appendQuantifier(minimum, maximum, construct: construct, at: offset)
    return true
  }

  /// Reads the rest of a quantifier, which may make it lazy, and appends the quantifier.
  private mutating func appendQuantifier(
    _ minimum: Int, _ maximum: Int?, construct: String, at offset: Int
  ) throws(Failure) {
    try list.checkRepeatable(by: construct, at: offset, in: dialect)
    let isMarked = text.eat("?")
    if !isMarked, text.peek() == "+" {
      throw Failure(
        construct + "+", at: offset,
        "A possessive quantifier does not backtrack, which ECMA-262 cannot express.",
        "Use \(construct) instead.")
    }
    let isLazy = isMarked != list.options.lazyByDefault
    list.repeatAtom(PatternQuantifier(minimum: minimum, maximum: maximum, isLazy: isLazy))
  }
}
