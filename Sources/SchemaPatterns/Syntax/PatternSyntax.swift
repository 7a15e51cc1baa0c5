/// The options of a Swift regex that apply at some point of its text.
struct PatternOptions {
  var ignoresCase = false
  var dotMatchesNewlines = false
  var multiline = false
  var lazyByDefault = false
  var onlyNamedGroupsCapture = false
  var asciiSpace = false
  /// `true` if every class is limited to ASCII, properties and POSIX classes included.
  var asciiClasses = false
}

/// The syntax at one point of a pattern: the dialect, and the options that apply there.
///
/// Each `read…` function takes a part of the text and returns its meaning.
struct PatternSyntax {
  enum Dialect {
    case swift
    case ecma
  }

  typealias Failure = SchemaPattern.TranslationError

  let dialect: Dialect
  let options: PatternOptions

  /// The scalars that `.` matches here.
  var dot: PatternClass {
    if options.dotMatchesNewlines { return .any }
    let excluded: ScalarSet = dialect == .swift ? .newlines : .lineTerminators
    return PatternClass(excluded).inverted
  }

  /// Reads a class in brackets.
  func readClass(_ text: inout PatternText) throws(Failure) -> PatternClass {
    switch dialect {
    case .swift: try readSwiftClass(&text)
    case .ecma: try readECMAClass(&text)
    }
  }

  /// Reads an escape, from its backslash on.
  ///
  /// `inClass`: `true` if the escape is a member of a class in brackets.
  func readEscape(
    _ text: inout PatternText, inClass: Bool
  ) throws(Failure) -> PatternEscape {
    switch dialect {
    case .swift: try readSwiftEscape(&text, inClass: inClass)
    case .ecma: try readECMAEscape(&text, inClass: inClass)
    }
  }

  /// Reads the options of `(?i)` or `(?i-s:`, after the question mark.
  ///
  /// - Returns: `nil` if no options follow; the position is then unchanged.
  func readOptions(_ text: inout PatternText, groupOffset: Int) throws(Failure) -> PatternOptions? {
    let start = text.position
    var result = text.eat("^") ? PatternOptions() : options
    var adding = true
    var construct = "(?"
    while let scalar = text.peek(), scalar != ")", scalar != ":" {
      if adding, text.eat("-") {
        adding = false
        construct += "-"
        continue
      }
      guard "ismnUxDSPWwuXbJy".unicodeScalars.contains(scalar) else {
        text.rewind(to: start)
        return nil
      }
      construct.unicodeScalars.append(scalar)
      try set(scalar, to: adding, in: &result, construct: construct, at: groupOffset)
      _ = text.next()
    }
    guard !text.isAtEnd, text.position > start else {
      text.rewind(to: start)
      return nil
    }
    return result
  }

  private func set(
    _ letter: Unicode.Scalar, to value: Bool, in options: inout PatternOptions, construct: String,
    at offset: Int
  ) throws(Failure) {
    switch letter {
    case "i": options.ignoresCase = value
    case "s": options.dotMatchesNewlines = value
    case "m": options.multiline = value
    case "n": options.onlyNamedGroupsCapture = value
    case "U": options.lazyByDefault = value
    case "S": options.asciiSpace = value
    case "P":
      options.asciiSpace = value
      options.asciiClasses = value
    // Swift has already removed insignificant white space and comments. The rest is literal.
    case "x": break
    // `\d`, `\w` and `\b` are kept as written under any option.
    case "D", "W", "w": break
    // Patterns compare scalars, as `u` asks. ``SchemaPattern`` describes the difference for `X`.
    case "u", "X": break
    default:
      throw Failure(
        construct + ")", at: offset, "The option '\(letter)' has no counterpart in a pattern.",
        "Leave the option out.")
    }
  }
}

extension SchemaPattern.TranslationError {
  init(_ construct: String, at offset: Int, _ reason: String, _ suggestion: String) {
    self.init(construct: construct, offset: offset, reason: reason, suggestion: suggestion)
  }

  /// Returns the error for a character or a range whose case cannot be ignored exactly.
  static func inexactCase(of construct: String, at offset: Int) -> Self {
    Self(
      construct, at: offset,
      "Without a flag, a pattern can ignore the case of ASCII letters only.",
      "Leave the option out, and list both cases in a class.")
  }
}

extension Unicode.Scalar {
  var isHexDigit: Bool { properties.isASCIIHexDigit }

  /// `true` if the scalar is ASCII or has no case, so that a class can ignore its case exactly.
  var hasExactCaseClass: Bool {
    isASCII || !(properties.isCased || properties.changesWhenCaseMapped)
  }
}
