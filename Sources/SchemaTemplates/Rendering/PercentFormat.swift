import SchemaText

/// Texts with values in place of fields such as `%s`, as Python's operator `%` writes them.
struct PercentFormat {
  /// A part of a format from its `%` to its letter.
  private struct Field {
    var name: String?
    var flags: Set<Unicode.Scalar> = []
    var width = 0
    var precision: Int?
    var letter: Unicode.Scalar
  }

  private let format: MarkedText
  private let budget: RenderingBudget
  /// The values of the fields without a name.
  private var values: ArraySlice<RuntimeValue>
  /// The values of the fields with a name.
  private let members: ObjectValue?
  private var index = 0

  /// The largest width or precision of a field.
  private static let maximumWidth = 1_000

  private init(
    _ format: MarkedText, _ values: [RuntimeValue], _ members: ObjectValue?,
    _ budget: RenderingBudget
  ) {
    self.format = format
    self.values = values[...]
    self.members = members
    self.budget = budget
  }

  /// Returns the text of the filter `format`.
  static func text(
    _ format: MarkedText, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard !named.isEmpty else { return try text(format, RuntimeValue(positional, .tuple), budget) }
    guard positional.isEmpty else {
      throw TemplateError(
        .value, "The filter 'format' takes values by position or by name, not both.")
    }
    let object = ObjectValue()
    try object.update([], named, budget)
    return try text(format, .object(object), budget)
  }

  /// Returns the text of the operator `%`, whose right side is a tuple of values, an object with
  /// values by name, or a single value.
  static func text(
    _ format: MarkedText, _ value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    switch value {
    case .list(let list) where list.form == .tuple:
      var writer = PercentFormat(format, list.elements, nil, budget)
      return try writer.text(needsAll: true)
    case .object(let object) where object.kind == .dictionary:
      var writer = PercentFormat(format, [value], object, budget)
      return try writer.text(needsAll: false)
    default:
      var writer = PercentFormat(format, [value], nil, budget)
      return try writer.text(needsAll: !value.mayHaveItems)
    }
  }

  private mutating func text(needsAll: Bool) throws(TemplateError) -> MarkedText {
    var result = MarkedText()
    while index < format.count {
      let scalar = format.scalars[index]
      let source = format.sources[index]
      index += 1
      guard scalar == "%" else {
        result.append(scalar, source: source)
        continue
      }
      let field = try field()
      if field.letter == "%" {
        result.append("%", source: source)
      } else {
        result += try text(of: field, value(of: field), source)
      }
      try budget.check(result)
    }
    guard values.isEmpty || !needsAll else {
      throw TemplateError(.value, "A format has fewer fields than values.")
    }
    return result
  }

  // MARK: Fields

  private var next: Unicode.Scalar? { index < format.count ? format.scalars[index] : nil }

  private mutating func field() throws(TemplateError) -> Field {
    var field = Field(letter: "%")
    if next == "(" {
      guard let end = format.firstIndex(of: MarkedText(")"), from: index) else {
        throw TemplateError(.value, "The name of a field has no end.")
      }
      field.name = format[index + 1..<end].text
      index = end + 1
    }
    while let flag = next, "-0+ #".unicodeScalars.contains(flag) {
      field.flags.insert(flag)
      index += 1
    }
    field.width = try number() ?? 0
    if next == "." {
      index += 1
      field.precision = try number() ?? 0
    }
    guard let letter = next else { throw TemplateError(.value, "A field has no letter.") }
    index += 1
    field.letter = letter
    return field
  }

  private mutating func number() throws(TemplateError) -> Int? {
    var number: Int?
    while let digit = next, ("0"..."9").contains(digit) {
      let larger = (number ?? 0) * 10 + Int(digit.value - 48)
      guard larger <= Self.maximumWidth else {
        throw TemplateError(
          .limitExceeded, "The width of a field is more than \(Self.maximumWidth).")
      }
      number = larger
      index += 1
    }
    return number
  }

  private mutating func value(of field: Field) throws(TemplateError) -> RuntimeValue {
    guard let name = field.name else {
      guard let value = values.popFirst() else {
        throw TemplateError(.value, "A format has more fields than values.")
      }
      return value
    }
    guard let value = members?[name] else {
      throw TemplateError(.value, "A format has no value for the name '\(name.excerpt)'.")
    }
    return value
  }

