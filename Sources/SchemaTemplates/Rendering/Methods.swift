import SchemaText

/// The methods of Python's strings, lists and dictionaries that templates call.
enum Methods {
  /// The methods of texts, except for `format`, which passes its arguments on.
  private enum TextMethod: String {
    case strip, lstrip, rstrip, split, rsplit, splitlines, startswith, endswith, replace, upper
    case lower, title, capitalize, find, count, join, isdigit, isspace, isalpha, isalnum
    case partition, rpartition, removeprefix, removesuffix, rfind, index, rindex

    var parameters: [String] {
      switch self {
      case .strip, .lstrip, .rstrip: ["chars"]
      case .split, .rsplit: ["sep", "maxsplit"]
      case .splitlines: ["keepends"]
      case .startswith, .removeprefix: ["prefix"]
      case .endswith, .removesuffix: ["suffix"]
      case .replace: ["old", "new", "count"]
      case .partition, .rpartition: ["sep"]
      case .find, .rfind, .index, .rindex, .count: ["sub"]
      case .join: ["iterable"]
      case .upper, .lower, .title, .capitalize, .isdigit, .isspace, .isalpha, .isalnum: []
      }
    }
  }

  private enum ListMethod: String {
    case append, extend, pop, index, count

    var parameters: [String] {
      switch self {
      case .append: ["object"]
      case .extend: ["iterable"]
      case .pop: ["index"]
      case .index, .count: ["value"]
      }
    }
  }

  /// The methods of objects, except for `update`, which accepts any argument.
  private enum ObjectMethod: String {
    case get, items, keys, values, pop, copy

    var parameters: [String] {
      switch self {
      case .get, .pop: ["key", "default"]
      case .items, .keys, .values, .copy: []
      }
    }
  }

  /// The methods of Python's types, of which some are not supported.
  private static let texts: Set = [
    "capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find",
    "format", "format_map", "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit",
    "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "join",
    "ljust", "lower", "lstrip", "maketrans", "partition", "removeprefix", "removesuffix", "replace",
    "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines",
    "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",
  ]
  private static let lists: Set = [
    "append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse",
    "sort",
  ]
  private static let tuples: Set = ["count", "index"]
  private static let objects: Set = [
    "clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update",
    "values",
  ]

  /// Indicates whether a value has a method in Python.
  static func has(_ name: String, _ value: RuntimeValue) -> Bool {
    switch value {
    case .string: texts.contains(name)
    case .list(let list):
      switch list.form {
      case .list: lists.contains(name)
      case .tuple, .range: tuples.contains(name)
      case .view: false
      }
    case .object(let object):
      switch object.kind {
      case .dictionary: objects.contains(name)
      case .loop: name == "cycle"
      // A namespace has members, but no methods.
      case .namespace: false
      }
    default: false
    }
  }

  /// Calls a method that a value has.
  static func call(
    _ name: String, of value: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [(name: String, value: RuntimeValue)], _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    let unsupported = TemplateError(
      .unsupported, "The method '\(name.excerpt)' of a \(value.kind) is not supported.")
    func arguments(_ parameters: [String]) throws(TemplateError) -> Arguments {
      try Arguments(of: "The method '\(name)'", parameters, positional, named)
    }
    try budget.spend(positional, named)
    let result: RuntimeValue
    switch value {
    case .string(let text):
      try budget.spend(text.count)
      if name == "format" {
        result = .string(try formatted(text, positional, named, budget))
      } else if let method = TextMethod(rawValue: name) {
        result = try call(method, of: text, try arguments(method.parameters), budget)
      } else {
        throw unsupported
      }
    case .list(let list):
      guard let method = ListMethod(rawValue: name) else { throw unsupported }
      result = try call(method, of: list, try arguments(method.parameters), budget)
    case .object(let object) where object.kind == .loop:
      guard let index = object["index0"]?.integer, !positional.isEmpty else {
        throw TemplateError(.value, "The method 'cycle' needs values.")
      }
      return positional[index % positional.count]
    case .object(let object):
      if name == "update" {
        try object.update(positional, named, budget)
        result = .none
      } else if let method = ObjectMethod(rawValue: name) {
        result = try call(method, of: object, try arguments(method.parameters), budget)
      } else {
        throw unsupported
      }
    default: throw unsupported
    }
    try budget.spend(result)
    return result
  }

