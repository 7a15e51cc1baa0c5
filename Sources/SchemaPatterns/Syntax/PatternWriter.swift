import SchemaText

/// Writes elements as text in the syntax of ECMA-262.
struct PatternWriter {
  private var text = ""

  /// `true` if the text ends with the number of a reference.
  ///
  /// A digit must not directly follow.
  private var endsWithNumber = false

  static func text(for elements: [PatternElement]) -> String {
    var writer = PatternWriter()
    for element in elements { writer.append(element) }
    return writer.text
  }

  private mutating func append(_ element: PatternElement) {
    let followsNumber = endsWithNumber
    endsWithNumber = false
    switch element {
    case .literal(let scalars, let ignoresCase):
      for (index, scalar) in scalars.enumerated() {
        append(scalar, ignoresCase: ignoresCase, followsNumber: followsNumber && index == 0)
      }
    case .characters(let characters): append(characters)
    case .start: text += "^"
    case .end: text += "$"
    case .wordBoundary(let isNegated): text += isNegated ? "\\B" : "\\b"
    case .reference(let reference):
      switch reference.target {
      case .number(let number):
        text += "\\\(number)"
        endsWithNumber = true
      case .name(let name):
        text += "\\k<\(name)>"
      }
    case .groupStart(let kind): text += opening(kind)
    case .groupEnd: text += ")"
    case .alternation: text += "|"
    case .quantifier(let quantifier): append(quantifier)
    }
  }

  private func opening(_ kind: PatternGroup) -> String {
    switch kind {
    case .plain: "(?:"
    case .capture: "("
    case .named(let name): "(?<\(name)>"
    case .lookahead(let isNegated): isNegated ? "(?!" : "(?="
    case .lookbehind(let isNegated): isNegated ? "(?<!" : "(?<="
    }
  }

  private mutating func append(_ quantifier: PatternQuantifier) {
    switch (quantifier.minimum, quantifier.maximum) {
    case (0, nil): text += "*"
    case (1, nil): text += "+"
    case (0, 1): text += "?"
    case (let minimum, nil): text += "{\(minimum),}"
    case (let minimum, let maximum?):
      text += minimum == maximum ? "{\(minimum)}" : "{\(minimum),\(maximum)}"
    }
    if quantifier.isLazy { text += "?" }
  }

  // MARK: Literals

  private mutating func append(
    _ scalar: Unicode.Scalar, ignoresCase: Bool, followsNumber: Bool
  ) {
    if ignoresCase, scalar.isASCIILetter,
      let lower = Unicode.Scalar(scalar.value | 0x20),
      let upper = Unicode.Scalar(scalar.value & ~0x20)
    {
      text += "[\(lower)\(upper)]"
    } else if followsNumber, scalar.isASCIIDigit {
      text += "[\(scalar)]"
    } else {
      text += literal(scalar, escaping: "^$\\.*+?()[]{}|")
    }
  }

  private func literal(_ scalar: Unicode.Scalar, escaping syntax: String) -> String {
    switch scalar {
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{B}": return "\\v"
    case "\u{C}": return "\\f"
    case "\r": return "\\r"
    case _ where syntax.unicodeScalars.contains(scalar): return "\\\(scalar)"
    case _ where scalar.isVisible: return String(scalar)
    default: break
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    guard digits.utf8.count <= 4 else { return "\\u{\(digits)}" }
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  // MARK: Classes

  private mutating func append(_ characters: PatternClass) {
    guard let first = characters.items.first else {
      // A class without items is written as any character with the opposite negation.
      append(PatternClass(isNegated: !characters.isNegated, PatternClass.any.items))
      return
    }
    if characters.items.count == 1 {
      switch first {
      case .shorthand(let shorthand, let isNegated):
        text += escape(shorthand, isNegated: isNegated != characters.isNegated)
        return
      case .property(let name, let isNegated):
        text += property(name, isNegated: isNegated != characters.isNegated)
        return
      case .range: break
      }
    }
    text += characters.isNegated ? "[^" : "["
    for item in characters.items {
      switch item {
      case .range(let range):
        append(range)
      case .shorthand(let shorthand, let isNegated):
        text += escape(shorthand, isNegated: isNegated)
      case .property(let name, let isNegated):
        text += property(name, isNegated: isNegated)
      }
    }
    text += "]"
  }

  private mutating func append(_ range: ClosedRange<UInt32>) {
    guard let low = Unicode.Scalar(range.lowerBound), let high = Unicode.Scalar(range.upperBound)
    else { return }
    text += literal(low, escaping: "^\\[]-")
    if low != high { text += "-" + literal(high, escaping: "^\\[]-") }
  }

  private func escape(_ shorthand: PatternClass.Shorthand, isNegated: Bool) -> String {
    let letter = String(shorthand.rawValue)
    return "\\" + (isNegated ? letter.uppercased() : letter)
  }

  private func property(_ name: String, isNegated: Bool) -> String {
    (isNegated ? "\\P{" : "\\p{") + name + "}"
  }
}

extension Unicode.Scalar {
  /// `true` if the scalar is visible in a pattern.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .otherSymbol:
      true
    // A modifier symbol outside of ASCII, such as a skin tone, can join the character before it.
    case .modifierSymbol: isASCII
    default: self == " "
    }
  }
}
