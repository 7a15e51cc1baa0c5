import SchemaAlternatives
import SchemaGuides
import SchemaText

extension ComparisonEngine {
  // MARK: Numbers

  /// Compares numbers that are too many to list.
  mutating func compareNumbers(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let constraints = old.constraints
    if new.constraints.choices != nil {
      return report(
        .values, "\(subject("number")) could be any number of a range, and now only one of a list.",
        remedy: "Keep the range.", isCertain: constraints.multiples.isEmpty)
    }
    let isIntegral =
      old.kind == .integer || constraints.multiples.contains { $0.isInteger }
    if new.kind == .integer, !isIntegral {
      report(
        .type, "\(subject("value")) was a number, and has to be an integer now.",
        remedy: "Keep the type 'number'.",
        isCertain: constraints.multiples.isEmpty)
    }
    compareRanges(
      constraints, NumberRange(constraints, isIntegral: old.kind == .integer),
      NumberRange(new.constraints, isIntegral: old.kind == .integer))
    let known = constraints.multiples + (old.kind == .integer ? [SchemaNumber(1)] : [])
    let kept = Set(known)
    for multiple in new.constraints.multiples where !kept.contains(multiple) {
      // The last factors, because that of integers is the last one.
      let answers = known.suffix(Self.comparedMultiples).map { $0.isMultiple(of: multiple) }
      if answers.contains(true) { continue }
      report(
        .multiple, "\(subject("number")) has to be a multiple of \(multiple) now.",
        remedy: "Remove this constraint.",
        // Without an old factor, an old number that is not a multiple certainly exists.
        isCertain: constraints.multiples.isEmpty && !answers.contains(nil))
    }
  }

  /// The largest number of old factors with which a new factor is compared.
  ///
  /// A new factor that only divides other old factors is reported as an uncertain difference.
  private static let comparedMultiples = 64

  private mutating func compareRanges(
    _ constraints: GuideConstraints, _ range: NumberRange, _ allowed: NumberRange
  ) {
    func isReached(_ bound: NumberRange.Bound?) -> Bool {
      // Without a bound, there are multiples beyond any number.
      guard let bound, !constraints.multiples.isEmpty else { return true }
      return !bound.isExclusive
        && constraints.multiples.allSatisfy { bound.value.isMultiple(of: $0) == true }
    }
    if let lower = allowed.lower, allowed.startsAfter(range) {
      report(
        .range,
        "\(subject("number")) \(Self.words("at least", "above", "lower", range.lower)), "
          + "and now has to be "
          + "\(lower.isExclusive ? "above" : "at least") \(lower.value).",
        remedy: "Keep the smaller number.", isCertain: isReached(range.lower))
    }
    if let upper = allowed.upper, allowed.endsBefore(range) {
      report(
        .range,
        "\(subject("number")) \(Self.words("at most", "below", "upper", range.upper)), "
          + "and now has to be "
          + "\(upper.isExclusive ? "below" : "at most") \(upper.value).",
        remedy: "Keep the larger number.", isCertain: isReached(range.upper))
    }
  }

  private static func words(
    _ inclusive: String, _ exclusive: String, _ side: String, _ bound: NumberRange.Bound?
  ) -> String {
    guard let bound else { return "had no \(side) limit" }
    return "had to be \(bound.isExclusive ? exclusive : inclusive) \(bound.value)"
  }

  // MARK: Strings

  /// Compares strings that are too many to list.
  mutating func compareStrings(_ old: GuideConstraints, _ new: SchemaGraph.Node) {
    let constraints = new.constraints
    let isPlain = old.patterns.isEmpty && old.formats.isEmpty
    if let choices = constraints.choices {
      let found = search(old, besides: choices, at: new)
      if case .kept = found { return }
      let lost = found.text ?? findWitness(old, against: constraints, of: new)
      return report(
        .values,
        "\(subject("string")) was not limited to a list, and now has to be "
          + (choices.count == 1 ? "one value." : "one of \(choices.count) values."),
        remedy: "Remove the list.", isCertain: isPlain || lost != nil)
    }
    compareLengths(old, constraints, isPlain: isPlain)
    let known = Set(old.patterns)
    for pattern in constraints.patterns where !known.contains(pattern) {
      let found = search(old, .init(avoiding: [pattern]))
      if case .kept = found { continue }
      var demand = GuideConstraints()
      demand.formIntersection(.pattern(pattern))
      let lost = found.text ?? findWitness(old, against: demand)
      let example =
        lost.map { ", which \(SchemaScalar.string($0).description.excerpt) does not" } ?? ""
      report(
        .pattern, "\(subject("string")) has to match \(pattern.source.excerpt) now\(example).",
        remedy: lost == nil
          ? "Check whether all strings that were allowed match it." : "Leave the pattern out.",
        isCertain: lost != nil)
    }
    let knownFormats = Set(old.formats)
    for format in constraints.formats where !knownFormats.contains(format) {
      report(
        .format,
        "\(subject("string")) has to have the format '\(format.excerpt)' now, where formats are "
          + "enforced.",
        remedy: "Leave the format out.",
        isCertain: isPlain && old.maximumLength ?? .max > 0 && Self.strictFormats.contains(format))
    }
  }

  /// The formats that reject at least one text of every length.
  private static let strictFormats: Set<String> = [
    "date-time", "date", "time", "duration", "email", "ipv4", "ipv6", "uri", "uuid",
  ]

