import SchemaText

/// A search for what other engines have and ECMA-262 does not: the first such construct, and the
/// pattern with all of them replaced.
///
/// Only a text that is no pattern of ECMA-262 is searched, so a construct that means something else
/// there, such as `\<`, is never found in a valid pattern.
struct OtherEngineSyntax {
  /// A construct, what it is, and what to write instead.
  private typealias Finding = (construct: String, offset: Int, reason: String, suggestion: String)

  private var text: PatternText
  private var first: Finding?
  /// The pattern so far, in ECMA-262; `nil` if a construct has no counterpart.
  private var rewritten: String? = ""
  /// `true` if the pattern has options, which Swift's syntax can translate.
  private var hasOptions = false
  /// The start of the quantifier before the current position; `nil` if there is none, or if it has
  /// a mark.
  private var quantifier: (position: Int, offset: Int)?

  /// Returns the failure for the first construct of another engine in a text; `nil` if there is
  /// none.
  static func failure(in source: String) -> SchemaPattern.TranslationError? {
    var search = OtherEngineSyntax(text: PatternText(source, byScalar: true))
    while !search.text.isAtEnd { search.readElement() }
    guard let first = search.first else { return nil }
    let whole = search.pattern.map { " The whole pattern is then '\($0.excerpt)'." } ?? ""
    return SchemaPattern.TranslationError(
      construct: first.construct, offset: first.offset, reason: first.reason,
      suggestion: first.suggestion + whole)
  }

  private init(text: PatternText) { self.text = text }

  /// The whole pattern in ECMA-262, if all constructs have a counterpart.
  private var pattern: String? {
    guard let rewritten else { return nil }
    if hasOptions { return try? SchemaPattern(swift: rewritten).source }
    return try? PatternParser.read(rewritten, dialect: .ecma).source
  }

  // MARK: Output

  private mutating func write(_ part: String) { rewritten?.append(part) }

  /// Records a construct that ends at the current position, and writes its counterpart.
  private mutating func replace(
    from start: Int, at offset: Int, by counterpart: String?, _ reason: String,
    _ suggestion: String? = nil
  ) {
    let suggestion = suggestion ?? counterpart.map { "Write \($0) instead." } ?? "Leave it out."
    if first == nil { first = (text.text(from: start), offset, reason, suggestion) }
    if let counterpart { write(counterpart) } else { rewritten = nil }
  }

  // MARK: Elements

  private mutating func readElement() {
    let last = quantifier
    quantifier = nil
    let start = text.position
    let offset = text.offset
    switch text.peek() {
    case "\\": readEscape(inClass: false)
    case "(": readGroup()
    case "[": readClass()
    case "+" where last != nil:
      _ = text.next()
      replace(
        from: last?.position ?? start, at: last?.offset ?? offset, by: "",
        "A possessive quantifier, as in Java and PCRE, gives nothing back that it has matched.",
        "Leave out the second '+', and make sure that what follows cannot match what is repeated.")
    case "*", "+", "?":
      let mark = text.peek()
      write(PatternText.string([text.next()]))
      if last == nil || mark != "?" { quantifier = (start, offset) }
    case "{": readBrace()
    default: write(PatternText.string([text.next()]))
    }
  }

  private mutating func readBrace() {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    let low = text.take { $0.isASCIIDigit }
    let hasComma = text.eat(",")
    let high = hasComma ? text.take { $0.isASCIIDigit } : ""
    guard !(low.isEmpty && high.isEmpty), text.eat("}") else {
      text.rewind(to: start)
      return write(PatternText.string([text.next()]))
    }
    quantifier = (start, offset)
    guard low.isEmpty else { return write(text.text(from: start)) }
    replace(
      from: start, at: offset, by: "{0,\(high)}",
      "A count without a lower bound, as in Python and Ruby.")
  }

  // MARK: Groups

  private mutating func readGroup() {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    if text.peek() == "*", let verb = text.take(before: ")") {
      return replace(
        from: start, at: offset, by: "",
        "'\(PatternText.string(verb).excerpt)' is a directive to the engine PCRE.", "Leave it out.")
    }
    guard text.eat("?") else { return write("(") }
    if readNamedGroup(from: start, at: offset) || readRecursion(from: start, at: offset) { return }
    if text.eat(">") {
      return replace(
        from: start, at: offset, by: "(?:",
        "An atomic group, as in PCRE, Java and .NET, gives nothing back that it has matched.",
        "Write (?:…), and make sure that what follows cannot begin with what the group repeats.")
    }
    if text.eat("|") {
      return replace(
        from: start, at: offset, by: "(?:",
        "A branch reset group of PCRE numbers the groups of its alternatives alike.",
        "Write (?:…).")
    }
    if text.peek() == "#", text.take(before: ")") != nil {
      return replace(from: start, at: offset, by: "", "A comment.", "Leave it out.")
    }
    if text.peek() == "(" {
      return replace(
        from: start, at: offset, by: nil, "A conditional, as in PCRE, Python and .NET.",
        "Write both cases as alternatives: (?:…|…).")
    }
    if readOptions(from: start, at: offset) { return }
    write(text.text(from: start))
  }

