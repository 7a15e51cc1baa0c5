/// Writes values as text: as JSON, and in Python's notation.
struct ValueWriter {
  private var text = MarkedText()
  private let isJSON: Bool
  private let indent: Int?
  private let escapesOthers: Bool

  /// Returns the value as JSON, as Python's `json.dumps` writes it.
  static func json(
    _ value: Value, indent: Int?, escapesOthers: Bool, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    var writer = ValueWriter(isJSON: true, indent: indent, escapesOthers: escapesOthers)
    try writer.write(value, depth: 0)
    try budget.spend(writer.text.count)
    return writer.text
  }

  /// Returns the value as an output of a template.
  static func output(
    _ value: Value, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    switch value {
    case .undefined: return MarkedText()
    case .string(let text): return text
    default:
      var writer = ValueWriter(isJSON: false, indent: nil, escapesOthers: false)
      try writer.write(value, depth: 0)
      try budget.spend(writer.text.count)
      return writer.text
    }
  }

  private init(isJSON: Bool, indent: Int?, escapesOthers: Bool) {
    self.isJSON = isJSON
    self.indent = indent
    self.escapesOthers = escapesOthers
  }

  private mutating func write(_ value: Value, depth: Int) throws(TemplateError) {
    guard depth < Value.maximumDepth else {
      throw TemplateError(
        .limitExceeded, "A value nests more than \(Value.maximumDepth) levels deep.")
    }
    // A list may be in a list more than once, so that a small value has a long text.
    try RenderingBudget.check(text)
    switch value {
    case .undefined(let name):
      guard isJSON else { break }
      throw TemplateError(.value, "'\(name)' is undefined, which is not JSON.")
    case .none: write(isJSON ? "null" : "None")
    case .bool(let value): write(isJSON ? "\(value)" : value ? "True" : "False")
    case .integer(let value): write("\(value)")
    case .number(let value): write("\(value)")
    case .string(let string): isJSON ? writeJSON(string) : writePython(string)
    case .list(let list):
      try write(list.elements.map { (nil, $0) }, "[", "]", depth)
    case .object(let object):
      let members = object.names.map { name in
        (MarkedText(name, source: object.source), object[name] ?? .none)
      }
      try write(members, "{", "}", depth)
    case .macro, .function:
      throw TemplateError(.value, "A function cannot be written.")
    }
  }

  private mutating func write(_ string: String) { text += MarkedText(string) }

  private mutating func write(
    _ elements: [(name: MarkedText?, value: Value)], _ open: String, _ close: String, _ depth: Int
  ) throws(TemplateError) {
    write(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { write(indent == nil ? ", " : ",") }
      breakLine(depth + 1)
      if let name = element.name {
        isJSON ? writeJSON(name) : writePython(name)
        write(": ")
      }
      try write(element.value, depth: depth + 1)
    }
    if !elements.isEmpty { breakLine(depth) }
    write(close)
  }

  private mutating func breakLine(_ depth: Int) {
    guard let indent else { return }
    write("\n" + String(repeating: " ", count: indent * depth))
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
        guard scalar.value < 0x20 || (escapesOthers && scalar.value > 0x7E) else {
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

  private mutating func writePython(_ string: MarkedText) {
    let quote = string.scalars.contains("'") && !string.scalars.contains("\"") ? "\"" : "'"
    write(quote)
    text += string.mapped { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: String(scalar) == quote ? "\\" + quote : String(scalar)
      }
    }
    write(quote)
  }
}
