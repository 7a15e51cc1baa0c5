/// The filters of jinja2 that templates of models use.
enum Filters {
  /// The arguments of a filter.
  struct Arguments {
    let positional: [Value]
    private let named: [(name: String, value: Value)]

    init(_ positional: [Value], _ named: [(name: String, value: Value)]) {
      self.positional = positional
      self.named = named
    }

    /// Returns an argument by its position or its name.
    func value(_ index: Int, _ name: String) -> Value? {
      positional.indices.contains(index)
        ? positional[index] : named.first { $0.name == name }?.value
    }
  }

  static func apply(
    _ name: String, to value: Value, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> Value {
    try budget.spend(value)
    let result = try applied(name, to: value, arguments, budget)
    try budget.spend(result)
    return result
  }

  private static func applied(
    _ name: String, to value: Value, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> Value {
    func text() throws(TemplateError) -> MarkedText { try ValueWriter.output(value, budget) }
    func elements() throws(TemplateError) -> [Value] {
      guard let elements = try Operations.elements(of: value, budget) else {
        throw TemplateError(.value, "The filter '\(name)' needs a list, not a \(value.kind).")
      }
      return elements
    }
    func items(of object: ObjectValue) throws(TemplateError) -> Value {
      try budget.spend(RenderingBudget.costOfObject * object.names.count)
      return Value(object.items)
    }
    switch name {
    case "tojson":
      let indent = arguments.value(99, "indent")?.integer
      let escapes = arguments.value(0, "ensure_ascii")?.isTrue ?? false
      return .string(
        try ValueWriter.json(
          value, indent: indent.map { min(max($0, 0), 64) }, escapesOthers: escapes,
          budget))
    case "length", "count":
      guard let count = Operations.count(of: value) else {
        throw TemplateError(.value, "A value of the kind \(value.kind) has no length.")
      }
      return .integer(count)
    case "trim": return .string(try text().stripped(arguments.value(0, "chars")?.marked))
    case "string", "safe", "forceescape": return .string(try text())
    case "escape", "e":
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
    case "default", "d":
      let standard = arguments.value(0, "default_value") ?? Value("")
      if case .undefined = value { return standard }
      return arguments.value(1, "boolean")?.isTrue == true && !value.isTrue ? standard : value
    case "upper": return .string(try text().mapped { String($0).uppercased() })
    case "lower": return .string(try text().mapped { String($0).lowercased() })
    case "capitalize": return .string(try text().capitalized { _ in false })
    case "title":
      return .string(try text().capitalized { $0.isSpace || "-({[<".unicodeScalars.contains($0) })
    case "replace":
      guard let old = arguments.value(0, "old")?.marked, let new = arguments.value(1, "new") else {
        throw TemplateError(.value, "The filter 'replace' needs two texts.")
      }
      return .string(
        try text().replacing(
          old, with: try ValueWriter.output(new, budget),
          limit: arguments.value(2, "count")?.integer ?? -1))
    case "indent": return .string(try indented(text(), arguments))
    case "join":
      let separator = try arguments.value(0, "d").map { (v) throws(TemplateError) in
        try ValueWriter.output(v, budget)
      }
      return .string(try joined(value, separator: separator ?? MarkedText(), budget))
    case "list": return Value(try elements())
    case "items":
      if case .undefined = value { return Value([]) }
      guard case .object(let object) = value else {
        throw TemplateError(.value, "The filter 'items' needs an object, not a \(value.kind).")
      }
      return try items(of: object)
    case "dictsort":
      guard case .object(let object) = value else {
        throw TemplateError(.value, "The filter 'dictsort' needs an object, not a \(value.kind).")
      }
      try budget.spend(RenderingBudget.costOfObject * object.names.count)
      let names = object.names.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
      return Value(names.map { Value([object.key($0), object[$0] ?? .none]) })
    case "first": return try elements().first ?? .undefined("first")
    case "last": return try elements().last ?? .undefined("last")
    case "reverse":
      if case .string(let text) = value { return .string(text.reversed) }
      return Value(try elements().reversed())
    case "sort":
      let attribute = arguments.value(99, "attribute")?.marked?.text
      return Value(
        try sorted(
          elements(), by: attribute, isReversed: arguments.value(0, "reverse")?.isTrue ?? false,
          budget))
    case "unique":
      var unique: [Value] = []
      search: for element in try elements() {
        for other in unique where try other.equals(element, budget) { continue search }
        unique.append(element)
      }
      return Value(unique)
    case "select", "reject", "selectattr", "rejectattr":
      return Value(try selected(name, value.isTrue ? elements() : [], arguments.positional, budget))
    case "map": return Value(try mapped(elements(), arguments, budget))
    case "int":
      if let number = value.double {
        guard let whole = Int(exactly: number.rounded(.towardZero)) else {
          throw TemplateError(.value, "The number \(number) is too large for the filter 'int'.")
        }
        return .integer(whole)
      }
      let digits = value.marked?.stripped(nil).text ?? ""
      return Int(digits).map { .integer($0) } ?? arguments.value(0, "default") ?? .integer(0)
    case "float":
      let number = value.double ?? value.marked.flatMap { Double($0.stripped(nil).text) }
      return number.map { .number($0) } ?? arguments.value(0, "default") ?? .number(0)
    case "min", "max":
      let sorted = try sorted(elements(), by: nil, isReversed: name == "max", budget)
      return sorted.first ?? .undefined(name)
    case "abs":
      if case .integer(let number) = value { return .integer(Int(clamping: number.magnitude)) }
      return .number(abs(value.double ?? 0))
    default: throw TemplateError(.unsupported, "The filter '\(name)' is not supported.")
    }
  }

  static func joined(
    _ value: Value, separator: MarkedText, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard let elements = try Operations.elements(of: value, budget) else {
      throw TemplateError(.value, "A value of the kind \(value.kind) cannot be joined.")
    }
    var text = MarkedText()
    for (index, element) in elements.enumerated() {
      if index > 0 { text += separator }
      text += try ValueWriter.output(element, budget)
      try RenderingBudget.check(text)
    }
    return text
  }

  private static func indented(
    _ text: MarkedText, _ arguments: Arguments
  ) throws(TemplateError) -> MarkedText {
    let width = arguments.value(0, "width") ?? .integer(4)
    let margin =
      width.marked
      ?? MarkedText(String(repeating: " ", count: min(max(width.integer ?? 4, 0), 1_000)))
    let indentsFirst = arguments.value(1, "first")?.isTrue ?? false
    let indentsBlank = arguments.value(2, "blank")?.isTrue ?? false
    var result = MarkedText()
    // So the last line has no end.
    for (index, line) in (text + MarkedText("\n")).lines().enumerated() {
      if index > 0 { result += MarkedText("\n") }
      if index > 0 ? indentsBlank || !line.isEmpty : indentsFirst { result += margin }
      result += line
      try RenderingBudget.check(result)
    }
    return result
  }

  /// Returns a member of a value by a path with points.
  private static func attribute(_ path: String, of value: Value) throws(TemplateError) -> Value {
    var result = value
    for name in path.split(separator: ".") {
      if case .undefined = result { return result }
      result =
        Int(name) != nil
        ? try Operations.item(.integer(Int(name) ?? 0), of: result)
        : try Operations.member(String(name), of: result)
    }
    return result
  }

  private static func selected(
    _ name: String, _ elements: [Value], _ arguments: [Value], _ budget: RenderingBudget
  ) throws(TemplateError) -> [Value] {
    var arguments = arguments[...]
    let path = name.hasSuffix("attr") ? arguments.popFirst()?.marked?.text : nil
    let test = arguments.popFirst()?.marked?.text
    var result: [Value] = []
    for element in elements {
      let value =
        try path.map { (p) throws(TemplateError) in try attribute(p, of: element) } ?? element
      let isSelected =
        try test.map { (t) throws(TemplateError) in
          try Operations.test(t, value, Array(arguments), budget)
        }
        ?? value.isTrue
      if isSelected == name.hasPrefix("select") { result.append(element) }
    }
    return result
  }

  private static func mapped(
    _ elements: [Value], _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> [Value] {
    var result: [Value] = []
    for element in elements {
      if let path = arguments.value(99, "attribute")?.marked?.text {
        let value = try attribute(path, of: element)
        if case .undefined = value, let standard = arguments.value(99, "default") {
          result.append(standard)
        } else {
          result.append(value)
        }
      } else if let filter = arguments.positional.first?.marked?.text {
        let rest = Arguments(Array(arguments.positional.dropFirst()), [])
        result.append(try apply(filter, to: element, rest, budget))
      } else {
        throw TemplateError(.value, "The filter 'map' needs a filter or an attribute.")
      }
    }
    return result
  }

  private static func sorted(
    _ elements: [Value], by path: String?, isReversed: Bool, _ budget: RenderingBudget
  ) throws(TemplateError) -> [Value] {
    var keyed: [(key: Value, value: Value)] = []
    let digits = Int.bitWidth - elements.count.leadingZeroBitCount
    try budget.spend(elements.count * digits)
    for element in elements {
      var key =
        try path.map { (p) throws(TemplateError) in try attribute(p, of: element) } ?? element
      // Case is ignored.
      if case .string(let text) = key { key = .string(text.mapped { String($0).lowercased() }) }
      // A sort compares each element about as often as their number has binary digits.
      if case .string(let text) = key { try budget.spend(text.count * digits) }
      keyed.append((key, element))
    }
    // Checked before, since a comparison cannot throw.
    for (first, second) in zip(keyed, keyed.dropFirst()) {
      _ = try Operations.compare(first.key, "<", second.key, budget)
    }
    keyed.sort { first, second in
      let pair = isReversed ? (second.key, first.key) : (first.key, second.key)
      return (try? Operations.compare(pair.0, "<", pair.1, budget)) ?? false
    }
    return keyed.map(\.value)
  }
}
