extension SchemaNumber: Comparable {
  /// Returns `true` if the first number is less than the second.
  public static func < (first: SchemaNumber, second: SchemaNumber) -> Bool {
    if case .integer(let one) = first.storage, case .integer(let two) = second.storage {
      return one < two
    }
    let (sign, otherSign) = (first.signum, second.signum)
    if sign != otherSign || sign == 0 { return sign < otherSign }
    let order = first.magnitudeOrder(second)
    return sign < 0 ? order > 0 : order < 0
  }

  private var signum: Int {
    if case .integer(let value) = storage { return Int(value.signum()) }
    return isNegative ? -1 : 1
  }

  /// Compares absolute values: returns -1, 0 or 1 if this number's is smaller, equal or larger.
  ///
  /// Neither number may be zero.
  private func magnitudeOrder(_ other: SchemaNumber) -> Int {
    if let one = shortParts, let two = other.shortParts {
      let oneLength = DecimalDigits.count(one.significand)
      let twoLength = DecimalDigits.count(two.significand)
      let oneTop = Int64(oneLength) + one.exponent
      let twoTop = Int64(twoLength) + two.exponent
      if oneTop != twoTop { return oneTop < twoTop ? -1 : 1 }
      // Both significands have at most 19 digits, and 10^19 fits 64 bits, so both are extended to
      // 19 digits.
      let oneFull = one.significand &* DecimalDigits.power(19 - oneLength)
      let twoFull = two.significand &* DecimalDigits.power(19 - twoLength)
      return oneFull == twoFull ? 0 : oneFull < twoFull ? -1 : 1
    }
    let one = decimalParts
    let two = other.decimalParts
    let oneTop = Int64(one.digits.count) + one.exponent
    let twoTop = Int64(two.digits.count) + two.exponent
    if oneTop != twoTop { return oneTop < twoTop ? -1 : 1 }
    if one.digits == two.digits { return 0 }
    return one.digits.lexicographicallyPrecedes(two.digits) ? -1 : 1
  }

  private var shortParts: (significand: UInt64, exponent: Int64)? {
    switch storage {
    case .integer(let value): (value.magnitude, 0)
    case .decimal(let significand, let exponent): (significand.magnitude, Int64(exponent))
    case .large: nil
    }
  }

  /// The values of the digits, and the power of ten of the last digit.
  ///
  /// There are no leading and trailing zeros; zero itself has no digits.
  package var decimalParts: (isNegative: Bool, digits: [UInt8], exponent: Int64) {
    switch storage {
    case .integer(let value):
      var digits = DecimalDigits.values(of: value.magnitude)
      var zeros: Int64 = 0
      while digits.last == 0 {
        digits.removeLast()
        zeros += 1
      }
      return (value < 0, digits, zeros)
    case .decimal(let significand, let exponent):
      return (significand < 0, DecimalDigits.values(of: significand.magnitude), Int64(exponent))
    case .large(let large):
      return (large.isNegative, large.digits, large.exponent)
    }
  }
}
