import SchemaPatterns

/// The texts that match patterns and not others, and have a bounded length, plain or as JSON strings.
struct TextMachine: ByteMachine {
  struct State: Hashable {
    enum Phase: UInt8, Hashable {
      /// Before the opening quote.
      case opening
      case content
      /// After the closing quote.
      case closed
    }

    var phase: Phase
    /// The state of the decoder, within a scalar or between two.
    var decoder: Int32 = 0
    /// The states of the patterns: the state itself of one, the number of the combination of more.
    var patterns: Int32
    /// The scalars so far, as far as they matter.
    var length: Int32 = 0

    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(UInt32(bitPattern: patterns)) << 32 | UInt64(UInt32(bitPattern: decoder)))
      hasher.combine(UInt64(phase.rawValue) << 32 | UInt64(UInt32(bitPattern: length)))
    }
  }

  let byteClasses: [UInt8]
  private let decoder: ScalarDecoder
  private let encoding: ScalarDecoder.Encoding
  private let minimumLength: Int32
  private let maximumLength: Int32?
  private var automata: [SchemaPattern.ScalarAutomaton]
  /// The index from which on patterns must not match.
  private let firstExcluded: Int
  /// The class of each pattern, for each class of the decoder.
  private let symbols: [[Int32]]
  private var combinations: [[Int32]] = []
  private var combinationIndices: [[Int32]: Int32] = [:]
  /// The state of ``StringContent`` for each state of the decoder.
  private let contents: [UInt8]

  /// - Parameters:
  ///   - automata: The patterns that a text has to match, and those that it must not match.
  ///   - excluded: How many of the last ones it must not match.
  ///   - minimumLength: The fewest scalars.
  ///   - maximumLength: The most scalars.
  ///   - encoding: How the text is written; in JSON, with its quotes.
  init(
    _ automata: [SchemaPattern.ScalarAutomaton], excluded: Int = 0, minimumLength: Int = 0,
    maximumLength: Int? = nil, _ encoding: ScalarDecoder.Encoding
  ) {
    self.automata = automata
    firstExcluded = automata.count - excluded
    self.encoding = encoding
    self.minimumLength = Int32(clamping: minimumLength)
    self.maximumLength = maximumLength.map { Int32(clamping: $0) }
    let (intervals, symbols) = Self.combine(automata.map(\.intervals))
    self.symbols = symbols
    decoder = ScalarDecoder(intervals, encoding)
    byteClasses = Self.byteClasses(decoder, encoding)
    contents = encoding == .json ? Self.contents(decoder) : []
  }

  /// The coarsest intervals that lie within those of all automata.
  private static func combine(
    _ all: [[(start: UInt32, class: Int32)]]
  ) -> (intervals: [(start: UInt32, class: Int32)], symbols: [[Int32]]) {
    var starts: Set<UInt32> = [0]
    for intervals in all { starts.formUnion(intervals.map(\.start)) }
    var positions = [Int](repeating: 0, count: all.count)
    var indices: [[Int32]: Int32] = [:]
    var symbols: [[Int32]] = []
    var result: [(start: UInt32, class: Int32)] = []
    for start in starts.sorted() {
      var tuple: [Int32] = []
      for (index, intervals) in all.enumerated() {
        while positions[index] + 1 < intervals.count,
          intervals[positions[index] + 1].start <= start
        {
          positions[index] += 1
        }
        tuple.append(intervals[positions[index]].class)
      }
      let symbol = indices[tuple] ?? Int32(truncatingIfNeeded: symbols.count)
      if indices.updateValue(symbol, forKey: tuple) == nil { symbols.append(tuple) }
      result.append((start, symbol))
    }
    return (result, symbols)
  }

  /// Bytes that do the same in all states of a decoder are of one class.
  private static func byteClasses(
    _ decoder: ScalarDecoder, _ encoding: ScalarDecoder.Encoding
  ) -> [UInt8] {
    var hashes = [UInt64](repeating: 0, count: 256)
    for row in decoder.rows {
      for byte in 0..<256 { hashes[byte] = row[byte].mixed(into: hashes[byte]) }
    }
    /// The first byte of each class, by the hash of what it does.
    var firsts: [UInt64: [Int]] = [:]
    var classes: [UInt8] = []
    var count: UInt8 = 0
    for byte in 0..<256 {
      // The quote also opens and closes the string.
      let isQuote = encoding == .json && byte == Int(UInt8(ascii: "\""))
      let isUsed = isQuote || decoder.rows.contains { $0[byte] != .invalid }
      if !isUsed {
        classes.append(0)
      } else if !isQuote,
        let first = firsts[hashes[byte]]?.first(where: { first in
          decoder.rows.allSatisfy { $0[first] == $0[byte] }
        })
      {
        classes.append(classes[first])
      } else {
        if !isQuote { firsts[hashes[byte], default: []].append(byte) }
        // At most 255: some bytes are in no text.
        count += 1
        classes.append(count)
      }
    }
    return classes
  }

  /// The state of ``StringContent`` in which each state of a decoder is.
  private static func contents(_ decoder: ScalarDecoder) -> [UInt8] {
    var contents = [UInt8](repeating: StringContent.invalid, count: decoder.rows.count)
    contents[0] = StringContent.start
    var pending = [0]
    while let state = pending.popLast() {
      for (byte, action) in decoder.rows[state].enumerated() {
        guard case .more(let next) = action.kind,
          contents[Int(next)] == StringContent.invalid
        else { continue }
        contents[Int(next)] = StringContent.shared.step(
          contents[state], UInt8(truncatingIfNeeded: byte))
        pending.append(Int(next))
      }
    }
    return contents
  }

  var start: State {
    mutating get {
      State(
        phase: encoding == .json ? .opening : .content, patterns: intern(automata.map(\.start)))
    }
  }

  private mutating func intern(_ states: [Int32]) -> Int32 {
    if states.count == 1 { return states[0] }
    if let known = combinationIndices[states] { return known }
    let index = Int32(truncatingIfNeeded: combinations.count)
    combinationIndices[states] = index
    combinations.append(states)
    return index
  }

  private func patternStates(_ state: State) -> [Int32] {
    automata.count == 1 ? [state.patterns] : combinations[Int(state.patterns)]
  }

  mutating func step(_ state: State, _ byte: UInt8) -> State? {
    var next = state
    switch state.phase {
    case .opening:
      guard byte == UInt8(ascii: "\"") else { return nil }
      next.phase = .content
      return next
    case .closed:
      return nil
    case .content:
      if encoding == .json, byte == UInt8(ascii: "\""), state.decoder == 0 {
        guard isComplete(state) else { return nil }
        return State(phase: .closed, patterns: 0)
      }
    }
    switch decoder.rows[Int(state.decoder)][Int(byte)].kind {
    case .invalid: return nil
    case .more(let decoderState):
      next.decoder = decoderState
      return next
    case .scalar(let symbol):
      next.decoder = 0
      guard let length = lengthAfter(state.length) else { return nil }
      next.length = length
      guard let patterns = patternsAfter(state, symbol) else { return nil }
      next.patterns = patterns
      return next
    }
  }

  /// The length after one more scalar, or `nil` if there may be none.
  private func lengthAfter(_ length: Int32) -> Int32? {
    if let maximumLength { return length < maximumLength ? length + 1 : nil }
    return min(length + 1, minimumLength)
  }

  private mutating func patternsAfter(_ state: State, _ symbol: Int32) -> Int32? {
    let dead = SchemaPattern.ScalarAutomaton.dead
    let classes = symbols[Int(symbol)]
    if automata.count == 1 {
      let next = automata[0].step(state.patterns, class: classes[0])
      return next == dead && firstExcluded > 0 ? nil : next
    }
    var states = patternStates(state)
    for index in automata.indices {
      states[index] = automata[index].step(states[index], class: classes[index])
      if states[index] == dead, index < firstExcluded { return nil }
    }
    return intern(states)
  }

  /// Whether the text may end here.
  private mutating func isComplete(_ state: State) -> Bool {
    guard state.decoder == 0, state.length >= minimumLength else { return false }
    let states = patternStates(state)
    for index in automata.indices {
      guard automata[index].isAccepting(states[index]) == (index < firstExcluded) else {
        return false
      }
    }
    return true
  }

  mutating func isAccepting(_ state: State) -> Bool {
    switch state.phase {
    case .opening: false
    case .closed: true
    case .content: encoding == .plain && isComplete(state)
    }
  }

  func content(of state: State) -> UInt8 {
    encoding == .json && state.phase == .content
      ? contents[Int(state.decoder)] : StringContent.invalid
  }

  var isTooLarge: Bool {
    automata.contains(where: \.isTooLarge) || combinations.count > LeafAutomaton.maximumStates
  }
}
