import SchemaText

/// Texts with values in place of fields such as `{}`, as Python's method `format` writes them.
struct FieldFormat {
  private let format: MarkedText
  private let positional: [RuntimeValue]
  private let named: [String: RuntimeValue]
  private let budget: RenderingBudget
  /// The number of fields without a name or an index so far.
  private var automaticCount = 0
  private var hasIndices = false

  /// Returns the text of the method `format`.
  static func text(
    _ format: MarkedText, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let named = Dictionary(named.map { ($0.name, $0.value) }) { first, _ in first }
    var writer = FieldFormat(
      format: format, positional: positional, named: named, budget: budget)
    return try writer.text()
  }

  private init(
    format: MarkedText, positional: [RuntimeValue], named: [String: RuntimeValue],
    budget: RenderingBudget
  ) {
    self.format = format
    self.positional = positional
    self.named = named
    self.budget = budget
  }

  private mutating func text() throws(TemplateError) -> MarkedText {
    var result = MarkedText()
    var index = 0
    while index < format.count {
      let scalar = format.scalars[index]
      let isDouble = index + 1 < format.count && format.scalars[index + 1] == scalar
      if scalar == "{" || scalar == "}", isDouble {
        result += format[index..<index + 1]
        index += 2
      } else if scalar == "{" {
        guard let end = format.firstIndex(of: MarkedText("}"), from: index) else {
          throw TemplateError(.value, "A format has no end.")
        }
        result += try text(of: format[index + 1..<end])
        try budget.check(result)
        index = end + 1
      } else if scalar == "}" {
        throw TemplateError(.value, "A format has a '}' without its '{'.")
      } else {
        result += format[index..<index + 1]
        index += 1
      }
    }
    return result
  }

  // MARK: Fields

  /// Returns the text of a field, such as `name!r:>8`.
  private mutating func text(of field: MarkedText) throws(TemplateError) -> MarkedText {
    guard !field.scalars.contains("{") else {
      throw TemplateError(.unsupported, "A field within a field of a format is not supported.")
    }
    let end = field.scalars.firstIndex { $0 == "!" || $0 == ":" } ?? field.count
    var value = try value(of: Array(field.scalars[..<end]))
    var rest = field[end..<field.count]
    if rest.scalars.first == "!" {
      guard rest.count > 1, rest.count == 2 || rest.scalars[2] == ":" else {
        throw TemplateError(.value, "A field of a format needs a letter after '!', and then ':'.")
      }
      switch rest.scalars[1] {
      case "s": value = .string(try ValueWriter.output(value, budget))
      case "r": value = .string(try ValueWriter.representation(value, budget))
      case let letter:
        throw TemplateError(
          .unsupported, "The conversion '!\(letter)' of a format is not supported.")
      }
      rest = rest[2..<rest.count]
    }
    guard rest.count > 1 else { return try ValueWriter.output(value, budget) }
    return try FieldLayout(rest[1..<rest.count]).text(of: value, budget)
  }

  /// Returns the value with a name or an index, or its part, as in `user.name` and `0[key]`.
  private mutating func value(of path: [Unicode.Scalar]) throws(TemplateError) -> RuntimeValue {
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
    let end = path.firstIndex { $0 == "." || $0 == "[" } ?? path.count
    var value = try argument(text(path[..<end]))
    var rest = path[end...]
    while let sign = rest.popFirst() {
      if sign == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest.dropFirst(name.count)
        value = try Operations.member(text(name), of: value)
      } else {
        let key = rest.prefix { $0 != "]" }
        guard sign == "[", rest.count > key.count else {
          throw TemplateError(.value, "A field of a format has a wrong path.")
        }
        rest = rest.dropFirst(key.count + 1)
        let index = Int(text(key)).map { RuntimeValue.integer($0) } ?? RuntimeValue(text(key))
        value = try Operations.item(index, of: value, budget)
      }
    }
    return value
  }

  private mutating func argument(_ name: String) throws(TemplateError) -> RuntimeValue {
    var index = Int(name)
    if name.isEmpty {
      index = automaticCount
      automaticCount += 1
    } else if index != nil {
      hasIndices = true
    }
    guard automaticCount == 0 || !hasIndices else {
      throw TemplateError(.value, "A format has fields with an index, and fields without one.")
    }
    if let index {
      if positional.indices.contains(index) { return positional[index] }
    } else if let value = named[name] {
      return value
    }
    throw TemplateError(.value, "A format has no value for its field '{\(name.excerpt)}'.")
  }
}

/// The layout of a field of a format, such as `>8.2f`.
private struct FieldLayout {
  private var filler: MarkedText?
  private var alignment: Unicode.Scalar?
  private var sign: Unicode.Scalar = "-"
  private var hasPrefix = false
  private var width = 0
  private var separator: Unicode.Scalar?
  private var precision: Int?
  private var letter: Unicode.Scalar?

  /// The largest width or precision of a field.
  private static let maximumWidth = 1_000

