import SchemaDocuments

/// The keywords whose schemas may fail while they hold.
extension Evaluation {
  /// Begins a keyword.
  mutating func begin(_ goal: Goal) {
    let applicator = program.applicators[goal.applicator]
    var choice = Choice(
      goal: goal, applicator: applicator, kind: places.shape(at: goal.place), mode: mode)
    switch applicator {
    case .unevaluatedProperties(let schema): return checkUnevaluatedProperties(goal, schema)
    case .unevaluatedItems(let schema): return checkUnevaluatedItems(goal, schema)
    case .contains:
      guard choice.kind == .array else { return }
      choice.elements = places.children(of: goal.place)
    case .anyOf(let alternatives), .oneOf(let alternatives):
      if choice.kind == .object {
        choice.candidates = candidates(among: alternatives, at: goal.place)
      }
    default: break
    }
    choices.append(choice)
    advance()
  }

  /// Takes the result of the schema that was begun last.
  mutating func receive(_ outcome: Outcome) {
    absorb(outcome)
    advance()
  }

  private mutating func absorb(_ outcome: Outcome) {
    let top = choices.count - 1
    guard outcome.cost > 0 else {
      if outcome.isOpen {
        choices[top].openCount += 1
        choices[top].openPosition = choices[top].position
      } else {
        choices[top].matches += 1
      }
      if isTracked(choices[top]) {
        noteSatisfied(choices[top].current.schema, choices[top].current.place)
      }
      return
    }
    if outcome.cost < choices[top].best.cost {
      choices[top].best = (choices[top].position - 1, outcome.cost)
    }
  }

  private func isTracked(_ choice: Choice) -> Bool { program.schemas[choice.goal.schema].isTracked }

  /// Begins the next schema of the innermost choice, or ends it.
  private mutating func advance() {
    while let (schema, place) = next() {
      choices[choices.count - 1].current = (schema, place)
      guard let known = open(schema, place, nextMode) else { return }
      absorb(known)
    }
    let choice = choices.removeLast()
    switch choice.applicator {
    case .anyOf: finishAny(choice)
    case .oneOf: finishOne(choice)
    case .not: finishNot(choice)
    case .conditional(_, let then, let otherwise): finishCondition(choice, then, otherwise)
    case .contains(_, let minimum, let maximum, _): finishContains(choice, minimum ?? 1, maximum)
    default: break
    }
  }

  /// What is wanted of the schema that is begun next.
  private var nextMode: Mode {
    let choice = choices[choices.count - 1]
    switch choice.applicator {
    case .anyOf, .oneOf: return choice.mode == .verdict ? .verdict : .count
    default: return .verdict
    }
  }

  /// The next schema and value of the innermost choice.
  private mutating func next() -> (schema: Int, place: Int)? {
    let top = choices.count - 1
    switch choices[top].applicator {
    case .anyOf(let alternatives):
      if choices[top].matches > 0, !isTracked(choices[top]) { return nil }
      return nextAlternative(of: alternatives)
    case .oneOf(let alternatives):
      return choices[top].matches > 1 ? nil : nextAlternative(of: alternatives)
    case .not(let schema), .conditional(let schema, _, _):
      guard choices[top].position == 0 else { return nil }
      choices[top].position = 1
      return (schema, choices[top].goal.place)
    case .contains(let schema, let minimum, let maximum, _):
      if choices[top].matches >= minimum ?? 1, maximum == .max, !isTracked(choices[top]) {
        return nil
      }
      guard let element = places.next(&choices[top].elements) else { return nil }
      choices[top].position += 1
      return (schema, element)
    default: return nil
    }
  }

  private mutating func nextAlternative(of alternatives: Alternatives) -> (schema: Int, place: Int)?
  {
    let top = choices.count - 1
    let count = choices[top].candidates?.count ?? alternatives.schemas.count
    while choices[top].position < count {
      let number = choices[top].candidates?[choices[top].position] ?? choices[top].position
      choices[top].position += 1
      let schema = alternatives.schemas[number]
      guard program.schemas[schema].possibleTypes.mayHave(choices[top].kind) else { continue }
      choices[top].fitting = (choices[top].fitting.count + 1, number)
      return (schema, choices[top].goal.place)
    }
    return nil
  }

  // MARK: Results

  private mutating func finishAny(_ choice: Choice) {
    if choice.matches > 0 { return }
    if choice.openCount > 0 { return noteOpen(choice) }
    failUnion(choice)
  }

  private mutating func finishOne(_ choice: Choice) {
    if choice.matches > 1 {
      return fail(
        .oneOf, choice.goal, expected: { _ in "a value of exactly one of several forms" },
        found: { _ in "one that has more than one of them" })
    }
    if choice.openCount > 0 { return noteOpen(choice) }
    if choice.matches == 0 { failUnion(choice) }
  }

  private mutating func finishNot(_ choice: Choice) {
    if choice.openCount > 0 { return noteOpen() }
    guard choice.matches > 0, case .not(let schema) = choice.applicator else { return }
    fail(.not, choice.goal, expected: { "anything but \($0.value(schema))" })
  }

  private mutating func finishCondition(_ choice: Choice, _ then: Int, _ otherwise: Int) {
    if choice.openCount > 0 { return noteOpen() }
    let isTrue = choice.matches > 0
    push(
      isTrue ? then : otherwise, choice.goal.place, from: choice.goal, at: nil,
      by: [isTrue ? "then" : "else"])
  }

