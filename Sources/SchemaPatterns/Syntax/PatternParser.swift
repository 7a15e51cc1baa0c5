import SchemaText

/// Reads a pattern into a flat list of elements, without recursion.
///
/// Two dialects share the parser, because they differ less in grammar than in escapes and flags:
/// the text that Swift writes for a regex, and ECMA-262 in Unicode mode.
struct PatternParser {
  enum Dialect {
    case swift
    case ecma
  }

  typealias Failure = SchemaPattern.TranslationError

  /// How deep brackets in a class may nest in Swift's syntax.
  static let nestingLimit = 200

  struct Frame {
    var kind: PatternGroup
    /// The options to return to when the group ends.
    var options: PatternOptions
    var elementIndex: Int
    var offset: Int
  }

  /// The operand of a quantifier.
  struct Atom {
    var elementIndex: Int
    /// Whether ECMA-262 needs a group around the atom before it can repeat.
    var needsGroup: Bool
  }

  let dialect: Dialect
  private let source: String

  var text: PatternText
  var elements: [PatternElement] = []
  var frames: [Frame] = []
  var options = PatternOptions()
  var atom: Atom?
  var usesBackreferences = false
  var groupNames: Set<ExactText> = []

  /// The UTF-8 offsets of backslashes that ECMA-262 forbids and that change nothing.
  var redundantEscapes: [Int] = []

  init(_ source: String, dialect: Dialect) {
    self.source = source
    self.dialect = dialect
    text = PatternText(source, byScalar: dialect == .ecma)
  }

  /// The source as it was given, except for ``redundantEscapes``.
  var textWithoutRedundantEscapes: String {
    guard !redundantEscapes.isEmpty else { return source }
    let dropped = Set(redundantEscapes)
    let kept = source.utf8.enumerated().filter { !dropped.contains($0.offset) }
    return String(decoding: kept.map(\.element), as: UTF8.self)
  }

  /// Reads the whole text.
  mutating func parse() throws(Failure) {
    while !text.isAtEnd {
      try parseElement()
    }
    if let open = frames.last {
      throw failure(
        "(", at: open.offset, "The group is never closed.", "Add the missing ')'.")
    }
    try checkReferences()
  }

  private mutating func parseElement() throws(Failure) {
    let offset = text.offset
    guard let scalar = text.peek() else {
      try appendLiteral(text.next(), at: offset)
      return
    }
    switch scalar {
    case "\\": try parseEscape()
    case "(": try openGroup()
    case ")": try closeGroup()
    case "|":
      _ = text.next()
      elements.append(.alternation)
      atom = nil
    case "[":
      let characters = dialect == .swift ? try parseSwiftClass() : try parseECMAClass()
      appendAtom(.characters(characters))
    case "*", "+", "?": try parseQuantifier()
    case "{" where try parseCountedQuantifier(): break
    case "{" where dialect == .ecma, "}" where dialect == .ecma, "]" where dialect == .ecma:
      throw failure(
        String(scalar), at: offset, "The bracket has no counterpart.",
        "Write \\\(scalar) for the character itself.")
    case "^", "$": try parseAnchor(scalar)
    case ".":
      _ = text.next()
      appendAtom(.characters(dot))
    default: try appendLiteral(text.next(), at: offset)
    }
  }

  private mutating func parseAnchor(_ scalar: Unicode.Scalar) throws(Failure) {
    guard !options.multiline else {
      throw failure(
        "(?m)", at: text.offset,
        "A pattern has no flag that makes '\(scalar)' match at every line.",
        "Use \\A or \\z, or Anchor.startOfSubject or Anchor.endOfSubject, or leave the option out.")
    }
    _ = text.next()
    appendAssertion(scalar == "^" ? .start : .end)
  }

  /// The scalars that `.` matches here.
  var dot: PatternClass {
    if options.dotMatchesNewlines { return .any }
    let excluded: ScalarSet = dialect == .swift ? .newlines : .lineTerminators
    return PatternClass(excluded).inverted
  }

  // MARK: Quantifiers

