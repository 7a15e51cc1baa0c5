import IndexedTables
import SchemaDocuments

/// A receiver of the violations that an evaluation finds.
///
/// All collectors use the same evaluation, so that a verdict and a report agree.
protocol ViolationCollector {
  /// `true` if the first violation ends the evaluation.
  static var stopsAtFirst: Bool { get }

  /// `true` if the violations of all alternatives of a union are listed, as in standard output.
  var listsAlternatives: Bool { get }

  /// `true` if the missing parts of open objects and arrays are listed.
  var listsMissing: Bool { get }

  /// Adds the steps from a goal to a further goal.
  mutating func extend(
    _ child: inout Goal, from goal: Goal, at component: SchemaPath.Component?,
    by keyword: Keyword, _ part: SchemaPath.Component?)

  /// Adds a violation; see ``Evaluation/fail(_:_:in:at:expected:found:)``.
  mutating func add(
    _ rule: ValidationReport.Rule, _ goal: Goal, in keyword: Keyword?,
    at component: SchemaPath.Component?, expected: (inout Wording) -> String?,
    found: (ContentPlaces) -> String?, places: ContentPlaces)

  /// Adds a note on a check that is left out for some values, once for each schema.
  mutating func note(_ goal: Goal, _ check: SkippedCheck)

  /// Records the alternative of a union that the report follows.
  ///
  /// `number` is the index of the alternative, and `count` the number of alternatives.
  /// `discriminator` is the property whose value selects the alternative; `nil` if no property
  /// selects it.
  mutating func follow(
    _ goal: Goal, keyword: Keyword, number: Int, of count: Int, by discriminator: String?)

  /// Records that an open object or array lacks a required part.
  mutating func noteMissing(_ component: SchemaPath.Component, of goal: Goal)
}

/// A check of a schema that is not possible for every value.
enum SkippedCheck: Hashable {
  /// For some numbers, the result of the check for a rule's multiple is unknown.
  case multiple(EntryIndex<NumberRule>)
  /// For some strings, a pattern cannot be run.
  case pattern(EntryIndex<SchemaPattern>)
  /// For some names of properties, a pattern cannot be run.
  case namePattern(EntryIndex<SchemaPattern>)

  /// The problem, as a sentence.
  func problem(in program: SchemaProgram) -> String {
    switch self {
    case .multiple(let rule):
      let multiple = program.rules.numbers[rule].multiple?.description ?? "another"
      return "Whether a number is a multiple of \(multiple) is not always known."
    case .pattern(let index):
      let pattern = program.patterns[index].description.excerpt
      return "The pattern '\(pattern)' is not run on every text."
    case .namePattern(let index):
      let pattern = program.patterns[index].description.excerpt
      return "The pattern '\(pattern)' is not run on every name."
    }
  }
}

/// A collector that ignores all violations, for evaluations that only need a verdict.
struct Verdict: ViolationCollector {
  static var stopsAtFirst: Bool { true }
  var listsAlternatives: Bool { false }
  var listsMissing: Bool { false }

  func extend(
    _ child: inout Goal, from goal: Goal, at component: SchemaPath.Component?,
    by keyword: Keyword, _ part: SchemaPath.Component?
  ) {}

  func add(
    _ rule: ValidationReport.Rule, _ goal: Goal, in keyword: Keyword?,
    at component: SchemaPath.Component?, expected: (inout Wording) -> String?,
    found: (ContentPlaces) -> String?, places: ContentPlaces
  ) {}

  func note(_ goal: Goal, _ check: SkippedCheck) {}

  func follow(
    _ goal: Goal, keyword: Keyword, number: Int, of count: Int, by discriminator: String?
  ) {}

  func noteMissing(_ component: SchemaPath.Component, of goal: Goal) {}
}