  private mutating func compareLengths(
    _ old: GuideConstraints, _ new: GuideConstraints, isPlain: Bool
  ) {
    let least = old.minimumLength ?? 0
    if let minimum = new.minimumLength, minimum > least,
      let isCertain = losesLengths(CountRange(from: minimum, to: nil), old, isPlain: isPlain)
    {
      let difference =
        least == 0
        ? "\(subject("string")) had no lower limit, and now needs a length of at least \(minimum)."
        : "\(subject("string")) had to have at least \(CountedNoun.character.amount(least)), "
          + "and now \(minimum)."
      report(
        .length, difference,
        remedy: least == 0 ? "Leave the limit out." : "Keep the smaller number.",
        isCertain: isCertain)
    }
    if let maximum = new.maximumLength, maximum < old.maximumLength ?? .max,
      let isCertain = losesLengths(CountRange(from: nil, to: maximum), old, isPlain: isPlain)
    {
      let most =
        old.maximumLength.map { "could have \(CountedNoun.character.amount($0))" } ?? "had no limit"
      report(
        .length, "\(subject("string")) \(most), and now can have at most \(maximum).",
        remedy: "Keep the larger number.", isCertain: isCertain)
    }
  }

  /// Returns `true` if it is certain that an old string has another length than a range, `false` if
  /// one may have, and `nil` if none has.
  private mutating func losesLengths(
    _ range: CountRange, _ old: GuideConstraints, isPlain: Bool
  ) -> Bool? {
    if isPlain { return true }
    switch search(old, .init(avoidedLengths: range)) {
    case .kept: return nil
    case .lost: return true
    case .open:
      var demand = GuideConstraints()
      demand.formIntersection(.length(minimum: range.minimum, maximum: range.maximum))
      return findWitness(old, against: demand) != nil
    }
  }

  // MARK: Searches

  /// What a search by automata found.
  private enum SearchResult {
    /// No string gets lost.
    case kept
    /// A string gets lost.
    case lost(String)
    /// The search was cut short, or other constraints than patterns and lengths apply.
    case open

    var text: String? { if case .lost(let text) = self { text } else { nil } }
  }

  /// Searches a string that old constraints allow, among those that a query describes.
  private mutating func search(
    _ old: GuideConstraints, _ query: PatternComparison.Query
  ) -> SearchResult {
    guard !old.patterns.isEmpty else { return .open }
    var query = query
    query.matching = old.patterns
    // Most searches end without the lengths of the old strings, which take many more states.
    if let result = texts(of: query), result.isWhole, result.texts.isEmpty { return .kept }
    query.lengths = old[.characters]
    guard let result = texts(of: query) else { return .open }
    if let text = result.texts.first { return old.formats.isEmpty ? .lost(text) : .open }
    return result.isWhole ? .kept : .open
  }

  /// Searches a string that old constraints allow, and that is not among listed values which a new
  /// place accepts.
  private mutating func search(
    _ old: GuideConstraints, besides choices: [SchemaScalar], at new: SchemaGraph.Node
  ) -> SearchResult {
    var oldMatchers = matchers(of: old)
    var kept: [String] = []
    for case .string(let text) in choices where old.allows(text, &oldMatchers) != false {
      guard takes(.string(text), at: new) == true else { return .open }
      kept.append(text)
    }
    return SchemaPattern(anyOf: kept).map { search(old, .init(avoiding: [$0])) } ?? .open
  }

  /// Tries a few strings, and returns a string that the old constraints allow and the new ones do
  /// not.
  ///
  /// Pass the node of new constraints with choices, so that the choices are looked up by their
  /// hashes. The result is `nil` if the engine allows no more tries.
  private mutating func findWitness(
    _ old: GuideConstraints, against new: GuideConstraints, of node: SchemaGraph.Node? = nil
  ) -> String? {
    guard budget.allowsTries else { return nil }
    let lengths = [
      old.minimumLength, old.maximumLength, new.minimumLength.map { $0 - 1 },
      new.maximumLength.map { min($0, 1000) + 1 },
    ]
    var texts = ["", "a", "0", "A", " ", "ab", "a1", "12", "abc", "ABC", "123", "é", "a b"]
    for case let length? in lengths where length > 0 && length <= 1000 {
      for letter in ["a", "0", "A"] { texts.append(String(repeating: letter, count: length)) }
    }
    var oldMatchers = matchers(of: old)
    var newMatchers = node == nil ? matchers(of: new) : []
    for text in texts {
      guard allowsTry(againstPatterns: old.patterns.count) else { return nil }
      guard old.allows(text, &oldMatchers) == true else { continue }
      let isTaken =
        if let node { takes(.string(text), at: node) } else { new.allows(text, &newMatchers) }
      if isTaken == false { return text }
    }
    return nil
  }
}

extension SchemaPattern {
  /// The largest number of characters in a list that becomes a pattern.
  private static let longestList = 4_096

  /// Creates a pattern that matches only some texts; `nil` if they are too long.
  fileprivate init?(anyOf texts: [String]) {
    guard !texts.isEmpty, texts.reduce(0, { $0 + $1.utf8.count }) <= Self.longestList else {
      return nil
    }
    let alternatives = texts.map { text in
      text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
    }
    try? self.init(ecma: "^(?:\(alternatives.joined(separator: "|")))$")
  }
}