  private mutating func readNamedGroup(from start: Int, at offset: Int) -> Bool {
    let inner = text.position
    func named(_ name: [[Unicode.Scalar]], _ engines: String, _ search: inout Self) {
      let name = PatternText.string(name)
      search.replace(
        from: start, at: offset, by: "(?<\(name)>", "A named group in the syntax of \(engines).",
        "Write (?<\(name.excerpt)>…).")
    }
    if text.eat("P<"), let name = text.take(before: ">") {
      named(name, "Python, Go and PCRE", &self)
      return true
    }
    if text.eat("'"), let name = text.take(before: "'") {
      named(name, ".NET and Perl", &self)
      return true
    }
    if text.eat("P="), let name = text.take(before: ")") {
      replace(
        from: start, at: offset, by: "\\k<\(PatternText.string(name))>",
        "A reference to a named group in the syntax of Python.")
      return true
    }
    if text.eat("<"), text.peek() != "=", text.peek() != "!", let name = text.take(before: ">"),
      PatternText.string(name).contains("-")
    {
      replace(
        from: start, at: offset, by: nil, "A balancing group of .NET counts nested pairs.",
        "Write the nesting out to the depth that you need.")
      return true
    }
    text.rewind(to: inner)
    return false
  }

  private mutating func readRecursion(from start: Int, at offset: Int) -> Bool {
    let inner = text.position
    let isNamed = text.eat("P>") || text.eat("&")
    let target = text.take { $0 != "(" && $0 != ")" }
    let number = target.drop { $0 == "+" || $0 == "-" }
    let isRecursion = isNamed || target == "R" || Int(number) != nil
    guard isRecursion, text.eat(")") else {
      text.rewind(to: inner)
      return false
    }
    replace(
      from: start, at: offset, by: nil, "Recursion, as in PCRE, Perl and Ruby.",
      "Write the nesting out to the depth that you need.")
    return true
  }

