/// The automaton of UTF-8; its states are between and within characters.
enum UTF8Automaton {
  /// The state between two characters.
  static let start = 0
  static let stateCount = 8

  /// For each state, the number of bytes that complete the character.
  static let pending = [0, 1, 2, 3, 2, 2, 3, 3]

  /// For each state, the range of bytes that can follow; the range of ``start`` is not used.
  private static let continuations: [ClosedRange<UInt8>] = [
    0x80...0xBF, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF,
    // The states after E0, ED, F0 and F4.
    0xA0...0xBF, 0x80...0x9F, 0x90...0xBF, 0x80...0x8F,
  ]

  /// Returns the state after a byte; `nil` if the byte cannot follow.
  static func step(_ state: Int, _ byte: UInt8) -> Int? {
    if state == start { return lead(byte) }
    return continuations[state].contains(byte) ? pending[state] - 1 : nil
  }

  private static func lead(_ byte: UInt8) -> Int? {
    switch byte {
    case 0..<0x80: start
    case 0xC2...0xDF: 1
    case 0xE0: 4
    case 0xED: 5
    case 0xE1...0xEF: 2
    case 0xF0: 6
    case 0xF1...0xF3: 3
    case 0xF4: 7
    default: nil
    }
  }

  static func following(_ state: Int) -> ByteSet { sets[state] }

  private static let sets: [ByteSet] = (0..<stateCount).map { state in
    ByteSet((0...255).map { UInt8($0) }.filter { step(state, $0) != nil })
  }
}
