/// Automata of texts: of plain texts, or of JSON strings with their quotes.
extension LeafAutomaton {
  /// Makes the automaton of a machine's texts.
  ///
  /// The machine is explored by classes of scalars, because exploring it by bytes took four times
  /// as long. A state of the automaton is a state of the machine together with a state of the
  /// decoder in which a scalar can still follow. Most states of the machine need one or two states.
  ///
  /// - Throws: ``TooLarge`` past ``maximumStates`` or ``maximumEntries``.
  init(_ machine: TextMachine, _ encoding: ScalarDecoder.Encoding) throws(TooLarge) {
    var machine = machine
    let text = try machine.table()
    let isUsed = text.isUsed
    let decoder = ScalarDecoder(
      machine.intervals.map { ($0.start, isUsed[Int($0.class)] ? $0.class : nil) }, encoding)
    guard text.stateCount * decoder.rows.count <= Self.maximumEntries else { throw TooLarge() }
    var rows = TextRows(text, decoder, encoding)
    guard rows.stateCount <= Self.maximumStates,
      rows.stateCount * rows.stride <= Self.maximumEntries
    else { throw TooLarge() }
    rows.fill()
    self.init(
      byteClasses: rows.byteClasses, stride: rows.stride, transitions: rows.transitions,
      isAccepting: rows.isAccepting, contents: rows.contents)
  }
}

/// The table of a text machine by bytes.
private struct TextRows {
  private let text: TextTable
  private let decoder: ScalarDecoder
  private let encoding: ScalarDecoder.Encoding
  let byteClasses: [UInt8]
  let stride: Int
  /// The action for each state of the decoder and each class of bytes.
  private let actions: [ScalarDecoder.Action]
  /// For each state of the text and each state of the decoder, the state of the table; 0 if there
  /// is none.
  private var numbers: [Int32]
  private(set) var stateCount: Int
  private(set) var transitions: [Int32] = []
  private(set) var isAccepting: [Bool] = []
  private(set) var contents: [UInt8] = []

  init(_ text: TextTable, _ decoder: ScalarDecoder, _ encoding: ScalarDecoder.Encoding) {
    self.text = text
    self.decoder = decoder
    self.encoding = encoding
    let byteClasses = Self.byteClasses(decoder, encoding)
    let stride = Int(byteClasses.max() ?? 0) + 1
    self.byteClasses = byteClasses
    self.stride = stride
    actions = decoder.rows.flatMap { row in
      var actions = [ScalarDecoder.Action](repeating: .invalid, count: stride)
      for byte in 0..<256 where byteClasses[byte] > 0 {
        actions[Int(byteClasses[byte])] = row[byte]
      }
      return actions
    }
    // State 0 is the dead state. In JSON, state 1 is before the opening quote.
    stateCount = encoding == .json ? 2 : 1
    numbers = Array(repeating: 0, count: text.stateCount * decoder.rows.count)
    let classes = Self.classes(actions, stride: stride, count: text.classCount)
    for state in 0..<text.stateCount where text.isLive[state] {
      for row in decoder.rows.indices
      where row == 0 || classes[row].contains(where: { text.next(state, $0) != nil }) {
        numbers[state * decoder.rows.count + row] = Int32(truncatingIfNeeded: stateCount)
        stateCount += 1
      }
    }
    // In JSON, the last state is after the closing quote.
    if encoding == .json { stateCount += 1 }
  }

  /// Returns for each state of a decoder the classes of the scalars that can follow.
  ///
  /// The list of state 0, which is between two scalars, is empty.
  private static func classes(
    _ actions: [ScalarDecoder.Action], stride: Int, count: Int
  ) -> [[Int32]] {
    var classes: [[Int32]] = [[]]
    // A state leads only to earlier states, so their classes are already known.
    for row in 1..<max(actions.count / stride, 1) {
      var isPossible = [Bool](repeating: false, count: count)
      for action in actions[(row * stride)..<((row + 1) * stride)] {
        switch action.kind {
        case .invalid: continue
        case .more(let next): for symbol in classes[Int(next)] { isPossible[Int(symbol)] = true }
        case .scalar(let symbol): isPossible[Int(symbol)] = true
        }
      }
      classes.append(
        isPossible.indices.filter { isPossible[$0] }.map { Int32(truncatingIfNeeded: $0) })
    }
    return classes
  }

  mutating func fill() {
    let isJSON = encoding == .json
    let closed = Int32(truncatingIfNeeded: stateCount - 1)
    let quote = Int(byteClasses[Int(UInt8(ascii: "\""))])
    let states = isJSON ? Self.contents(decoder) : []
    transitions = Array(repeating: LeafAutomaton.dead, count: stateCount * stride)
    isAccepting = Array(repeating: false, count: stateCount)
    contents = Array(repeating: StringContent.invalid, count: stateCount)
    guard !text.isEmpty else { return }
    if isJSON {
      transitions[stride + quote] = numbers[0]
      isAccepting[Int(closed)] = true
    }
    for state in 0..<text.stateCount {
      for row in decoder.rows.indices {
        let number = Int(numbers[state * decoder.rows.count + row])
        guard number > 0 else { continue }
        if isJSON { contents[number] = states[row] }
        for symbol in 1..<max(stride, 1) {
          switch actions[row * stride + symbol].kind {
          case .invalid: continue
          case .more(let next):
            transitions[number * stride + symbol] = numbers[state * decoder.rows.count + Int(next)]
          case .scalar(let scalar):
            guard let next = text.next(state, scalar) else { continue }
            transitions[number * stride + symbol] = numbers[next * decoder.rows.count]
          }
        }
        guard row == 0, text.isComplete[state] else { continue }
        if isJSON {
          transitions[number * stride + quote] = closed
        } else {
          isAccepting[number] = true
        }
      }
    }
  }

  /// Returns the classes of bytes: bytes with the same actions in all states of a decoder form a
  /// class.
  private static func byteClasses(
    _ decoder: ScalarDecoder, _ encoding: ScalarDecoder.Encoding
  ) -> [UInt8] {
    var hashes = [UInt64](repeating: 0, count: 256)
    for row in decoder.rows {
      for byte in 0..<256 { hashes[byte] = row[byte].mixed(into: hashes[byte]) }
    }
    /// The first byte of each class, by the hash of its actions.
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
        // At most 255 classes are needed, because some bytes occur in no text.
        count += 1
        classes.append(count)
      }
    }
    return classes
  }

  /// Returns the state of ``StringContent`` for each state of a decoder.
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
}
