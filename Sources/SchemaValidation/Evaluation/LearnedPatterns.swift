import IndexedTables
import SchemaDocuments

/// Copies of a program's patterns for one evaluation.
///
/// The copies extend the prepared tables during the evaluation.
///
/// All copies share a limit of memory and a limit of work. Both limits are counts, so an evaluation
/// has the same result on every machine.
struct LearnedPatterns {
  /// The largest size of the extensions of all tables, about 30 MB.
  ///
  /// Beyond this size, the copies are removed.
  private static let largestSize = 1 << 20

  private var matchers: [EntryIndex<SchemaPattern>: SchemaPattern.Matcher] = [:]
  private var sets: [EntryIndex<PatternSet>: PatternSet] = [:]
  /// The growth of all tables since the copies were made.
  private(set) var size = 0
  private var remainingVisits: WorkBudget

  init(wordCount: Int) {
    // A pattern may visit many instructions for a byte at first, and fewer after similar texts.
    remainingVisits = WorkBudget(inProportionTo: wordCount, factor: 1 << 10, least: 1 << 28)
  }

  init(visits: Int64) { remainingVisits = WorkBudget(steps: visits) }

  /// Returns `true` if a text matches a pattern, given with its index; `nil` if the pattern cannot
  /// be run on the text.
  mutating func matches(
    _ pattern: EntryIndex<SchemaPattern>, _ prepared: PreparedPattern, _ text: Span<UInt8>
  ) -> Bool? {
    let result = Self.matches(
      &matchers[pattern, default: prepared.matcher], text, &remainingVisits, &size)
    forgetIfLarge()
    return result
  }

  /// The patterns of a set, given with its index, that match a text, and the patterns that cannot
  /// be run on the text.
  mutating func matches(
    ofSet set: EntryIndex<PatternSet>, _ prepared: PatternSet, _ text: Span<UInt8>
  ) -> [PatternSet.Match] {
    let result = Self.matches(&sets[set, default: prepared], text, &remainingVisits, &size)
    forgetIfLarge()
    return result
  }

  private static func matches(
    _ matcher: inout SchemaPattern.Matcher, _ text: Span<UInt8>, _ visits: inout WorkBudget,
    _ size: inout Int
  ) -> Bool? {
    let before = matcher.size
    defer { size += matcher.size - before }
    return matcher.matches(utf8: text, within: &visits)
  }

  private static func matches(
    _ set: inout PatternSet, _ text: Span<UInt8>, _ visits: inout WorkBudget, _ size: inout Int
  ) -> [PatternSet.Match] {
    let before = set.size
    defer { size += set.size - before }
    return set.matches(utf8: text, within: &visits)
  }

  private mutating func forgetIfLarge() {
    guard size > Self.largestSize else { return }
    (matchers, sets, size) = ([:], [:], 0)
  }
}
