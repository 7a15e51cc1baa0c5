import SchemaText

/// Writes values as JSON or in Python's notation.
struct ValueWriter {
  private var text = MarkedText()
  /// The form of JSON; `nil` for Python's notation.
  private let form: JSONForm?
  private let budget: RenderingBudget

  private var isJSON: Bool { form != nil }

  /// Returns the value as JSON, as Python's `json.dumps` writes it.
  static func json(
    _ value: RuntimeValue, _ form: JSONForm, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    var writer = ValueWriter(form: form, budget: budget)
    try writer.write(value, depth: 0)
    try budget.spend(writer.text.count)
    return writer.text
  }

  static func output(
    _ value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    switch value {
    case .undefined: return MarkedText()
    case .string(let text): return text
    default: return try representation(value, budget)
    }
  }

  /// Returns the value as Python's `repr` writes it: texts are in quotes.
  static func representation(
    _ value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    var writer = ValueWriter(form: nil, budget: budget)
    try writer.write(value, depth: 0)
    try budget.spend(writer.text.count)
    return writer.text
  }

  private init(form: JSONForm?, budget: RenderingBudget) {
    self.form = form
    self.budget = budget
  }

  private mutating func write(_ value: RuntimeValue, depth: Int) throws(TemplateError) {
    guard depth < RuntimeValue.maximumDepth else {
      throw TemplateError(
        .limitExceeded, "A value nests more than \(RuntimeValue.maximumDepth) levels deep.")
    }
    // Lists can contain one list several times, so even a small value may have a long text.
    try budget.check(text)
    switch value {
    case .undefined(let name):
      // By itself it is written as nothing.
      guard isJSON else { return write("Undefined") }
      throw TemplateError(.value, "'\(name.excerpt)' is undefined, which is not JSON.")
    case .none: write(isJSON ? "null" : "None")
    case .bool(let value): write(isJSON ? "\(value)" : value ? "True" : "False")
    case .integer(let value): write("\(value)")
    case .large(let value):
      try budget.spend(value.size * value.size)
      write(value.text)
    case .number(let value): write(number: value)
    case .numeral(let digits): text += digits
    case .string(let string): isJSON ? writeJSON(string) : writePython(string)
    case .list(let list): try write(list, depth)
    case .object(let object) where isJSON && object.kind == .namespace:
      throw TemplateError(.value, "A namespace is not JSON.")
    case .loop(let loop) where !isJSON: write(loop.text)
    case .object(let object):
      let members = form?.sortsKeys == true ? try sorted(object) : object.pairs
      switch object.kind {
      case .dictionary: try write(members, "{", "}", depth)
      case .namespace: try write(members, "<Namespace {", "}>", depth)
      }
    case .macro(let value) where !isJSON:
      // The body of a call has no name.
      if value.macro.name == Macro.nameOfCaller { return write("<Macro anonymous>") }
      write("<Macro ")
      writePython(MarkedText(value.macro.name))
      write(">")
    case .loop, .cycler, .joiner, .macro, .function, .method:
      throw TemplateError(.value, "A value of the kind \(value.kind) cannot be written.")
    }
  }

  private mutating func write(_ list: ListValue, _ depth: Int) throws(TemplateError) {
    let elements: [(key: RuntimeValue?, value: RuntimeValue)] = list.elements.map { (nil, $0) }
    switch list.form {
    case .list: try write(elements, "[", "]", depth)
    case .tuple where isJSON: try write(elements, "[", "]", depth)
    case .tuple: try write(elements, "(", elements.count == 1 ? ",)" : ")", depth)
    case .view where isJSON, .range where isJSON:
      throw TemplateError(.value, "A value of the kind \(list.form.kind) is not JSON.")
    case .view(let name): try write(elements, "\(name)([", "])", depth)
    case .range(let start, let end, let step):
      write("range(\(start), \(end)" + (step == 1 ? ")" : ", \(step))"))
    }
  }

