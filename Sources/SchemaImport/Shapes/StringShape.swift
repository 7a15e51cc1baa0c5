import SchemaGuides

/// The constraints on strings.
struct StringShape {
  /// Choices, patterns, lengths and formats.
  var guides = GuideConstraints()
  var excluded: [ExactText] = []
  /// Patterns that must not match.
  var excludedPatterns: [SchemaPattern] = []

  var isEmpty: Bool { guides.isEmpty && excluded.isEmpty && excludedPatterns.isEmpty }

  /// The strings allowed, in order; `nil` for any.
  var texts: [String]? { guides.choices?.compactMap { $0.string } }

  mutating func narrow(by other: StringShape) {
    if !other.guides.isEmpty { guides.formIntersection(other.guides) }
    for text in other.excluded where !excluded.contains(text) { excluded.append(text) }
    for pattern in other.excludedPatterns where !excludedPatterns.contains(pattern) {
      excludedPatterns.append(pattern)
    }
  }

  /// Drops choices that the other constraints exclude.
  ///
  /// - Returns: `false` if it is known that no string is left.
  mutating func settle() -> Bool {
    if let choices = texts, !excluded.isEmpty || !excludedPatterns.isEmpty {
      let set = Set(excluded)
      var undecided: [SchemaPattern] = []
      var kept = choices.filter { !set.contains(ExactText($0)) }
      for pattern in excludedPatterns {
        let matches = kept.map { pattern.matches($0) }
        guard matches.allSatisfy({ $0 != nil }) else {
          undecided.append(pattern)
          continue
        }
        kept = zip(kept, matches).compactMap { $1 == false ? $0 : nil }
      }
      excluded = []
      excludedPatterns = undecided
      if kept.count < choices.count { guides.formIntersection(.choices(kept)) }
    }
    if excludedPatterns.contains(where: guides.patterns.contains) { return false }
    return guides.choices?.isEmpty != true && guides.contradiction(for: .string) == nil
  }

  /// Whether a string is allowed; `nil` where that is not known.
  func allows(_ text: String) -> Bool? {
    if excluded.contains(ExactText(text)) { return false }
    if let choices = texts,
      !choices.contains(where: { $0.utf8.elementsEqual(text.utf8) })
    {
      return false
    }
    let length = text.unicodeScalars.count
    if length < guides.minimumLength ?? 0 || length > guides.maximumLength ?? .max { return false }
    var isCertain = true
    for pattern in guides.patterns {
      guard let matches = pattern.matches(text) else {
        isCertain = false
        continue
      }
      if !matches { return false }
    }
    for pattern in excludedPatterns {
      guard let matches = pattern.matches(text) else {
        isCertain = false
        continue
      }
      if matches { return false }
    }
    return isCertain ? true : nil
  }
}

extension StringShape {
  mutating func narrow(by pattern: SchemaPattern) {
    guides.formIntersection(.pattern(pattern))
  }

  /// One pattern that states all constraints, if there is one.
  var singlePattern: SchemaPattern? {
    guard guides.choices == nil, guides.formats.isEmpty else { return nil }
    var sources = guides.patterns.map { "(?=[\\s\\S]*(?:\($0.source)))" }
    sources += excludedPatterns.map { "(?![\\s\\S]*(?:\($0.source)))" }
    let length = guides.minimumLength ?? 0
    let isLimited = length > 0 || guides.maximumLength != nil
    if !isLimited, excluded.isEmpty, excludedPatterns.isEmpty, guides.patterns.count == 1 {
      return guides.patterns.first
    }
    if (guides.patterns + excludedPatterns).contains(where: \.usesBackreferences) { return nil }
    if !excluded.isEmpty {
      guard let pattern = SchemaPattern.matchingNone(ofTexts: excluded.map(\.text)) else {
        return nil
      }
      sources.append("(?=\(pattern.source.dropFirst()))")
    }
    let end = guides.maximumLength.map { "\($0)" } ?? ""
    let body = isLimited ? "[\\s\\S]{\(length),\(end)}$" : ""
    return try? SchemaPattern(ecma: "^" + sources.joined() + body)
  }
}
