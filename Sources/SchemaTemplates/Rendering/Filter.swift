import SchemaText

/// A filter of jinja2 that templates of models use.
///
/// ``ElementFilter`` has the filters that pass their arguments on, and ``PercentFormat`` the filter
/// `format`.
enum Filter: String {
  case tojson, length, count, trim, string, safe, forceescape, escape, e
  case `default`, d, upper, lower, capitalize, title, replace, indent, join, list, items, dictsort
  case first, last, reverse, sort, unique, int, float, abs
  case minimum = "min"
  case maximum = "max"

  /// Applies the filter with a name.
  static func apply(
    _ name: String, to value: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [(name: String, value: RuntimeValue)], _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    try budget.spend(value)
    try budget.spend(positional, named)
    let result: RuntimeValue
    if let filter = ElementFilter(rawValue: name) {
      result = RuntimeValue(try filter.apply(to: value, positional, named, budget))
    } else if name == "format" {
      result = .string(
        try PercentFormat.text(
          ValueWriter.output(value, budget), positional, named, budget))
    } else if let filter = Filter(rawValue: name) {
      let arguments = try Arguments(
        of: "The filter '\(name)'", filter.parameters, positional, named)
      result = try filter.apply(to: value, arguments, budget)
    } else {
      throw TemplateError(.unsupported, "The filter '\(name.excerpt)' is not supported.")
    }
    try budget.spend(result)
    return result
  }

  /// The names of the parameters.
  ///
  /// `tojson` has the parameters of Transformers, which differ from the parameters in jinja2.
  private var parameters: [String] {
    switch self {
    case .tojson: ["ensure_ascii", "indent", "separators", "sort_keys"]
    case .trim: ["chars"]
    case .default, .d: ["default_value", "boolean"]
    case .replace: ["old", "new", "count"]
    case .indent: ["width", "first", "blank"]
    case .join: ["d", "attribute"]
    case .dictsort: ["case_sensitive", "by", "reverse"]
    case .sort: ["reverse", "case_sensitive", "attribute"]
    case .unique, .minimum, .maximum: ["case_sensitive", "attribute"]
    case .int: ["default", "base"]
    case .float: ["default"]
    case .length, .count, .string, .safe, .forceescape, .escape, .e, .upper, .lower, .capitalize,
      .title, .list, .items, .first, .last, .reverse, .abs:
      []
    }
  }

