package import IndexedTables

/// The texts that patterns match, as sets.
extension SchemaPattern {
  /// The largest number of states, or of pairs of states, that are visited.
  private static let mostStates = 4_096
  /// The largest number of beginnings of texts for each text of a limit.
  private static let beginningsPerText = 256

  /// The relation of the texts of two patterns.
  package struct Relation: Sendable, Equatable {
    /// `true` if both patterns match some text.
    package fileprivate(set) var haveCommon = false
    /// `true` if only the first pattern matches some text.
    package fileprivate(set) var hasOnlyFirst = false
    /// `true` if only the second pattern matches some text.
    package fileprivate(set) var hasOnlySecond = false

    /// `true` if the second pattern matches all texts that the first one matches.
    package var isSubset: Bool { !hasOnlyFirst }

    /// `true` if the first pattern matches all texts that the second one matches.
    package var isSuperset: Bool { !hasOnlySecond }

    fileprivate var isFinal: Bool { haveCommon && hasOnlyFirst && hasOnlySecond }
  }

  /// Returns the relation of the texts of two patterns; `nil` if a pattern has lookarounds or
  /// references, or if the patterns are too large.
  package func relation(
    to other: SchemaPattern, within budget: inout PatternBudget
  ) -> Relation? {
    guard var first = scalarAutomaton(within: &budget),
      var second = other.scalarAutomaton(within: &budget)
    else { return nil }
    var work = WorkBudget.unlimited
    let result = Self.compare(&first, &second, within: &work) { $0.isFinal }
    guard case .relation(let relation) = result else { return nil }
    return relation
  }

  /// Indicates whether a text may match two patterns, by automata that are kept for further
  /// comparisons.
  ///
  /// - Parameters:
  ///   - first: The automaton of one pattern.
  ///   - second: The automaton of the other pattern.
  ///   - work: The budget, in steps of the automata.
  /// - Returns: `nil` if the budget is spent. Patterns that are too large may have a common text.
  package static func mayOverlap(
    _ first: inout ScalarAutomaton, _ second: inout ScalarAutomaton, within work: inout WorkBudget
  ) -> Bool? {
    switch compare(&first, &second, within: &work, until: \.haveCommon) {
    case .relation(let relation): relation.haveCommon
    case .tooLarge: true
    case .spent: nil
    }
  }

  private enum Comparison { case relation(Relation), tooLarge, spent }

  /// Compares the texts of two patterns until the relation is known well enough.
  private static func compare(
    _ first: inout ScalarAutomaton, _ second: inout ScalarAutomaton, within work: inout WorkBudget,
    until isKnown: (Relation) -> Bool
  ) -> Comparison {
    let (intervals, others) = (first.intervals, second.intervals)
    guard work.take(intervals.count + others.count) else { return .spent }
    let symbols = commonSymbols(intervals, others)
    let dead = ScalarAutomaton.dead
    var result = Relation()
    // The states of both automata after the same texts.
    var met: Set<SIMD2<Int32>> = [[first.start, second.start]]
    var pending = Array(met)
    while let pair = pending.popLast() {
      // Some text goes on from each state that is not dead.
      if pair.x == dead || pair.y == dead {
        if pair.x != dead { result.hasOnlyFirst = true }
        if pair.y != dead { result.hasOnlySecond = true }
        if isKnown(result) { break }
        continue
      }
      switch (first.isAccepting(pair.x), second.isAccepting(pair.y)) {
      case (true, true): result.haveCommon = true
      case (true, false): result.hasOnlyFirst = true
      case (false, true): result.hasOnlySecond = true
      case (false, false): break
      }
      if isKnown(result) { break }
      guard work.take(symbols.count) else { return .spent }
      for (symbolOfFirst, symbolOfSecond) in symbols {
        let next: SIMD2<Int32> = [
          first.step(pair.x, class: symbolOfFirst), second.step(pair.y, class: symbolOfSecond),
        ]
        if met.insert(next).inserted { pending.append(next) }
      }
      guard met.count <= mostStates, !first.isTooLarge, !second.isTooLarge else {
        return .tooLarge
      }
    }
    return .relation(result)
  }

