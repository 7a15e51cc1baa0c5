/// An automaton that reads scalars from UTF-8, either of plain text or of the content of a JSON
/// string.
///
/// State 0 is between two scalars. The automaton reports the class of each scalar, because text
/// automata distinguish few scalars. Bytes that lead to the same classes share a state.
struct ScalarDecoder: Sendable {
  enum Encoding: Sendable, Hashable {
    case plain
    /// The content of JSON strings, in which each scalar has one spelling. Only quotes,
    /// backslashes, control characters below U+0020, and U+007F are escaped: by the two-character
    /// escape of JSON if there is one, otherwise by `\u` and lowercase digits.
    case json
  }

  /// The effect of a byte in a state.
  ///
  /// An action is stored as one number, because tables of actions are hashed and compared for each
  /// compiled pattern. As an enumeration, this took half of the time.
  struct Action: Hashable, Sendable, BitwiseCopyable {
    enum Kind {
      case invalid
      /// The scalar is not complete; the next state follows.
      case more(Int32)
      /// The scalar is complete; its class follows.
      case scalar(Int32)
    }

    private let code: Int32

    static let invalid = Action(code: -1)

    static func more(_ state: Int32) -> Action { Action(code: state << 1) }

    static func scalar(_ symbol: Int32) -> Action { Action(code: symbol << 1 | 1) }

    var kind: Kind {
      if code < 0 { return .invalid }
      return code & 1 == 0 ? .more(code >> 1) : .scalar(code >> 1)
    }

    /// Returns the hash of a list to which the action is appended.
    ///
    /// Different lists can have equal hashes.
    func mixed(into hash: UInt64) -> UInt64 {
      let mixed = (hash ^ UInt64(UInt32(bitPattern: code))) &* 0x9E37_79B9_7F4A_7C15
      return mixed ^ mixed >> 29
    }
  }

  /// The actions of each state, one for each of the 256 bytes.
  private(set) var rows: [[Action]] = []

  private let intervals: [(start: UInt32, class: Int32?)]
  /// The states by the hashes of their rows.
  private var states: [UInt64: [Int32]] = [:]
  private var uniformStates: [UniformKey: Int32] = [:]

  /// The key of a state in which all scalars that can follow have one class.
  private struct UniformKey: Hashable {
    let missing: Int
    let symbol: Int32?
  }

  // `intervals`: The first scalar and the class of each interval of scalars, in order from 0. The
  // class is `nil` if the scalars cannot occur.
  init(_ intervals: [(start: UInt32, class: Int32?)], _ encoding: Encoding) {
    self.intervals = intervals
    rows.append([])
    var start = [Action](repeating: .invalid, count: 256)
    for byte in 0..<0x80 { start[byte] = scalar(UInt32(byte)) }
    for lead in 0xC2...0xDF {
      start[lead] = more(1, UInt32(lead & 0x1F) << 6, UInt32(lead & 0x1F) << 6 | 0x3F)
    }
    for lead in 0xE0...0xEF {
      let base = UInt32(lead & 0x0F) << 12
      // Overlong encodings and surrogates are excluded.
      start[lead] = more(2, max(base, 0x800), lead == 0xED ? 0xD7FF : base | 0xFFF)
    }
    for lead in 0xF0...0xF4 {
      let base = UInt32(lead & 0x07) << 18
      start[lead] = more(3, max(base, 0x10000), min(base | 0x3FFFF, 0x10FFFF))
    }
    if encoding == .json { addEscapes(to: &start) }
    rows[0] = start
  }

  private func interval(of scalar: UInt32) -> Int {
    var (low, high) = (0, intervals.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if intervals[middle].start <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  private func scalar(_ value: UInt32) -> Action {
    intervals[interval(of: value)].class.map(Action.scalar) ?? .invalid
  }

  /// Returns the action of a byte after which some bytes are missing to complete a scalar within a
  /// range.
  private mutating func more(_ missing: Int, _ first: UInt32, _ last: UInt32) -> Action {
    let low = interval(of: first)
    let high = interval(of: last)
    let symbol = intervals[low].class
    let isUniform =
      last - first + 1 == 1 << UInt32(6 * missing)
      && intervals[low...high].allSatisfy { $0.class == symbol }
    if isUniform, symbol == nil { return .invalid }
    let key = UniformKey(missing: missing, symbol: symbol)
    if isUniform, let known = uniformStates[key] { return .more(known) }
    var row = [Action](repeating: .invalid, count: 256)
    let shift = UInt32(6 * (missing - 1))
    let base = (first >> (shift + 6)) << (shift + 6)
    for byte in 0x80...0xBF {
      let start = base | UInt32(byte & 0x3F) << shift
      let end = start | ((1 << shift) - 1)
      guard end >= first, start <= last else { continue }
      row[byte] =
        missing == 1 ? scalar(start) : more(missing - 1, max(start, first), min(end, last))
    }
    let action = more(row)
    if isUniform, case .more(let state) = action.kind { uniformStates[key] = state }
    return action
  }

  /// Returns the action of a byte that leads to a state with the given actions.
  private mutating func more(_ row: [Action]) -> Action {
    guard row.contains(where: { $0 != .invalid }) else { return .invalid }
    let hash = row.reduce(0) { $1.mixed(into: $0) }
    if let known = states[hash]?.first(where: { rows[Int($0)] == row }) { return .more(known) }
    // UTF-8 and the escapes have few beginnings of scalars, and there is at most a state for each.
    let state = Int32(rows.count)
    rows.append(row)
    states[hash, default: []].append(state)
    return .more(state)
  }

  // MARK: Escapes

  private mutating func addEscapes(to start: inout [Action]) {
    for byte in 0..<0x20 { start[byte] = .invalid }
    start[0x7F] = .invalid
    start[Int(UInt8(ascii: "\""))] = .invalid
    let short: [(letter: UInt8, scalar: UInt32)] = [
      (UInt8(ascii: "\""), 0x22), (UInt8(ascii: "\\"), 0x5C), (UInt8(ascii: "b"), 0x08),
      (UInt8(ascii: "t"), 0x09), (UInt8(ascii: "n"), 0x0A), (UInt8(ascii: "f"), 0x0C),
      (UInt8(ascii: "r"), 0x0D),
    ]
    var escape = [Action](repeating: .invalid, count: 256)
    for (letter, value) in short { escape[Int(letter)] = scalar(value) }
    let hasShort = Set(short.map(\.scalar))
    // The states after `\u00`, by the first of the two remaining digits.
    var digits = [Action](repeating: .invalid, count: 256)
    for (digit, values) in [("0", 0x00...0x0F), ("1", 0x10...0x1F), ("7", 0x7F...0x7F)]
      as [(Unicode.Scalar, ClosedRange<UInt32>)]
    {
      var last = [Action](repeating: .invalid, count: 256)
      for value in values where !hasShort.contains(value) {
        for byte in String(value & 0xF, radix: 16).utf8 { last[Int(byte)] = scalar(value) }
      }
      digits[Int(digit.value)] = more(last)
    }
    for byte in [UInt8(ascii: "0"), UInt8(ascii: "0"), UInt8(ascii: "u")] {
      var row = [Action](repeating: .invalid, count: 256)
      if byte == UInt8(ascii: "u") { row = escape }
      row[Int(byte)] = more(digits)
      digits = row
    }
    start[Int(UInt8(ascii: "\\"))] = more(digits)
  }
}