  private mutating func readOptions(from start: Int, at offset: Int) -> Bool {
    let inner = text.position
    let letters = text.take { $0.isASCIILetter || $0 == "-" || $0 == "^" }
    guard !letters.isEmpty, text.peek() == ")" || text.peek() == ":" else {
      text.rewind(to: inner)
      return false
    }
    let isSet = letters.prefix { $0 != "-" }
    let (reason, suggestion): (String, String) =
      if isSet.contains("i") {
        (
          "An option that ignores the case of letters.",
          "Leave it out, and list both cases in classes such as [aA]."
        )
      } else if isSet.contains("x") {
        (
          "An option that ignores white space and comments.",
          "Leave it out, and remove the white space and the comments."
        )
      } else if isSet.contains("s") {
        ("An option by which '.' matches line breaks.", "Leave it out, and write [\\s\\S] for '.'.")
      } else if isSet.contains("m") {
        (
          "An option by which '^' and '$' match at each line.",
          "Leave it out, and write (?:^|\\n) and (?=\\n|$) where lines matter."
        )
      } else {
        ("An option for a part of the pattern.", "Leave it out.")
      }
    let isGroup = text.peek() == ":"
    _ = text.next()
    // Swift's syntax has these two options, and its translation writes them out.
    let kept = letters.filter { "is-".contains($0) }
    let isKept = kept.contains { $0 != "-" }
    let isTranslated = !isSet.contains("x") && !isSet.contains("m")
    let rest = isKept ? "(?\(kept)\(isGroup ? ":" : ")")" : isGroup ? "(?:" : ""
    replace(from: start, at: offset, by: isTranslated ? rest : nil, reason, suggestion)
    hasOptions = hasOptions || isKept
    return true
  }

  // MARK: Classes

  private mutating func readClass() {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    write(text.eat("^") ? "[^" : "[")
    if text.peek() == "]" {
      let inner = text.position
      _ = text.next()
      let rest = text.take { $0 != "]" && $0 != "[" }
      let isLiteral = !rest.isEmpty && text.peek() == "]"
      text.rewind(to: inner + 1)
      guard isLiteral else { return write("]") }
      replace(
        from: start, at: offset, by: "\\]", "A class that begins with a literal ']', as in PCRE.",
        "Write \\] for the character itself.")
    }
    while let scalar = text.peek() {
      let position = text.position
      let place = text.offset
      if scalar == "]" {
        _ = text.next()
        return write("]")
      }
      if scalar == "\\" {
        readEscape(inClass: true)
      } else if text.eat("[:"), readPOSIXClass(from: position, at: place) {
        continue
      } else if ["&&[", "--[", "-["].contains(where: { text.eat($0) }) {
        replace(
          from: position, at: place, by: nil,
          "Operations on classes, as in Java, .NET and XML Schema.",
          "List the characters that remain, or put a lookahead before the class, as in "
            + "(?![aeiou])[a-z].")
      } else {
        write(PatternText.string([text.next()]))
      }
    }
  }

  /// Reads the rest of `[:name:]`.
  private mutating func readPOSIXClass(from start: Int, at offset: Int) -> Bool {
    let isNegated = text.eat("^")
    let name = text.take { $0.isASCIILetter }
    guard text.eat(":]"), let members = Self.posixClasses[name] else {
      text.rewind(to: start)
      return false
    }
    let counterpart =
      !isNegated
      ? members : members.count == 2 && members.first == "\\" ? members.uppercased() : nil
    replace(
      from: start, at: offset, by: counterpart, "A POSIX class.",
      counterpart.map { "Write \($0) inside the brackets." }
        ?? "Write the class [^\(members)] beside this one, as in (?:[…]|[^\(members)]).")
    return true
  }

  /// The members of classes in POSIX, as a class of ECMA-262 lists them.
  private static let posixClasses = [
    "alpha": "A-Za-z", "digit": "\\d", "alnum": "A-Za-z0-9", "upper": "A-Z", "lower": "a-z",
    "punct": "!-\\/:-@\\[-`{-~", "space": "\\s", "blank": " \\t", "xdigit": "A-Fa-f0-9",
    "cntrl": "\\u0000-\\u001F\\u007F", "graph": "!-~", "print": " -~", "word": "\\w",
    "ascii": "\\u0000-\\u007F",
  ]

  // MARK: Escapes

  private mutating func readEscape(inClass: Bool) {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    guard let letter = text.peek() else { return write("\\") }
    _ = text.next()
    if let (counterpart, reason) = Self.escape(letter, inClass: inClass) {
      return replace(from: start, at: offset, by: counterpart, reason)
    }
    switch letter {
    case "Q": readQuote(from: start, at: offset)
    case "E":
      replace(from: start, at: offset, by: "", "The end of a quotation.", "Leave it out.")
    case "p", "P": readProperty(letter, from: start, at: offset)
    case "x", "o", "N", "0": readNumber(letter, from: start, at: offset)
    case "g" where !inClass, "k" where !inClass: readReference(letter, from: start, at: offset)
    default: write(text.text(from: start))
    }
  }

  /// Returns the counterpart of an escape without further parts, and what the escape is.
  private static func escape(
    _ letter: Unicode.Scalar, inClass: Bool
  ) -> (counterpart: String?, reason: String)? {
    switch letter {
    case "h" where inClass: return (" \\t", "White space within a line, as in PCRE and Java.")
    case "h": return ("[ \\t]", "White space within a line, as in PCRE and Java.")
    case "e": return ("\\u001B", "The character escape.")
    case "a": return ("\\u0007", "The character bell.")
    default: break
    }
    if inClass { return nil }
    return switch letter {
    case "A": ("^", "The start of the text, as in Python, Java and .NET.")
    case "z", "Z": ("$", "The end of the text, as in Python, Java and .NET.")
    case "G": ("", "The end of the match before this one.")
    case "K":
      (nil, "A match that begins here, as in PCRE; a pattern here only matches or does not.")
    case "H": ("[^ \\t]", "All but white space within a line, as in PCRE and Java.")
    case "R": ("(?:\\r\\n|[\\n-\\r])", "A line break, as in PCRE and Java.")
    case "V": ("[^\\n-\\r]", "All but line breaks, as in PCRE and Java.")
    case "X": (".", "A character of several code points, as in PCRE.")
    case "C", "O": ("[\\s\\S]", "Any byte or character.")
    case "y", "m", "M": ("\\b", "The edge of a word, as in PostgreSQL and Tcl.")
    case "Y": ("\\B", "A place inside a word, as in PostgreSQL and Tcl.")
    case "i": ("[A-Za-z_:]", "The first character of a name, as in XML Schema.")
    default: nil
    }
  }

  private mutating func readQuote(from start: Int, at offset: Int) {
    let quoted = text.take(before: "\\E") ?? []
    var counterpart = ""
    for scalar in PatternText.string(quoted).unicodeScalars {
      if "^$\\.*+?()[]{}|/-".unicodeScalars.contains(scalar), scalar != "-" { counterpart += "\\" }
      counterpart.unicodeScalars.append(scalar)
    }
    replace(from: start, at: offset, by: counterpart, "Quoted text, as in Java and PCRE.")
  }

  private mutating func readProperty(_ letter: Unicode.Scalar, from start: Int, at offset: Int) {
    var name = ""
    var isNegated = letter == "P"
    if text.eat("{") {
      if text.eat("^") { isNegated.toggle() }
      name = text.take { $0 != "}" && $0 != "\\" }
      guard text.eat("}") else { return write(text.text(from: start)) }
    } else if let short = text.peek(), short.isASCIILetter {
      _ = text.next()
      name = String(short)
    }
    let plain = "\\\(letter){\(name)}"
    if text.text(from: start) == plain, UnicodeProperty.exact(name) != nil { return write(plain) }
    let stem = ["Is", "In"].first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
    let found =
      UnicodeProperty.exact(name) ?? UnicodeProperty.loose(name)
      ?? stem.flatMap(UnicodeProperty.loose)
    guard let found else {
      return replace(
        from: start, at: offset, by: nil, "A property that ECMA-262 does not have.",
        "Use a general category such as \\p{Lu}, a script such as \\p{Script=Latin}, or a binary "
          + "property such as \\p{Alphabetic}.")
    }
    let sign = isNegated != found.isNegated ? "P" : "p"
    replace(
      from: start, at: offset, by: "\\\(sign){\(found.name)}",
      "A property in the syntax of Java, PCRE or .NET.")
  }

  private mutating func readNumber(_ letter: Unicode.Scalar, from start: Int, at offset: Int) {
    var value: UInt32?
    if letter == "0" {
      let digits = text.take(upTo: 2) { $0 >= "0" && $0 <= "7" }
      guard !digits.isEmpty else { return write("\\0") }
      value = UInt32(digits, radix: 8)
    } else if text.eat("{") {
      let digits = text.take { $0.isHexDigit || $0 == "U" || $0 == "+" }
      guard text.eat("}") else { return write(text.text(from: start)) }
      value = UInt32(digits.drop { $0 == "U" || $0 == "+" }, radix: letter == "o" ? 8 : 16)
    } else {
      guard letter == "N" else { return write(text.text(from: start)) }
      return replace(from: start, at: offset, by: "[^\\n]", "All but line breaks, as in PCRE.")
    }
    replace(
      from: start, at: offset,
      by: value.flatMap(Unicode.Scalar.init).map { "\\u{\(String($0.value, radix: 16))}" },
      "A number of a character in the syntax of PCRE or Perl.",
      value == nil ? "Write the character itself." : nil)
  }

  /// Reads the rest of `\g{1}`, `\g<name>` or `\k{name}`.
  private mutating func readReference(_ letter: Unicode.Scalar, from start: Int, at offset: Int) {
    let end: String? =
      text.eat("{") ? "}" : text.eat("'") ? "'" : text.eat("<") ? ">" : nil
    let name: String
    if let end, let inner = text.take(before: end) {
      name = PatternText.string(inner)
    } else {
      name = text.take { $0.isASCIIDigit }
    }
    if letter == "k", end == ">" || name.isEmpty { return write(text.text(from: start)) }
    // Ruby and PCRE call a group in this form.
    let isCall = letter == "g" && (end == ">" || end == "'")
    if isCall || name.isEmpty || name.hasPrefix("-") || name.hasPrefix("+") {
      return replace(
        from: start, at: offset, by: nil,
        isCall ? "Recursion, as in Ruby and PCRE." : "A relative reference, as in PCRE.",
        isCall
          ? "Write the nesting out to the depth that you need."
          : "Write the number of the group, as in \\1.")
    }
    replace(
      from: start, at: offset, by: Int(name) == nil ? "\\k<\(name)>" : "\\\(name)",
      "A reference to a group in the syntax of PCRE or .NET.")
  }
}
