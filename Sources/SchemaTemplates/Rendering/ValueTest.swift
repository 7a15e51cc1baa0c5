import SchemaText

/// A test of jinja2 that does not compare two values, as in `value is defined`.
enum ValueTest: String {
  case boolean, callable, defined, divisibleby, even, filter, float, integer, iterable, lower
  case mapping, number, odd, sameas, sequence, string, test, undefined, upper
  case isNone = "none"
  case isTrue = "true"
  case isFalse = "false"

  /// The comparisons by the names of tests that compare two values.
  private static let comparisons: [String: Comparison] = [
    "equalto": .equal, "eq": .equal, "==": .equal, "ne": .notEqual, "!=": .notEqual, "lt": .less,
    "<": .less, "lessthan": .less, "le": .lessOrEqual, "<=": .lessOrEqual, "gt": .greater,
    ">": .greater, "greaterthan": .greater, "ge": .greaterOrEqual, ">=": .greaterOrEqual,
    "in": .contained,
  ]

  /// Indicates whether there is a test with a name.
  private static func isKnown(_ name: String) -> Bool {
    comparisons[name] != nil || ValueTest(rawValue: name) != nil
  }

  /// Applies the test with a name.
  static func apply(
    _ name: String, to value: RuntimeValue, _ arguments: [RuntimeValue], _ budget: RenderingBudget
  ) throws(TemplateError) -> Bool {
    if let comparison = comparisons[name] {
      let other = try onlyArgument(arguments, of: name)
      return try Operations.compare(value, comparison, other, budget)
    }
    guard let test = ValueTest(rawValue: name) else {
      throw TemplateError(.unsupported, "The test '\(name.excerpt)' is not supported.")
    }
    return try test.apply(to: value, arguments, budget)
  }

  private static func onlyArgument(
    _ arguments: [RuntimeValue], of name: String
  ) throws(TemplateError) -> RuntimeValue {
    guard arguments.count == 1 else {
      throw TemplateError(.value, "The test '\(name)' needs one argument.")
    }
    return arguments[0]
  }

  private func apply(
    to value: RuntimeValue, _ arguments: [RuntimeValue], _ budget: RenderingBudget
  ) throws(TemplateError) -> Bool {
    if self == .divisibleby {
      let divisor = try Self.onlyArgument(arguments, of: rawValue)
      return try Operations.arithmetic(value, "%", divisor, budget).equals(.integer(0), budget)
    }
    if self == .sameas {
      return try Self.isSame(value, try Self.onlyArgument(arguments, of: rawValue), budget)
    }
    guard arguments.isEmpty else {
      throw TemplateError(
        .unsupported, "The test '\(rawValue)' with an argument is not supported.")
    }
    switch (self, value) {
    case (.integer, .numeral(let digits)): return digits.isWhole
    case (.float, .numeral(let digits)): return !digits.isWhole
    case (.defined, .undefined): return false
    case (.defined, _): return true
    case (.mapping, .object(let object)), (.sequence, .object(let object)),
      (.iterable, .object(let object)):
      return object.kind == .dictionary
    case (.sequence, .list(let list)): return list.form.hasIndices
    case (.isTrue, .bool(let value)): return value
    case (.isFalse, .bool(let value)): return !value
    case (.undefined, .undefined), (.isNone, .none), (.string, .string), (.boolean, .bool),
      (.integer, .integer), (.integer, .large), (.float, .number),
      (.number, .integer), (.number, .large), (.number, .number), (.number, .bool),
      (.number, .numeral), (.sequence, .string), (.sequence, .undefined),
      (.iterable, .string), (.iterable, .list), (.iterable, .undefined), (.iterable, .loop),
      (.callable, .macro), (.callable, .function), (.callable, .method), (.callable, .undefined),
      (.callable, .loop), (.callable, .joiner):
      return true
    case (.odd, _), (.even, _):
      if let number = try value.whole(budget) { return number.isOdd == (self == .odd) }
      guard let number = value.double else {
        throw TemplateError(
          .value, "The test '\(rawValue)' needs a number, not a value of the kind \(value.kind).")
      }
      return PythonNumber.floored(number, 2).remainder == (self == .odd ? 1 : 0)
    // Python writes a method in lower case, except for the name of a class of jinja2.
    case (.lower, .method(.loop, _)), (.lower, .method(.cycler, _)): return false
    case (.lower, .method): return true
    case (.upper, .method): return false
    case (.lower, _), (.upper, _):
      let text = try ValueWriter.output(value, budget)
      try budget.spend(text.count)
      // As in Python, a text without cased letters is neither upper nor lower case.
      return text.isCased { self == .lower ? $0.isLowercase : $0.isUppercase }
    case (.filter, .string(let text)): return Filter.isKnown(text.text)
    case (.test, .string(let text)): return Self.isKnown(text.text)
    case (.filter, _), (.test, _):
      guard try value.isHashable(budget) else {
        throw TemplateError(.value, "A value of the kind \(value.kind) is not a name.")
      }
      return false
    default: return false
    }
  }

  /// Indicates whether two values are one object in Python.
  ///
  /// - Throws: ``TemplateError`` for equal values of which Python may make one object or two.
  private static func isSame(
    _ first: RuntimeValue, _ second: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> Bool {
    switch (first, second) {
    case (.list(let one), .list(let two)) where one === two: return true
    case (.list(let one), .list(let two)) where one.form == .list || two.form == .list:
      return false
    case (.object(let one), .object(let two)): return one === two
    case (.loop(let one), .loop(let two)): return one === two
    case (.cycler(let one), .cycler(let two)): return one === two
    case (.joiner(let one), .joiner(let two)): return one === two
    case (.macro(let one), .macro(let two)): return one === two
    case (.function(let one), .function(let two)): return one == two
    case (.none, .none): return true
    case (.bool(let one), .bool(let two)): return one == two
    // Python has one object for each of these numbers.
    case (.integer(let one), .integer(let two)) where -5...256 ~= one: return one == two
    default:
      guard first.kind == second.kind, try first.equals(second, budget) else { return false }
      throw TemplateError(
        .unsupported,
        "Whether two equal values of the kind \(first.kind) are the same is not known. Use '=='.")
    }
  }
}
