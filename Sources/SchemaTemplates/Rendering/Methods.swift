/// The methods of Python's strings, lists and dictionaries that templates call.
enum Methods {
  /// Calls a method.
  ///
  /// - Returns: The result; `nil` if the value has no such method.
  static func call(
    _ name: String, of value: Value, _ arguments: [Value],
    _ named: [(name: String, value: Value)], _ budget: RenderingBudget
  ) throws(TemplateError) -> Value? {
    let result: Value?
    switch value {
    case .string(let text):
      try budget.spend(text.count)
      result = try call(name, of: text, arguments, named, budget)
    case .list(let list): result = try call(name, of: list, arguments, budget)
    case .object(let object): result = try call(name, of: object, arguments, budget)
    default: return nil
    }
    if let result { try budget.spend(result) }
    return result
  }

  private static func call(
    _ name: String, of text: MarkedText, _ arguments: [Value],
    _ named: [(name: String, value: Value)], _ budget: RenderingBudget
  ) throws(TemplateError) -> Value? {
    func string(_ index: Int) throws(TemplateError) -> MarkedText {
      guard arguments.indices.contains(index), let text = arguments[index].marked else {
        throw TemplateError(.value, "The method '\(name)' needs a text.")
      }
      return text
    }
    func optional(_ index: Int) -> MarkedText? {
      arguments.indices.contains(index) ? arguments[index].marked : nil
    }
    func limit(_ index: Int, _ label: String) -> Int {
      (arguments.indices.contains(index)
        ? arguments[index] : named.first { $0.name == label }?.value)?.integer ?? -1
    }
    func hasAny(at position: (MarkedText) -> Int) throws(TemplateError) -> Bool {
      guard let first = arguments.first else { throw TemplateError(.value, "A text is missing.") }
      let candidates = first.marked == nil ? try Operations.elements(of: first, budget) ?? [] : []
      let texts = first.marked.map { [$0] } ?? candidates.compactMap { $0.marked }
      try budget.spend(texts.reduce(0) { $0 + $1.count })
      return texts.contains { text.has($0, at: position($0)) }
    }
    /// Creates a list from parts of the text.
    func list(_ parts: [MarkedText]) throws(TemplateError) -> Value {
      try budget.spend(RenderingBudget.costOfObject * parts.count)
      return Value(parts.map { Value.string($0) })
    }
    switch name {
    case "strip": return .string(text.stripped(optional(0)))
    case "lstrip": return .string(text.stripped(optional(0), atEnd: false))
    case "rstrip": return .string(text.stripped(optional(0), atStart: false))
    case "split":
      let separator = optional(0)
      if separator?.isEmpty == true { throw TemplateError(.value, "A separator is empty.") }
      return try list(text.split(separator, limit: limit(1, "maxsplit")))
    case "rsplit":
      let separator = optional(0)
      if separator?.isEmpty == true { throw TemplateError(.value, "A separator is empty.") }
      let parts = text.reversed.split(separator?.reversed, limit: limit(1, "maxsplit"))
      return try list(parts.reversed().map(\.reversed))
    case "splitlines":
      return try list(text.lines(keepingEnds: arguments.first?.isTrue ?? false))
    case "startswith": return .bool(try hasAny { _ in 0 })
    case "endswith": return .bool(try hasAny { text.count - $0.count })
    case "replace":
      return .string(
        try text.replacing(try string(0), with: try string(1), limit: limit(2, "count")))
    case "upper": return .string(text.mapped { String($0).uppercased() })
    case "lower": return .string(text.mapped { String($0).lowercased() })
    case "capitalize": return .string(text.capitalized { _ in false })
    case "title": return .string(text.capitalized { !$0.properties.isCased })
    case "find": return .integer(text.firstIndex(of: try string(0)) ?? -1)
    case "count":
      let part = try string(0)
      return .integer(part.isEmpty ? text.count + 1 : text.split(part, limit: -1).count - 1)
    case "join":
      return .string(try Filters.joined(arguments.first ?? .none, separator: text, budget))
    case "isdigit":
      return .bool(
        !text.isEmpty && text.scalars.allSatisfy { $0.properties.numericType == .decimal })
    case "isspace":
      return .bool(!text.isEmpty && text.scalars.allSatisfy { $0.isSpace })
    case "format": return .string(try formatted(text, arguments, named, budget))
    default: return nil
    }
  }

