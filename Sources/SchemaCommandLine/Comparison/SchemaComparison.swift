import SchemaKit

/// Whether every value that one schema allows is allowed by another, and why not.
///
/// That is what has to hold for answers that were stored under an old schema to be read under a new
/// one:
///
///     let comparison = SchemaComparison(from: old, to: new)
///     if comparison.verdict != .compatible { print(comparison.reasons) }
///
/// Titles, descriptions, names of definitions and the order of properties do not count. Types that
/// contain themselves are compared as far as they differ: what leads back to a comparison that is
/// under way holds, unless that one fails elsewhere.
///
/// - Complexity: Linear in the pairs of places that correspond, which without unions are as many as
///   places in one schema. Takes no call stack in proportion to depth.
struct SchemaComparison: Sendable {
  /// What a comparison comes to.
  enum Verdict: String, Sendable {
    /// Every value of the old schema is one of the new.
    case compatible
    /// There is a value of the old schema that is none of the new.
    case breaking
    /// Neither could be shown.
    case unknown
  }

  /// Why the schemas are not, or may not be, compatible.
  struct Reason: Sendable, Hashable {
    /// Whether there is such a value for sure, or only perhaps.
    let isCertain: Bool

    /// Where in the old schema, or for a property that it does not have, in the new one.
    let path: SchemaPath

    /// What is different, as a sentence.
    let problem: String

    /// What to do about it, as a sentence.
    let remedy: String
  }

  /// What the comparison comes to.
  let verdict: Verdict

  /// The differences that stand in the way, those nearest the root first; none where there is
  /// nothing in the way.
  let reasons: [Reason]

  /// How many more reasons there are than are listed.
  let omittedReasons: Int

  /// Compares two schemas.
  ///
  /// - Parameters:
  ///   - old: The schema under which values were made.
  ///   - new: The schema under which they are to be read.
  ///   - limit: How many pairs of places are compared before giving up, which is the verdict
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
