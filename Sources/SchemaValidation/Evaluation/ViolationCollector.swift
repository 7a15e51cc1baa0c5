import SchemaDocuments

/// A receiver of the violations that an evaluation finds.
///
/// The evaluation is the same with each collector, so that a verdict and a report agree.
protocol ViolationCollector {
  /// `true` if the first violation ends the evaluation.
  static var stopsAtFirst: Bool { get }

  /// `true` if the violations of all alternatives of a union are listed, as in standard output.
  var listsAlternatives: Bool { get }

  /// `true` if the missing parts of open objects and arrays are listed.
  var listsMissing: Bool { get }

  /// Notes the steps from a goal to one that it leads to.
  mutating func extend(
    _ child: inout Goal, from goal: Goal, at component: SchemaPath.Component?,
    by keyword: Keyword, _ part: SchemaPath.Component?)

  /// Takes a violation; see ``Evaluation/fail(_:_:in:at:expected:found:)``.
  mutating func add(
    _ rule: ValidationReport.Rule, _ goal: Goal, in keyword: Keyword?,
    at component: SchemaPath.Component?, expected: (inout Wording) -> String?,
    found: (ContentPlaces) -> String?, places: ContentPlaces)

  /// Notes, once for each schema, that a check is left out for some values.
  mutating func note(_ goal: Goal, _ check: SkippedCheck)

  /// Notes which alternative of a union is followed.
  ///
  /// `number` is the index of the alternative of `count`. `discriminator` is the property whose
  /// value selects it; `nil` if none does.
  mutating func follow(
    _ goal: Goal, keyword: Keyword, number: Int, of count: Int, by discriminator: String?)

  /// Notes that an open object or array lacks a part that it needs.
  mutating func noteMissing(_ component: SchemaPath.Component, of goal: Goal)
}

/// A check of a schema that cannot be made for every value.
enum SkippedCheck: Hashable {
  /// Numbers may not be compared with the multiple of a rule.
  case multiple(EntryIndex<NumberRule>)
  /// A pattern may not be run on a string.
  case pattern(EntryIndex<SchemaPattern>)
  /// A pattern may not be run on the name of a property.
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

/// Collects nothing: only whether there is a violation is wanted.
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
