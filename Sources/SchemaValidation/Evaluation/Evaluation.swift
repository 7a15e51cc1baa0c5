import SchemaDocuments

/// One evaluation of some content by a program.
///
/// What has to hold is a list of goals, each a schema and a value. A frame is a set of goals of
/// which all have to hold; it has its own result. Frames are made for the alternatives of unions
/// and the like, which may fail while the whole succeeds, and for schemas to which several ways
/// lead, whose results are kept so that each value meets them once. Nothing recurses.
struct Evaluation {
  typealias Rule = ValidationReport.Rule

  /// What is wanted of a frame.
  enum Mode: Sendable {
    /// Whether there is any violation.
    case verdict
    /// How many violations there are.
    case count
    /// The violations themselves.
    case report
  }

  /// Something that has to hold.
  struct Goal {
    var schema: Int
    var place: Int
    /// The index of the schema's applicator that is meant, or -1 for all of the schema.
    var applicator = -1
    /// The steps to the value, and to the schema, where violations are reported.
    var trail = -1
    var route = -1
  }

  struct Outcome {
    /// How many violations there are; in a verdict, how many were found before it stopped.
    var cost = 0
    /// Whether content that is still to come may make a difference.
    var isOpen = false
  }

  struct Pair: Hashable {
    let schema: Int
    let place: Int
    var isCount = false
  }

  private struct Frame {
    enum Owner {
      case root
      case shared(Pair)
      case alternative(Pair?)
    }

    let firstGoal: Int
    let mode: Mode
    let owner: Owner
    var outcome = Outcome()
  }

  /// Up to so many evaluations of shared schemas it costs less to repeat one than to remember all.
  private static let memoryStart = 256

  private let shared: SharedProgram
  let places: ContentPlaces
  /// Whether some of the content is still to come.
  let isPartial: Bool

  var goals: [Goal] = []
  private var frames: [Frame] = []
  var choices: [Choice] = []
  private var sharedCount = 0
  private var memory = Memory()
  private var reported: Set<Pair> = []
  var matchers: [SchemaPattern.Matcher?]
  private var patternSets: [PatternSet]
  /// When a name was last seen, by ``generation``.
  var seen: [Int]
  var generation = 0
  var hashes = ValueHashes()
  var findings: Findings
  var wording: Wording
  private var objectNames: [Int: ObjectNames] = [:]

  init(_ shared: SharedProgram, _ content: GeneratedContent, _ findings: Findings = Findings()) {
    self.shared = shared
    let program = shared.program
    places = ContentPlaces(content.stored)
    isPartial = !content.isComplete
    matchers = program.matchers
    patternSets = program.patternSets
    seen = Array(repeating: 0, count: program.nameCount)
    self.findings = findings
    wording = Wording(shared)
  }

  var program: SchemaProgram { shared.program }

  /// Evaluates the root, or another schema for a part of the content.
  mutating func run(_ mode: Mode, schema: Int = 0, place: Int? = nil) -> Outcome {
    frames.append(Frame(firstGoal: 0, mode: mode, owner: .root))
    goals.append(Goal(schema: schema, place: place ?? places.root))
    while true {
      let top = frames.count - 1
      if frames[top].mode == .verdict, frames[top].outcome.cost > 0 {
        goals.removeLast(goals.count - frames[top].firstGoal)
      }
      if goals.count > frames[top].firstGoal, let goal = goals.popLast() {
        if goal.applicator < 0 { evaluate(goal) } else { begin(goal) }
        continue
      }
      let frame = frames.removeLast()
      switch frame.owner {
      case .root: return frame.outcome
      case .shared(let pair):
        memory.end(pair, frame.outcome)
        add(frame.outcome)
      case .alternative(let pair):
        if let pair { memory.keep(frame.outcome, of: pair) }
        receive(frame.outcome)
      }
    }
  }

  // MARK: Frames

  /// What is wanted of the innermost frame.
  var mode: Mode { frames[frames.count - 1].mode }

  /// Adds a result to the innermost frame.
  mutating func add(_ outcome: Outcome) {
    frames[frames.count - 1].outcome.cost += outcome.cost
    if outcome.isOpen { noteOpen() }
  }

  /// Notes that content that is still to come may make a difference.
  mutating func noteOpen() { frames[frames.count - 1].outcome.isOpen = true }

  /// Whether the innermost frame has failed and nothing more is wanted of it.
  var isDecided: Bool { mode == .verdict && frames[frames.count - 1].outcome.cost > 0 }

  /// Evaluates an alternative of the innermost choice in a frame of its own.
  ///
  /// - Returns: Its result, if it is known.
  mutating func open(_ schema: Int, _ place: Int, _ mode: Mode) -> Outcome? {
    let pair = mode == .count ? Pair(schema: schema, place: place, isCount: true) : nil
    if let pair, let known = memory.outcome(of: pair) { return known }
    frames.append(Frame(firstGoal: goals.count, mode: mode, owner: .alternative(pair)))
    goals.append(Goal(schema: schema, place: place))
    return nil
  }

