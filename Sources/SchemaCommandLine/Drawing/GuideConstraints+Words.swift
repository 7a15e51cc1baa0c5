import SchemaKit

extension GuideConstraints {
  /// The constraints in words, one phrase each; empty if they allow everything.
  var words: [String] {
    var words: [String] = []
    if let choices { words.append(Self.shortened(choices)) }
    words += patterns.map { "matches \($0.source)" }
    words += terms.map(\.facts.words)
    words += numberWords
    // A value has parts of one kind.
    for part in CountedPart.allCases {
      let (minimum, maximum) = (self[part].minimum, self[part].maximum)
      guard let range = Self.range(minimum, maximum) else { continue }
      let isOne = (minimum ?? maximum) == 1 && (maximum ?? minimum) == 1
      words.append("\(range) \(part.noun(isOne: isOne))")
    }
    return words
  }

  private var numberWords: [String] {
    var words: [String] = []
    if let range = Self.range(minimum, maximum) { words.append(range) }
    if let exclusiveMinimum { words.append("above \(exclusiveMinimum)") }
    if let exclusiveMaximum { words.append("below \(exclusiveMaximum)") }
    return words + multiples.map { "multiple of \($0)" }
  }

  /// Returns a range such as `5…120` or `at least 5`, or `nil` if it has no end.
  private static func range<Bound: Equatable>(_ minimum: Bound?, _ maximum: Bound?) -> String? {
    switch (minimum, maximum) {
    case (nil, nil): nil
    case (let minimum?, nil): "at least \(minimum)"
    case (nil, let maximum?): "at most \(maximum)"
    case (let minimum?, let maximum?):
      minimum == maximum ? "exactly \(minimum)" : "\(minimum)…\(maximum)"
    }
  }

  /// Returns a list such as `"a", "b" or "c"`; the end of a long one is only counted.
  private static func shortened(_ choices: [SchemaScalar]) -> String {
    let shown = choices.count > 12 ? 10 : choices.count
    let quoted = choices.prefix(shown).map(\.description)
    let rest = choices.count - shown
    if rest > 0 { return "\(quoted.joined(separator: ", ")) or \(rest) more" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}
