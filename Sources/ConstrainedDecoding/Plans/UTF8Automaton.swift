/// The bytes of UTF-8: states between and within characters.
enum UTF8Automaton {
  /// The state between two characters.
  static let start = 0
  /// No state: the byte cannot follow.
  static let invalid = -1
  static let stateCount = 8

  /// The bytes that a character needs in each state.
  static let pending = [0, 1, 2, 3, 2, 2, 3, 3]

  /// The bytes that continue a character in each state, as the first and the last; unused in
  /// ``start``.
  private static let continuations: [ClosedRange<UInt8>] = [
    0x80...0xBF, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF,
    // Behind E0, ED, F0 and F4.
    0xA0...0xBF, 0x80...0x9F, 0x90...0xBF, 0x80...0x8F,
  ]

  /// The state after a byte, ``invalid`` if it cannot follow.
  static func step(_ state: Int, _ byte: UInt8) -> Int {
    if state == start { return lead(byte) }
    guard continuations[state].contains(byte) else { return invalid }
    return pending[state] - 1
  }

  private static func lead(_ byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: start
    case 0xC2...0xDF: 1
    case 0xE0: 4
    case 0xED: 5
    case 0xE1...0xEF: 2
    case 0xF0: 6
    case 0xF1...0xF3: 3
    case 0xF4: 7
    default: invalid
    }
  }

  /// The bytes that can follow in a state.
  static func following(_ state: Int) -> ByteSet { sets[state] }

  private static let sets: [ByteSet] = (0..<stateCount).map { state in
    ByteSet((0...255).map { UInt8($0) }.filter { step(state, $0) != invalid })
  }
}
