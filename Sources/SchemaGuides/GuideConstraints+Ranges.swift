import SchemaModel

extension GuideConstraints {
  /// Returns the reason why no number satisfies the bounds and multiples; `nil` if a number may
  /// satisfy them, or if the search does not fit 64 bits.
  func rangeContradiction(isInteger: Bool) -> String? {
    guard let low = minimum ?? exclusiveMinimum, let high = maximum ?? exclusiveMaximum else {
      return nil
    }
    let lowWord = exclusiveMinimum == nil ? "minimum" : "exclusive minimum"
    let highWord = exclusiveMaximum == nil ? "maximum" : "exclusive maximum"
    let isOpen = exclusiveMinimum != nil || exclusiveMaximum != nil
    if low > high { return "The \(lowWord) \(low) is above the \(highWord) \(high)." }
    if low == high, isOpen {
      return "Nothing lies between the \(lowWord) \(low) and the \(highWord) \(high)."
    }
    if isInteger, low.roundedUp > high {
      return "No integer lies between the \(lowWord) \(low) and the \(highWord) \(high)."
    }
    if multiples.isEmpty, !isOpen { return nil }
    var steps = multiples
    if isInteger { steps.append(SchemaNumber(1)) }
    guard let step = steps.count == 1 ? steps.first : Self.common(steps),
      !hasMultiple(of: step, from: low, to: high)
    else { return nil }
    let noun = multiples.isEmpty ? "integer" : isInteger ? "integral multiple" : "multiple"
    // The numbers have a common multiple here.
    let multiple = Self.common(multiples) ?? multiples.first
    let whose = multiple.map { " of \($0)" } ?? ""
    return "No \(noun)\(whose) lies between the \(lowWord) \(low) and the \(highWord) \(high)."
  }

  /// Returns `true` if a multiple is between two ends, or if the computation does not fit 64 bits.
  private func hasMultiple(
    of step: SchemaNumber, from low: SchemaNumber, to high: SchemaNumber
  ) -> Bool {
    let exponent = min(step.leastExponent, low.leastExponent, high.leastExponent)
    guard let step = step.scaled(toPowerOfTen: exponent), step > 0,
      let low = low.scaled(toPowerOfTen: exponent), let high = high.scaled(toPowerOfTen: exponent)
    else { return true }
    // The smallest multiple that is not below the low end. The remainder is adjusted, because `%`
    // rounds toward zero.
    let remainder = low % step
    let gap = remainder > 0 ? step - remainder : -remainder
    let isBelow = gap == 0 && exclusiveMinimum != nil
    let (first, overflow) = low.addingReportingOverflow(isBelow ? step : gap)
    guard !overflow else { return true }
    return exclusiveMaximum == nil ? first <= high : first < high
  }
}
