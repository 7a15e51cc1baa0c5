import SchemaText

/// The methods of Python's strings, lists and dictionaries that templates call.
enum Methods {
  /// The methods of texts, except for `format`, which passes its arguments on.
  private enum TextMethod: String {
    case strip, lstrip, rstrip, split, rsplit, splitlines, startswith, endswith, replace, upper
    case lower, title, capitalize, find, count, join, isdigit, isspace, isalpha, isalnum
    case partition, rpartition, removeprefix, removesuffix, rfind, index, rindex, swapcase
    case center, ljust, rjust, zfill, expandtabs, isascii, isdecimal, isnumeric, isidentifier
    case isprintable, islower, isupper, istitle

    var parameters: [String] {
      switch self {
      case .strip, .lstrip, .rstrip: ["chars"]
      case .split, .rsplit: ["sep", "maxsplit"]
      case .splitlines: ["keepends"]
      case .startswith: ["prefix", "start", "end"]
      case .endswith: ["suffix", "start", "end"]
      case .removeprefix: ["prefix"]
      case .removesuffix: ["suffix"]
      case .center, .ljust, .rjust: ["width", "fillchar"]
      case .zfill: ["width"]
      case .expandtabs: ["tabsize"]
      case .replace: ["old", "new", "count"]
      case .partition, .rpartition: ["sep"]
      case .find, .rfind, .index, .rindex, .count: ["sub", "start", "end"]
      case .join: ["iterable"]
      case .upper, .lower, .title, .capitalize, .swapcase, .isdigit, .isspace, .isalpha, .isalnum,
        .isascii, .isdecimal, .isnumeric, .isidentifier, .isprintable, .islower, .isupper, .istitle:
        []
      }
    }
  }

  /// The methods of Python's strings that are not supported.
  private static let unsupportedTexts: Set = [
    "casefold", "encode", "format_map", "maketrans", "translate",
  ]

  /// Indicates whether a value has a method in Python.
  static func has(_ name: String, _ value: RuntimeValue) -> Bool {
    switch value {
    case .string:
      TextMethod(rawValue: name) != nil || name == "format" || unsupportedTexts.contains(name)
    case .list(let list):
      switch (list.form, ListMethod(rawValue: name)) {
      case (.list, .some), (.tuple, .count), (.tuple, .index), (.range, .count), (.range, .index):
        true
      default: false
      }
    case .object(let object):
      switch object.kind {
      case .dictionary: ObjectMethod(rawValue: name) != nil || name == "update"
      // A namespace has members, but no methods.
      case .namespace: false
      }
    case .loop: name == "cycle" || name == "changed"
    case .cycler: name == "next" || name == "reset"
    default: false
    }
  }

