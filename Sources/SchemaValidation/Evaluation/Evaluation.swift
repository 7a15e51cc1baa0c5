import IndexedTables
import SchemaDocuments

extension SharedProgram {
  /// Evaluates the program for some content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - collector: The collector of the violations.
  /// - Returns: The number of violations, and whether missing content may change this number.
  @discardableResult
  func evaluate<Collector: ViolationCollector>(
    _ content: GeneratedContent, collecting collector: inout Collector
  ) -> Outcome {
    var evaluation = Evaluation(self, content, collector)
    defer { collector = evaluation.collector }
    return evaluation.run()
  }
}

/// A step to a part of a value, or from a keyword to a schema.
enum Step {
  case none
  case index(Int)
  case name(String)
  /// A key of the content, by the place of its string.
  case key(ContentPlace)
  /// A property or a pattern of the program.
  case property(EntryIndex<ObjectRule.Property>)
  case pattern(EntryIndex<SchemaPattern>)
}

/// One evaluation of some content by a program.
///
/// The work is a list of goals. Each goal is a schema and a value. A frame is a set of goals that
/// all have to hold, with its own result. Each alternative of a union gets a frame, since the
/// alternative may fail although the union holds. A schema with several references also gets a
/// frame, and its result is kept for each value. No function recurses.
struct Evaluation<Collector: ViolationCollector> {
  typealias Rule = ValidationReport.Rule

  /// The results about values that the evaluation keeps.
  ///
  /// Most evaluations need none of these tables, so they are created on first use.
  private final class Tables {
    var memory = Memory()
    var reported: Set<Pair> = []
    var patterns: LearnedPatterns
    var hashes = ValueHashes()
    var objectNames: [ContentPlace: ObjectNames] = [:]
    /// The numbers of values of open containers.
    var openCounts: [ContentPlace: Int] = [:]
    /// The number of searches in each large object without a table of names.
    var searches: [ContentPlace: Int] = [:]
    /// The alternatives whose violations may still be counted although the sizes of values exclude
    /// them.
    ///
    /// Once the budget is spent, a report follows the alternative with the fewest violations among
    /// those that the size of the value allows.
    var excluded: WorkBudget

    init(_ places: ContentPlaces) {
      patterns = LearnedPatterns(wordCount: places.wordCount)
      excluded = WorkBudget(inProportionTo: places.wordCount)
    }
  }

  /// The number of evaluations of shared schemas after which results are kept.
  ///
  /// Before this number, a repeated evaluation costs less than the table of results.
  private static var memoryStart: Int { 256 }

  /// The smallest number of properties of an object for which a table of names is created.
  ///
  /// The table is created after `searchesBeforeTable` searches in the object.
  private static var largeObject: Int { 64 }
  private static var searchesBeforeTable: Int { 16 }

  let shared: SharedProgram
  let places: ContentPlaces
  /// `true` if the content is incomplete.
  let isPartial: Bool
  private(set) var collector: Collector

  private var frames: FrameStack
  private var choices: [Choice] = []
  private var sharedCount = 0
  private lazy var tables = Tables(places)

  init(_ shared: SharedProgram, _ content: GeneratedContent, _ collector: Collector) {
    self.shared = shared
    self.collector = collector
    places = ContentPlaces(content.stored)
    isPartial = !places.isComplete(at: places.root)
    frames = FrameStack(Collector.stopsAtFirst ? .verdict : .report)
  }

  var program: SchemaProgram { shared.program }

  /// Evaluates the root, or another schema for a part of the content.
  mutating func run(schema: SchemaIndex = .root, place: ContentPlace? = nil) -> Outcome {
    // A local copy, since each access to the property would count references.
    let shared = shared
    frames.restart()
    frames.push(Goal(schema: schema, place: place ?? places.root))
    while true {
      if let goal = frames.popGoal() {
        if let applicator = goal.applicator {
          begin(goal, applicator)
        } else {
          evaluate(goal, by: shared)
        }
        continue
      }
      let frame = frames.close()
      switch frame.owner {
      case .root: return frame.outcome
      case .shared(let pair):
        tables.memory.end(pair, frame.outcome)
        frames.add(frame.outcome)
      case .alternative(let pair):
        if let pair { tables.memory.keep(frame.outcome, of: pair) }
        absorb(frame.outcome)
        advance()
      }
    }
  }

  // MARK: Results

  /// The mode of the innermost frame.
  var mode: Mode { Collector.stopsAtFirst ? .verdict : frames.innermost.mode }

  /// `true` if the innermost frame has failed, and only its verdict is needed.
  var isDecided: Bool { frames.isDecided }

  /// Counts violations in the innermost frame.
  mutating func add(_ cost: Int) { frames.add(Outcome(cost: cost)) }