  private func text(
    of field: Field, _ value: RuntimeValue, _ source: TextSource
  ) throws(TemplateError) -> MarkedText {
    switch field.letter {
    case "s": return padded(try ValueWriter.output(value, budget), field, source)
    case "r": return padded(try ValueWriter.representation(value, budget), field, source)
    case "d", "i", "u":
      guard let number = try whole(value) else {
        throw TemplateError(.value, "A field needs a number, not a \(value.kind).")
      }
      return try numeral(number, radix: 10, field, source)
    case "x", "X", "o":
      guard let number = try value.whole(budget) else {
        throw TemplateError(.value, "A field needs a whole number, not a \(value.kind).")
      }
      return try numeral(number, radix: field.letter == "o" ? 8 : 16, field, source)
    case "f", "F", "e", "E", "g", "G":
      guard let number = value.double else {
        throw TemplateError(.value, "A field needs a number, not a \(value.kind).")
      }
      guard number.isFinite || value.kind == "float" else { throw Operations.tooLarge }
      return try decimal(number, field, source)
    default:
      throw TemplateError(
        .unsupported, "The field '%\(field.letter)' of a format is not supported.")
    }
  }

  /// Returns a number without its fraction; `nil` for another value.
  private func whole(_ value: RuntimeValue) throws(TemplateError) -> LargeInteger? {
    if let number = try value.whole(budget) { return number }
    guard let number = value.double, number.isFinite else { return nil }
    return LargeInteger(exactly: number.rounded(.towardZero))
  }

  /// Returns a text of at least the width of a field, cut to its precision.
  private func padded(_ text: MarkedText, _ field: Field, _ source: TextSource) -> MarkedText {
    aligned(field.precision.map { text[0..<min($0, text.count)] } ?? text, field, source)
  }

  /// Returns a text of at least the width of a field.
  private func aligned(_ text: MarkedText, _ field: Field, _ source: TextSource) -> MarkedText {
    let padding = repeated(" ", field.width - text.count, source)
    return field.flags.contains("-") ? text + padding : padding + text
  }

  private func numeral(
    _ number: LargeInteger, radix: Int, _ field: Field, _ source: TextSource
  ) throws(TemplateError) -> MarkedText {
    try budget.spend(number.size * number.size)
    let prefix = field.flags.contains("#") && radix != 10 ? "0\(field.letter)" : ""
    let text = number.magnitude.text(radix: radix)
    let digits = MarkedText(field.letter == "X" ? text.uppercased() : text, source: source)
    let whole = repeated("0", (field.precision ?? 0) - digits.count, source) + digits
    return signed(whole, isNegative: number.isNegative, prefix, field, source)
  }

  private func decimal(
    _ number: Double, _ field: Field, _ source: TextSource
  ) throws(TemplateError) -> MarkedText {
    let notation: RoundedNumber.Notation =
      switch field.letter {
      case "e", "E": .scientific
      case "g", "G": .general
      default: .fixed
      }
    let text = try RoundedNumber(
      notation: notation, precision: field.precision ?? 6, keepsPoint: field.flags.contains("#")
    ).text(of: number.magnitude, budget)
    let digits = field.letter.properties.isUppercase ? text.uppercased() : text
    return signed(
      MarkedText(digits, source: source), isNegative: number.sign == .minus && !number.isNaN, "",
      field, source)
  }

  /// Returns the digits of a number with its sign and its prefix, in the width of a field.
  private func signed(
    _ digits: MarkedText, isNegative: Bool, _ prefix: String, _ field: Field, _ source: TextSource
  ) -> MarkedText {
    let positiveSign = field.flags.contains("+") ? "+" : field.flags.contains(" ") ? " " : ""
    let start = MarkedText((isNegative ? "-" : positiveSign) + prefix, source: source)
    let missing = field.width - start.count - digits.count
    let isFilled = field.flags.contains("0") && !field.flags.contains("-")
    let zeros = isFilled ? repeated("0", missing, source) : MarkedText()
    return aligned(start + zeros + digits, field, source)
  }

  private func repeated(_ text: String, _ count: Int, _ source: TextSource) -> MarkedText {
    MarkedText(String(repeating: text, count: max(count, 0)), source: source)
  }
}

extension RuntimeValue {
  /// Indicates whether Python leaves out the value if a format has no field for it, since it may
  /// have items.
  fileprivate var mayHaveItems: Bool {
    switch self {
    case .list(let list): list.form.hasIndices
    case .undefined: true
    default: false
    }
  }
}
