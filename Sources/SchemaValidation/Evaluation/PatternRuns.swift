/// The patterns of a program, run on the texts of one evaluation that their prepared tables do not
/// decide.
///
/// A copy of a table learns more.
struct PatternRuns {
  private var matchers: [Int: SchemaPattern.Matcher] = [:]
  private var sets: [Int: PatternSet] = [:]

  /// Returns `true` if a text matches a pattern; `nil` if the pattern cannot be run on it.
  mutating func matches(
    _ pattern: Int, _ text: Span<UInt8>, _ prepared: PreparedPattern
  ) -> Bool? {
    matchers[pattern, default: prepared.matcher].matches(utf8: text)
  }

  /// The patterns of a set that a text matches, and those that cannot be run on it.
  mutating func matches(
    ofSet set: Int, _ text: Span<UInt8>, _ prepared: PatternSet
  ) -> [PatternSet.Match] {
    sets[set, default: prepared].matches(utf8: text)
  }
}
