import IndexedTables
import SchemaAlternatives
import SchemaDocuments

/// A keyword that can hold although some of its schemas fail, with the state of its evaluation.
struct Choice {
  /// The schemas that are not yet evaluated.
  enum Candidates {
    case nothing
    /// One schema, for the value of the goal.
    case schema(SchemaIndex)
    /// One schema, for each of some elements.
    case elements(SchemaIndex, ContentPlaces.Children)
    /// The alternatives of a union, for the value of the goal.
    case alternatives(AlternativeQueue)
  }

  /// The results of the schemas so far.
  struct Tally {
    /// The number of schemas that hold, and the number of schemas whose result depends on missing
    /// content.
    private(set) var matches = 0
    private(set) var openCount = 0
    /// The last alternative whose result depends on missing content.
    private(set) var openNumber: Int?
    /// The first alternative with the fewest violations, and their number.
    private(set) var best: (number: Int, cost: Int)?

    /// Adds the result of a schema; an alternative has a number.
    mutating func add(_ outcome: Outcome, of number: Int?) {
      if outcome.cost > 0 {
        guard let number else { return }
        if let best, (best.cost, best.number) < (outcome.cost, number) { return }
        best = (number, outcome.cost)
      } else if outcome.isOpen {
        openCount += 1
        openNumber = number
      } else {
        matches += 1
      }
    }
  }

  let goal: Goal
  let applicator: Applicator
  let kind: ContentShape
  /// The mode of the frame around it.
  let mode: Mode
  private var candidates: Candidates
  private(set) var tally = Tally()
  /// The schema and the value that are being evaluated; `nil` before the first.
  private(set) var current: Pair?
  /// The number of the alternative that is being evaluated.
  private var number: Int?

  init(
    _ candidates: Candidates, goal: Goal, applicator: Applicator, kind: ContentShape, mode: Mode
  ) {
    self.goal = goal
    self.applicator = applicator
    self.kind = kind
    self.mode = mode
    self.candidates = candidates
  }

  /// The kind of result that the keyword needs from each schema.
  var partMode: Mode { applicator.alternatives != nil && mode != .verdict ? .count : .verdict }

  /// The queue of the alternatives, if the keyword is a union.
  var alternatives: AlternativeQueue? {
    if case .alternatives(let queue) = candidates { queue } else { nil }
  }

  /// The number of the alternatives so far that may allow the kind of the value.
  var fittingCount: Int { alternatives?.fittingCount ?? 0 }

  /// Adds the result of the current schema.
  mutating func take(_ outcome: Outcome) { tally.add(outcome, of: number) }

  /// The next schema, with the value that it is for; `nil` if the result is known.
  ///
  /// If `isTracked` is `true`, the results of all schemas are needed.
  mutating func next(
    _ shared: SharedProgram, _ places: ContentPlaces, isTracked: Bool
  ) -> Pair? {
    if isDecided(isTracked: isTracked) { return nil }
    switch candidates {
    case .nothing: return nil
    case .schema(let schema):
      candidates = .nothing
      return begin(schema, goal.place)
    case .elements(let schema, var elements):
      guard let element = places.next(&elements) else { return nil }
      candidates = .elements(schema, elements)
      return begin(schema, element)
    case .alternatives(var queue):
      guard let (number, schema) = queue.next(for: kind, in: shared) else { return nil }
      candidates = .alternatives(queue)
      self.number = number
      return begin(schema, goal.place)
    }
  }

  /// `true` if the violations of alternatives that the size of the value excludes may count.
  ///
  /// No size of a scalar tells which of several alternatives is meant, so reports follow none.
  var countsExcluded: Bool {
    partMode == .count && !kind.isScalar && tally.matches == 0 && alternatives?.isRanged == true
  }

  /// The next alternative that the size of the value excludes, with the value.
  ///
  /// It is `nil` if none remains, or none can have fewer violations than the best one so far.
  mutating func nextExcluded(_ shared: SharedProgram) -> Pair? {
    guard case .alternatives(var queue) = candidates,
      let (number, schema) = queue.nextExcluded(in: shared)
    else { return nil }
    if let best = tally.best, best.cost == 1, best.number < number { return nil }
    candidates = .alternatives(queue)
    self.number = number
    return begin(schema, goal.place)
  }

  /// Returns `true` if the remaining schemas cannot change the result.
  private func isDecided(isTracked: Bool) -> Bool {
    switch applicator {
    case .anyOf: tally.matches > 0 && !isTracked
    case .oneOf: tally.matches > 1
    case .contains(_, let minimum, let maximum, _):
      tally.matches >= minimum ?? 1 && maximum == nil && !isTracked
    default: false
    }
  }

  private mutating func begin(_ schema: SchemaIndex, _ place: ContentPlace) -> Pair {
    let pair = Pair(schema: schema, place: place)
    current = pair
    return pair
  }
}

