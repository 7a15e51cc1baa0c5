/// The patterns of a program, run on the texts of one evaluation.
///
/// The tables that were prepared mostly suffice. A copy of them learns more where they do not.
struct PatternRuns {
  private var matchers: [Int: SchemaPattern.Matcher] = [:]
  private var sets: [Int: PatternSet] = [:]

  /// Returns `true` if the string at a place matches a pattern; `nil` if the pattern cannot be run
  /// on it.
  mutating func matches(
    _ pattern: Int, textAt place: Int, in places: ContentPlaces, _ shared: SharedProgram
  ) -> Bool? {
    places.withText(at: place) { text in
      guard let prepared = shared.program.matchers[pattern] else { return nil }
      return prepared.match(text)
        ?? matchers[pattern, default: prepared.matcher].matches(utf8: text)
    }
  }

  /// The patterns of a set that the string at a place matches, and those that cannot be run on it.
  mutating func matches(
    ofSet set: Int, textAt place: Int, in places: ContentPlaces, _ shared: SharedProgram
  ) -> [PatternSet.Match] {
    places.withText(at: place) { text in
      sets[set, default: shared.program.patternSets[set]].matches(utf8: text)
    }
  }
}
