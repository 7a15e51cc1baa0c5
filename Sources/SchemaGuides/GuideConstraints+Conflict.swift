import SchemaModel

extension GuideConstraints {
  /// The kinds of values that guides speak of.
  public enum ValueKind: Sendable, Hashable {
    /// A string.
    case string
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A boolean.
    case boolean
    /// Nothing but `null`.
    case null
    /// A value of any kind.
    case any
    /// An array.
    case array
    /// An object.
    case object
    /// Anything that has no guides, such as a union.
    case other
  }

  /// Why no value of a kind satisfies these constraints.
  ///
  /// - Parameter kind: The kind of value.
  /// - Returns: A sentence that names both sides, or `nil` if there is a value, as far as can be
  ///   told: whether a pattern and a length exclude each other, for one, is not looked into.
  public func contradiction(for kind: ValueKind) -> String? {
    if let choices, choices.isEmpty {
      guard let sides = emptiedBy else { return "The list of choices is empty." }
      return "No choice is left of \(Self.list(sides.first)) under \(sides.second)."
    }
    return rangeContradiction(isInteger: kind == .integer)
      ?? Self.contradiction("count", minimumCount, maximumCount)
      ?? Self.contradiction("length", minimumLength, maximumLength)
      ?? Self.contradiction("number of properties", minimumPropertyCount, maximumPropertyCount)
  }

  private static func contradiction(_ noun: String, _ minimum: Int?, _ maximum: Int?) -> String? {
    if let minimum, minimum < 0 { return "The minimum \(noun) \(minimum) is negative." }
    if let maximum, maximum < 0 { return "The maximum \(noun) \(maximum) is negative." }
    if let minimum, let maximum, minimum > maximum {
      return "The minimum \(noun) \(minimum) is above the maximum \(noun) \(maximum)."
    }
    return nil
  }

  /// What these constraints say that a kind of value does not have.
  ///
  /// - Parameter kind: The kind of value.
  /// - Returns: A phrase such as `choices`, or `nil` if all constraints fit.
  public func misfit(for kind: ValueKind) -> String? {
    if let choices, !kind.hasScalars || (!choices.isEmpty && hasNoChoice(of: kind)) {
      return "choices"
    }
    if kind != .string {
      if !patterns.isEmpty { return "a pattern" }
      if !formats.isEmpty { return "a format" }
      if minimumLength != nil || maximumLength != nil { return "a length" }
    }
    if kind != .integer && kind != .number {
      if !multiples.isEmpty { return "a multiple" }
      if constrainsNumbers { return "a minimum or maximum" }
    }
    if kind != .array, minimumCount != nil || maximumCount != nil { return "a count" }
    if kind != .object, minimumPropertyCount != nil || maximumPropertyCount != nil {
      return "a number of properties"
    }
    return nil
  }
}