  /// Records that missing content may change the result.
  mutating func noteOpen() { frames.add(Outcome(isOpen: true)) }

  /// Counts a violation, and reports it in the mode `.report`.
  ///
  /// - Parameters:
  ///   - rule: The rule that the value breaks.
  ///   - goal: The schema and the value.
  ///   - keyword: The keyword, if it is not the keyword of the rule.
  ///   - step: The step to the invalid part of the value; `.none` for the value itself.
  ///   - expected: A phrase for the allowed values; `nil` for the phrase of the schema and the
  ///     rule.
  ///   - found: A phrase for the found value; `nil` for a description of the value.
  mutating func fail(
    _ rule: Rule, _ goal: Goal, in keyword: Keyword? = nil,
    at step: Step = .none,
    expected: (inout Wording) -> String? = { _ in nil },
    found: (ContentPlaces) -> String? = { _ in nil }
  ) {
    add(1)
    guard mode == .report else { return }
    collector.add(
      rule, goal, in: keyword, at: component(of: step), expected: expected, found: found,
      places: places)
  }

  /// Adds a note on a check that is left out for some values, in the mode `.report`.
  mutating func note(_ goal: Goal, _ check: SkippedCheck) {
    if mode == .report { collector.note(goal, check) }
  }

  /// Records that an open object or array lacks required parts.
  mutating func noteMissing(_ goal: Goal, _ steps: @autoclosure () -> [Step]) {
    noteOpen()
    guard collector.listsMissing, mode == .report else { return }
    for component in steps().compactMap({ component(of: $0) }) {
      collector.noteMissing(component, of: goal)
    }
  }

  private func component(of step: Step) -> SchemaPath.Component? {
    switch step {
    case .none: nil
    case .index(let index): .index(index)
    case .name(let name): .key(name)
    case .key(let key): .key(places.text(at: key))
    case .property(let index): .key(program.objects.name(of: index))
    case .pattern(let index): .key(program.patterns[index].source)
    }
  }

  // MARK: Values

  func isComplete(_ place: ContentPlace) -> Bool { !isPartial || places.isComplete(at: place) }

  func isNull(_ place: ContentPlace) -> Bool {
    if case .null = places.shape(at: place) { true } else { false }
  }

  /// The number of values in a container.
  ///
  /// An open container does not have its number of values, which is counted once.
  mutating func count(of container: ContentPlace) -> Int {
    guard places.isOpen(at: container) else { return places.count(at: container) }
    if let known = tables.openCounts[container] { return known }
    let count = places.count(at: container)
    tables.openCounts[container] = count
    return count
  }

  /// The properties of a large object by name; `nil` for a small object, and for an object with
  /// only a few searches so far.
  mutating func names(of object: ContentPlace) -> ObjectNames? {
    guard count(of: object) >= Self.largeObject else { return nil }
    if let known = tables.objectNames[object] { return known }
    tables.searches[object, default: 0] += 1
    guard tables.searches[object, default: 0] > Self.searchesBeforeTable else { return nil }
    let names = ObjectNames(object, in: places)
    tables.objectNames[object] = names
    return names
  }

  /// The value of a property; `nil` if the object lacks the property.
  mutating func property(_ name: String, of place: ContentPlace) -> ContentPlace? {
    if let names = names(of: place) { return names[name]?.value }
    return places.value(named: name, of: place)
  }

  /// Returns `true` if the string at a place matches a pattern; `nil` if the pattern cannot be run
  /// on the string.
  mutating func matches(_ pattern: EntryIndex<SchemaPattern>, textAt place: ContentPlace) -> Bool? {
    guard let prepared = program.patterns.matcher(of: pattern) else { return nil }
    return places.withText(at: place) { text in
      if let result = prepared.table?.match(text) { return result }
      return tables.patterns.matches(pattern, prepared, text)
    }
  }

  /// The patterns of a set that the string at a place matches, and the patterns that cannot be run
  /// on the string.
  mutating func matches(
    ofSet set: EntryIndex<PatternSet>, textAt place: ContentPlace
  ) -> [PatternSet.Match] {
    places.withText(at: place) { text in
      tables.patterns.matches(ofSet: set, program.patterns.sets[set], text)
    }
  }

  /// The hash of the value at a place.
  ///
  /// Equal values have equal hashes.
  mutating func hash(of place: ContentPlace) -> Int { tables.hashes.hash(of: place, in: places) }

  /// The indices of two equal elements of an array.
  ///
  /// The second index is the smallest index of an element that repeats an earlier one.
  mutating func equalElements(of array: ContentPlace) -> (Int, Int)? {
    tables.hashes.equalElements(of: array, in: places)
  }

  // MARK: Goals

