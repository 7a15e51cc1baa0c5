import SchemaText

extension PatternParser {
  mutating func openGroup() throws(Failure) {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    if text.peek() == "*", dialect == .swift {
      throw failure(
        "(*", at: offset, "A directive controls the matching engine and is not part of a pattern.",
        "Remove it.")
    }
    guard text.eat("?") else {
      push(options.onlyNamedGroupsCapture ? .plain : .capture, at: offset, options: options)
      return
    }
    if let kind = try parseGroupKind(from: start, offset: offset) {
      push(kind, at: offset, options: options)
      return
    }
    if dialect == .swift, try parseSwiftGroup(offset: offset) { return }
    throw unsupportedGroup(from: start, offset: offset)
  }

  /// Reads the kinds of groups that both dialects know, after the question mark.
  private mutating func parseGroupKind(
    from start: Int, offset: Int
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
      throw failure(
        text.text(from: start), at: offset, "The name of the group does not end.",
        "Add the missing '\(terminator)'.")
    }
    let name = Self.string(scalars)
    guard Self.isGroupName(name) else {
      throw failure(
        text.text(from: start), at: offset, "'\(name)' is not a name for a group in ECMA-262.",
        "Use letters, digits and underscores, and begin with a letter.")
    }
    guard groupNames.insert(ExactText(name)).inserted else {
      throw failure(
        text.text(from: start), at: offset, "Another group has the name '\(name)'.",
        "Give each group its own name.")
    }
    return .named(name)
  }

  /// Reads a comment or options, after the question mark.
  ///
  /// - Returns: `false`, with nothing read, if there is neither.
  private mutating func parseSwiftGroup(offset: Int) throws(Failure) -> Bool {
    if text.eat("#") {
      guard text.take(before: ")") != nil else {
        throw failure("(?#", at: offset, "The comment is never closed.", "Add the missing ')'.")
      }
      atom = nil
      return true
    }
    guard let options = try parseOptions(groupOffset: offset) else { return false }
    if text.eat(":") {
      push(.plain, at: offset, options: options)
    } else {
      _ = text.next()
      self.options = options
      atom = nil
    }
    return true
  }

  private mutating func push(_ kind: PatternGroup, at offset: Int, options: PatternOptions) {
    frames.append(
      Frame(kind: kind, options: self.options, elementIndex: elements.count, offset: offset))
    self.options = options
    elements.append(.groupStart(kind))
    atom = nil
  }

  mutating func closeGroup() throws(Failure) {
    guard let frame = frames.popLast() else {
      throw failure(
        ")", at: text.offset, "The parenthesis does not close a group.",
        "Write \\) for the character itself.")
    }
    _ = text.next()
    elements.append(.groupEnd)
    options = frame.options
    atom = Atom(elementIndex: frame.elementIndex, needsGroup: frame.kind.isLookaround)
  }

  /// Explains a group that ECMA-262 does not have.
  private func unsupportedGroup(from start: Int, offset: Int) -> Failure {
    var probe = text
    if dialect == .ecma, let scalar = probe.peek(), scalar.isASCIILetter || scalar == "-" {
      return failure(
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
      return failure(
        probe.text(from: start), at: offset, "\(kind.what) cannot be written in ECMA-262.",
        kind.suggestion)
    }
    if let scalar = probe.peek(), scalar.isASCIIDigit {
      return failure(
        "(?" + String(scalar), at: offset, "Recursion cannot be written in ECMA-262.",
        "Write the nesting out to the depth you need.")
    }
    return failure(
      "(?", at: offset, "This is not the start of a group.",
      "Use (?:…), or write \\( for the character itself.")
  }

  static func string(_ units: [[Unicode.Scalar]]) -> String {
    var view = String.UnicodeScalarView()
    for unit in units { view.append(contentsOf: unit) }
    return String(view)
  }

  private static func isGroupName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return (first == "_" || first == "$" || first.properties.isIDStart)
      && name.unicodeScalars.dropFirst().allSatisfy {
        $0 == "$" || $0 == "\u{200C}" || $0 == "\u{200D}" || $0.properties.isIDContinue
      }
  }
}

extension PatternParser {
  /// Checks that every reference names a group, and in Swift that the group has matched by then.
  ///
  /// A reference to a group that has not matched fails in Swift. In ECMA-262 it matches the
  /// empty string. A reference has one meaning only if its group has always matched before it.
  func checkReferences() throws(Failure) {
    guard usesBackreferences else { return }
    var names: Set<ExactText> = []
    var count = 0
    for element in elements {
      guard case .groupStart(let kind) = element, kind.captures else { continue }
      count += 1
      if case .named(let name) = kind { names.insert(ExactText(name)) }
    }
    for element in elements {
      guard case .reference(let reference) = element else { continue }
      let exists =
        switch reference.target {
        case .number(let number): number >= 1 && number <= count
        case .name(let name): names.contains(ExactText(name))
        }
      guard exists else {
        throw failure(
          reference.construct, at: reference.offset, "The pattern has no such group.",
          "Refer to a group by its number or name.")
      }
    }
    if dialect == .swift, let reference = PatternReferences.firstUncertain(in: elements) {
      throw failure(
        reference.construct, at: reference.offset,
        "If the group has not matched, the reference fails in Swift and "
          + "matches the empty string in ECMA-262.",
        "Refer only to a group that always matches first.")
    }
  }
}