  /// Calls a method that a value has.
  static func call(
    _ name: String, of value: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
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
        result = .string(try FieldFormat.text(text, positional, named, budget))
      } else if let method = TextMethod(rawValue: name) {
        result = try call(method, of: text, try arguments(method.parameters), budget)
      } else {
        throw unsupported
      }
    case .list(let list):
      guard let method = ListMethod(rawValue: name) else { throw unsupported }
      result = try method.call(of: list, try arguments(method.parameters), budget)
    case .loop(let loop):
      guard named.isEmpty else {
        throw TemplateError(.value, "The method '\(name)' takes no arguments by name.")
      }
      return name == "cycle"
        ? try loop.cycle(positional) : .bool(try loop.changed(positional, budget))
    case .cycler(let cycler):
      _ = try arguments([])
      guard name == "reset" else { return cycler.next() }
      cycler.reset()
      return .none
    case .object(let object):
      if name == "update" {
        try object.update(positional, named, budget)
        result = .none
      } else if let method = ObjectMethod(rawValue: name) {
        result = try method.call(of: object, try arguments(method.parameters), budget)
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
    /// The positions between the arguments `start` and `end`; `nil` if they are in reverse order.
    func range() throws(TemplateError) -> Range<Int>? {
      func position(_ name: String, _ standard: Int) throws(TemplateError) -> Int {
        let position = try arguments.integerUnlessNone(name) ?? standard
        return position < 0 ? max(position, -text.count) + text.count : position
      }
      let (start, end) = (
        try position("start", 0), min(try position("end", text.count), text.count)
      )
      return start <= end ? start..<end : nil
    }
    func hasAny(_ parameter: String, atEnd: Bool) throws(TemplateError) -> Bool {
      let argument = try arguments.required(parameter)
      let part = try range().map { text[$0] }
      let candidates =
        if case .list(let list) = argument, list.form == .tuple { list.elements } else {
          [argument]
        }
      for candidate in candidates {
        guard let other = candidate.marked else {
          throw TemplateError(
            .value, "The method '\(method.rawValue)' needs texts, not a \(candidate.kind).")
        }
        try budget.spend(other.count)
        if let part, part.has(other, at: atEnd ? part.count - other.count : 0) { return true }
      }
      return false
    }
    func list(_ parts: [MarkedText]) -> RuntimeValue { RuntimeValue(parts.map { .string($0) }) }
    func tuple(_ parts: [MarkedText]) -> RuntimeValue {
      RuntimeValue(parts.map { .string($0) }, .tuple)
    }
    func lastIndex(of part: MarkedText, in text: MarkedText) -> Int? {
      text.reversed.firstIndex(of: part.reversed).map { text.count - part.count - $0 }
    }
    /// The index of the argument `sub` between `start` and `end`.
    func index(atLast: Bool) throws(TemplateError) -> Int? {
      let part = try string("sub")
      guard let range = try range() else { return nil }
      let text = text[range]
      let index = atLast ? lastIndex(of: part, in: text) : text.firstIndex(of: part)
      return index.map { range.lowerBound + $0 }
    }
    /// The text in a field of the width that is an argument.
    func padded(_ alignment: MarkedText.Alignment) throws(TemplateError) -> RuntimeValue {
      guard let width = try arguments.integer("width") else {
        throw TemplateError(.value, "The method '\(method.rawValue)' needs a width.")
      }
      let filler = arguments["fillchar"] ?? RuntimeValue(" ")
      guard let filler = filler.marked, filler.count == 1 else {
        throw TemplateError(.value, "The method '\(method.rawValue)' needs a character.")
      }
      return .string(try text.padded(to: width, with: filler, alignment, budget))
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
      let index = atLast ? lastIndex(of: separator, in: text) : text.firstIndex(of: separator)
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
    case .startswith: return .bool(try hasAny("prefix", atEnd: false))
    case .endswith: return .bool(try hasAny("suffix", atEnd: true))
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
    case .find: return .integer(try index(atLast: false) ?? -1)
    case .rfind: return .integer(try index(atLast: true) ?? -1)
    case .index: return try found(try index(atLast: false))
    case .rindex: return try found(try index(atLast: true))
    case .count:
      let part = try string("sub")
      return .integer(try range().map { text[$0].occurrences(of: part) } ?? 0)
    case .center: return try padded(.center)
    case .ljust: return try padded(.left)
    case .rjust: return try padded(.right)
    case .zfill:
      guard let width = try arguments.integer("width") else {
        throw TemplateError(.value, "The method 'zfill' needs a width.")
      }
      // The zeros are behind a sign.
      let hasSign = text.scalars.first == "-" || text.scalars.first == "+"
      let digits = text[(hasSign ? 1 : 0)..<text.count]
      let zeros = try MarkedText("0").repeated(max(width, 0) - text.count, budget)
      return .string(text[0..<(hasSign ? 1 : 0)] + zeros + digits)
    case .expandtabs:
      return .string(try text.expandingTabs(arguments.integer("tabsize") ?? 8, budget))
    case .swapcase: return .string(text.swappedCase)
    case .islower: return .bool(text.isCased(\.isLowercase))
    case .isupper: return .bool(text.isCased(\.isUppercase))
    case .istitle: return .bool(text.isTitle)
    case .isascii: return .bool(text.scalars.allSatisfy(\.isASCII))
    case .isprintable: return .bool(text.scalars.allSatisfy(ValueWriter.isPrintable))
    case .isdecimal: return consists { $0.properties.numericType == .decimal }
    case .isnumeric: return consists { $0.properties.numericType != nil }
    case .isidentifier:
      let start = text.scalars.first
      guard start == "_" || start?.properties.isXIDStart == true else { return .bool(false) }
      return consists { $0.properties.isXIDContinue }
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
}
