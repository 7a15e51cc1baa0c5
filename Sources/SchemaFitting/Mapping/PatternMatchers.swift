import SchemaModel

/// The patterns of a mapping, of which each is compiled once, when a text is first compared with it.
struct PatternMatchers {
  private var matchers: [ExactText: SchemaPattern.Matcher?] = [:]

  /// Whether a text contains a match; `nil` if the pattern is not run on it.
  mutating func matches(_ pattern: String, in text: String) -> Bool? {
    matchers[
      ExactText(pattern), default: (try? SchemaPattern(ecma: pattern))?.matcher()
    ]?.matches(text)
  }
}
