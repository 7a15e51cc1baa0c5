import IndexedTables
import SchemaDocuments
import SchemaText

/// The violations that an evaluation reports.
struct Findings {
  /// The identity of a sentence of a report.
  ///
  /// Several schemas can lead to the same sentence.
  private struct Sentence: Hashable {
    let expected: ExactText
    let rule: ValidationReport.Rule
    let place: ContentPlace
    let component: SchemaPath.Component?
  }

  private let shared: SharedProgram
  /// The largest number of listed violations.
  private let limit: Int
  let listsAlternatives: Bool
  let listsMissing: Bool
  /// The number of violations up to which a sentence of several schemas counts once.
  ///
  /// A record of the sentences of all violations of a large answer would take too much memory. The
  /// number is at least 10 000, so that a small limit of the list does not change the count.
  private let comparedCount: Int
  private(set) var count = 0
  /// The largest number of listed alternatives.
  private static let listedAlternatives = 100
  private(set) var notes: [SchemaProgram.Note] = []
  /// The checks in the notes, by their schemas.
  private var noted: [SchemaIndex: Set<SkippedCheck>] = [:]
  private var findings: [ValidationReport.Finding] = []
  /// The alternatives that the violations are about.
  private(set) var alternatives: [ValidationReport.Alternative] = []
  private var sentences: Set<Sentence> = []
  /// The places of parts that open objects and arrays lack.
  private var missing: [EntryIndex<ValidationReport.PathStep>] = []
  private var steps: [ValidationReport.PathStep] = []
  /// The paths of ``alternatives``.
  private var paths = PathTable<EntryIndex<ValidationReport.PathStep>>()
  private var wording: Wording

  init(
    _ shared: SharedProgram, limit: Int, listsAlternatives: Bool = false,
    listsMissing: Bool = false
  ) {
    self.shared = shared
    self.limit = limit
    comparedCount = max(limit, 10_000)
    self.listsAlternatives = listsAlternatives
    self.listsMissing = listsMissing
    wording = Wording(shared)
  }

  /// Returns `true` if the violation of a rule by a value is not yet counted.
  ///
  /// If the alternatives of unions are listed, each schema counts its own violations, so the result
  /// is always `true`.
  private mutating func isNew(
    _ expected: String, _ rule: ValidationReport.Rule, _ place: ContentPlace,
    _ component: SchemaPath.Component?
  ) -> Bool {
    listsAlternatives
      || sentences.insert(
        Sentence(expected: ExactText(expected), rule: rule, place: place, component: component)
      ).inserted
  }

  /// The places of parts that open objects and arrays lack, in the order of their discovery.
  func missingPaths() -> [SchemaPath] {
    var paths = PathTable<EntryIndex<ValidationReport.PathStep>>()
    return missing.map { steps.path(to: $0, in: &paths) }
  }

  /// Reports that the content is not complete.
  mutating func noteIncomplete(_ content: GeneratedContent) {
    count += 1
    guard findings.count < limit else { return }
    findings.append(
      ValidationReport.Finding(
        rule: .incomplete, expected: "a complete answer", found: content.foundDescription,
        contentPath: nil, location: nil, keyword: nil, keywordPath: nil))
  }

  /// Adds a step to a path.
  ///
  /// - Parameters:
  ///   - path: The last step of the path; `nil` for the root.
  ///   - component: The component of the new step.
  /// - Returns: The last step of the result.
  private mutating func extend(
    _ path: EntryIndex<ValidationReport.PathStep>?, by component: SchemaPath.Component
  ) -> EntryIndex<ValidationReport.PathStep> {
    steps.add(ValidationReport.PathStep(parent: path, component: component))
  }

  /// The violations, in a form that is independent of the evaluation.
  func violations(by origin: SchemaOrigin) -> [ValidationReport.Violation] {
    let source = ValidationReport.Source(origin)
    var paths = PathTable<EntryIndex<ValidationReport.PathStep>>()
    return findings.map {
      ValidationReport.Violation(
        finding: $0, source: source, path: steps.path(to: $0.contentPath, in: &paths),
        schemaSteps: steps.path(to: $0.keywordPath, in: &paths))
    }
  }
}

extension Findings: ViolationCollector {
  static var stopsAtFirst: Bool { false }

  mutating func extend(
    _ child: inout Goal, from goal: Goal, at component: SchemaPath.Component?,
    by keyword: Keyword, _ part: SchemaPath.Component?
  ) {
    child.contentPath = component.map { extend(goal.contentPath, by: $0) } ?? goal.contentPath
    guard listsAlternatives else { return }
    child.keywordPath = extend(goal.keywordPath, by: .key(keyword.rawValue))
    if let part { child.keywordPath = extend(child.keywordPath, by: part) }
  }

  mutating func add(
    _ rule: ValidationReport.Rule, _ goal: Goal, in keyword: Keyword?,
    at component: SchemaPath.Component?, expected: (inout Wording) -> String?,
    found: (ContentPlaces) -> String?, places: ContentPlaces
  ) {
    guard count < comparedCount else {
      count += 1
      return
    }
    let expectation = expected(&wording) ?? wording.expected(goal.schema, rule, keyword)
    guard isNew(expectation, rule, goal.place, component) else { return }
    count += 1
    guard findings.count < limit else { return }
    findings.append(
      ValidationReport.Finding(
        rule: rule, expected: expectation,
        found: found(places) ?? wording.found(places.content(at: goal.place), rule),
        contentPath: component.map { extend(goal.contentPath, by: $0) } ?? goal.contentPath,
        location: shared.program.schemas[goal.schema].location,
        keyword: keyword ?? rule.keyword, keywordPath: goal.keywordPath))
  }

  mutating func note(_ goal: Goal, _ check: SkippedCheck) {
    guard noted[goal.schema, default: []].insert(check).inserted else { return }
    let location = shared.program.schemas[goal.schema].location
    notes.append(
      SchemaProgram.Note(
        place: SchemaProgram.Note.Place(location: location, keyword: nil),
        problem: check.problem(in: shared.program), remedy: "Check it where the value is used."))
  }

  mutating func follow(
    _ goal: Goal, keyword: Keyword, number: Int, of count: Int, by discriminator: String?
  ) {
    guard alternatives.count < Self.listedAlternatives else { return }
    alternatives.append(
      ValidationReport.Alternative(
        path: steps.path(to: goal.contentPath, in: &paths), keyword: keyword.rawValue,
        index: number,
        count: count, discriminator: discriminator))
  }

  mutating func noteMissing(_ component: SchemaPath.Component, of goal: Goal) {
    missing.append(extend(goal.contentPath, by: component))
  }
}