  /// Returns the text with values in place of `{}`, `{0}` and `{name}`.
  private static func formatted(
    _ text: MarkedText, _ arguments: [Value], _ named: [(name: String, value: Value)],
    _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    var result = MarkedText()
    var next = 0
    var index = 0
    while index < text.count {
      let scalar = text.scalars[index]
      let isDouble = index + 1 < text.count && text.scalars[index + 1] == scalar
      if scalar == "{" || scalar == "}", isDouble {
        result += text[index..<index + 1]
        index += 2
      } else if scalar == "{" {
        guard let end = text.firstIndex(of: MarkedText("}"), from: index) else {
          throw TemplateError(.value, "A format has no end.")
        }
        let field = text[index + 1..<end].text
        let value: Value?
        if field.isEmpty {
          value = arguments.indices.contains(next) ? arguments[next] : nil
          next += 1
        } else if let number = Int(field) {
          value = arguments.indices.contains(number) ? arguments[number] : nil
        } else {
          value = named.first { $0.name == field }?.value
        }
        guard let value else {
          throw TemplateError(.unsupported, "The field '{\(field)}' of a format is not supported.")
        }
        result += try ValueWriter.output(value, budget)
        try RenderingBudget.check(result)
        index = end + 1
      } else {
        result += text[index..<index + 1]
        index += 1
      }
    }
    return result
  }

  private static func call(
    _ name: String, of list: ListValue, _ arguments: [Value], _ budget: RenderingBudget
  ) throws(TemplateError) -> Value? {
    switch name {
    case "append":
      try budget.spend(4)
      list.elements.append(arguments.first ?? .none)
      return Value.none
    case "extend":
      let added = try Operations.elements(of: arguments.first ?? .none, budget) ?? []
      try budget.spend(4 * added.count)
      list.elements += added
      return Value.none
    case "pop":
      let index = arguments.first?.integer ?? -1
      let position = index < 0 ? index + list.elements.count : index
      guard list.elements.indices.contains(position) else {
        throw TemplateError(.value, "A list has no element \(index).")
      }
      try budget.spend(list.elements.count - position)
      return list.elements.remove(at: position)
    case "index":
      let wanted = arguments.first ?? .none
      for (index, element) in list.elements.enumerated() {
        if try element.equals(wanted, budget) { return .integer(index) }
      }
      throw TemplateError(.value, "A list does not have the value.")
    case "count":
      var count = 0
      for element in list.elements {
        if try element.equals(arguments.first ?? .none, budget) { count += 1 }
      }
      return .integer(count)
    default: return nil
    }
  }

  private static func call(
    _ name: String, of object: ObjectValue, _ arguments: [Value], _ budget: RenderingBudget
  ) throws(TemplateError) -> Value? {
    // A namespace has members and no methods.
    if object.isNamespace { return nil }
    let standard = arguments.count > 1 ? arguments[1] : Value.none
    if name != "get" { try budget.spend(RenderingBudget.costOfObject * object.names.count) }
    switch name {
    case "get": return arguments.first?.marked.flatMap { object[$0.text] } ?? standard
    case "items": return Value(object.items)
    case "keys": return Value(object.names.map { object.key($0) })
    case "values": return Value(object.names.map { object[$0] ?? .none })
    case "pop":
      guard let key = arguments.first?.marked?.text else { return standard }
      if let value = object.remove(key) { return value }
      guard arguments.count > 1 else {
        throw TemplateError(.value, "An object has no member '\(key)'.")
      }
      return standard
    case "update":
      if case .object(let other)? = arguments.first {
        try budget.spend(RenderingBudget.costOfObject * other.names.count)
        for name in other.names { object.set(name, to: other[name] ?? .none) }
      }
      return Value.none
    case "copy":
      let copy = ObjectValue(source: object.source)
      for name in object.names { copy.set(name, to: object[name] ?? .none) }
      return .object(copy)
    default: return nil
    }
  }
}
