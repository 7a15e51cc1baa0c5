import IndexedTables
package import SchemaGuides

/// Finds short texts that some patterns match and others do not, by the automata of the patterns.
///
/// If the search ends without a text and without a limit, there is no such text. So a pattern
/// matches all strings of another one if no text matches the second and not the first.
package struct PatternComparison {
  /// The texts to search.
  package struct Query: Hashable {
    /// The patterns that all texts match.
    package var matching: [SchemaPattern]
    /// The patterns that no text matches.
    package var avoiding: [SchemaPattern]
    /// The numbers of scalars that texts have.
    package var lengths: CountRange
    /// The numbers of scalars that no text has; `nil` for none.
    package var avoidedLengths: CountRange?
    /// The largest number of texts.
    package var count: Int

    package init(
      matching: [SchemaPattern] = [], avoiding: [SchemaPattern] = [],
      lengths: CountRange = .all, avoidedLengths: CountRange? = nil, count: Int = 1
    ) {
      (self.matching, self.avoiding) = (matching, avoiding)
      (self.lengths, self.avoidedLengths, self.count) = (lengths, avoidedLengths, count)
    }

    /// Hashes the patterns that no text matches by their number, since many queries share a long
    /// list of them.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(matching)
      hasher.combine(avoiding.count)
      hasher.combine(lengths)
      hasher.combine(count)
    }

    /// The length from which on all lengths are alike.
    fileprivate var lengthLimit: Int {
      [lengths, avoidedLengths ?? .all].map { range in
        range.upper == .max ? range.lower : range.upper + 1
      }.max() ?? 0
    }

    fileprivate func allows(length: Int) -> Bool {
      lengths.contains(length) && avoidedLengths?.contains(length) != true
    }
  }

  /// The result of a search.
  package struct Result {
    /// Texts of the query, the shortest first.
    package fileprivate(set) var texts: [String] = []
    /// `true` if the search was not cut short, so that there is no text if none was found.
    package fileprivate(set) var isWhole = false
  }

  /// The largest number of combinations of states in one search.
  private static let maximumStates = 20_000
  /// The largest number of instructions that the automaton of one pattern visits.
  private static let visitsOfPattern: Int64 = 1_000_000

  private var known: [Query: Result?] = [:]
  private var automata: [SchemaPattern: SchemaPattern.ScalarAutomaton?] = [:]
  /// The limit of the work to prepare the patterns.
  private var budget = PatternBudget(documentSize: 0)
  /// The limit of the steps of all searches.
  private var steps = WorkBudget(steps: 2_000_000)

  /// Creates a search without work so far.
  package init() {}

  /// Searches texts.
  ///
  /// - Parameter query: The texts to search.
  /// - Returns: The texts that were found; `nil` if a pattern cannot be searched.
  package mutating func result(of query: Query) -> Result? {
    if let result = known[query] { return result }
    let result = search(query)
    known[query] = .some(result)
    return result
  }

  /// Texts that contain a match of a pattern; `nil` if the pattern cannot be searched.
  package mutating func examples(of pattern: SchemaPattern) -> [String]? {
    result(of: Query(matching: [pattern], count: 8))?.texts
  }

  // MARK: Searching

  /// The states of all automata after a text, and the length of the text as far as it matters.
  private struct State: Hashable {
    var states: [Int32]
    var length: Int
  }

  private mutating func search(_ query: Query) -> Result? {
    guard !steps.isSpent else { return nil }
    let patterns = query.matching + query.avoiding
    var machines: [SchemaPattern.ScalarAutomaton] = []
    for pattern in patterns {
      guard let automaton = automaton(of: pattern) else { return nil }
      machines.append(automaton)
    }
    defer { for (pattern, machine) in zip(patterns, machines) { automata[pattern] = machine } }
    let symbols = Self.symbols(of: machines)
    steps.spend(Int64(machines.count * symbols.count))
    let limit = query.lengthLimit
    var result = Result()
    func isFound(_ state: State) -> Bool {
      guard query.allows(length: state.length) else { return false }
      return machines.indices.allSatisfy { index in
        machines[index].isAccepting(state.states[index]) == (index < query.matching.count)
      }
    }
    let start = State(states: machines.map(\.start), length: 0)
    if isFound(start) { result.texts.append("") }
    var isMet: Set = [start]
    var queue = [(state: start, text: "")]
    var next = 0
    while next < queue.count, result.texts.count < query.count {
      let (state, text) = queue[next]
      next += 1
      for symbol in symbols {
        steps.spend(Int64(machines.count))
        guard !steps.isSpent, isMet.count <= Self.maximumStates,
          machines.indices.allSatisfy({
            !machines[$0].isTooLarge && machines[$0].visits <= Self.visitsOfPattern
          })
        else { return result }
        var following = State(states: state.states, length: min(state.length + 1, limit))
        for index in machines.indices {
          following.states[index] =
            machines[index].step(state.states[index], class: symbol.classes[index])
        }
        let isDead = following.states[..<query.matching.count]
          .contains(SchemaPattern.ScalarAutomaton.dead)
        guard !isDead, following.length <= query.lengths.upper else { continue }
        let longer = symbol.scalars.map { text + String($0) }
        if isFound(following) { result.texts += longer }
        if let first = longer.first, isMet.insert(following).inserted {
          queue.append((following, first))
        }
      }
    }
    result.isWhole = next == queue.count
    result.texts = Array(result.texts.prefix(query.count))
    return result
  }

  /// Returns the automaton of a pattern without its table of this search, so that it changes in
  /// place.
  private mutating func automaton(of pattern: SchemaPattern) -> SchemaPattern.ScalarAutomaton? {
    if let known = automata[pattern] { return known }
    let automaton = pattern.scalarAutomaton(within: &budget)
    automata[pattern] = .some(automaton)
    return automaton
  }

  // MARK: Symbols

  /// Scalars that no automaton distinguishes.
  private struct Symbol {
    /// The class of the scalars in each automaton.
    let classes: [Int32]
    /// One or two of the scalars.
    var scalars: [Unicode.Scalar]
  }

  /// Groups all scalars into symbols, those of letters and digits first.
  private static func symbols(of machines: [SchemaPattern.ScalarAutomaton]) -> [Symbol] {
    let intervals = machines.map(\.intervals)
    var positions = machines.map { _ in 0 }
    var numbers: [[Int32]: Int] = [:]
    var symbols: [Symbol] = []
    var start: UInt32 = 0
    while start <= 0x10FFFF {
      var end: UInt32 = 0x10FFFF
      for (index, list) in intervals.enumerated() {
        while positions[index] + 1 < list.count, list[positions[index] + 1].start <= start {
          positions[index] += 1
        }
        if positions[index] + 1 < list.count {
          end = min(end, list[positions[index] + 1].start - 1)
        }
      }
      let classes = zip(intervals, positions).map { $0[$1].class }
      if let scalars = scalars(of: start...end) {
        if let number = numbers[classes] {
          symbols[number].scalars = plainest(symbols[number].scalars + scalars)
        } else {
          numbers[classes] = symbols.count
          symbols.append(Symbol(classes: classes, scalars: scalars))
        }
      }
      start = end + 1
    }
    return symbols.sorted { rank(of: $0.scalars[0]) < rank(of: $1.scalars[0]) }
  }

  /// Returns one or two scalars of an interval; `nil` if all are surrogates, which no text has.
  private static func scalars(of interval: ClosedRange<UInt32>) -> [Unicode.Scalar]? {
    let plain: [Unicode.Scalar] = ["a", "0", "A"].filter { interval.contains($0.value) }
    let visible = min(max(interval.lowerBound, 0x20), interval.upperBound)
    let ends = [
      Unicode.Scalar(visible) ?? Unicode.Scalar(0xE000 as UInt32),
      Unicode.Scalar(interval.upperBound) ?? Unicode.Scalar(0xD7FF as UInt32),
    ].compactMap { $0 }.filter { interval.contains($0.value) }
    return ends.isEmpty ? nil : plainest(plain + ends)
  }

  /// Returns the first and the last of scalars, by rank.
  private static func plainest(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let sorted = scalars.sorted { rank(of: $0) < rank(of: $1) }
    guard let first = sorted.first, let last = sorted.last, first != last else {
      return Array(sorted.prefix(1))
    }
    return [first, last]
  }

  /// The place of a scalar in the order in which texts use scalars: letters and digits, other
  /// visible characters of ASCII, and all others.
  private static func rank(of scalar: Unicode.Scalar) -> UInt32 {
    switch scalar {
    case "a"..."z": scalar.value
    case "0"..."9", "A"..."Z": scalar.value + 0x100
    case " "..."~": scalar.value + 0x200
    default: scalar.value + (scalar.value < 0x20 ? 0x20_0000 : 0x300)
    }
  }
}
