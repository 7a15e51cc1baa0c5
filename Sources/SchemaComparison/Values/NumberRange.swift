import SchemaGuides

/// The numbers between two ends.
struct NumberRange: Hashable {
  /// An end.
  struct Bound: Hashable {
    var value: SchemaNumber
    /// `true` if the range does not contain the number itself.
    var isExclusive: Bool
  }

  private(set) var lower: Bound?
  private(set) var upper: Bound?

  /// Creates the range of the numbers that the bounds of constraints allow.
  ///
  /// - Parameters:
  ///   - constraints: The constraints.
  ///   - isIntegral: `true` if only integers count. Each end is then moved to the nearest integer
  ///     inside.
  init(_ constraints: GuideConstraints, isIntegral: Bool) {
    if let minimum = constraints.minimum {
      lower = Bound(value: isIntegral ? minimum.roundedUp : minimum, isExclusive: false)
    } else if let minimum = constraints.exclusiveMinimum {
      lower = Bound(value: minimum, isExclusive: true)
      if isIntegral, let whole = minimum.roundedDown.int64, whole < .max {
        lower = Bound(value: SchemaNumber(whole + 1), isExclusive: false)
      }
    }
    if let maximum = constraints.maximum {
      upper = Bound(value: isIntegral ? maximum.roundedDown : maximum, isExclusive: false)
    } else if let maximum = constraints.exclusiveMaximum {
      upper = Bound(value: maximum, isExclusive: true)
      if isIntegral, let whole = maximum.roundedUp.int64, whole > .min {
        upper = Bound(value: SchemaNumber(whole - 1), isExclusive: false)
      }
    }
  }

  /// Returns `true` if the lower end of another range is below the lower end of this one.
  func startsAfter(_ other: NumberRange) -> Bool {
    guard let lower else { return false }
    guard let start = other.lower else { return true }
    return lower.value > start.value
      || lower.value == start.value && lower.isExclusive && !start.isExclusive
  }

  /// Returns `true` if the upper end of another range is above the upper end of this one.
  func endsBefore(_ other: NumberRange) -> Bool {
    guard let upper else { return false }
    guard let end = other.upper else { return true }
    return upper.value < end.value
      || upper.value == end.value && upper.isExclusive && !end.isExclusive
  }
}
