import SchemaText

/// A filter of jinja2 that templates of models use.
///
/// ``ElementFilter`` has the filters that pass their arguments on, and ``PercentFormat`` the filter
/// `format`.
enum Filter: String {
  case tojson, length, count, trim, string, safe, forceescape, escape, e
  case `default`, d, upper, lower, capitalize, title, replace, indent, join, list, items, dictsort
  case first, last, reverse, sort, unique, int, float, abs, round, sum, batch, slice, groupby
  case attr, center, truncate, wordcount, filesizeformat, urlencode, xmlattr
  case minimum = "min"
  case maximum = "max"

  /// Indicates whether there is a filter with a name.
  static func isKnown(_ name: String) -> Bool {
    Filter(rawValue: name) != nil || ElementFilter(rawValue: name) != nil || name == "format"
  }

  /// Applies the filter with a name.
  static func apply(
    _ name: String, to value: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
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
    } else if name == "random" {
      throw TemplateError(
        .unsupported,
        "The filter 'random' has another result each time. Select an element by its index.")
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
    case .round: ["precision", "method"]
    case .sum: ["attribute", "start"]
    case .batch: ["linecount", "fill_with"]
    case .slice: ["slices", "fill_with"]
    case .groupby: ["attribute", "default", "case_sensitive"]
    case .attr: ["name"]
    case .center: ["width"]
    case .truncate: ["length", "killwords", "end", "leeway"]
    case .filesizeformat: ["binary"]
    case .xmlattr: ["autospace"]
    case .length, .count, .string, .safe, .forceescape, .escape, .e, .upper, .lower, .capitalize,
      .title, .list, .items, .first, .last, .reverse, .abs, .wordcount, .urlencode:
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
    case .escape, .e, .forceescape: return .string(try text().escaped)
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
    case .round: return try Rounding.result(value, arguments, budget)
    case .sum:
      return try Self.sum(
        elements(), try AttributePath(arguments["attribute"]),
        from: arguments["start"] ?? .integer(0), budget)
    case .batch, .slice:
      let count = try arguments.integer(self == .batch ? "linecount" : "slices")
      guard let count else {
        throw TemplateError(.value, "The filter '\(rawValue)' needs a number.")
      }
      let portions = self == .batch ? Portions.batches : Portions.slices
      return RuntimeValue(
        try portions(elements(), count, arguments.unlessNone("fill_with"), budget))
    case .groupby:
      return RuntimeValue(
        try Portions.groups(
          elements(), AttributePath(arguments.required("attribute")),
          standard: arguments.unlessNone("default"),
          isCaseSensitive: arguments.isTrue("case_sensitive"), budget))
    case .attr:
      guard let name = try arguments.required("name").marked else {
        throw TemplateError(.value, "The filter 'attr' needs a name.")
      }
      return try Operations.attribute(name.text, of: value)
    case .center:
      return .string(try text().padded(to: arguments.integer("width") ?? 80, .center, budget))
    case .truncate: return try Self.truncated(value, to: arguments, budget)
    case .wordcount: return .integer(try text().wordCount)
    case .filesizeformat:
      return RuntimeValue(
        try Self.size(value, isBinary: arguments.isTrue("binary"), budget))
    case .urlencode:
      return .string(try Self.encoded(value, text(), budget))
    case .xmlattr:
      guard case .object(let object) = value else {
        throw TemplateError(.value, "The filter 'xmlattr' needs an object, not a \(value.kind).")
      }
      let list = try Self.attributes(object, budget)
      let isSpaced = arguments["autospace"]?.isTrue ?? true
      return .string(isSpaced && !list.isEmpty ? MarkedText(" ") + list : list)
    }
  }

  /// Returns the sum of elements, or of their parts at a path.
  private static func sum(
    _ elements: [RuntimeValue], _ path: AttributePath, from start: RuntimeValue,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    if case .string = start { throw TemplateError(.value, "The filter 'sum' cannot add texts.") }
    var sum = start
    for element in elements {
      sum = try Operations.arithmetic(sum, "+", path.value(of: element, budget), budget)
    }
    return sum
  }

  /// Returns a text without the words at its end that are too many.
  private static func truncated(
    _ value: RuntimeValue, to arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    let length = try arguments.integer("length") ?? 255
    let leeway = try arguments.integerUnlessNone("leeway") ?? 5
    let end =
      try arguments["end"].map { (end) throws(TemplateError) in
        try ValueWriter.output(end, budget)
      } ?? MarkedText("...")
    guard length >= end.count, leeway >= 0 else {
      throw TemplateError(.value, "The filter 'truncate' needs a length for its end at least.")
    }
    if let count = Operations.count(of: value), count - leeway <= length { return value }
    guard let text = value.marked else {
      throw TemplateError(.value, "The filter 'truncate' needs a text, not a \(value.kind).")
    }
    let start = text[0..<length - end.count]
    if arguments.isTrue("killwords") { return .string(start + end) }
    let lastSpace = start.scalars.lastIndex(of: " ")
    return .string(start[0..<(lastSpace ?? start.count)] + end)
  }

  /// Returns a number of bytes with a unit.
  private static func size(
    _ value: RuntimeValue, isBinary: Bool, _ budget: RenderingBudget
  ) throws(TemplateError) -> String {
    let bytes = value.double ?? value.marked.flatMap { PythonNumber.float($0.stripped(nil).text) }
    guard let bytes, bytes != -.infinity else {
      throw TemplateError(
        .value, "The filter 'filesizeformat' needs a number, not a \(value.kind).")
    }
    guard bytes != 1 else { return "1 Byte" }
    let base: Double = isBinary ? 1_024 : 1_000
    guard !(bytes < base) else {
      return (LargeInteger(exactly: bytes.rounded(.towardZero)) ?? LargeInteger(0)).text + " Bytes"
    }
    var unit = base * base
    var letters = "kMGTPEZY"[...]
    if isBinary { letters = "KMGTPEZY" }
    while letters.count > 1, !(bytes < unit) {
      letters.removeFirst()
      unit *= base
    }
    let number = try RoundedNumber(notation: .fixed, precision: 1)
      .text(of: base * bytes / unit, budget)
    return "\(number) \(letters.prefix(1))\(isBinary ? "iB" : "B")"
  }

  /// Returns a text for an address, or the names and values of its query.
  private static func encoded(
    _ value: RuntimeValue, _ text: MarkedText, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let pairs: [RuntimeValue]
    switch value {
    case .undefined: return MarkedText()
    case .object(let object):
      try budget.spendNames(of: object)
      pairs = object.items
    case .list(let list): pairs = list.elements
    default: return text.percentEncoded(isQuery: false)
    }
    var result = MarkedText()
    for (index, pair) in pairs.enumerated() {
      guard let parts = try Operations.elements(of: pair, budget), parts.count == 2 else {
        throw TemplateError(.value, "The filter 'urlencode' needs pairs of a name and a value.")
      }
      if index > 0 { result += MarkedText("&") }
      result += try ValueWriter.output(parts[0], budget).percentEncoded(isQuery: true)
      result += MarkedText("=")
      result += try ValueWriter.output(parts[1], budget).percentEncoded(isQuery: true)
      try budget.check(result)
    }
    return result
  }

  /// Returns the members of an object as the attributes of an element of XML.
  private static func attributes(
    _ object: ObjectValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    try budget.spendNames(of: object)
    var result = MarkedText()
    for (key, value) in object.pairs {
      switch value {
      case .none, .undefined: continue
      default: break
      }
      guard let name = key.marked,
        !name.scalars.contains(where: { " \t\n\r\u{B}\u{C}/>=".unicodeScalars.contains($0) })
      else { throw TemplateError(.value, "A key is not the name of an attribute.") }
      if !result.isEmpty { result += MarkedText(" ") }
      result += name.escaped + MarkedText("=\"")
      result += try ValueWriter.output(value, budget).escaped + MarkedText("\"")
      try budget.check(result)
    }
    return result
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