  init(_ text: MarkedText) throws(TemplateError) {
    var index = 0
    func peek(_ offset: Int = 0) -> Unicode.Scalar? {
      index + offset < text.count ? text.scalars[index + offset] : nil
    }
    func take(_ set: String) -> Unicode.Scalar? {
      guard let scalar = peek(), set.unicodeScalars.contains(scalar) else { return nil }
      index += 1
      return scalar
    }
    func number() throws(TemplateError) -> Int? {
      var number: Int?
      while let digit = take("0123456789") {
        number = (number ?? 0) * 10 + Int(digit.value - 48)
        guard (number ?? 0) <= Self.maximumWidth else {
          throw TemplateError(
            .limitExceeded, "The width of a field is more than \(Self.maximumWidth).")
        }
      }
      return number
    }
    if let next = peek(1), "<>=^".unicodeScalars.contains(next) {
      filler = text[0..<1]
      index = 1
    }
    alignment = take("<>=^")
    sign = take("+- ") ?? "-"
    hasPrefix = take("#") != nil
    if take("0") != nil {
      // The zeros are between the sign and the digits of a number.
      filler = filler ?? MarkedText("0")
      zeroPads = alignment == nil
    }
    width = try number() ?? 0
    separator = take(",_")
    if take(".") != nil {
      guard let digits = try number() else {
        throw TemplateError(.value, "A field of a format has no precision after its point.")
      }
      precision = digits
    }
    letter = peek()
    guard index + (letter == nil ? 0 : 1) == text.count else {
      throw TemplateError(
        .value, "A field of a format has the wrong layout '\(text.text.excerpt)'.")
    }
  }

  private var zeroPads = false

  func text(
    of value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    switch value {
    case .string(let text): return try self.text(of: text, budget)
    case .bool, .integer, .large, .numeral, .number: break
    default:
      throw TemplateError(.value, "A value of the kind \(value.kind) has no layout in a format.")
    }
    if let whole = try value.whole(budget), !"eEfFgG%".unicodeScalars.contains(letter ?? "d") {
      return try text(of: whole, budget)
    }
    guard let number = value.double, number.isFinite || value.isFloat else {
      throw Operations.tooLarge
    }
    return try text(of: number, budget)
  }

  private var wrongLetter: TemplateError {
    TemplateError(.value, "The letter of a field of a format does not fit its value.")
  }

  private func text(
    of text: MarkedText, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard letter ?? "s" == "s", sign == "-", !hasPrefix, separator == nil, alignment != "=" else {
      throw wrongLetter
    }
    let part = precision.map { text[0..<min($0, text.count)] } ?? text
    return try aligned(part, standard: .left, budget)
  }

  private func text(
    of number: LargeInteger, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard precision == nil else { throw wrongLetter }
    let radix: Int
    switch letter {
    case nil, "d": radix = 10
    case "b": radix = 2
    case "o": radix = 8
    case "x", "X": radix = 16
    default: throw wrongLetter
    }
    guard radix == 10 || separator != "," else { throw wrongLetter }
    try budget.spend(number.size * number.size)
    var digits = number.magnitude.text(radix: radix)
    var prefix = hasPrefix && radix != 10 ? "0\(letter ?? "x")" : ""
    if letter == "X" {
      digits = digits.uppercased()
      prefix = prefix.uppercased()
    }
    return try self.text(
      isNegative: number.isNegative, prefix, digits, "", groupSize: radix == 10 ? 3 : 4, budget)
  }

  private func text(
    of number: Double, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let isPercent = letter == "%"
    let magnitude = isPercent ? (number * 100).magnitude : number.magnitude
    var text: String
    switch letter {
    case nil where precision == nil:
      text = magnitude.isFinite ? PythonNumber.text(of: magnitude) : magnitude.isNaN ? "nan" : "inf"
    case nil, "e", "E", "f", "F", "g", "G", "%":
      let notation: RoundedNumber.Notation =
        switch letter {
        case nil, "g", "G": .general
        case "e", "E": .scientific
        default: .fixed
        }
      text = try RoundedNumber(
        notation: notation, precision: precision ?? 6, keepsPoint: hasPrefix,
        hasFraction: letter == nil
      ).text(of: magnitude, budget)
    default: throw wrongLetter
    }
    if letter?.properties.isUppercase == true { text = text.uppercased() }
    let whole = text.prefix { $0.isNumber }
    return try self.text(
      isNegative: number.sign == .minus && !number.isNaN, "", String(whole),
      text.dropFirst(whole.count) + (isPercent ? "%" : ""), groupSize: 3, budget)
  }

  /// Returns a number with its sign, its prefix, its digits in groups, and the rest of its text.
  private func text(
    isNegative: Bool, _ prefix: String, _ whole: String, _ rest: String, groupSize: Int,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let start = (isNegative ? "-" : sign == "-" ? "" : String(sign)) + prefix
    var digits = whole
    func grouped() -> String {
      guard let separator else { return digits }
      let count = digits.count
      var result = ""
      for (index, digit) in digits.enumerated() {
        if index > 0, (count - index) % groupSize == 0 { result += String(separator) }
        result.append(digit)
      }
      return result
    }
    if zeroPads || (alignment == "=" && filler == MarkedText("0")) {
      // The zeros are in groups, too, and a separator is never first.
      let size = width - start.count - rest.count
      var count = digits.count
      while count + (separator == nil ? 0 : (count - 1) / groupSize) < size { count += 1 }
      digits = String(repeating: "0", count: count - digits.count) + digits
    }
    let body = MarkedText(grouped() + rest)
    if alignment == "=" {
      let missing = width - start.count
      return MarkedText(start)
        + (try body.padded(to: missing, with: filler ?? MarkedText(" "), .right, budget))
    }
    return try aligned(MarkedText(start) + body, standard: .right, budget)
  }

  private func aligned(
    _ text: MarkedText, standard: MarkedText.Alignment, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let place: MarkedText.Alignment =
      switch alignment {
      case "<": .left
      case ">": .right
      case "^": .center
      default: standard
      }
    return try text.padded(to: width, with: filler ?? MarkedText(" "), place, budget)
  }
}

extension RuntimeValue {
  /// Indicates whether the value is a number with a fraction.
  fileprivate var isFloat: Bool { if case .number = self { true } else { false } }
}