  /// Writes a number as Python does; JSON has no other notation for infinity.
  private mutating func write(number: Double) {
    if isJSON, !number.isFinite {
      write(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    } else {
      write(PythonNumber.text(of: number))
    }
  }

  /// Returns the keys and values in the order of the keys.
  private func sorted(
    _ object: ObjectValue
  ) throws(TemplateError) -> [(key: RuntimeValue?, value: RuntimeValue)] {
    let order = Order(
      paths: [try AttributePath(.integer(0))], isCaseSensitive: true, isReversed: false)
    var members: [(key: RuntimeValue?, value: RuntimeValue)] = []
    for case .list(let pair) in try order.sorted(object.items, budget) {
      members.append((pair.elements[0], pair.elements[1]))
    }
    return members
  }

  private mutating func write(_ string: String) { text += MarkedText(string) }

  private mutating func write(
    _ elements: [(key: RuntimeValue?, value: RuntimeValue)], _ open: String, _ close: String,
    _ depth: Int
  ) throws(TemplateError) {
    write(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { text += form?.itemSeparator ?? MarkedText(", ") }
      breakLine(depth + 1)
      if let key = element.key {
        try write(key: key)
        text += form?.nameSeparator ?? MarkedText(": ")
      }
      try write(element.value, depth: depth + 1)
    }
    if !elements.isEmpty { breakLine(depth) }
    write(close)
  }

  /// Writes a key; in JSON, each key is written as a string.
  private mutating func write(key: RuntimeValue) throws(TemplateError) {
    let isText = key.marked != nil
    if isJSON, !isText { write("\"") }
    try write(key, depth: 0)
    if isJSON, !isText { write("\"") }
  }

  private mutating func breakLine(_ depth: Int) {
    guard let indent = form?.indent else { return }
    write("\n")
    for _ in 0..<depth { text += indent }
  }

  private mutating func writeJSON(_ string: MarkedText) {
    write("\"")
    text += string.mapped { scalar in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      case "\n": return "\\n"
      case "\r": return "\\r"
      case "\t": return "\\t"
      case "\u{8}": return "\\b"
      case "\u{C}": return "\\f"
      default:
        guard scalar.value < 0x20 || (form?.escapesOthers == true && scalar.value > 0x7E) else {
          return String(scalar)
        }
        return String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      }
    }
    write("\"")
  }

  /// Indicates whether Python prints a character.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  /// Returns a character, or its escape if Python does not print it.
  private static func printable(_ scalar: Unicode.Scalar) -> String {
    guard !isPrintable(scalar) else { return String(scalar) }
    let digits = String(scalar.value, radix: 16)
    let (letter, count) =
      scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + String(repeating: "0", count: count - digits.count) + digits
  }

  private mutating func writePython(_ string: MarkedText) {
    let quote = string.scalars.contains("'") && !string.scalars.contains("\"") ? "\"" : "'"
    write(quote)
    text += string.mapped { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default:
        if String(scalar) == quote { "\\" + quote } else { Self.printable(scalar) }
      }
    }
    write(quote)
  }
}

/// A form of JSON, with the options of Python's `json.dumps`.
struct JSONForm {
  /// The text before a value, once for each level; `nil` for JSON on one line.
  let indent: MarkedText?
  let itemSeparator: MarkedText
  let nameSeparator: MarkedText
  let sortsKeys: Bool
  /// `true` if characters outside of ASCII are escaped.
  let escapesOthers: Bool

  /// The largest number of characters of an indentation.
  private static let longestIndent = 64

  /// - Parameters:
  ///   - arguments: The arguments of the filter `tojson`.
  ///   - budget: The remaining work.
  /// - Throws: ``TemplateError`` for an argument of another kind.
  init(_ arguments: Arguments, _ budget: RenderingBudget) throws(TemplateError) {
    switch arguments.unlessNone("indent") {
    case nil: indent = nil
    case .string(let text) where text.count <= Self.longestIndent: indent = text
    case let value?:
      guard let count = value.integer else {
        throw TemplateError(.value, "A value of the kind \(value.kind) is not an indentation.")
      }
      indent = MarkedText(String(repeating: " ", count: min(max(count, 0), Self.longestIndent)))
    }
    let separators = try arguments.unlessNone("separators").map { (s) throws(TemplateError) in
      try Operations.elements(of: s, budget)?.compactMap { $0.marked } ?? []
    }
    if let separators, separators.count != 2 {
      throw TemplateError(.value, "The filter 'tojson' needs two texts as separators.")
    }
    itemSeparator = separators?[0] ?? MarkedText(indent == nil ? ", " : ",")
    nameSeparator = separators?[1] ?? MarkedText(": ")
    sortsKeys = arguments.isTrue("sort_keys")
    escapesOthers = arguments.isTrue("ensure_ascii")
  }
}
