import IndexedTables
import SchemaDocuments
import SchemaText

/// The results of keywords that can hold although some of their schemas fail.
extension Evaluation {
  /// Ends a keyword.
  mutating func finish(_ choice: Choice) {
    switch choice.applicator {
    case .anyOf(let alternatives):
      if choice.tally.matches == 0 { settleUnion(alternatives, choice) }
    case .oneOf(let alternatives):
      if choice.tally.matches > 1 {
        if failPresence(.oneOf, choice) { return }
        fail(
          .oneOf, choice.goal, expected: { _ in "a value of exactly one of several forms" },
          found: { _ in "one that has more than one of them" })
      } else if choice.tally.matches == 0 || choice.tally.openCount > 0 {
        settleUnion(alternatives, choice)
      }
    case .not(let schema):
      if choice.tally.openCount > 0 { return noteOpen() }
      if choice.tally.matches > 0, !failPresence(.not, choice) {
        fail(.not, choice.goal, expected: { $0.negation(schema) })
      }
    case .conditional(_, let then, let otherwise):
      if choice.tally.openCount > 0 { return noteOpen() }
      let isTrue = choice.tally.matches > 0
      guard let schema = isTrue ? then : otherwise else { return }
      push(schema, choice.goal.place, from: choice.goal, by: isTrue ? .then : .else)
    case .contains(let schema, let minimum, let maximum, _):
      finishContains(choice, schema, minimum ?? 1, maximum)
    default: break
    }
  }

  private mutating func finishContains(
    _ choice: Choice, _ schema: SchemaIndex, _ minimum: Int, _ maximum: Int?
  ) {
    if !isComplete(choice.goal.place) || choice.tally.openCount > 0 { noteOpen() }
    let isTooFew =
      choice.tally.matches + choice.tally.openCount < minimum && isComplete(choice.goal.place)
    guard isTooFew || choice.tally.matches > maximum ?? .max else { return }
    fail(
      .contains, choice.goal,
      in: isTooFew ? (minimum == 1 ? .contains : .minContains) : .maxContains,
      expected: {
        $0.elements(
          Wording.range(minimum, maximum, .element, isTooSmall: isTooFew), like: schema)
      },
      found: { _ in CountedNoun.element.amount(choice.tally.matches) })
  }

  // MARK: Unions

  /// Settles a union without a known match, or a `oneOf` whose other alternatives are still open.
  ///
  /// If missing content can change the result, the result is marked as open. Otherwise the function
  /// counts or reports that the value satisfies no alternative.
  private mutating func settleUnion(
    _ alternatives: Applicator.Alternatives, _ choice: Choice
  ) {
    if choice.tally.openCount > 0 {
      noteOpen()
      // Only one alternative is still possible, so the value lacks the missing parts of this
      // alternative.
      if collector.listsMissing, mode == .report, choice.tally.matches == 0,
        choice.tally.openCount == 1,
        let number = choice.tally.openNumber
      {
        pushAlternative(number, alternatives, choice)
      }
      return
    }
    let isScalar = choice.kind.isScalar && choice.fittingCount > 1
    if mode == .report {
      reportUnion(alternatives, choice, isScalar: isScalar)
    } else {
      add(isScalar ? 1 : choice.tally.best?.cost ?? 1)
    }
  }

  private mutating func reportUnion(
    _ alternatives: Applicator.Alternatives, _ choice: Choice, isScalar: Bool
  ) {
    let keyword = choice.applicator.keyword
    if collector.listsAlternatives {
      // Reports that no alternative holds, with the violations of each alternative.
      fail(.union, choice.goal, in: keyword)
      return pushInOrder { evaluation in
        for number in 0..<alternatives.schemas.count {
          evaluation.pushAlternative(number, alternatives, choice)
        }
      }
    }
    if failPresence(.union, choice) { return }
    if choice.fittingCount == 0, choice.alternatives?.narrowing == nil {
      return fail(.type, choice.goal, in: keyword)
    }
    if isScalar {
      let fitting = program.parts[alternatives.schemas].filter {
        program.schemas[$0].possibleTypes.mayHave(choice.kind)
      }
      return fail(.union, choice.goal, in: keyword, expected: { $0.alternatives(fitting) })
    }
    if choice.kind == .object, choice.fittingCount != 1,
      let discriminator = alternatives.discriminator,
      failDiscriminator(program.discriminators[discriminator], choice)
    {
      return
    }
    guard let best = choice.tally.best?.number ?? choice.alternatives?.lastFitting else {
      return fail(.union, choice.goal, in: keyword)
    }
    if let narrowing = choice.alternatives?.narrowing,
      narrowing.owners(in: shared).count + narrowing.others(in: shared).count == 1
    {
      let name = program.discriminators[narrowing.discriminator].name
      follow(best, alternatives, choice, by: name)
    } else if choice.fittingCount > 1 {
      follow(best, alternatives, choice, by: nil)
    }
    pushAlternative(best, alternatives, choice)
  }

  /// Reports the properties that may occur together, if the keyword constrains nothing else; `true`
  /// if so.
  private mutating func failPresence(_ rule: Rule, _ choice: Choice) -> Bool {
    guard mode == .report, choice.kind == .object, let index = choice.goal.applicator,
      let presence = program.presenceRules[index]
    else { return false }
    let found = presence.found { property($0, of: choice.goal.place) != nil }
    fail(
      rule, choice.goal, in: choice.applicator.keyword, expected: { _ in presence.phrase },
      found: { _ in found })
    return true
  }

  /// Reports that the property that distinguishes alternatives is missing or wrong; `true` if so.
  private mutating func failDiscriminator(
    _ discriminator: Discriminator, _ choice: Choice
  ) -> Bool {
    guard discriminator.isDistinct else { return false }
    let keyword = choice.applicator.keyword
    let expected = Wording.choices(discriminator.entries.map(\.value))
    guard let value = property(discriminator.name, of: choice.goal.place) else {
      fail(
        .required, choice.goal, in: keyword, at: .name(discriminator.name),
        expected: { _ in expected }, found: { _ in "nothing" })
      return true
    }
    let isExcluded = choice.alternatives?.narrowing.map {
      $0.owners(in: shared).isEmpty && $0.others(in: shared).isEmpty
    }
    guard isExcluded == true || choice.fittingCount == 0 else { return false }
    let isOfType = discriminator.types.mayHave(places.shape(at: value))
    fail(
      isOfType ? .choices : .type, choice.goal, in: keyword, at: .name(discriminator.name),
      expected: { _ in expected }, found: { $0.content(at: value).foundDescription })
    return true
  }
}