  private mutating func parseQuantifier() throws(Failure) {
    let offset = text.offset
    let scalar = text.next().first ?? "*"
    try appendQuantifier(
      minimum: scalar == "+" ? 1 : 0, maximum: scalar == "?" ? 1 : nil,
      construct: String(scalar), at: offset)
  }

  /// Reads `{n}`, `{n,}`, `{n,m}` or, in Swift, `{,m}`.
  ///
  /// - Returns: `false`, with nothing read, if the brace does not begin a quantifier.
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
      throw failure(
        construct, at: offset, "The count does not fit into an integer.", "Use a smaller count.")
    }
    if let maximum, maximum < minimum {
      throw failure(
        construct, at: offset, "The upper bound is below the lower bound.",
        "Write {\(maximum),\(minimum)}.")
    }
    try appendQuantifier(minimum: minimum, maximum: maximum, construct: construct, at: offset)
    return true
  }

  private mutating func appendQuantifier(
    minimum: Int, maximum: Int?, construct: String, at offset: Int
  ) throws(Failure) {
    guard let atom, !(atom.needsGroup && dialect == .ecma) else {
      throw failure(
        construct, at: offset, "There is nothing to repeat before the quantifier.",
        "Write \\\(construct.prefix(1)) for the character itself.")
    }
    var isLazy = text.eat("?")
    if !isLazy, text.peek() == "+" {
      throw failure(
        construct + "+", at: offset,
        "A possessive quantifier does not backtrack, which ECMA-262 cannot express.",
        "Use \(construct) instead.")
    }
    if options.lazyByDefault { isLazy.toggle() }
    if atom.needsGroup {
      elements.insert(.groupStart(.plain), at: atom.elementIndex)
      elements.append(.groupEnd)
    }
    elements.append(
      .quantifier(PatternQuantifier(minimum: minimum, maximum: maximum, isLazy: isLazy)))
    self.atom = nil
  }

  // MARK: Elements

  mutating func appendAtom(_ element: PatternElement, needsGroup: Bool = false) {
    atom = Atom(elementIndex: elements.count, needsGroup: needsGroup)
    elements.append(element)
  }

  /// Appends an assertion, which Swift's builders can repeat and ECMA-262 cannot.
  mutating func appendAssertion(_ element: PatternElement) {
    appendAtom(element, needsGroup: true)
  }

  /// Appends scalars that match themselves, as one atom.
  mutating func appendLiteral(_ scalars: [Unicode.Scalar], at offset: Int) throws(Failure) {
    if options.ignoresCase {
      for scalar in scalars where !scalar.hasExactCaseClass {
        throw caseFailure(String(scalar), at: offset)
      }
    }
    appendAtom(
      .literal(scalars, ignoresCase: options.ignoresCase), needsGroup: scalars.count > 1)
  }

  /// Appends a newline sequence: the pair of carriage return and line feed, or a single newline.
  mutating func appendNewlineSequence() {
    atom = Atom(elementIndex: elements.count, needsGroup: false)
    elements += [
      .groupStart(.plain), .literal(["\r", "\n"], ignoresCase: false), .alternation,
      .characters(PatternClass(.newlines)), .groupEnd,
    ]
  }

  // MARK: Errors

  func failure(
    _ construct: String, at offset: Int, _ reason: String, _ suggestion: String
  ) -> Failure {
    Failure(construct: construct, offset: offset, reason: reason, suggestion: suggestion)
  }

  func caseFailure(_ construct: String, at offset: Int) -> Failure {
    failure(
      construct, at: offset,
      "Without a flag, a pattern can ignore the case of ASCII letters only.",
      "Leave the option out, and list both cases in a class.")
  }
}

extension Unicode.Scalar {
  var isASCIIDigit: Bool { self >= "0" && self <= "9" }

  var isASCIILetter: Bool { self >= "a" && self <= "z" || self >= "A" && self <= "Z" }

  var isHexDigit: Bool { properties.isASCIIHexDigit }

  /// Whether the scalar is an ASCII letter or has no case at all.
  var hasExactCaseClass: Bool {
    isASCII || !(properties.isCased || properties.changesWhenCaseMapped)
  }
}
