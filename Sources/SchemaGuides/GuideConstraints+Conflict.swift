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
    /// An array.
    case array
    /// Anything that has no guides: a boolean, null, an object, a union.
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
    if let minimum, let maximum {
      if minimum > maximum { return "The minimum \(minimum) is above the maximum \(maximum)." }
      if kind == .integer, minimum.roundedUp > maximum {
        return "No integer lies between the minimum \(minimum) and the maximum \(maximum)."
      }
    }
    return Self.contradiction("count", minimumCount, maximumCount)
      ?? Self.contradiction("length", minimumLength, maximumLength)
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
    if kind != .string {
      if choices != nil { return "choices" }
      if !patterns.isEmpty { return "a pattern" }
      if !formats.isEmpty { return "a format" }
      if minimumLength != nil || maximumLength != nil { return "a length" }
    }
    if kind != .integer && kind != .number, minimum != nil || maximum != nil {
      return "a minimum or maximum"
    }
    if kind != .array, minimumCount != nil || maximumCount != nil { return "a count" }
    return nil
  }
}