  /// Indicates whether the pattern matches every text; `nil` if it has lookarounds or references,
  /// or is too large.
  package func matchesEverything(within budget: inout PatternBudget) -> Bool? {
    guard var automaton = scalarAutomaton(within: &budget) else { return nil }
    let symbols = Set(automaton.intervals.map(\.class))
    var met: Set = [automaton.start]
    var pending = [automaton.start]
    while let state = pending.popLast() {
      guard state != ScalarAutomaton.dead, automaton.isAccepting(state) else { return false }
      for symbol in symbols {
        let next = automaton.step(state, class: symbol)
        if met.insert(next).inserted { pending.append(next) }
      }
      guard met.count <= Self.mostStates, !automaton.isTooLarge else { return nil }
    }
    return true
  }

  /// All texts that the pattern matches, the shortest first.
  ///
  /// - Parameters:
  ///   - limit: The largest number of texts.
  ///   - budget: The budget of the pattern's document; the function subtracts its work.
  /// - Returns: The texts; `nil` if they are more, if they are too long, or if the pattern is too
  ///   large, or has lookarounds or references.
  package func allTexts(atMost limit: Int, within budget: inout PatternBudget) -> [String]? {
    guard var automaton = scalarAutomaton(within: &budget) else { return nil }
    guard automaton.start != ScalarAutomaton.dead else { return [] }
    let symbols = Self.scalars(of: automaton.intervals, atMost: limit)
    var texts: [String] = []
    // The beginnings of texts, all of one length.
    var beginnings = [(state: automaton.start, text: "")]
    var count = 0
    while !beginnings.isEmpty {
      var longer: [(state: Int32, text: String)] = []
      for (state, text) in beginnings {
        if automaton.isAccepting(state) { texts.append(text) }
        for (symbol, scalars) in symbols {
          let next = automaton.step(state, class: symbol)
          guard next != ScalarAutomaton.dead else { continue }
          // Beginnings of one length differ, and each leads to a text.
          guard let scalars, longer.count + scalars.count <= limit else { return nil }
          longer += scalars.map { (next, text + String($0)) }
        }
      }
      count += longer.count
      guard texts.count <= limit, count <= limit * Self.beginningsPerText, !automaton.isTooLarge
      else { return nil }
      beginnings = longer
    }
    return texts
  }

  /// The scalars of each class, in the order of their first scalars; `nil` for a class of more than
  /// some scalars.
  private static func scalars(
    of intervals: [(start: UInt32, class: Int32)], atMost limit: Int
  ) -> [(symbol: Int32, scalars: [Unicode.Scalar]?)] {
    var order: [Int32] = []
    var found: [Int32: [Unicode.Scalar]?] = [:]
    for (index, interval) in intervals.enumerated() {
      let end = index + 1 < intervals.count ? intervals[index + 1].start : 0x11_0000
      if found[interval.class] == nil {
        order.append(interval.class)
        found[interval.class] = []
      }
      guard case .some(.some(let known)) = found[interval.class] else { continue }
      // An interval may include surrogates.
      let surrogates = (interval.start..<end).clamped(to: 0xD800..<0xE000).count
      let isLarge = known.count + Int(end - interval.start) - surrogates > limit
      found[interval.class] = .some(
        isLarge ? nil : known + (interval.start..<end).compactMap(Unicode.Scalar.init))
    }
    return order.map { ($0, found[$0] ?? nil) }
  }

  /// The pairs of classes, one of each automaton, that some scalar has.
  private static func commonSymbols(
    _ first: [(start: UInt32, class: Int32)], _ second: [(start: UInt32, class: Int32)]
  ) -> [(Int32, Int32)] {
    var (one, two) = (0, 0)
    var met: Set<SIMD2<Int32>> = []
    var symbols: [(Int32, Int32)] = []
    while one < first.count, two < second.count {
      let pair = (first[one].class, second[two].class)
      if met.insert([pair.0, pair.1]).inserted { symbols.append(pair) }
      let nextOfFirst = one + 1 < first.count ? first[one + 1].start : .max
      let nextOfSecond = two + 1 < second.count ? second[two + 1].start : .max
      if nextOfFirst <= nextOfSecond { one += 1 }
      if nextOfSecond <= nextOfFirst { two += 1 }
    }
    return symbols
  }
}
