/// The patterns of a program, run on the texts of one evaluation.
///
/// The tables that were prepared mostly suffice. Those that have to learn more are copied.
struct PatternRuns {
  private var matchers: [Int: SchemaPattern.Matcher] = [:]
  private var sets: [Int: PatternSet] = [:]

  /// Whether the string at a place matches a pattern; `nil` if it cannot be run on it.
  mutating func matches(
    _ pattern: Int, textAt place: Int, in places: ContentPlaces, _ shared: SharedProgram
  ) -> Bool? {
    places.withText(at: place) { text in
      if let known = shared.program.matchers[pattern]?.preparedMatch(text) { return known }
      guard var matcher = matchers.removeValue(forKey: pattern) ?? shared.program.matchers[pattern]
      else { return nil }
      defer { matchers[pattern] = matcher }
      return matcher.matches(utf8: text)
    }
  }

  /// The patterns of a set that the string at a place matches, and those that cannot be run on it.
  mutating func matches(
    ofSet set: Int, textAt place: Int, in places: ContentPlaces, _ shared: SharedProgram
  ) -> [PatternSet.Match] {
    places.withText(at: place) { text in
      if let known = shared.program.patternSets[set].preparedMatches(utf8: text) { return known }
      var learning = sets.removeValue(forKey: set) ?? shared.program.patternSets[set]
      defer { sets[set] = learning }
      return learning.matches(utf8: text)
    }
  }
}
