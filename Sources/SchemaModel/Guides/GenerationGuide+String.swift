public import _StringProcessing

extension GenerationGuide where Value == String {
  /// The string is exactly this one.
  public static func constant(_ value: String) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.choices([value])))
  }

  /// The string is one of these strings.
  ///
  /// A schema lists them in this order.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.choices(values)))
  }

  /// The string contains a match of this regular expression.
  ///
  /// The expression is translated to ECMA-262, as in JSON Schema. If ECMA-262 cannot express it,
  /// resolving the schema throws ``SchemaError/invalidGuide(schema:context:)``. Anchor it with `^`
  /// and `$` to constrain the whole string.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.pattern(regex)))
  }

  /// Another spelling of ``pattern(_:)``.
  public static func regex<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    pattern(regex)
  }

  /// The string has at least this many characters (Unicode scalars); a negative count is an error.
  public static func minimumLength(_ length: Int) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.length(minimum: length, maximum: nil)))
  }

  /// The string has at most this many characters (Unicode scalars); a negative count is an error.
  public static func maximumLength(_ length: Int) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.length(minimum: nil, maximum: length)))
  }

  /// The string has a number of characters (Unicode scalars) in this range.
  public static func length(_ range: ClosedRange<Int>) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.length(minimum: range.lowerBound, maximum: range.upperBound)))
  }
}

extension GuideValue.Constraint {
  /// Returns the constraint of a regular expression; an invalid one if the expression cannot be
  /// translated.
  static func pattern<Output>(_ regex: Regex<Output>) -> GuideValue.Constraint {
    do {
      return .pattern(try SchemaPattern(regex))
    } catch {
      return .invalid(
        problem: "The regular expression cannot be written as a JSON Schema pattern: \(error)",
        remedy: "Use an expression that ECMA-262 has, or check the value after decoding.")
    }
  }
}
