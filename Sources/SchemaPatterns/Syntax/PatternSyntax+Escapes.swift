import SchemaText

/// The meaning of an escape.
enum PatternEscape {
  /// One atom of literal text.
  case scalars([Unicode.Scalar])
  /// Literal text of several atoms.
  case quote([[Unicode.Scalar]])
  case characters(PatternClass)
  case newlineSequence
  case assertion(PatternElement)
  case reference(PatternReference)
}

extension PatternSyntax {
  /// Reads `\Q…\E`, a class, an assertion, a reference or a character in Swift's syntax.
  func readSwiftEscape(_ text: inout PatternText, inClass: Bool) throws(Failure) -> PatternEscape {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    let letter = text.peek()
    let scalars = text.next()
    guard let letter else {
      throw Failure(
        "\\" + PatternText.string([scalars]), at: offset, "No valid escape follows the backslash.",
        "Write \\\\ for a backslash.")
    }
    switch letter {
    case "d", "D", "w", "W", "s", "S": return .characters(shorthand(letter))
    case "h": return .characters(PatternClass(.horizontalSpace))
    case "H": return .characters(PatternClass(.horizontalSpace).inverted)
    case "v": return .characters(PatternClass(.newlines))
    case "V": return .characters(PatternClass(.newlines).inverted)
    case "R": return inClass ? .characters(PatternClass(.newlines)) : .newlineSequence
    case "N" where text.peek() != "{":
      return .characters(PatternClass(.newlines).inverted)
    case "Q":
      if let quoted = text.take(before: "\\E") { return .quote(quoted) }
      var rest: [[Unicode.Scalar]] = []
      while !text.isAtEnd { rest.append(text.next()) }
      return .quote(rest)
    case "p", "P":
      return .characters(try readProperty(&text, isNegated: letter == "P", from: start, at: offset))
    case "b" where inClass: return .scalars(["\u{8}"])
    case "b": return .assertion(.wordBoundary(isNegated: false))
    case "B" where !inClass: return .assertion(.wordBoundary(isNegated: true))
    case "A" where !inClass: return .assertion(.start)
    case "z" where !inClass: return .assertion(.end)
    case "g" where !inClass, "k" where !inClass, "1"..."9" where !inClass:
      text.rewind(to: start)
      return .reference(try readReference(&text))
    case "t": return .scalars(["\t"])
    case "n": return .scalars(["\n"])
    case "r": return .scalars(["\r"])
    case "f": return .scalars(["\u{C}"])
    case "a": return .scalars(["\u{7}"])
    case "e": return .scalars(["\u{1B}"])
    case "0", "x", "u", "U", "o", "N":
      return .scalars(try readSwiftScalar(&text, letter, from: start, at: offset))
    default: break
    }
    if letter.isASCII, !letter.isASCIILetter, !letter.isASCIIDigit { return .scalars([letter]) }
    throw unsupportedEscape(letter, at: offset)
  }

  /// Returns the class of an escape that both dialects have, such as `\d`.
  func shorthand(_ letter: Unicode.Scalar) -> PatternClass {
    let isNegated = letter.properties.isUppercase
    let shorthand: PatternClass.Shorthand =
      switch letter {
      case "d", "D": .digit
      case "w", "W": .word
      default: .space
      }
    guard shorthand == .space, options.asciiSpace else {
      return PatternClass([.shorthand(shorthand, isNegated: isNegated)])
    }
    let set = PatternClass(.asciiSpace)
    return isNegated ? set.inverted : set
  }

  /// Reads the rest of `\0`, `\x`, `\u`, `\U`, `\o` or `\N{U+`.
  private func readSwiftScalar(
    _ text: inout PatternText, _ letter: Unicode.Scalar, from start: Int, at offset: Int
  ) throws(Failure) -> [Unicode.Scalar] {
    let isBraced = letter != "0" && letter != "U" && text.eat("{")
    var radix = letter == "o" || letter == "0" ? 8 : 16
    var digits: [String] = []
    if isBraced {
      let content = text.take { $0 != "}" }
      _ = text.eat("}")
      digits = content.split(separator: " ").map(String.init)
      if letter == "N" {
        guard content.hasPrefix("U+") else {
          throw Failure(
            text.text(from: start), at: offset, "ECMA-262 has no names of characters.",
            "Write the character itself.")
        }
        digits = [String(content.dropFirst(2))]
      }
    } else if letter == "0" {
      digits = ["0" + text.take(upTo: 2) { $0 >= "0" && $0 <= "7" }]
      radix = 8
    } else {
      let length = letter == "U" ? 8 : letter == "u" ? 4 : 2
      let taken = text.take(upTo: length) { $0.isHexDigit }
      // In Swift, `\x` is also complete with one digit or without digits.
      if letter == "x" || taken.utf8.count == length { digits = ["0" + taken] }
    }
    var result: [Unicode.Scalar] = []
    for number in digits {
      guard let value = UInt32(number, radix: radix), let scalar = Unicode.Scalar(value) else {
        result = []
        break
      }
      result.append(scalar)
    }
    guard !result.isEmpty else {
      throw Failure(
        text.text(from: start), at: offset, "The escape is not the number of a Unicode scalar.",
        "Write the character itself, or \\u{…} with a number in hexadecimal digits.")
    }
    return result
  }