  /// Begins a schema to which several ways lead.
  ///
  /// - Returns: Whether it has to be evaluated.
  private mutating func enterShared(_ goal: Goal) -> Bool {
    let mode = mode
    if mode == .report {
      return reported.insert(Pair(schema: goal.schema, place: goal.place)).inserted
    }
    sharedCount += 1
    guard sharedCount > Self.memoryStart else { return true }
    let pair = Pair(schema: goal.schema, place: goal.place, isCount: mode == .count)
    if let known = memory.outcome(of: pair) {
      add(known)
      return false
    }
    memory.begin(pair)
    frames.append(Frame(firstGoal: goals.count, mode: mode, owner: .shared(pair)))
    return true
  }

  /// Notes that the value of a choice that is tracked satisfies one of its schemas.
  mutating func noteSatisfied(_ schema: Int, _ place: Int) {
    memory.noteSatisfied(Pair(schema: schema, place: place))
  }

  /// Whether a value satisfies an alternative or a condition that is tracked.
  func isSatisfied(_ schema: Int, _ place: Int) -> Bool {
    memory.isSatisfied(Pair(schema: schema, place: place))
  }

  /// The patterns of an object that match a name, or cannot be run on it, by their indices.
  mutating func patterns(of rule: ObjectRule, matching key: Int) -> [PatternSet.Match] {
    let place = places.place(ofKey: key)
    guard rule.patternSet >= 0 else {
      return rule.patterns.indices.compactMap { index in
        let result = matches(rule.patterns[index].pattern, textAt: place)
        return result == false ? nil : PatternSet.Match(index: index, isCertain: result == true)
      }
    }
    return patternSets[rule.patternSet].matches(utf8: places.utf8(at: place))
  }

  /// From this many properties on, an object's properties are looked up by name.
  private static let largeObject = 64

  /// The properties of a large object by name; `nil` for a smaller one.
  mutating func names(of object: Int) -> ObjectNames? {
    guard places.content(at: object).childCount >= Self.largeObject else { return nil }
    if let known = objectNames[object] { return known }
    let names = ObjectNames(object, in: places)
    objectNames[object] = names
    return names
  }

  // MARK: Goals

  /// Adds a goal for a part of a goal's value, or for the value itself.
  mutating func push(
    _ schema: Int, _ place: Int, from goal: Goal,
    at component: @autoclosure () -> SchemaPath.Component?,
    by keywords: @autoclosure () -> [String]
  ) {
    if schema < 0 { return }
    var child = Goal(schema: schema, place: place)
    switch mode {
    case .verdict:
      // Most values are scalars that need no goal.
      let kind = places.shape(at: place)
      if kind.isScalar, program.schemas[schema].applicators.isEmpty {
        if !isDecided { _ = check(child, kind, program.schemas[schema]) }
        return
      }
    case .count: break
    case .report:
      child.trail = findings.extend(goal.trail, by: component())
      child.route = findings.extend(goal.route, by: keywords)
    }
    goals.append(child)
  }

  /// Replaces a goal by those that it consists of, and checks what needs none.
  private mutating func evaluate(_ goal: Goal) {
    let kind = places.shape(at: goal.place)
    guard kind != .nothing else { return noteOpen() }
    let schema = program.schemas[goal.schema]
    if schema.isShared, !enterShared(goal) { return }
    guard check(goal, kind, schema), !isDecided else { return }
    let start = goals.count
    if kind == .object, schema.object >= 0 {
      checkObject(goal, schema.object)
    } else if kind == .array, schema.array >= 0 {
      checkArray(goal, schema.array)
    }
    if schema.applicators.isEmpty, goals.count - start < 2 { return }
    for number in schema.applicators {
      switch program.applicators[number] {
      case .reference(let target, let keyword):
        push(target, goal.place, from: goal, at: nil, by: [keyword])
      case .allOf(let parts):
        for (index, part) in parts.enumerated() {
          push(part, goal.place, from: goal, at: nil, by: ["allOf", "\(index)"])
        }
      case .dependents(let dependents):
        if kind == .object { checkDependents(goal, dependents) }
      default:
        var rest = goal
        rest.applicator = number
        goals.append(rest)
      }
    }
    // The last goal is met first, and what is unevaluated is known last.
    reverseGoals(from: start)
  }

  /// Reverses the goals from one on, without a copy of them as a slice makes it.
  mutating func reverseGoals(from start: Int) {
    var (low, high) = (start, goals.count - 1)
    while low < high {
      goals.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  /// Checks what a schema says of the value itself.
  ///
  /// - Returns: Whether the value is of a type that the schema allows.
  private mutating func check(
    _ goal: Goal, _ kind: ContentShape, _ schema: CompiledSchema
  ) -> Bool {
    if schema.isNever {
      fail(.never, goal)
      return false
    }
    if schema.types != .all, !allows(schema, kind, goal.place) {
      fail(.type, goal)
      return false
    }
    if schema.choices >= 0 || schema.constant >= 0 { checkChoices(goal, kind, schema) }
    if kind == .number {
      if schema.number >= 0 { checkNumber(goal, schema.number) }
    } else if kind == .string, schema.string >= 0 {
      checkString(goal, program.strings[schema.string])
    }
    return true
  }
}

extension ContentShape {
  /// Whether values of the kind have no parts.
  var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object, .nothing: false
    }
  }
}
