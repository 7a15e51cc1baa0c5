import SchemaKit

/// Whether every value that one schema allows is allowed by another, and why not.
///
/// If so, answers that were stored under an old schema can be read under a new one:
///
///     let comparison = SchemaComparison(from: old, to: new)
///     if comparison.verdict != .compatible { print(comparison.reasons) }
///
/// Titles, descriptions, names of definitions and the order of properties have no effect. Recursive
/// types are compared by assumption: a pair that is being compared already holds, unless a
/// difference is found elsewhere.
///
/// - Complexity: Linear in the pairs of corresponding places, which without unions are as many as
///   the places of one schema. It does not recurse.
struct SchemaComparison: Sendable {
  /// The verdict of a comparison.
  enum Verdict: String, Sendable {
    /// Every value of the old schema is a value of the new one.
    case compatible
    /// A value of the old schema is not a value of the new one.
    case breaking
    /// Neither could be decided.
    case unknown
  }

  /// A reason why the schemas are not, or may not be, compatible.
  struct Reason: Sendable, Hashable {
    /// Whether it is certain that such a value exists.
    let isCertain: Bool

    /// Where in the old schema, or for a property that it does not have, in the new one.
    let path: SchemaPath

    /// What is different, as a sentence.
    let problem: String

    /// What to do about it, as a sentence.
    let remedy: String
  }

  /// The verdict.
  let verdict: Verdict

  /// The differences that prevent compatibility, those nearest to the root first.
  let reasons: [Reason]

  /// How many more reasons there are than are listed.
  let omittedReasons: Int

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - old: The schema under which values were made.
  ///   - new: The schema under which they are to be read.
  ///   - limit: How many pairs of places are compared; with more pairs the verdict is
  ///     ``Verdict/unknown``.
  init(from old: SchemaGraph, to new: SchemaGraph, limit: Int = 500_000) {
    var engine = ComparisonEngine(from: old, to: new, limit: limit)
    engine.run()
    switch engine.verdict {
    case .holds: verdict = .compatible
    case .open: verdict = .unknown
    case .fails: verdict = .breaking
    }
    (reasons, omittedReasons) = engine.reasons(limit: 200)
  }
}
