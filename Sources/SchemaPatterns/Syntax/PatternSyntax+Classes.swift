extension PatternSyntax {
  /// The largest depth of nested brackets in a class in Swift's syntax.
  private static let nestingLimit = 200

  /// One member of a class, or the lower end of a range.
  private enum Member {
    case scalar(Unicode.Scalar)
    case characters(PatternClass)
  }

  /// An open bracket.
  private struct Bracket {
    var isNegated: Bool
    var offset: Int
    var parts: [PatternClass] = []
    /// `true` if the last member is a class in brackets, so that an operator may follow.
    var endsWithClass = false
    /// The left operand and the operator.
    var left: (PatternClass, PatternClass.Operation)?
  }

  // MARK: Swift

  /// Reads a class in Swift's syntax, with nesting and set operations.
  func readSwiftClass(_ text: inout PatternText) throws(Failure) -> PatternClass {
    let start = text.offset
    if let posix = try readPOSIXClass(&text) { return posix }
    var brackets: [Bracket] = []
    while !text.isAtEnd {
      let offset = text.offset
      if text.peek() == "[" {
        if !brackets.isEmpty, let posix = try readPOSIXClass(&text) {
          brackets[brackets.count - 1].parts.append(posix)
          brackets[brackets.count - 1].endsWithClass = true
          continue
        }
        guard brackets.count < Self.nestingLimit else {
          throw Failure(
            "[", at: offset, "Classes nest deeper than \(Self.nestingLimit) levels.",
            "Flatten the class.")
        }
        _ = text.next()
        brackets.append(Bracket(isNegated: text.eat("^"), offset: offset))
        continue
      }
      guard var bracket = brackets.popLast() else { break }
      if text.eat("]") {
        let closed = try reduce(bracket).withoutRepetitions
        let result = bracket.isNegated ? closed.inverted : closed
        guard var outer = brackets.popLast() else { return result }
        outer.parts.append(result)
        outer.endsWithClass = true
        brackets.append(outer)
        continue
      }
      if bracket.endsWithClass, let operation = readOperation(&text) {
        bracket.left = (try reduce(bracket), operation)
        bracket.parts = []
        bracket.offset = offset
      } else {
        bracket.parts.append(try readSwiftRange(&text))
        bracket.endsWithClass = false
      }
      brackets.append(bracket)
    }
    throw Failure("[", at: start, "The class is never closed.", "Add the missing ']'.")
  }

  /// Reads an operator.
  ///
  /// Swift writes brackets around both operands. Two ampersands elsewhere are literal: Swift has
  /// removed the backslashes of `\&\&`.
  private func readOperation(_ text: inout PatternText) -> PatternClass.Operation? {
    guard text.peek(2) == "[" else { return nil }
    if text.eat("&&") { return .intersection }
    if text.eat("--") { return .subtraction }
    if text.eat("~~") { return .symmetricDifference }
    return nil
  }

  /// Makes one class from all members of a bracket so far.
  private func reduce(_ bracket: Bracket) throws(Failure) -> PatternClass {
    guard !bracket.parts.isEmpty else {
      throw Failure(
        bracket.left?.1.rawValue ?? "[", at: bracket.offset, "The class has no members here.",
        "Add a member, or write \\[ for the character itself.")
    }
    guard let right = PatternClass.union(bracket.parts) else {
      throw Failure(
        "[", at: bracket.offset,
        "A class cannot contain the complement of several properties among other members.",
        "Use an alternation such as (?:[a]|[^b]).")
    }
    guard let (left, operation) = bracket.left else { return right }
    guard let result = PatternClass.combine(left, operation, right) else {
      throw Failure(
        operation.rawValue, at: bracket.offset,
        "ECMA-262 has no set operations, and sets with Unicode properties cannot be computed.",
        "List the characters that remain.")
    }
    return result
  }

  /// Reads a member or a range of a class in Swift's syntax.
  private func readSwiftRange(_ text: inout PatternText) throws(Failure) -> PatternClass {
    let start = text.position
    let offset = text.offset
    switch try readSwiftMember(&text) {
    case .characters(let characters):
      return characters
    case .scalar(let low):
      guard text.peek() == "-", text.peek(1) != "-", text.peek(1) != "]" else {
        return PatternClass(try items(low...low, construct: String(low), at: offset))
      }
      _ = text.next()
      guard case .scalar(let high) = try readSwiftMember(&text) else {
        throw badRange(text, from: start, at: offset)
      }
      return PatternClass(try range(text, low, high, from: start, at: offset))
    }
  }

  private func readSwiftMember(_ text: inout PatternText) throws(Failure) -> Member {
    let start = text.position
    let offset = text.offset
    // Swift escapes a literal full stop and a literal parenthesis. It writes these two texts for
    // `CharacterClass.any` and `CharacterClass.anyNonNewline`.
    if text.eat("(?s:.)") { return .characters(.any) }
    if text.eat("(?-s:.)") { return .characters(PatternClass(.newlines).inverted) }
    if text.eat(".") { return .characters(dot) }
    guard text.peek() == "\\" else {
      let unit = text.next()
      return .scalar(try single(unit, construct: PatternText.string([unit]), at: offset))
    }
    switch try readSwiftEscape(&text, inClass: true) {
    case .scalars(let scalars):
      return .scalar(try single(scalars, construct: text.text(from: start), at: offset))
    case .quote(let units):
      var items: [PatternClass.Item] = []
      for unit in units {
        let scalar = try single(unit, construct: PatternText.string([unit]), at: offset)
        items += try self.items(scalar...scalar, construct: String(scalar), at: offset)
      }
      return .characters(PatternClass(items))
    case .characters(let characters): return .characters(characters)
    case .newlineSequence, .assertion, .reference:
      throw Failure(
        text.text(from: start), at: offset, "The escape has no meaning in a class.", "Remove it.")
    }
  }

  /// Reads `[:name:]` or `[:name=value:]`.
  ///
  /// - Returns: `nil` if the text is not such a class; the position is then unchanged.
  private func readPOSIXClass(_ text: inout PatternText) throws(Failure) -> PatternClass? {
    let start = text.position
    let offset = text.offset
    guard text.eat("[:") else { return nil }
    let isNegated = text.eat("^")
    let name = text.take { $0 != ":" && $0 != "]" && $0 != "[" && $0 != "\\" }
    guard text.eat(":]") else {
      text.rewind(to: start)
      return nil
    }
    let construct = text.text(from: start)
    if name == "word" {
      throw Failure(
        construct, at: offset, "In Swift, this class contains dashes and does not contain '_'.",
        "Use \\w instead.")
    }
    guard let characters = PatternClass.posix(name) else {
      return try property(name, isNegated: isNegated, construct: construct, at: offset)
    }
    if options.asciiClasses {
      throw Failure(
        construct, at: offset, "ECMA-262 cannot limit a POSIX class to ASCII.",
        "List the ASCII characters in a class, such as [A-Za-z].")
    }
    return isNegated ? characters.inverted : characters
  }

  // MARK: ECMA-262

  /// Reads a class in the syntax of ECMA-262.
  func readECMAClass(_ text: inout PatternText) throws(Failure) -> PatternClass {
    let start = text.offset
    _ = text.next()
    let isNegated = text.eat("^")
    var items: [PatternClass.Item] = []
    while !text.isAtEnd {
      if text.eat("]") { return PatternClass(isNegated: isNegated, items) }
      let position = text.position
      let offset = text.offset
      let member = try readECMAMember(&text)
      let opensRange = text.peek() == "-" && text.peek(1) != "]" && text.peek(1) != nil
      guard opensRange else {
        switch member {
        case .scalar(let scalar): items.append(.range(scalar.value...scalar.value))
        case .characters(let characters): items += characters.items
        }
        continue
      }
      _ = text.next()
      let end = try readECMAMember(&text)
      guard case .scalar(let low) = member, case .scalar(let high) = end else {
        throw badRange(text, from: position, at: offset)
      }
      items += try range(text, low, high, from: position, at: offset)
    }
    throw Failure("[", at: start, "The class is never closed.", "Add the missing ']'.")
  }

  private func readECMAMember(_ text: inout PatternText) throws(Failure) -> Member {
    let start = text.position
    let offset = text.offset
    guard text.peek() == "\\" else {
      return .scalar(try single(text.next(), construct: "[", at: offset))
    }
    switch try readECMAEscape(&text, inClass: true) {
    case .scalars(let scalars):
      return .scalar(try single(scalars, construct: text.text(from: start), at: offset))
    case .characters(let characters): return .characters(characters)
    case .quote, .newlineSequence, .assertion, .reference:
      throw Failure(
        text.text(from: start), at: offset, "The escape has no meaning in a class.", "Remove it.")
    }
  }

  // MARK: Members

  private func single(
    _ scalars: [Unicode.Scalar], construct: String, at offset: Int
  ) throws(Failure) -> Unicode.Scalar {
    guard let scalar = scalars.first, scalars.count == 1 else {
      throw Failure(
        construct, at: offset,
        "A class in ECMA-262 contains single scalars, and this character has several.",
        "Use an alternation of groups instead of the class.")
    }
    return scalar
  }

  private func range(
    _ text: PatternText, _ low: Unicode.Scalar, _ high: Unicode.Scalar, from start: Int,
    at offset: Int
  ) throws(Failure) -> [PatternClass.Item] {
    guard low <= high else {
      throw Failure(
        text.text(from: start), at: offset, "The range ends before it begins.",
        "Swap its ends, or write \\- for the character itself.")
    }
    return try items(low...high, construct: text.text(from: start), at: offset)
  }

  /// Returns the items for a range.
  ///
  /// If case is ignored, the items include the other case of the letters.
  private func items(
    _ range: ClosedRange<Unicode.Scalar>, construct: String, at offset: Int
  ) throws(Failure) -> [PatternClass.Item] {
    let values = range.lowerBound.value...range.upperBound.value
    guard options.ignoresCase else { return [.range(values)] }
    if values.upperBound > 0x7F {
      for value in values {
        guard let scalar = Unicode.Scalar(value), !scalar.hasExactCaseClass else { continue }
        throw .inexactCase(of: construct, at: offset)
      }
    }
    var items = [PatternClass.Item.range(values)]
    let set = ScalarSet([values])
    for range in set.intersection(ScalarSet([0x41...0x5A])).ranges {
      items.append(.range((range.lowerBound + 32)...(range.upperBound + 32)))
    }
    for range in set.intersection(ScalarSet([0x61...0x7A])).ranges {
      items.append(.range((range.lowerBound - 32)...(range.upperBound - 32)))
    }
    return items
  }

  private func badRange(_ text: PatternText, from start: Int, at offset: Int) -> Failure {
    Failure(
      text.text(from: start), at: offset, "A range needs a single character at both ends.",
      "Write \\- for the character itself, or put it last.")
  }
}
