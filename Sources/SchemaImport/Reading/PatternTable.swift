import SchemaDocuments

/// The patterns of a document, each parsed and prepared once.
struct PatternTable {
  private var patterns: [ExactText: SchemaPattern] = [:]
  private var matchers: [SchemaPattern: SchemaPattern.Matcher?] = [:]
  private var sets: [SchemaID: PatternSet] = [:]
  /// The memory limit of all patterns together.
  private var budget: PatternBudget

  init(documentSize: Int) { budget = PatternBudget(documentSize: documentSize) }

  /// The pattern of a source.
  ///
  /// - Throws: `SchemaPattern.TranslationError` if the source is not a pattern.
  mutating func pattern(
    _ source: String
  ) throws(SchemaPattern.TranslationError) -> SchemaPattern {
    if let known = patterns[ExactText(source)] { return known }
    let pattern = try SchemaPattern(reading: source)
    patterns[ExactText(source)] = pattern
    return pattern
  }

  /// The scalars that a pattern allows; `nil` if the pattern cannot be run on all scalars.
  mutating func values(
    _ values: [SchemaScalar], allowedBy pattern: SchemaPattern
  ) -> [SchemaScalar]? {
    guard var matcher = matchers[pattern] ?? pattern.matcher(within: &budget) else {
      matchers[pattern] = .some(nil)
      return nil
    }
    defer { matchers[pattern] = .some(matcher) }
    // The table releases the matcher, so that it is changed in place.
    matchers[pattern] = .some(nil)
    var allowed: [SchemaScalar] = []
    for value in values {
      // A pattern constrains strings only.
      guard let text = value.string else {
        allowed.append(value)
        continue
      }
      guard let isMatch = matcher.matches(text) else { return nil }
      if isMatch { allowed.append(value) }
    }
    return allowed
  }

  /// The relation of the texts of two patterns; `nil` if it cannot be found.
  mutating func relation(
    of first: SchemaPattern, to second: SchemaPattern
  ) -> SchemaPattern.Relation? {
    first.relation(to: second, within: &budget)
  }

  /// The patterns of a schema's `patternProperties` that match a name, or cannot be run on the
  /// name.
  mutating func matches(
    _ name: String, of patterns: [SchemaPattern], in schema: SchemaID
  ) -> [PatternSet.Match] {
    if patterns.isEmpty { return [] }
    if sets[schema] == nil { sets[schema] = PatternSet(patterns, within: &budget) }
    return sets[schema]?.matches(name) ?? []
  }
}
