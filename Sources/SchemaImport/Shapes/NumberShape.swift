/// The constraints on numbers.
struct NumberShape: Hashable {
  /// An end of a range.
  struct Bound: Hashable {
    var value: SchemaNumber
    var isExclusive: Bool
  }

  var minimum: Bound?
  var maximum: Bound?
  var multiples: [SchemaNumber] = []
  /// The numbers allowed, in order; `nil` for any.
  var choices: [SchemaNumber]?
  var excluded: [SchemaNumber] = []

  var isEmpty: Bool { self == NumberShape() }

  mutating func narrow(minimum other: Bound?) {
    guard let other else { return }
    guard let current = minimum else {
      minimum = other
      return
    }
    if other.value > current.value || other.value == current.value && other.isExclusive {
      minimum = other
    }
  }

  mutating func narrow(maximum other: Bound?) {
    guard let other else { return }
    guard let current = maximum else {
      maximum = other
      return
    }
    if other.value < current.value || other.value == current.value && other.isExclusive {
      maximum = other
    }
  }

  /// States that numbers are multiples of another; of two the least common multiple remains.
  private mutating func add(multiple: SchemaNumber) {
    for (index, other) in multiples.enumerated() {
      guard let common = multiple.leastCommonMultiple(with: other) else { continue }
      multiples.remove(at: index)
      return add(multiple: common)
    }
    multiples.append(multiple)
  }

  mutating func narrow(by other: NumberShape) {
    narrow(minimum: other.minimum)
    narrow(maximum: other.maximum)
    for multiple in other.multiples { add(multiple: multiple) }
    for number in other.excluded where !excluded.contains(number) { excluded.append(number) }
    if let others = other.choices {
      if let current = choices {
        let set = Set(others)
        choices = current.filter(set.contains)
      } else {
        choices = others
      }
    }
  }

  /// Drops choices that the other constraints exclude, and constraints that then have no effect.
  ///
  /// - Parameter types: Which numbers are allowed.
  /// - Returns: Which numbers are left.
  mutating func settle(_ types: ValueTypes) -> ValueTypes {
    var types = types.intersection(.number)
    if let current = choices {
      var kept: [SchemaNumber] = []
      var seen: Set<SchemaNumber> = []
      for choice in current where allows(choice, types) && seen.insert(choice).inserted {
        kept.append(choice)
      }
      self = NumberShape()
      choices = kept
      if !kept.contains(where: { $0.isInteger }) { types.subtract(.integer) }
      if !kept.contains(where: { !$0.isInteger }) { types.subtract(.fraction) }
      return types
    }
    excluded = excluded.filter { allows($0, types, butFor: true) }
    guard let minimum, let maximum else { return types }
    if minimum.value > maximum.value { return [] }
    if minimum.value == maximum.value {
      if minimum.isExclusive || maximum.isExclusive { return [] }
      types.subtract(minimum.value.isInteger ? .fraction : .integer)
      if excluded.contains(minimum.value) { return [] }
    }
    if types.contains(.integer), !hasInteger(minimum, maximum) { types.subtract(.integer) }
    return types
  }

  private func hasInteger(_ minimum: Bound, _ maximum: Bound) -> Bool {
    let low = minimum.value.roundedUp
    let high = maximum.value.roundedDown
    if low > high { return false }
    if low < high {
      // Two integers or more; if both ends are excluded there may be none between.
      guard minimum.isExclusive, maximum.isExclusive, low == minimum.value, high == maximum.value,
        let first = low.integer(Int.self), let last = high.integer(Int.self)
      else { return true }
      let (distance, overflows) = last.subtractingReportingOverflow(first)
      return overflows || distance > 1
    }
    return !(minimum.isExclusive && low == minimum.value)
      && !(maximum.isExclusive && high == maximum.value)
  }

  /// Whether a number is allowed, of which nothing is known that may be a multiple of something.
  private func allows(
    _ number: SchemaNumber, _ types: ValueTypes, butFor isExcluded: Bool = false
  ) -> Bool {
    guard types.contains(number.isInteger ? .integer : .fraction) else { return false }
    if !isExcluded, excluded.contains(number) { return false }
    if let minimum {
      guard number > minimum.value || number == minimum.value && !minimum.isExclusive else {
        return false
      }
    }
    if let maximum {
      guard number < maximum.value || number == maximum.value && !maximum.isExclusive else {
        return false
      }
    }
    return multiples.allSatisfy { number.isMultiple(of: $0) ?? true }
  }
}