  /// Adds a goal for a part of a goal's value, or for the value itself.
  mutating func push(
    _ schema: SchemaIndex, _ place: ContentPlace, from goal: Goal, at step: Step = .none,
    by keyword: Keyword, _ part: Step = .none
  ) {
    var child = Goal(schema: schema, place: place)
    switch mode {
    case .verdict:
      if let target = program.schemas[schema].target { child.schema = target }
      // Most values are scalars that need no goal.
      let kind = places.shape(at: place)
      if kind.isScalar, program.schemas[child.schema].applicators.isEmpty {
        if !isDecided { _ = check(child, kind) }
        return
      }
    case .count: break
    case .report:
      collector.extend(
        &child, from: goal, at: component(of: step), by: keyword, component(of: part))
    }
    frames.push(child)
  }

  /// Runs a function that adds goals.
  ///
  /// The goals are evaluated in the order in which the function adds them.
  mutating func pushInOrder(_ body: (inout Self) -> Void) {
    let start = frames.count
    body(&self)
    frames.reverse(from: start)
  }

  /// Replaces a goal by the goals for its parts, and checks the constraints that need no further
  /// goals.
  private mutating func evaluate(_ goal: Goal, by shared: SharedProgram) {
    let kind = places.shape(at: goal.place)
    if case .nothing = kind { return noteOpen() }
    if shared.program.schemas[goal.schema].isShared, !enterShared(goal) { return }
    guard check(goal, kind), !isDecided else { return }
    // The goals are reversed, so that keywords for unevaluated parts come last.
    let start = frames.count
    let schema = shared.program.schemas[goal.schema]
    switch kind {
    case .object: if let object = schema.object { checkObject(goal, object, by: shared) }
    case .array: if let array = schema.array { checkArray(goal, array) }
    default: break
    }
    for index in schema.applicators { apply(program.applicators[index], index, goal, kind) }
    frames.reverse(from: start)
  }

  private mutating func apply(
    _ applicator: Applicator, _ index: EntryIndex<Applicator>, _ goal: Goal, _ kind: ContentShape
  ) {
    switch applicator {
    case .reference(let target, let keyword):
      push(target, goal.place, from: goal, by: keyword)
    case .allOf(let parts):
      for number in 0..<parts.count {
        push(program.parts[parts[number]], goal.place, from: goal, by: .allOf, .index(number))
      }
    case .dependents(let dependents):
      if case .object = kind { checkDependents(goal, dependents) }
    default:
      var rest = goal
      rest.applicator = index
      frames.push(rest)
    }
  }

  /// Begins a shared schema; `true` if the schema has to be evaluated.
  private mutating func enterShared(_ goal: Goal) -> Bool {
    if mode == .report {
      return tables.reported.insert(Pair(schema: goal.schema, place: goal.place)).inserted
    }
    sharedCount += 1
    guard sharedCount > Self.memoryStart else { return true }
    let pair = Pair(schema: goal.schema, place: goal.place, isCount: mode == .count)
    if let known = tables.memory.outcome(of: pair) {
      frames.add(known)
      return false
    }
    tables.memory.begin(pair)
    frames.open(mode, for: .shared(pair))
    return true
  }

  /// Checks the constraints of a schema on the value itself; `true` if the schema allows the type
  /// of the value.
  private mutating func check(_ goal: Goal, _ kind: ContentShape) -> Bool {
    let schema = program.schemas[goal.schema]
    guard schema.kinds.contains(kind),
      !schema.needsInteger || isInteger(goal.place, kind, by: schema)
    else {
      fail(schema.isNever ? .never : .type, goal)
      return false
    }
    if let choices = schema.choices { checkChoices(goal, kind, choices) }
    if let constant = schema.constant { checkChoices(goal, kind, constant) }
    switch kind {
    case .number: if let number = schema.number { checkNumber(goal, number) }
    case .string: if let string = schema.string { checkString(goal, program.rules.strings[string]) }
    default: break
    }
    return true
  }

  // MARK: Choices

  /// Begins a keyword that can hold although some of its schemas fail.
  private mutating func begin(_ goal: Goal, _ index: EntryIndex<Applicator>) {
    let applicator = program.applicators[index]
    let kind = places.shape(at: goal.place)
    let candidates: Choice.Candidates
    switch applicator {
    case .unevaluatedProperties(let schema): return checkUnevaluatedProperties(goal, schema)
    case .unevaluatedItems(let schema): return checkUnevaluatedItems(goal, schema)
    case .not(let schema), .conditional(let schema, _, _): candidates = .schema(schema)
    case .contains(let schema, _, _, _):
      guard case .array = kind else { return }
      candidates = .elements(schema, places.children(of: goal.place))
    case .anyOf(let alternatives), .oneOf(let alternatives):
      candidates = .alternatives(queue(of: alternatives, under: index, at: goal.place, kind))
    // These keywords add their goals without a choice.
    case .reference, .allOf, .dependents: return
    }
    choices.append(
      Choice(candidates, goal: goal, applicator: applicator, kind: kind, mode: mode))
    advance()
  }

