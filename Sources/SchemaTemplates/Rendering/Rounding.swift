/// The filter `round`.
enum Rounding {
  /// Returns a rounded number.
  static func result(
    _ value: RuntimeValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    guard value.double != nil else {
      throw TemplateError(.value, "The filter 'round' needs a number, not a \(value.kind).")
    }
    let method = arguments["method"]
    switch method?.marked?.text ?? (method == nil ? "common" : "") {
    case "common": return try nearest(value, arguments, budget)
    case "ceil": return try directed(value, .up, arguments, budget)
    case "floor": return try directed(value, .down, arguments, budget)
    default:
      throw TemplateError(.value, "The method of the filter 'round' is common, ceil or floor.")
    }
  }

  /// Returns the nearest number with the digits that are wanted, as Python's `round` does.
  private static func nearest(
    _ value: RuntimeValue, _ arguments: Arguments, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    let isWhole = arguments["precision"] != nil && arguments.unlessNone("precision") == nil
    let precision = try arguments.integerUnlessNone("precision") ?? 0
    if let number = try value.whole(budget) {
      return RuntimeValue(try nearest(number, precision, budget))
    }
    let number = value.double ?? .nan
    guard isWhole else { return .number(try RoundedNumber.rounded(number, precision, budget)) }
    guard let whole = LargeInteger(exactly: number.rounded(.toNearestOrEven)) else {
      throw TemplateError(.value, "A number that is not finite is not a whole number.")
    }
    return RuntimeValue(whole)
  }

  private static func nearest(
    _ number: LargeInteger, _ precision: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> LargeInteger {
    guard precision < 0 else { return number }
    try budget.spend(LargeInteger.costOfPower + 8 * number.size * number.size)
    // The nearest multiple of a unit that is far larger is 0.
    guard precision != .min, let unit = try? LargeInteger(10).power(-precision),
      unit.size <= number.size + 1
    else { return LargeInteger(0) }
    do throws(LargeInteger.Overflow) {
      return try number.dividedToNearest(by: unit) * unit
    } catch {
      throw Operations.tooLarge
    }
  }

  /// Returns a number rounded up or down, as jinja2 computes it: with a power of ten, and a
  /// division.
  private static func directed(
    _ value: RuntimeValue, _ rule: FloatingPointRoundingRule, _ arguments: Arguments,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    let precision = try arguments.integer("precision") ?? 0
    let power =
      precision < 0
      ? RuntimeValue.number(Double("1e\(precision)") ?? 0)
      : try Operations.arithmetic(.integer(10), "**", .integer(precision), budget)
    let product = try Operations.arithmetic(value, "*", power, budget)
    if let whole = try product.whole(budget) {
      return try Operations.arithmetic(RuntimeValue(whole), "/", power, budget)
    }
    let number = (product.double ?? .nan).rounded(rule)
    guard let whole = LargeInteger(exactly: number) else {
      throw TemplateError(.value, "A number that is not finite cannot be rounded.")
    }
    return try Operations.arithmetic(RuntimeValue(whole), "/", power, budget)
  }
}
