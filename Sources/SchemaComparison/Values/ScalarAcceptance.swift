import SchemaGuides

/// The scalars that a place of a schema accepts, prepared for many tests.
struct ScalarAcceptance {
  /// An alternative that is neither a union nor a reference, without the values that it lists.
  private struct Alternative {
    let kind: SchemaKind
    let constraints: GuideConstraints
    var matchers: [SchemaPattern.Matcher?]

    init(_ node: SchemaGraph.Node, within budget: inout PatternBudget) {
      kind = node.kind
      constraints = node.constraints
      matchers = constraints.patterns.map { $0.matcher(within: &budget) }
    }

    /// Returns `true` if a scalar satisfies all constraints but the list of values; `nil` if the
    /// answer is unknown.
    mutating func takes(_ scalar: SchemaScalar) -> Bool? {
      let constraints = constraints
      switch (kind, scalar) {
      case (.any, _), (.null, .null), (.boolean, .boolean): return true
      case (.string, .string(let text)):
        return constraints.allows(text, &matchers)
      case (.integer, .number(let number)):
        return number.isInteger ? constraints.allows(number) : false
      case (.number, .number(let number)): return constraints.allows(number)
      default: return false
      }
    }
  }

  private enum Answer: Int {
    case no, unknown, yes

    init(_ answer: Bool?) { self = answer.map { $0 ? .yes : .no } ?? .unknown }

    var value: Bool? { self == .unknown ? nil : self == .yes }
  }

  /// The answers of the alternatives that list values, by value.
  private var listed: [SchemaScalar: Answer] = [:]
  /// The alternatives that list no values.
  private var others: [Alternative] = []

  /// Prepares the alternatives of a place, which are neither unions nor references.
  ///
  /// - Complexity: Linear in the number of alternatives and of their listed values.
  init(_ alternatives: [SchemaGraph.Node], within budget: inout PatternBudget) {
    // Many unions may share many objects, which accept no scalar.
    for node in alternatives where ![.array, .tuple, .object, .never].contains(node.kind) {
      var alternative = Alternative(node, within: &budget)
      guard let choices = alternative.constraints.choices else {
        others.append(alternative)
        continue
      }
      for choice in choices {
        let answer = Answer(alternative.takes(choice))
        if answer.rawValue > (listed[choice] ?? .no).rawValue { listed[choice] = answer }
      }
    }
  }

  /// Returns `true` if the place allows a scalar.
  ///
  /// - Parameters:
  ///   - scalar: The scalar.
  ///   - budget: The work that is still allowed, which is reduced.
  /// - Returns: `nil` if the answer is unknown, as for a format.
  mutating func takes(
    _ scalar: SchemaScalar, within budget: inout ComparisonBudget
  ) -> Bool? {
    guard budget.allowsTest() else { return nil }
    var answer = listed[scalar] ?? .no
    if answer == .yes { return true }
    for index in others.indices {
      let bytes = others[index].matchers.count * (1 + (scalar.string?.utf8.count ?? 0))
      guard budget.allowsTest(readingBytes: bytes) else { return nil }
      let other = Answer(others[index].takes(scalar))
      if other == .yes { return true }
      if other == .unknown { answer = .unknown }
    }
    return answer.value
  }
}
