package import SchemaModel

/// The reason why the guides of a place are rejected.
package enum GuideConflict: Error {
  /// A guide has no meaning.
  case invalid(problem: String, remedy: String)

  /// A guide does not fit the kind of value.
  ///
  /// The phrase names the constraint, such as `a pattern`.
  case misfit(String)

  /// A guide constrains elements of a value without elements.
  case noElements

  /// A declared list of choices is empty.
  case emptyChoices

  /// No value satisfies all guides.
  ///
  /// If two guides contradict each other, the sentence names both and `remedy` is `nil`. The remedy
  /// is then to relax one of them.
  case contradiction(String, remedy: String?)
}

extension GuideConstraints {
  /// Merges the guides of a place.
  ///
  /// The result has the form of the constraints in a resolved schema; `nil` if there are no
  /// constraints.
  ///
  /// - Parameters:
  ///   - guides: The guides of the type, then the guides of the place. Only guides on the value
  ///     itself are merged (``GuideValue/depth`` 0).
  ///   - kind: The kind of value.
  /// - Throws: ``GuideConflict`` if a guide does not fit the kind, or no value satisfies all
  ///   guides.
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
      "None of the choices \(Self.summary(of: emptiedBy.choices)) is allowed by "
        + "\(emptiedBy.excludedBy).",
      remedy: nil)
  }

  /// Returns the constraints on a value that has to satisfy both these and other constraints, in
  /// the form of a resolved schema; `nil` if it is known that no value satisfies both.
  package func intersection(
    with other: GuideConstraints, for kind: SchemaKind
  ) -> GuideConstraints? {
    var merged = self
    merged.formIntersection(other)
    guard merged.contradiction(for: kind) == nil else { return nil }
    merged.resolve(for: kind)
    return merged.choices?.isEmpty == true ? nil : merged
  }

  /// Returns the reason why no value of a kind is within the bounds and counts; `nil` if some value
  /// may be.
  ///
  /// Some contradictions are not detected, such as between a pattern and a length.
  private func contradiction(for kind: SchemaKind) -> String? {
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
  /// Patterns and lengths are looked up in the guides from which these constraints are merged,
  /// because merging applies them to the choices and then drops them.
  private func misfit(of guides: [GuideValue], for kind: SchemaKind) -> String? {
    if let choices,
      !kind.hasScalars || (!choices.isEmpty && !choices.contains(where: kind.takes))
    {
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

extension SchemaKind {
  /// `true` if a list of choices may constrain values of this kind.
  fileprivate var hasScalars: Bool {
    switch self {
    case .string, .integer, .number, .boolean, .null, .any: true
    case .array, .tuple, .object, .anyOf, .never, .reference: false
    }
  }
}