  private static func call(
    _ method: TextMethod, of text: MarkedText, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    func string(_ parameter: String) throws(TemplateError) -> MarkedText {
      guard let text = arguments[parameter]?.marked else {
        throw TemplateError(.value, "The method '\(method.rawValue)' needs a text.")
      }
      return text
    }
    func parts(_ separator: MarkedText?, of text: MarkedText) throws(TemplateError) -> [MarkedText]
    {
      if separator?.isEmpty == true { throw TemplateError(.value, "A separator is empty.") }
      return try text.split(separator, limit: arguments.integer("maxsplit") ?? -1, budget)
    }
    func hasAny(
      _ parameter: String, at position: (MarkedText) -> Int
    ) throws(TemplateError) -> Bool {
      let argument = try arguments.required(parameter)
      let candidates =
        if case .list(let list) = argument, list.form == .tuple { list.elements } else {
          [argument]
        }
      for candidate in candidates {
        guard let part = candidate.marked else {
          throw TemplateError(
            .value, "The method '\(method.rawValue)' needs texts, not a \(candidate.kind).")
        }
        try budget.spend(part.count)
        if text.has(part, at: position(part)) { return true }
      }
      return false
    }
    func list(_ parts: [MarkedText]) -> RuntimeValue { RuntimeValue(parts.map { .string($0) }) }
    func tuple(_ parts: [MarkedText]) -> RuntimeValue {
      RuntimeValue(parts.map { .string($0) }, .tuple)
    }
    func lastIndex(of part: MarkedText) -> Int? {
      text.reversed.firstIndex(of: part.reversed).map { text.count - part.count - $0 }
    }
    func found(_ index: Int?) throws(TemplateError) -> RuntimeValue {
      guard let index else { throw TemplateError(.value, "A text does not have the part.") }
      return .integer(index)
    }
    func consists(of isPart: (Unicode.Scalar) -> Bool) -> RuntimeValue {
      .bool(!text.isEmpty && text.scalars.allSatisfy(isPart))
    }
    /// The parts before and after a separator.
    func partition(atLast: Bool) throws(TemplateError) -> RuntimeValue {
      let separator = try string("sep")
      guard !separator.isEmpty else { throw TemplateError(.value, "A separator is empty.") }
      let index = atLast ? lastIndex(of: separator) : text.firstIndex(of: separator)
      guard let index else {
        let nothing = [MarkedText(), MarkedText()]
        return tuple(atLast ? nothing + [text] : [text] + nothing)
      }
      let end = index + separator.count
      return tuple([text[0..<index], text[index..<end], text[end..<text.count]])
    }
    switch method {
    case .strip: return .string(text.stripped(try arguments.text("chars")))
    case .lstrip: return .string(text.stripped(try arguments.text("chars"), atEnd: false))
    case .rstrip: return .string(text.stripped(try arguments.text("chars"), atStart: false))
    case .split: return list(try parts(arguments.text("sep"), of: text))
    case .rsplit:
      let parts = try parts(arguments.text("sep")?.reversed, of: text.reversed)
      return list(parts.reversed().map(\.reversed))
    case .splitlines:
      return list(try text.lines(keepingEnds: arguments.isTrue("keepends"), budget))
    case .startswith: return .bool(try hasAny("prefix") { _ in 0 })
    case .endswith: return .bool(try hasAny("suffix") { text.count - $0.count })
    case .replace:
      return .string(
        try text.replacing(
          try string("old"), with: try string("new"), limit: arguments.integer("count") ?? -1,
          budget))
    case .upper: return .string(text.uppercased)
    case .lower: return .string(text.lowercased)
    case .capitalize: return .string(text.capitalized { _ in false })
    case .title: return .string(text.capitalized { !$0.properties.isCased })
    case .partition: return try partition(atLast: false)
    case .rpartition: return try partition(atLast: true)
    case .removeprefix:
      let prefix = try string("prefix")
      return .string(text.has(prefix, at: 0) ? text[prefix.count..<text.count] : text)
    case .removesuffix:
      let suffix = try string("suffix")
      let start = text.count - suffix.count
      return .string(text.has(suffix, at: start) ? text[0..<start] : text)
    case .find: return .integer(text.firstIndex(of: try string("sub")) ?? -1)
    case .rfind: return .integer(lastIndex(of: try string("sub")) ?? -1)
    case .index: return try found(text.firstIndex(of: try string("sub")))
    case .rindex: return try found(lastIndex(of: try string("sub")))
    case .count:
      return .integer(text.occurrences(of: try string("sub")))
    case .join:
      return .string(
        try Operations.joined(
          arguments.required("iterable"), separator: text, AttributePath(nil), takesOthers: false,
          budget))
    case .isdigit: return consists { $0.isDigit }
    case .isspace: return consists { $0.isSpace }
    case .isalpha: return consists { $0.isLetter }
    case .isalnum: return consists { $0.isLetter || $0.properties.numericType != nil }
    }
  }

