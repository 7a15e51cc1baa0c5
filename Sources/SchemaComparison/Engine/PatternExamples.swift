import SchemaGuides

/// Short texts that patterns match, to show that a pattern applies to some names.
struct PatternExamples {
  /// The largest number of texts for a pattern.
  private static let maximumCount = 8
  /// The largest number of a pattern's instructions that are visited to find texts.
  private static let visitsOfPattern: Int64 = 100_000

  private var known: [SchemaPattern: [String]?] = [:]
  /// The remaining instructions of all patterns, and the remaining visits of instructions.
  private var budget = PatternBudget(documentSize: 0)
  private var remainingVisits: Int64 = 10_000_000

  /// Texts that contain a match of a pattern, the shortest first.
  ///
  /// - Parameter pattern: The pattern.
  /// - Returns: A few texts, or none if the search is cut short; `nil` if the pattern cannot be
  ///   searched.
  mutating func texts(for pattern: SchemaPattern) -> [String]? {
    if let texts = known[pattern] { return texts }
    let texts = search(pattern)
    known[pattern] = .some(texts)
    return texts
  }

  private mutating func search(_ pattern: SchemaPattern) -> [String]? {
    guard var automaton = pattern.scalarAutomaton(within: &budget) else { return nil }
    defer { remainingVisits -= automaton.visits }
    let limit = min(PatternExamples.visitsOfPattern, remainingVisits)
    let classes = PatternExamples.scalars(of: automaton.intervals)
    var texts: [String] = automaton.isAccepting(automaton.start) ? [""] : []
    var isMet: Set = [automaton.start]
    var queue = [(state: automaton.start, text: "")]
    var position = 0
    while position < queue.count, texts.count < PatternExamples.maximumCount {
      let (state, text) = queue[position]
      position += 1
      for (symbol, scalars) in classes {
        guard automaton.visits < limit, !automaton.isTooLarge else { return texts }
        let next = automaton.step(state, class: symbol)
        guard next != SchemaPattern.ScalarAutomaton.dead else { continue }
        let longer = scalars.map { text + String($0) }
        if automaton.isAccepting(next) { texts += longer }
        if isMet.insert(next).inserted, let first = longer.first { queue.append((next, first)) }
      }
    }
    return Array(texts.prefix(PatternExamples.maximumCount))
  }

  /// One or two scalars of each class.
  private static func scalars(
    of intervals: [(start: UInt32, class: Int32)]
  ) -> [(symbol: Int32, scalars: [Unicode.Scalar])] {
    var ends: [Int32: (first: UInt32, last: UInt32)] = [:]
    for (index, interval) in intervals.enumerated() {
      let end = index + 1 < intervals.count ? intervals[index + 1].start - 1 : 0x10FFFF
      // Names of visible characters are found first.
      let start = end >= 0x20 ? max(interval.start, 0x20) : interval.start
      let known = ends[interval.class]
      let first = known.map { $0.first < 0x20 ? start : $0.first } ?? start
      ends[interval.class] = (first, end)
    }
    return ends.sorted { $0.value.first < $1.value.first }.map { symbol, ends in
      let values = ends.first == ends.last ? [ends.first] : [ends.first, ends.last]
      // An interval may include surrogates.
      return (symbol, values.compactMap(Unicode.Scalar.init))
    }
  }
}
