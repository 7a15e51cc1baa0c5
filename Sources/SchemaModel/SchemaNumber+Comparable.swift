extension SchemaNumber: Hashable {
  /// Whether two numbers have the same decimal value.
  public static func == (first: SchemaNumber, second: SchemaNumber) -> Bool {
    // Equal values are stored alike.
    switch (first.storage, second.storage) {
    case (.integer(let one), .integer(let two)):
      one == two
    case (.decimal(let one, let oneExponent), .decimal(let two, let twoExponent)):
      one == two && oneExponent == twoExponent
    case (.large(let one), .large(let two)):
      one.isNegative == two.isNegative && one.exponent == two.exponent && one.digits == two.digits
    default:
      false
    }
  }

  /// Feeds the value to a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .integer(let value):
      hasher.combine(value)
    case .decimal(let significand, let exponent):
      hasher.combine(significand)
      hasher.combine(exponent)
    case .large(let large):
      hasher.combine(large.isNegative)
      hasher.combine(large.exponent)
      hasher.combine(large.digits)
    }
  }
}

extension SchemaNumber: Comparable {
  /// Whether the first number is the lesser one.
  @inlinable
  public static func < (first: SchemaNumber, second: SchemaNumber) -> Bool {
    if case .integer(let one) = first.storage, case .integer(let two) = second.storage {
      return one < two
    }
    return first.isBelow(second)
  }

  @usableFromInline
  func isBelow(_ other: SchemaNumber) -> Bool {
    let sign = signum
    let otherSign = other.signum
    if sign != otherSign || sign == 0 { return sign < otherSign }
    let order = magnitudeOrder(other)
    return sign < 0 ? order > 0 : order < 0
  }

  private var signum: Int {
    if case .integer(let value) = storage { return Int(value.signum()) }
    return isNegative ? -1 : 1
  }

  /// Whether this number is nearer to zero (-1), as near (0), or less near (1); neither is zero.
  private func magnitudeOrder(_ other: SchemaNumber) -> Int {
    if let one = shortParts, let two = other.shortParts {
      let oneLength = NumberDigits.count(one.significand)
      let twoLength = NumberDigits.count(two.significand)
      let oneTop = oneLength + one.exponent
      let twoTop = twoLength + two.exponent
      if oneTop != twoTop { return oneTop < twoTop ? -1 : 1 }
      // Both have 19 digits at most, and 10^19 fits 64 bits: bring them to that length.
      let oneFull = one.significand &* NumberDigits.power(19 - oneLength)
      let twoFull = two.significand &* NumberDigits.power(19 - twoLength)
      return oneFull == twoFull ? 0 : oneFull < twoFull ? -1 : 1
    }
    let one = decimalParts
    let two = other.decimalParts
    let oneTop = one.digits.count + one.exponent
    let twoTop = two.digits.count + two.exponent
    if oneTop != twoTop { return oneTop < twoTop ? -1 : 1 }
    if one.digits == two.digits { return 0 }
    return one.digits.lexicographicallyPrecedes(two.digits) ? -1 : 1
  }

  private var shortParts: (significand: UInt64, exponent: Int)? {
    switch storage {
    case .integer(let value): (value.magnitude, 0)
    case .decimal(let significand, let exponent): (significand.magnitude, Int(exponent))
    case .large: nil
    }
  }

  /// The digits by their values, and the power of ten of the last one.
  ///
  /// They neither begin nor end with a zero; zero itself has none.
  var decimalParts: (isNegative: Bool, digits: [UInt8], exponent: Int) {
    switch storage {
    case .integer(let value):
      var digits = NumberDigits.values(of: value.magnitude)
      var zeros = 0
      while digits.last == 0 {
        digits.removeLast()
        zeros += 1
      }
      return (value < 0, digits, zeros)
    case .decimal(let significand, let exponent):
      return (significand < 0, NumberDigits.values(of: significand.magnitude), Int(exponent))
    case .large(let large):
      return (large.isNegative, large.digits, large.exponent)
    }
  }
}
