import SchemaDocuments

/// A keyword whose schemas may fail while it holds, as it is being evaluated.
struct Choice {
  /// The alternatives that a discriminator leaves.
  struct Narrowing {
    let discriminator: EntryIndex<Discriminator>
    /// The index of its value; `nil` if no schema that lists values allows it.
    let value: Int?

    /// The numbers of the alternatives that list the value.
    func owners(in shared: SharedProgram) -> [Int] {
      value.map { shared.program.discriminators[discriminator].owners[$0] } ?? []
    }

    /// The numbers of the alternatives that do not constrain the property.
    func others(in shared: SharedProgram) -> [Int] {
      shared.program.discriminators[discriminator].others
    }
  }

  let goal: Goal
  let applicator: Applicator
  let kind: ContentShape
  /// The mode of the frame around it.
  let mode: Mode
  var narrowing: Narrowing?
  /// The elements still to be evaluated, of `contains`.
  var elements = ContentPlaces.Children()
  /// The number of alternatives that have been begun; with a discriminator, of the alternatives
  /// that list its value.
  private var position = 0
  /// The number of other alternatives that have been begun if there is a discriminator.
  private var otherPosition = 0
  /// The schema and the value that are being evaluated: at first those of the goal.
  private(set) var schema: SchemaIndex
  private(set) var place: Int
  /// The number of the alternative that is being evaluated.
  private var number: Int?
  /// The number of alternatives that hold, and the number that depends on missing content.
  private(set) var matches = 0
  private(set) var openCount = 0
  /// The alternative that was found open last.
  private(set) var openNumber: Int?
  /// The alternative with the fewest violations, and their number.
  private(set) var best: (number: Int, cost: Int)?
  /// How many alternatives fit the kind of the value, and the number of the last of them.
  private(set) var fittingCount = 0
  private(set) var lastFitting: Int?

  init(goal: Goal, applicator: Applicator, kind: ContentShape, mode: Mode) {
    self.goal = goal
    self.applicator = applicator
    self.kind = kind
    self.mode = mode
    (schema, place) = (goal.schema, goal.place)
  }

  /// The result that is wanted of each schema.
  var partMode: Mode {
    applicator.alternatives != nil && mode != .verdict ? .count : .verdict
  }

  /// Takes the result of a schema.
  mutating func take(_ outcome: Outcome) {
    if outcome.cost > 0 {
      if let number, outcome.cost < best?.cost ?? .max { best = (number, outcome.cost) }
    } else if outcome.isOpen {
      openCount += 1
      openNumber = number
    } else {
      matches += 1
    }
  }

  /// The next schema, of the value at ``place``; `nil` if the result is known.
  ///
  /// If it is tracked, all schemas are wanted.
  mutating func next(
    _ shared: SharedProgram, _ places: ContentPlaces, isTracked: Bool
  ) -> SchemaIndex? {
    switch applicator {
    case .anyOf(let alternatives):
      if matches > 0, !isTracked { return nil }
      return nextAlternative(of: alternatives, shared)
    case .oneOf(let alternatives):
      return matches > 1 ? nil : nextAlternative(of: alternatives, shared)
    case .not(let schema), .conditional(let schema, _, _):
      guard position == 0 else { return nil }
      position = 1
      return begin(schema, goal.place)
    case .contains(let schema, let minimum, let maximum, _):
      if matches >= minimum ?? 1, maximum == .max, !isTracked { return nil }
      guard let element = places.next(&elements) else { return nil }
      return begin(schema, element)
    default: return nil
    }
  }

  private mutating func begin(_ schema: SchemaIndex, _ place: Int) -> SchemaIndex {
    (self.schema, self.place) = (schema, place)
    return schema
  }

  private mutating func nextAlternative(
    of alternatives: Applicator.Alternatives, _ shared: SharedProgram
  ) -> SchemaIndex? {
    while let number = nextNumber(of: alternatives, shared) {
      let schema = shared.program.parts[alternatives.schemas[number]]
      guard shared.program.schemas[schema].possibleTypes.mayHave(kind) else { continue }
      fittingCount += 1
      lastFitting = number
      self.number = number
      return begin(schema, goal.place)
    }
    return nil
  }

  private mutating func nextNumber(
    of alternatives: Applicator.Alternatives, _ shared: SharedProgram
  ) -> Int? {
    guard let narrowing else {
      guard position < alternatives.schemas.count else { return nil }
      position += 1
      return position - 1
    }
    let (owners, others) = (narrowing.owners(in: shared), narrowing.others(in: shared))
    let isOther =
      otherPosition < others.count
      && (position == owners.count || others[otherPosition] < owners[position])
    if isOther {
      otherPosition += 1
      return others[otherPosition - 1]
    }
    guard position < owners.count else { return nil }
    position += 1
    return owners[position - 1]
  }
}
