/// Writes numbers with a given number of digits.
///
/// As in Python, the digits are those nearest to the exact value of the `Double`. A value halfway
/// between two is written with the even last digit.
struct RoundedNumber {
  /// The form of a number's digits.
  enum Notation {
    /// Digits behind the point, as in `12.50`.
    case fixed
    /// One digit before the point, and an exponent, as in `1.25e+01`.
    case scientific
    /// One of the other two, by the size of the number, with significant digits.
    case general
  }

  let notation: Notation
  /// The number of digits behind the point, or of significant digits in general notation.
  let precision: Int
  /// Indicates whether general notation keeps the zeros at the end, and a number without a fraction
  /// its point.
  var keepsPoint = false
  /// Indicates whether a number in general notation has one digit behind the point at least.
  var hasFraction = false

  /// Returns the text of a number without its sign.
  func text(of number: Double, _ budget: RenderingBudget) throws(TemplateError) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : "inf" }
    switch notation {
    case .fixed:
      let digits = try Self.digits(of: number, timesTenToThe: precision, budget)
      return joined(digits[...], fraction: precision)
    case .scientific:
      let (digits, exponent) = try significant(number, precision + 1, budget)
      return joined(digits, fraction: precision) + Self.suffix(exponent)
    case .general:
      let count = max(precision, 1)
      let (digits, exponent) = try significant(number, count, budget)
      let limit = hasFraction ? count - 1 : count
      guard exponent < -4 || exponent >= limit else {
        let text = joined(digits, fraction: count - 1 - exponent)
        let short = keepsPoint ? text : Self.withoutZeros(text)
        return hasFraction && !short.contains(".") ? short + ".0" : short
      }
      let text = joined(digits, fraction: count - 1)
      return (keepsPoint ? text : Self.withoutZeros(text)) + Self.suffix(exponent)
    }
  }

  /// Returns a number with an even last digit of a halfway value, as Python's `round` does.
  ///
  /// `fraction`: The number of digits behind the point; below zero, digits before it become zeros.
  static func rounded(
    _ number: Double, _ fraction: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> Double {
    // Beyond these bounds, no double changes, and all become zero.
    guard number.isFinite, fraction <= 323 else { return number }
    guard fraction >= -308 else { return number * 0 }
    let digits = try digits(of: number, timesTenToThe: fraction, budget)
    let magnitude = Double("\(digits)e\(-fraction)") ?? .nan
    guard magnitude.isFinite else { throw Operations.tooLarge }
    return Double(signOf: number, magnitudeOf: magnitude)
  }

  /// Returns digits with a point before the last ones.
  private func joined(_ digits: Substring, fraction: Int) -> String {
    let missing = String(repeating: "0", count: max(fraction + 1 - digits.count, 0))
    let all = missing + digits
    let tail = all.suffix(fraction)
    return all.dropLast(fraction) + (fraction > 0 || keepsPoint ? "." : "") + tail
  }

  /// Returns significant digits of a number, and the exponent of ten of the first one.
  private func significant(
    _ number: Double, _ count: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> (digits: Substring, exponent: Int) {
    guard number != 0 else { return (String(repeating: "0", count: count)[...], 0) }
    // The logarithm of two to base ten is about 0.30103; the estimate may be one off.
    var exponent = Int((Double(number.exponent) * 0.30103).rounded(.down))
    while true {
      let digits = try Self.digits(of: number, timesTenToThe: count - 1 - exponent, budget)
      if digits.count == count { return (digits[...], exponent) }
      exponent += digits.count > count ? 1 : -1
    }
  }

  /// Returns the digits of a number's magnitude times a power of ten, as a whole number.
  private static func digits(
    of number: Double, timesTenToThe power: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> String {
    guard number != 0 else { return "0" }
    // The magnitude is a whole number, times a power of two.
    let significand = LargeInteger(Int(number.magnitude.significand * 0x1p52))
    let exponent = Int(number.exponent) - 52
    // About the bits of the dividend, times the digits of the divisor in base 2³².
    let size = (exponent.magnitude + 4 * power.magnitude) / 32 + 2
    try budget.spend(Int(8 * size * size))
    do throws(LargeInteger.Overflow) {
      let (two, ten) = (LargeInteger(2), LargeInteger(10))
      let dividend = try significand * two.power(max(exponent, 0)) * ten.power(max(power, 0))
      let divisor = try two.power(max(-exponent, 0)) * ten.power(max(-power, 0))
      return try dividend.dividedToNearest(by: divisor).text
    } catch {
      throw Operations.tooLarge
    }
  }

  private static func withoutZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var short = text[...]
    while short.last == "0" { short.removeLast() }
    if short.last == "." { short.removeLast() }
    return String(short)
  }

  private static func suffix(_ exponent: Int) -> String {
    let digits = "\(exponent.magnitude)"
    return "e" + (exponent < 0 ? "-" : "+") + (digits.count < 2 ? "0" : "") + digits
  }
}