  /// Returns the text with values in place of `{}`, `{0}` and `{name}`.
  private static func formatted(
    _ text: MarkedText, _ arguments: [RuntimeValue], _ named: [(name: String, value: RuntimeValue)],
    _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    let named = Dictionary(named.map { ($0.name, $0.value) }) { first, _ in first }
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
        let value: RuntimeValue?
        if field.isEmpty {
          value = arguments.indices.contains(next) ? arguments[next] : nil
          next += 1
        } else if let number = Int(field) {
          value = arguments.indices.contains(number) ? arguments[number] : nil
        } else {
          value = named[field]
        }
        guard let value else {
          throw TemplateError(
            .unsupported, "The field '{\(field.excerpt)}' of a format is not supported.")
        }
        result += try ValueWriter.output(value, budget)
        try budget.check(result)
        index = end + 1
      } else {
        result += text[index..<index + 1]
        index += 1
      }
    }
    return result
  }

  private static func call(
    _ method: ListMethod, of list: ListValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    switch method {
    case .append:
      try budget.spend(4)
      list.append(try arguments.required("object"))
      return .none
    case .extend:
      let iterable = try arguments.required("iterable")
      guard let added = try Operations.elements(of: iterable, budget) else {
        throw TemplateError(.value, "A list cannot be extended by a \(iterable.kind).")
      }
      try budget.spend(4 * added.count)
      list.append(contentsOf: added)
      return .none
    case .pop:
      let index = try arguments.integer("index") ?? -1
      let position = index < 0 ? index + list.elements.count : index
      guard list.elements.indices.contains(position) else {
        throw TemplateError(.value, "A list has no element \(index).")
      }
      try budget.spend(list.elements.count - position)
      return list.remove(at: position)
    case .index:
      let value = try arguments.required("value")
      for (index, element) in list.elements.enumerated() {
        if try element.equals(value, budget) { return .integer(index) }
      }
      throw TemplateError(.value, "A list does not have the value.")
    case .count:
      let value = try arguments.required("value")
      var count = 0
      for element in list.elements where try element.equals(value, budget) { count += 1 }
      return .integer(count)
    }
  }

  private static func call(
    _ method: ObjectMethod, of object: ObjectValue, _ arguments: Arguments,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    func key() throws(TemplateError) -> MemberKey? {
      try arguments.required("key").memberKey(budget)
    }
    let standard = arguments["default"] ?? .none
    if method != .get { try budget.spendNames(of: object) }
    switch method {
    case .get: return try key().flatMap { object[$0] } ?? standard
    case .items: return RuntimeValue(object.items, .view("dict_items"))
    case .keys:
      return RuntimeValue(object.keys.map { object.originalKey($0) }, .view("dict_keys"))
    case .values: return RuntimeValue(object.keys.map { object[$0] ?? .none }, .view("dict_values"))
    case .pop:
      guard let key = try key() else { return standard }
      if let value = object.remove(key) { return value }
      guard arguments["default"] != nil else {
        throw TemplateError(.value, "An object has no member '\(key.name.excerpt)'.")
      }
      return standard
    case .copy:
      let copy = ObjectValue()
      try copy.update([.object(object)], [], budget)
      return .object(copy)
    }
  }
}

extension ObjectValue {
  /// Adds the members of another object, and named values.
  ///
  /// `positional`: At most one object.
  ///
  /// - Throws: ``TemplateError`` for a value that is not an object.
  func update(
    _ positional: [RuntimeValue], _ named: [(name: String, value: RuntimeValue)],
    _ budget: RenderingBudget
  ) throws(TemplateError) {
    switch positional.first {
    case nil: break
    case .object(let other) where positional.count == 1:
      try budget.spendNames(of: other)
      for (key, pair) in zip(other.keys, other.pairs) { set(key, from: pair.key, to: pair.value) }
    case let other?:
      throw TemplateError(
        .unsupported, "An object from a value of the kind \(other.kind) is not supported.")
    }
    for (name, value) in named { set(MemberKey(.text, name), from: RuntimeValue(name), to: value) }
  }
}