  private func apply(
    to value: RuntimeValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    func text() throws(TemplateError) -> MarkedText { try ValueWriter.output(value, budget) }
    func elements() throws(TemplateError) -> [RuntimeValue] {
      try Operations.elements(of: value, for: rawValue, budget)
    }
    func items() throws(TemplateError) -> [RuntimeValue] {
      guard case .object(let object) = value else {
        throw TemplateError(
          .value, "The filter '\(rawValue)' needs an object, not a \(value.kind).")
      }
      try budget.spendNames(of: object)
      return object.items
    }
    func order() throws(TemplateError) -> Order {
      Order(
        paths: try AttributePath.paths(arguments["attribute"], budget),
        isCaseSensitive: arguments.isTrue("case_sensitive"),
        isReversed: arguments.isTrue("reverse") || self == .maximum)
    }
    switch self {
    case .tojson:
      return .string(try ValueWriter.json(value, try JSONForm(arguments, budget), budget))
    case .length, .count:
      guard let count = Operations.count(of: value) else {
        throw TemplateError(.value, "A value of the kind \(value.kind) has no length.")
      }
      return .integer(count)
    case .trim: return .string(try text().stripped(arguments.text("chars")))
    case .string, .safe: return .string(try text())
    case .escape, .e, .forceescape:
      return .string(
        try text().mapped { scalar in
          switch scalar {
          case "&": "&amp;"
          case "<": "&lt;"
          case ">": "&gt;"
          case "\"": "&#34;"
          case "'": "&#39;"
          default: String(scalar)
          }
        })
    case .default, .d:
      let standard = arguments["default_value"] ?? RuntimeValue("")
      if case .undefined = value { return standard }
      return arguments.isTrue("boolean") && !value.isTrue ? standard : value
    case .upper: return .string(try text().uppercased)
    case .lower: return .string(try text().lowercased)
    case .capitalize: return .string(try text().capitalized { _ in false })
    case .title: return .string(try text().titled)
    case .replace:
      guard let old = arguments["old"]?.marked, let new = arguments["new"] else {
        throw TemplateError(.value, "The filter 'replace' needs two texts.")
      }
      let limit = try arguments.integerUnlessNone("count") ?? -1
      return .string(
        try text().replacing(old, with: try ValueWriter.output(new, budget), limit: limit, budget))
    case .indent: return .string(try Self.indented(text(), arguments, budget))
    case .join:
      let separator = try arguments["d"].map { (v) throws(TemplateError) in
        try ValueWriter.output(v, budget)
      }
      return .string(
        try Operations.joined(
          value, separator: separator ?? MarkedText(), try AttributePath(arguments["attribute"]),
          budget))
    case .list: return RuntimeValue(try elements())
    case .items:
      if case .undefined = value { return RuntimeValue([]) }
      return RuntimeValue(try items())
    case .dictsort:
      let by = try arguments["by"].map { (v) throws(TemplateError) in
        try ValueWriter.output(v, budget).text
      }
      guard let column = ["key": 0, "value": 1][by ?? "key"] else {
        throw TemplateError(.value, "The filter 'dictsort' sorts by 'key' or by 'value'.")
      }
      var order = try order()
      order.paths = [try AttributePath(.integer(column))]
      return RuntimeValue(try order.sorted(items(), budget))
    case .first: return try elements().first ?? .undefined("first")
    case .last: return try elements().last ?? .undefined("last")
    case .reverse:
      if case .string(let text) = value { return .string(text.reversed) }
      return RuntimeValue(try elements().reversed())
    case .sort: return RuntimeValue(try order().sorted(elements(), budget))
    case .unique: return RuntimeValue(try order().unique(elements(), budget))
    case .minimum, .maximum:
      return try order().sorted(elements(), budget).first ?? .undefined(rawValue)
    case .int, .float:
      if case .undefined(let name) = value {
        throw TemplateError(.value, "'\(name.excerpt)' is undefined, and is not a number.")
      }
      if self == .int { return try Self.truncated(value, arguments, budget) }
      let number =
        value.double ?? value.marked.flatMap { PythonNumber.float($0.stripped(nil).text) }
      return number.map { .number($0) } ?? arguments["default"] ?? .number(0)
    case .abs:
      if let number = try value.whole(budget) { return RuntimeValue(number.magnitude) }
      guard let number = value.double else {
        throw TemplateError(.value, "The filter 'abs' needs a number, not a \(value.kind).")
      }
      return .number(number.magnitude)
    }
  }

  /// Returns a number without its fraction; a text is read as a number first.
  private static func truncated(
    _ value: RuntimeValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    if let number = value.integer { return .integer(number) }
    if case .numeral(let digits) = value, digits.isWhole { return value }
    if case .large = value { return value }
    let text = value.marked?.stripped(nil).text ?? ""
    // As in jinja2, a base that is not a whole number is not an error.
    let base = (arguments["base"] ?? .integer(10)).integer
    try budget.spend(text.utf8.count * (text.utf8.count / 9 + 1))
    do throws(LargeInteger.Overflow) {
      if let base, let number = try PythonNumber.integer(text, base: base) {
        return RuntimeValue(number)
      }
    } catch {
      throw TemplateError(
        .value, "The number '\(text.excerpt)' is too large for the filter 'int'.")
    }
    guard let number = value.double ?? PythonNumber.float(text), number.isFinite else {
      return arguments["default"] ?? .integer(0)
    }
    return LargeInteger(exactly: number.rounded(.towardZero)).map { RuntimeValue($0) }
      ?? .integer(0)
  }

  private static func indented(
    _ text: MarkedText, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let margin: MarkedText
    if let text = arguments["width"]?.marked {
      margin = text
    } else {
      let width = try arguments.integer("width") ?? 4
      margin = MarkedText(String(repeating: " ", count: min(max(width, 0), 1_000)))
    }
    let indentsFirst = arguments.isTrue("first")
    let indentsBlank = arguments.isTrue("blank")
    var result = MarkedText()
    // Without this line break, an empty last line would be lost.
    for (index, line) in try (text + MarkedText("\n")).lines(budget).enumerated() {
      if index > 0 { result += MarkedText("\n") }
      if index > 0 ? indentsBlank || !line.isEmpty : indentsFirst { result += margin }
      result += line
      try budget.check(result)
    }
    return result
  }
}
