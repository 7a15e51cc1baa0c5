/// The options of a Swift regex that apply at some point of its text.
struct PatternOptions {
  var ignoresCase = false
  var dotMatchesNewlines = false
  var multiline = false
  var lazyByDefault = false
  var onlyNamedGroupsCapture = false
  var asciiSpace = false
  /// Every class is to be ASCII, properties and POSIX classes included.
  var asciiClasses = false
}

extension PatternParser {
  /// Reads the options of `(?i)` or `(?i-s:`, after the question mark.
  ///
  /// - Returns: `nil`, with nothing read, if no options stand here.
  mutating func parseOptions(groupOffset: Int) throws(Failure) -> PatternOptions? {
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
    // Swift has removed white space and comments already; what is left of either is literal.
    case "x": break
    // `\d`, `\w` and `\b` are kept as written under any option.
    case "D", "W", "w": break
    // A pattern compares scalars, as this option asks; see ``SchemaPattern`` for
    // characters.
    case "u", "X": break
    default:
      throw failure(
        construct + ")", at: offset, "The option '\(letter)' has no counterpart in a pattern.",
        "Leave the option out.")
    }
  }
}