  /// Reads the rest of `\p{…}` after the letter.
  func readProperty(
    _ text: inout PatternText, isNegated: Bool, from start: Int, at offset: Int
  ) throws(Failure) -> PatternClass {
    guard text.eat("{"), let content = text.take(before: "}") else {
      throw Failure(
        text.text(from: start), at: offset, "A property needs braces around its name.",
        "Write \\p{Lu}.")
    }
    return try property(
      PatternText.string(content), isNegated: isNegated, construct: text.text(from: start),
      at: offset)
  }

  func property(
    _ name: String, isNegated: Bool, construct: String, at offset: Int
  ) throws(Failure) -> PatternClass {
    if options.asciiClasses {
      throw Failure(
        construct, at: offset, "ECMA-262 cannot limit a property to ASCII.",
        "List the ASCII characters in a class, such as [A-Za-z].")
    }
    let found =
      dialect == .swift ? UnicodeProperty.loose(name) : UnicodeProperty.exact(name)
    guard let found else {
      throw Failure(
        construct, at: offset, "ECMA-262 has no property '\(name.excerpt)'.",
        "Use a general category such as \\p{Lu}, a script such as \\p{Script=Latin}, or a binary "
          + "property such as \\p{Alphabetic}.")
    }
    return PatternClass([
      .property(found.name, isNegated: isNegated != found.isNegated)
    ])
  }

  /// Reads `\1`, `\g{1}`, `\g{name}` or `\k<name>`.
  func readReference(_ text: inout PatternText) throws(Failure) -> PatternReference {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    var content: [[Unicode.Scalar]]?
    if text.eat("k<") {
      content = text.take(before: ">")
    } else if dialect == .swift, text.eat("k{") || text.eat("g{") {
      content = text.take(before: "}")
    } else if dialect == .swift, text.eat("k'") {
      content = text.take(before: "'")
    } else {
      if dialect == .swift { _ = text.eat("g") }
      let digits = text.take { $0.isASCIIDigit }
      content = digits.isEmpty ? nil : [Array(digits.unicodeScalars)]
    }
    let construct = text.text(from: start)
    guard let content, !content.isEmpty else {
      throw Failure(
        construct, at: offset, "The reference does not name a group.", "Write \\1 or \\k<name>.")
    }
    let name = PatternText.string(content)
    if name.hasPrefix("-") || name.hasPrefix("+") {
      throw Failure(
        construct, at: offset, "ECMA-262 has no relative references.",
        "Write the number of the group, or its name.")
    }
    let isNumber = name.unicodeScalars.allSatisfy { $0.isASCIIDigit }
    // No pattern has a group with a number that doesn't fit an integer.
    return PatternReference(
      target: isNumber ? .number(Int(name) ?? .max) : .name(name), construct: construct,
      offset: offset)
  }

  private func unsupportedEscape(_ letter: Unicode.Scalar, at offset: Int) -> Failure {
    let construct = "\\" + String(letter)
    let (reason, suggestion): (String, String) =
      switch letter {
      case "X": ("Only Swift matches extended grapheme clusters.", "Use '.' instead.")
      case "Z": ("ECMA-262 has no end that ignores a last newline.", "Use \\z or '$' instead.")
      case "G", "K": ("A pattern cannot move the start of a match.", "Remove it.")
      case "y", "Y": ("ECMA-262 has no boundaries between characters.", "Remove it.")
      case "E": ("There is no \\Q before it.", "Remove it.")
      case "O", "C": ("A pattern is not matched by bytes.", "Use [\\s\\S] instead.")
      case "c": ("Swift has no control sequences.", "Write the character as \\u{…}.")
      default: ("The escape has no meaning here.", "Write the character without a backslash.")
      }
    return Failure(construct, at: offset, reason, suggestion)
  }
}
