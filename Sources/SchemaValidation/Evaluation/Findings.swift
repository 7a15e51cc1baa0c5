import SchemaDocuments
import SchemaText

/// The violations that an evaluation reports.
struct Findings {
  private struct Finding {
    let rule: ValidationReport.Rule
    let expected: String
    let found: String
    let trail: Int
    let location: Int?
    let keyword: String
    let route: Int
  }

  /// An alternative that is reported on.
  private struct Followed {
    let trail: Int
    let keyword: String
    let number: Int
    let count: Int
    let discriminator: String?
  }

  /// What a report says once, however many schemas say it.
  private struct Sentence: Hashable {
    let expected: ExactText
    let rule: ValidationReport.Rule
    let place: Int
    let component: SchemaPath.Component?
  }

  /// How many violations are listed.
  var limit = 10_000
  /// Whether the violations of all alternatives of a union are listed, as standard output asks.
  var listsAlternatives = false
  /// Whether what open objects and arrays lack is listed, instead of violations.
  var listsMissing = false
  private(set) var count = 0
  /// How many alternatives are listed, since their paths are.
  private static let listedAlternatives = 100
  var notes: [SchemaDiagnostic] = []
  /// The schemas of which it was said that they cannot be checked.
  var noted: Set<Int> = []
  private var findings: [Finding] = []
  private var followed: [Followed] = []
  private var sentences: Set<Sentence> = []
  /// The places of what open objects and arrays lack.
  private var missing: [Int] = []
  private var steps: [ValidationReport.Trail.Step] = []

  /// Counts a violation if no more are listed.
  ///
  /// - Returns: Whether it is listed.
  mutating func admits() -> Bool {
    if findings.count >= limit { count += 1 }
    return findings.count < limit
  }

  /// Whether a value is not yet said to break a rule, or other schemas' violations are listed, too.
  mutating func isNew(
    _ expected: String, _ rule: ValidationReport.Rule, _ place: Int,
    _ component: SchemaPath.Component?
  ) -> Bool {
    listsAlternatives
      || sentences.insert(
        Sentence(expected: ExactText(expected), rule: rule, place: place, component: component)
      ).inserted
  }

  /// Notes which alternative of a union the report follows.
  ///
  /// The discriminator is the property by which it is known, if it is.
  mutating func follow(
    _ goal: Evaluation.Goal, keyword: String, number: Int, of count: Int,
    by discriminator: String?
  ) {
    guard followed.count < Self.listedAlternatives else { return }
    followed.append(
      Followed(
        trail: goal.trail, keyword: keyword, number: number, count: count,
        discriminator: discriminator))
  }

  mutating func append(
    _ rule: ValidationReport.Rule, expected: String, found: String, trail: Int,
    location: Int?, keyword: String, route: Int
  ) {
    count += 1
    findings.append(
      Finding(
        rule: rule, expected: expected, found: found, trail: trail, location: location,
        keyword: keyword, route: route))
  }

  /// Notes that an open object or array lacks a part that it needs.
  mutating func noteMissing(_ component: SchemaPath.Component, of goal: Evaluation.Goal) {
    missing.append(extend(goal.trail, by: component))
  }

  /// The places of what open objects and arrays lack, in the order in which they were found.
  func missingPaths() -> [SchemaPath] {
    let trail = ValidationReport.Trail(steps, nil)
    return missing.map { trail.path(to: $0) }
  }

  /// Reports that content is not complete.
  mutating func noteIncomplete(_ content: GeneratedContent) {
    guard admits() else { return }
    append(
      .incomplete, expected: "a complete answer", found: content.foundDescription, trail: -1,
      location: nil, keyword: "", route: -1)
  }

  /// A way with one more step, if there is one.
  mutating func extend(_ way: Int, by component: SchemaPath.Component?) -> Int {
    guard let component else { return way }
    steps.append(ValidationReport.Trail.Step(parent: way, component: component))
    return steps.count - 1
  }

  /// The way to a schema with the keywords that lead on, if ways to schemas are wanted.
  mutating func extend(_ route: Int, by keywords: () -> [String]) -> Int {
    guard listsAlternatives else { return -1 }
    return keywords().reduce(route) { extend($0, by: .key($1)) }
  }

  /// The alternatives that are reported on, with their places.
  func alternatives() -> [ValidationReport.Alternative] {
    let trail = ValidationReport.Trail(steps, nil)
    return followed.map {
      ValidationReport.Alternative(
        path: trail.path(to: $0.trail), keyword: $0.keyword, index: $0.number, count: $0.count,
        discriminator: $0.discriminator)
    }
  }

  /// The violations, in a form that outlives the evaluation.
  func violations(by origin: SchemaOrigin) -> [ValidationReport.Violation] {
    let trail = ValidationReport.Trail(steps, origin)
    return findings.map {
      ValidationReport.Violation(
        $0.rule, expected: $0.expected, found: $0.found,
        origin: ValidationReport.Origin(
          trail: trail, place: $0.trail, location: $0.location, keyword: $0.keyword,
          route: $0.route))
    }
  }
}
