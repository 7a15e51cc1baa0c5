import SchemaText

/// The syntax that an opening parenthesis begins.
enum PatternGroupOpening {
  /// A group, and the options that apply inside of it.
  case group(PatternGroup, PatternOptions)
  /// Options for the rest of the innermost group.
  case options(PatternOptions)
  /// A comment, which is complete.
  case comment
}

extension PatternSyntax {
  /// Reads a construct that begins with an opening parenthesis.
  func readGroupOpening(_ text: inout PatternText) throws(Failure) -> PatternGroupOpening {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    if text.peek() == "*", dialect == .swift {
      throw Failure(
        "(*", at: offset, "A directive controls the matching engine and is not part of a pattern.",
        "Remove it.")
    }
    guard text.eat("?") else {
      return .group(options.onlyNamedGroupsCapture ? .plain : .capture, options)
    }
    if let kind = try readGroupKind(&text, from: start, offset: offset) {
      return .group(kind, options)
    }
    if dialect == .swift, let opening = try readSwiftGroup(&text, offset: offset) {
      return opening
    }
    throw unsupportedGroup(text, from: start, offset: offset)
  }

  /// Reads a kind of group that both dialects have, after the question mark.
  private func readGroupKind(
    _ text: inout PatternText, from start: Int, offset: Int
  ) throws(Failure) -> PatternGroup? {
    if text.eat(":") { return .plain }
    if text.eat("=") { return .lookahead(isNegated: false) }
    if text.eat("!") { return .lookahead(isNegated: true) }
    if text.eat("<=") { return .lookbehind(isNegated: false) }
    if text.eat("<!") { return .lookbehind(isNegated: true) }
    let terminator: String
    if text.peek() == "<", text.peek(1) != "*" {
      _ = text.next()
      terminator = ">"
    } else if dialect == .swift, text.eat("P<") {
      terminator = ">"
    } else if dialect == .swift, text.eat("'") {
      terminator = "'"
    } else {
      return nil
    }
    guard let scalars = text.take(before: terminator) else {
      throw Failure(
        text.text(from: start), at: offset, "The name of the group does not end.",
        "Add the missing '\(terminator)'.")
    }
    let name = PatternText.string(scalars)
    guard Self.isGroupName(name) else {
      throw Failure(
        text.text(from: start), at: offset,
        "'\(name.excerpt)' is not a name for a group in ECMA-262.",
        "Use letters, digits and underscores, and begin with a letter.")
    }
    return .named(name)
  }

  /// Reads a comment or options, after the question mark.
  ///
  /// - Returns: `nil` if neither follows; the position is then unchanged.
  private func readSwiftGroup(
    _ text: inout PatternText, offset: Int
  ) throws(Failure) -> PatternGroupOpening? {
    if text.eat("#") {
      guard text.take(before: ")") != nil else {
        throw Failure("(?#", at: offset, "The comment is never closed.", "Add the missing ')'.")
      }
      return .comment
    }
    guard let options = try readOptions(&text, groupOffset: offset) else { return nil }
    if text.eat(":") { return .group(.plain, options) }
    _ = text.next()
    return .options(options)
  }

  /// Returns the error for a kind of group that ECMA-262 does not have.
  private func unsupportedGroup(
    _ text: PatternText, from start: Int, offset: Int
  ) -> Failure {
    var probe = text
    if dialect == .ecma, let scalar = probe.peek(), scalar.isASCIILetter || scalar == "-" {
      return Failure(
        "(?" + String(scalar), at: offset,
        "Engines older than ES2025 do not support options inside a pattern.",
        "Leave the option out, and list both cases in classes such as [aA].")
    }
    let kinds: [(prefix: String, what: String, suggestion: String)] = [
      (">", "An atomic group", "Use (?:…) or Capture { … } if backtracking is harmless."),
      ("|", "A branch reset group", "Use (?:…)."),
      ("~", "An absent function", "Use a negative lookahead."),
      ("(", "A conditional", "Use an alternation."),
      ("C", "A callout", "Remove it."),
      ("{", "Embedded code", "Remove it."),
      ("*", "A lookahead that is not atomic", "Use (?=…)."),
      ("<*", "A lookbehind that is not atomic", "Use (?<=…)."),
      ("P=", "A reference in Python's syntax", "Use \\k<name>."),
      ("P>", "Recursion", "Write the nesting out to the depth you need."),
      ("&", "Recursion", "Write the nesting out to the depth you need."),
      ("R", "Recursion", "Write the nesting out to the depth you need."),
      ("+", "Recursion", "Write the nesting out to the depth you need."),
      ("-", "Recursion", "Write the nesting out to the depth you need."),
    ]
    for kind in kinds where probe.eat(kind.prefix) {
      return Failure(
        probe.text(from: start), at: offset, "\(kind.what) cannot be written in ECMA-262.",
        kind.suggestion)
    }
    if let scalar = probe.peek(), scalar.isASCIIDigit {
      return Failure(
        "(?" + String(scalar), at: offset, "Recursion cannot be written in ECMA-262.",
        "Write the nesting out to the depth you need.")
    }
    return Failure(
      "(?", at: offset, "This is not the start of a group.",
      "Use (?:…), or write \\( for the character itself.")
  }

  private static func isGroupName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return (first == "_" || first == "$" || first.properties.isIDStart)
      && name.unicodeScalars.dropFirst().allSatisfy {
        $0 == "$" || $0 == "\u{200C}" || $0 == "\u{200D}" || $0.properties.isIDContinue
      }
  }
}
