package import SchemaModel

/// The reason why guides cannot constrain the values of a place.
package enum GuideConflict: Error {
  /// A guide that cannot be expressed.
  case invalid(problem: String, remedy: String)

  /// A guide does not fit the kind of value.
  ///
  /// The phrase names the values that it constrains.
  case misfit(String)

  /// A guide constrains elements of a value without elements.
  case noElements

  /// A list of choices was declared empty.
  case emptyChoices

  /// No value satisfies all guides.
  ///
  /// `remedy` is `nil` if two guides contradict each other, which the sentence then names; the
  /// remedy is then to relax one of them.
  case contradiction(String, remedy: String?)
}

extension GuideConstraints {
  /// Merges the guides of a place.
  ///
  /// The result is the constraints in the form of a resolved schema; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - guides: The guides of the type, then those of the place; only those on the value itself
  ///     are merged (``GuideValue/depth`` 0).
  ///   - kind: The kind of value.
  /// - Throws: ``GuideConflict`` if they do not fit the kind, or no value satisfies them.
  package init?(merging guides: [GuideValue], for kind: SchemaKind) throws(GuideConflict) {
    self.init()
    var isGuided = false
    for guide in guides {
      if guide.depth > 0, kind != .array { throw .noElements }
      guard guide.depth == 0 else { continue }
      formIntersection(guide.constraint)
      isGuided = true
    }
    guard isGuided else { return nil }
    if let fault {
      throw fault.isContradiction
        ? .contradiction(fault.problem, remedy: fault.remedy)
        : .invalid(problem: fault.problem, remedy: fault.remedy)
    }
    if let misfit = misfit(of: guides, for: kind) { throw .misfit(misfit) }
    try checkChoices()
    if let problem = contradiction(for: kind) { throw .contradiction(problem, remedy: nil) }
    resolve(for: kind)
    try checkChoices()
    if isEmpty { return nil }
  }

  /// Throws if there is an empty list of choices.
  private func checkChoices() throws(GuideConflict) {
    guard let choices, choices.isEmpty else { return }
    guard let emptiedBy else { throw .emptyChoices }
    throw .contradiction(
      "No choice is left of \(Self.summary(of: emptiedBy.choices)) under \(emptiedBy.excludedBy).",
      remedy: nil)
  }

  /// Returns the constraints on a value of a kind that has to satisfy others, too, in the form of a
  /// resolved schema; `nil` if it is known that no value satisfies both.
  package func intersection(
    with other: GuideConstraints, for kind: SchemaKind
  ) -> GuideConstraints? {
    var merged = self
    merged.formIntersection(other)
    guard merged.contradiction(for: kind) == nil else { return nil }
    merged.resolve(for: kind)
    return merged.choices?.isEmpty == true ? nil : merged
  }

  /// Returns the reason why no value of a kind is within the bounds and counts; `nil` if there is
  /// none.
  ///
  /// Not all contradictions are detected, such as between a pattern and a length.
  package func contradiction(for kind: SchemaKind) -> String? {
    rangeContradiction(isInteger: kind == .integer)
      ?? Self.contradiction("count", minimumCount, maximumCount)
      ?? Self.contradiction("length", minimumLength, maximumLength)
      ?? Self.contradiction("number of properties", minimumPropertyCount, maximumPropertyCount)
  }

  private static func contradiction(_ noun: String, _ minimum: Int?, _ maximum: Int?) -> String? {
    guard let minimum, let maximum, minimum > maximum else { return nil }
    return "The minimum \(noun) \(minimum) is above the maximum \(noun) \(maximum)."
  }

  /// Returns a constraint that does not apply to a kind of value, such as `a pattern`; `nil` if all
  /// apply.
  ///
  /// Patterns and lengths are looked up in the guides, from which these constraints are merged:
  /// merging applies them to the choices, if there are any.
  private func misfit(of guides: [GuideValue], for kind: SchemaKind) -> String? {
    if let choices, !kind.hasScalars || (!choices.isEmpty && hasNoChoice(of: kind)) {
      return "choices"
    }
    if kind != .string {
      let constraints = guides.lazy.filter { $0.depth == 0 }.map(\.constraint)
      if constraints.contains(where: \.isPattern) { return "a pattern" }
      if !formats.isEmpty { return "a format" }
      if constraints.contains(where: \.isLength) { return "a length" }
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

extension GuideValue.Constraint {
  fileprivate var isPattern: Bool { if case .pattern = self { true } else { false } }

  fileprivate var isLength: Bool {
    if case .length(let minimum, let maximum) = self {
      minimum != nil || maximum != nil
    } else {
      false
    }
  }
}
