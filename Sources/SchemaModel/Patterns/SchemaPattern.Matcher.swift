extension SchemaPattern {
  /// A pattern that is ready to be run, more than once, on one thread.
  package struct Matcher {
    private let regex: Regex<AnyRegexOutput>
    private let hasBoundaries: Bool

    fileprivate init(_ regex: Regex<AnyRegexOutput>, hasBoundaries: Bool) {
      self.regex = regex
      self.hasBoundaries = hasBoundaries
    }

    /// Whether a text contains a match, by the rules of ECMA-262.
    ///
    /// - Parameter text: The text to search.
    /// - Returns: `nil` if Swift cannot run the pattern on this text.
    package func matches(_ text: String) -> Bool? {
      // Swift loses digits among the word characters when it looks for boundaries between scalars.
      // It finds the same boundaries between characters, if each of these is a scalar.
      if hasBoundaries, text.contains(where: { $0.unicodeScalars.count > 1 }) { return nil }
      do {
        return try regex.firstMatch(in: text) != nil
      } catch {
        return nil
      }
    }
  }

  /// The pattern, ready to be run.
  ///
  /// - Returns: `nil` if Swift cannot run it, for example because it looks behind.
  package func matcher() -> Matcher? {
    var parser = PatternParser(source, dialect: .ecma)
    // A group that took no part matches nothing in Swift and the empty string in ECMA-262.
    guard (try? parser.parse()) != nil, parser.referencesAreCertain else { return nil }
    let hasBoundaries = parser.elements.contains {
      if case .wordBoundary = $0 { true } else { false }
    }
    let runnable = PatternEmitter.text(for: parser.elements, target: .swift)
    guard let regex = try? Regex(runnable) else { return nil }
    return Matcher(
      regex.matchingSemantics(hasBoundaries ? .graphemeCluster : .unicodeScalar)
        .asciiOnlyDigits()
        .asciiOnlyWordCharacters()
        .wordBoundaryKind(.simple),
      hasBoundaries: hasBoundaries)
  }
}
