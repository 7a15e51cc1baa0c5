package import SchemaGuides
package import SchemaText

/// The numbers between two ends.
package struct NumberRange: Hashable, Sendable {
  /// An end.
  package struct Bound: Hashable, Sendable {
    package var value: SchemaNumber
    /// `true` if the range does not contain the number itself.
    package var isExclusive: Bool

    package init(_ value: SchemaNumber, isExclusive: Bool) {
      self.value = value
      self.isExclusive = isExclusive
    }
  }

  package private(set) var lower: Bound?
  package private(set) var upper: Bound?

  /// Creates the range of all numbers.
  package init() {}

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - lower: The lower end; `nil` for none.
  ///   - upper: The upper end; `nil` for none.
  ///   - isIntegral: `true` if only integers count. Each end is then moved to the nearest integer
  ///     inside.
  package init(from lower: Bound?, to upper: Bound?, isIntegral: Bool) {
    (self.lower, self.upper) = (lower, upper)
    guard isIntegral else { return }
    self.lower = lower.map { bound in
      guard bound.isExclusive else { return Bound(bound.value.roundedUp, isExclusive: false) }
      guard let whole = bound.value.roundedDown.int64, whole < .max else { return bound }
      return Bound(SchemaNumber(whole + 1), isExclusive: false)
    }
    self.upper = upper.map { bound in
      guard bound.isExclusive else { return Bound(bound.value.roundedDown, isExclusive: false) }
      guard let whole = bound.value.roundedUp.int64, whole > .min else { return bound }
      return Bound(SchemaNumber(whole - 1), isExclusive: false)
    }
  }

  /// Creates the range of the numbers that the bounds of constraints allow.
  package init(_ constraints: GuideConstraints, isIntegral: Bool) {
    self.init(
      from: constraints.minimum.map { Bound($0, isExclusive: false) }
        ?? constraints.exclusiveMinimum.map { Bound($0, isExclusive: true) },
      to: constraints.maximum.map { Bound($0, isExclusive: false) }
        ?? constraints.exclusiveMaximum.map { Bound($0, isExclusive: true) },
      isIntegral: isIntegral)
  }

  /// The only number of the range, if there is one.
  package var single: SchemaNumber? {
    guard let lower, lower == upper, !lower.isExclusive else { return nil }
    return lower.value
  }

  /// Returns `true` if the lower end of another range is below the lower end of this one.
  package func startsAfter(_ other: NumberRange) -> Bool {
    guard let lower else { return false }
    guard let start = other.lower else { return true }
    return lower.value > start.value
      || lower.value == start.value && lower.isExclusive && !start.isExclusive
  }

  /// Returns `true` if the upper end of another range is above the upper end of this one.
  package func endsBefore(_ other: NumberRange) -> Bool {
    guard let upper else { return false }
    guard let end = other.upper else { return true }
    return upper.value < end.value
      || upper.value == end.value && upper.isExclusive && !end.isExclusive
  }

  /// Returns `true` if all numbers of the range are below all numbers of another.
  package func isBelow(_ other: NumberRange) -> Bool {
    guard let upper, let start = other.lower else { return false }
    return upper.value < start.value
      || upper.value == start.value && (upper.isExclusive || start.isExclusive)
  }

  /// Returns the numbers that are also in another range.
  package func intersection(_ other: NumberRange) -> NumberRange {
    var both = self
    if other.startsAfter(self) { both.lower = other.lower }
    if other.endsBefore(self) { both.upper = other.upper }
    return both
  }

  package func contains(_ number: SchemaNumber) -> Bool {
    let bound = Bound(number, isExclusive: false)
    let single = NumberRange(from: bound, to: bound, isIntegral: false)
    return !isBelow(single) && !single.isBelow(self)
  }
}