/// The alternatives of a union that are not yet evaluated, in order.
struct AlternativeQueue {
  /// The alternatives that the value of a discriminator does not exclude.
  struct Narrowing {
    let discriminator: EntryIndex<Discriminator>
    /// The index of the discriminator's entry; `nil` if no alternative lists this value.
    let value: EntryIndex<Discriminator.Entry>?

    /// The numbers of the alternatives that list the value.
    func owners(in shared: SharedProgram) -> [Int] {
      value.map { shared.program.discriminators[discriminator].entries[$0].owners } ?? []
    }

    /// The numbers of the alternatives that do not constrain the property.
    func others(in shared: SharedProgram) -> [Int] {
      shared.program.discriminators[discriminator].others
    }
  }

  /// The alternatives in the queue, with the number of those that have been begun.
  private enum Rest {
    /// All alternatives.
    case all(begun: Int)
    /// The alternatives that a value does not exclude: those that list the value, and others.
    case narrowed(Narrowing, begunOwners: Int, begunOthers: Int)
    /// The alternatives from a number on whose ranges contain the size of the value, which is in a
    /// segment of the index, and the position in the index of the next one that may not contain it.
    case ranged(EntryIndex<RangeIndex>, segment: Int, next: Int, nextExcluded: Int)
  }

  private let schemas: EntryRange<SchemaIndex>
  private var rest: Rest
  /// The number of alternatives so far that may allow the kind of the value.
  ///
  /// `lastFitting` is the last of them.
  private(set) var fittingCount = 0
  private(set) var lastFitting: Int?

  init(_ schemas: EntryRange<SchemaIndex>, narrowing: Narrowing?) {
    self.schemas = schemas
    rest = narrowing.map { .narrowed($0, begunOwners: 0, begunOthers: 0) } ?? .all(begun: 0)
  }

  /// Creates a queue of the alternatives that a value of some size may satisfy.
  ///
  /// All alternatives of the index count as fitting.
  init(
    _ schemas: EntryRange<SchemaIndex>, in ranges: EntryIndex<RangeIndex>, size: SchemaNumber,
    _ shared: SharedProgram
  ) {
    self.schemas = schemas
    let index = shared.program.ranges[ranges]
    rest = .ranged(ranges, segment: index.segment(of: size), next: 0, nextExcluded: 0)
    fittingCount = index.alternatives.count
    lastFitting = index.alternatives.last
  }

  /// `true` if the size of the value may exclude alternatives.
  var isRanged: Bool { if case .ranged = rest { true } else { false } }

  /// The alternatives that the value of a discriminator does not exclude, if there is one.
  var narrowing: Narrowing? {
    if case .narrowed(let narrowing, _, _) = rest { narrowing } else { nil }
  }

  /// The number and the schema of the next alternative that values of a kind may satisfy.
  mutating func next(
    for kind: ContentShape, in shared: SharedProgram
  ) -> (number: Int, schema: SchemaIndex)? {
    while let number = nextNumber(shared) {
      let schema = shared.program.parts[schemas[number]]
      guard shared.program.schemas[schema].possibleTypes.mayHave(kind) else { continue }
      if isRanged { return (number, schema) }
      fittingCount += 1
      lastFitting = number
      return (number, schema)
    }
    return nil
  }

  private mutating func nextNumber(_ shared: SharedProgram) -> Int? {
    switch rest {
    case .all(let begun):
      guard begun < schemas.count else { return nil }
      rest = .all(begun: begun + 1)
      return begun
    case .narrowed(let narrowing, let begunOwners, let begunOthers):
      let owner = narrowing.owners(in: shared).dropFirst(begunOwners).first
      let other = narrowing.others(in: shared).dropFirst(begunOthers).first
      let isOther = other.map { $0 < owner ?? .max } ?? false
      guard let next = isOther ? other : owner else { return nil }
      rest = .narrowed(
        narrowing, begunOwners: begunOwners + (isOther ? 0 : 1),
        begunOthers: begunOthers + (isOther ? 1 : 0))
      return next
    case .ranged(let ranges, let segment, let next, let nextExcluded):
      guard let number = shared.program.ranges[ranges].first(from: next, in: segment) else {
        return nil
      }
      rest = .ranged(ranges, segment: segment, next: number + 1, nextExcluded: nextExcluded)
      return number
    }
  }

  /// The number and the schema of the next alternative that the size of the value excludes.
  mutating func nextExcluded(
    in shared: SharedProgram
  ) -> (number: Int, schema: SchemaIndex)? {
    guard case .ranged(let ranges, let segment, let next, let nextExcluded) = rest else {
      return nil
    }
    let index = shared.program.ranges[ranges]
    for position in index.alternatives.indices[nextExcluded...] {
      let number = index.alternatives[position]
      if index.first(from: number, in: segment) == number { continue }
      rest = .ranged(ranges, segment: segment, next: next, nextExcluded: position + 1)
      return (number, shared.program.parts[schemas[number]])
    }
    return nil
  }
}