  /// Begins the next schema of the innermost choice, or ends the choice.
  private mutating func advance() {
    while true {
      let isTracked = isTracked(choices[choices.count - 1])
      guard
        let next = choices[choices.count - 1].next(shared, places, isTracked: isTracked)
          ?? nextExcluded()
      else { break }
      let mode = choices[choices.count - 1].partMode
      let pair = mode == .count ? Pair(schema: next.schema, place: next.place, isCount: true) : nil
      guard let pair, let known = tables.memory.outcome(of: pair) else {
        frames.open(mode, for: .alternative(pair))
        frames.push(Goal(schema: next.schema, place: next.place))
        return
      }
      absorb(known)
    }
    finish(choices.removeLast())
  }

  /// The next alternative of the innermost choice that only a report needs, since the size of the
  /// value excludes it.
  ///
  /// At least one alternative is evaluated, for the report to follow.
  private mutating func nextExcluded() -> Pair? {
    let choice = choices.count - 1
    guard choices[choice].countsExcluded,
      tables.excluded.take() || choices[choice].tally.best == nil
    else { return nil }
    return choices[choice].nextExcluded(shared)
  }

  /// Adds the result of the current schema to the innermost choice.
  private mutating func absorb(_ outcome: Outcome) {
    choices[choices.count - 1].take(outcome)
    let choice = choices[choices.count - 1]
    guard outcome.cost == 0, isTracked(choice), let current = choice.current else { return }
    tables.memory.noteSatisfied(current)
  }

  private func isTracked(_ choice: Choice) -> Bool { program.schemas[choice.goal.schema].isTracked }

  /// Returns `true` if a value satisfies an alternative or a condition that is tracked.
  mutating func isSatisfied(_ schema: SchemaIndex, _ place: ContentPlace) -> Bool {
    tables.memory.isSatisfied(Pair(schema: schema, place: place))
  }

  /// The alternatives of a union that the value at a place may satisfy.
  private mutating func queue(
    of alternatives: Applicator.Alternatives, under index: EntryIndex<Applicator>,
    at place: ContentPlace, _ kind: ContentShape
  ) -> AlternativeQueue {
    if case .object = kind, let narrowing = narrowing(of: alternatives, at: place) {
      return AlternativeQueue(alternatives.schemas, narrowing: narrowing)
    }
    guard let ranges = program.ranges.index(of: index, for: kind), let size = size(of: place, kind)
    else { return AlternativeQueue(alternatives.schemas, narrowing: nil) }
    return AlternativeQueue(alternatives.schemas, in: ranges, size: size, shared)
  }

  /// The size of a complete value, as in ``AlternativeRanges``; `nil` if it is not known.
  private func size(of place: ContentPlace, _ kind: ContentShape) -> SchemaNumber? {
    guard isComplete(place) else { return nil }
    return switch kind {
    case .number: ComparableNumber(place, in: places).exact
    case .string: SchemaNumber(length(ofTextAt: place))
    case .array, .object: SchemaNumber(places.count(at: place))
    case .nothing, .null, .bool: nil
    }
  }

  /// The alternatives that an object may satisfy, by the value of the distinguishing property;
  /// `nil` if there is no such property or value, or if the value is a `null` that counts as
  /// absent.
  private mutating func narrowing(
    of alternatives: Applicator.Alternatives, at place: ContentPlace
  ) -> AlternativeQueue.Narrowing? {
    guard let discriminator = alternatives.discriminator else { return nil }
    let name = program.discriminators[discriminator].name
    guard let value = property(name, of: place), isComplete(value) else { return nil }
    if countsAsAbsent(value), !program.discriminators[discriminator].isDistinct { return nil }
    let index = program.discriminators[discriminator].index(ofValueAt: value, in: places)
    return AlternativeQueue.Narrowing(discriminator: discriminator, value: index)
  }

  /// Adds the goal for one alternative of a union.
  mutating func pushAlternative(
    _ number: Int, _ alternatives: Applicator.Alternatives, _ choice: Choice
  ) {
    push(
      program.parts[alternatives.schemas[number]], choice.goal.place, from: choice.goal,
      by: choice.applicator.keyword, .index(number))
  }

  /// Records the alternative of a union that the report follows.
  mutating func follow(
    _ number: Int, _ alternatives: Applicator.Alternatives, _ choice: Choice,
    by discriminator: String?
  ) {
    collector.follow(
      choice.goal, keyword: choice.applicator.keyword, number: number,
      of: alternatives.schemas.count, by: discriminator)
  }
}

extension ContentShape {
  /// `true` if values of the shape have no parts.
  var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object, .nothing: false
    }
  }
}
