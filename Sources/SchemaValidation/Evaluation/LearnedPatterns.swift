import SchemaDocuments

/// Copies of a program's patterns, which learn during one evaluation what their prepared tables do
/// not decide.
///
/// The memory and the work of all of them have a common limit. Both are counts, so an evaluation
/// has the same result on every machine.
struct LearnedPatterns {
  /// The size of the learned parts of all tables past which they are forgotten, some 30 MB.
  private static let largestSize = 1 << 20
  /// The visits of an evaluation, and those for each word of its content: a pattern may visit many
  /// instructions for a byte at first, and few once it has read similar texts.
  private static let visits: Int64 = 1 << 28
  private static let visitsPerWord: Int64 = 1 << 10

  private var matchers: [EntryIndex<SchemaPattern>: SchemaPattern.Matcher] = [:]
  private var sets: [EntryIndex<PatternSet>: PatternSet] = [:]
  /// The growth of all tables since they were copied.
  private(set) var size = 0
  private var remainingVisits: Int64

  /// - Parameter wordCount: The number of words of the content.
  init(wordCount: Int) {
    self.init(visits: Self.visits + Self.visitsPerWord * Int64(min(wordCount, 1 << 30)))
  }

  /// - Parameter visits: The instructions of patterns that may be visited.
  init(visits: Int64) { remainingVisits = visits }

  /// Returns `true` if a text matches a pattern, which is given with its index.
  ///
  /// - Returns: `nil` if the pattern cannot be run on the text.
  mutating func matches(
    _ pattern: EntryIndex<SchemaPattern>, _ prepared: PreparedPattern, _ text: Span<UInt8>
  ) -> Bool? {
    let result = Self.matches(
      &matchers[pattern, default: prepared.matcher], text, &remainingVisits, &size)
    forgetIfLarge()
    return result
  }

  /// The patterns of a set, which is given with its index, that match a text, and those that cannot
  /// be run on it.
  mutating func matches(
    ofSet set: EntryIndex<PatternSet>, _ prepared: PatternSet, _ text: Span<UInt8>
  ) -> [PatternSet.Match] {
    let result = Self.matches(&sets[set, default: prepared], text, &remainingVisits, &size)
    forgetIfLarge()
    return result
  }

  private static func matches(
    _ matcher: inout SchemaPattern.Matcher, _ text: Span<UInt8>, _ visits: inout Int64,
    _ size: inout Int
  ) -> Bool? {
    let before = matcher.size
    defer { size += matcher.size - before }
    return matcher.matches(utf8: text, within: &visits)
  }

  private static func matches(
    _ set: inout PatternSet, _ text: Span<UInt8>, _ visits: inout Int64, _ size: inout Int
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