  private mutating func finishContains(_ choice: Choice, _ minimum: Int, _ maximum: Int) {
    guard case .contains(let schema, _, _, _) = choice.applicator else { return }
    if !isComplete(choice.goal.place) || choice.openCount > 0 { noteOpen() }
    let isTooFew =
      choice.matches + choice.openCount < minimum && isComplete(choice.goal.place)
    guard isTooFew || choice.matches > maximum else { return }
    let range = Wording.range(minimum, maximum == .max ? nil : maximum, Wording.element)
    fail(
      .contains, choice.goal,
      in: isTooFew ? (minimum == 1 ? "contains" : "minContains") : "maxContains",
      expected: { "\(range) such as \($0.value(schema))" },
      found: { _ in Wording.amount(choice.matches, Wording.element) })
  }

  // MARK: Unions

  /// The numbers of the alternatives that an object may satisfy by the property that distinguishes
  /// them; `nil` if it does not say, or if its null counts as absent.
  private mutating func candidates(among alternatives: Alternatives, at place: Int) -> [Int]? {
    guard alternatives.discriminator >= 0 else { return nil }
    let discriminator = program.discriminators[alternatives.discriminator]
    guard let value = property(discriminator.name, of: place), isComplete(value) else { return nil }
    if program.readsNullAsAbsent, places.shape(at: value) == .null, !discriminator.isDistinct {
      return nil
    }
    let owners = discriminator.owners(ofValueAt: value, in: places)
    guard let owners else { return discriminator.others }
    return discriminator.others.isEmpty ? owners : (owners + discriminator.others).sorted()
  }

  /// Counts or reports that a value satisfies none of some alternatives.
  private mutating func failUnion(_ choice: Choice) {
    let alternatives: Alternatives
    switch choice.applicator {
    case .anyOf(let found), .oneOf(let found): alternatives = found
    default: return
    }
    let isScalar = choice.kind.isScalar && choice.fitting.count > 1
    guard mode == .report else {
      return add(Outcome(cost: choice.best.cost == .max || isScalar ? 1 : choice.best.cost))
    }
    if findings.listsAlternatives { return failAll(alternatives, choice) }
    if choice.fitting.count == 0, choice.candidates == nil {
      return fail(.type, choice.goal, in: choice.applicator.keyword)
    }
    if isScalar {
      let fitting = alternatives.schemas.filter {
        program.schemas[$0].possibleTypes.mayHave(choice.kind)
      }
      return fail(
        .union, choice.goal, in: choice.applicator.keyword,
        expected: { $0.alternatives(fitting) })
    }
    if choice.kind == .object, choice.fitting.count != 1, alternatives.discriminator >= 0,
      failDiscriminator(program.discriminators[alternatives.discriminator], choice)
    {
      return
    }
    let best =
      choice.best.number >= 0
      ? choice.candidates?[choice.best.number] ?? choice.best.number : choice.fitting.last
    guard best >= 0 else { return fail(.union, choice.goal, in: choice.applicator.keyword) }
    if choice.candidates?.count == 1 {
      follow(best, alternatives, choice, program.discriminators[alternatives.discriminator].name)
    } else if choice.fitting.count > 1 {
      follow(best, alternatives, choice, nil)
    }
    pushAlternative(best, alternatives, choice)
  }

  /// Notes that a value may still satisfy alternatives, and what it lacks if that is one.
  private mutating func noteOpen(_ choice: Choice) {
    noteOpen()
    guard findings.listsMissing, mode == .report, choice.matches == 0, choice.openCount == 1
    else { return }
    switch choice.applicator {
    case .anyOf(let alternatives), .oneOf(let alternatives):
      let position = choice.openPosition - 1
      pushAlternative(choice.candidates?[position] ?? position, alternatives, choice)
    default: return
    }
  }

  private mutating func follow(
    _ number: Int, _ alternatives: Alternatives, _ choice: Choice, _ discriminator: String?
  ) {
    findings.follow(
      choice.goal, keyword: choice.applicator.keyword, number: number,
      of: alternatives.schemas.count, by: discriminator)
  }

  private mutating func pushAlternative(
    _ number: Int, _ alternatives: Alternatives, _ choice: Choice
  ) {
    push(
      alternatives.schemas[number], choice.goal.place, from: choice.goal, at: nil,
      by: [choice.applicator.keyword, "\(number)"])
  }

  /// Reports that no alternative fits, and why each of them does not.
  private mutating func failAll(_ alternatives: Alternatives, _ choice: Choice) {
    fail(.union, choice.goal, in: choice.applicator.keyword)
    let start = goals.count
    for number in alternatives.schemas.indices { pushAlternative(number, alternatives, choice) }
    reverseGoals(from: start)
  }

  /// Reports that the property that distinguishes alternatives is missing or wrong.
  ///
  /// - Returns: Whether it is.
  private mutating func failDiscriminator(
    _ discriminator: Discriminator, _ choice: Choice
  ) -> Bool {
    guard discriminator.isDistinct else { return false }
    let value = property(discriminator.name, of: choice.goal.place)
    let expected = Wording.choices(discriminator.values)
    guard let value else {
      fail(
        .required, choice.goal, in: choice.applicator.keyword, at: .key(discriminator.name),
        expected: { _ in expected }, found: { _ in "nothing" })
      return true
    }
    let isOfType = discriminator.types.mayHave(places.shape(at: value))
    guard choice.candidates?.isEmpty == true || choice.fitting.count == 0 else { return false }
    fail(
      isOfType ? .choices : .type, choice.goal, in: choice.applicator.keyword,
      at: .key(discriminator.name),
      expected: { _ in expected }, found: { $0.content(at: value).foundDescription })
    return true
  }
}
