/// The automaton of the content of JSON strings: its states are between and within characters.
///
/// Strings without a pattern and names of properties use these states. It is a class, because
/// copying a structure would retain each of its arrays.
final class StringContent: Sendable {
  static let shared = StringContent()

  /// The state between two characters.
  static let start: UInt8 = 0
  /// The value for a byte that cannot follow.
  static let invalid: UInt8 = .max

  let stateCount: Int
  /// The state after each byte, in 256 entries for each state.
  private let next: [UInt8]
  /// The bytes that can follow in each state, without the closing quote.
  let following: [ByteSet]
  /// For each state, the smallest number of bytes to the end of the character.
  let distance: [UInt8]
  /// For each state, the largest number of bytes to the end of the character.
  let longest: [UInt8]

  private init() {
    let decoder = ScalarDecoder([(0, 0)], .json)
    stateCount = decoder.rows.count
    var next: [UInt8] = []
    var following: [ByteSet] = []
    for row in decoder.rows {
      var set = ByteSet()
      for (byte, action) in row.enumerated() {
        switch action.kind {
        case .invalid: next.append(Self.invalid)
        case .more(let state): next.append(UInt8(truncatingIfNeeded: state))
        case .scalar: next.append(Self.start)
        }
        if action != .invalid { set.insert(UInt8(truncatingIfNeeded: byte)) }
      }
      following.append(set)
    }
    var distance = [UInt8](repeating: .max, count: stateCount)
    distance[0] = 0
    var longest = [UInt8](repeating: 0, count: stateCount)
    // No character has more than six bytes.
    for _ in 0..<6 {
      for state in 1..<stateCount {
        for byte in 0..<256 where next[state * 256 + byte] != Self.invalid {
          let rest = distance[Int(next[state * 256 + byte])]
          if rest < .max { distance[state] = min(distance[state], rest + 1) }
          longest[state] = max(longest[state], longest[Int(next[state * 256 + byte])] + 1)
        }
      }
    }
    self.next = next
    self.following = following
    self.distance = distance
    self.longest = longest
  }

  /// Returns the state after a byte; ``invalid`` if the byte cannot follow or is the closing quote.
  func step(_ state: UInt8, _ byte: UInt8) -> UInt8 { next[Int(state) << 8 | Int(byte)] }

  func closes(_ state: UInt8, _ byte: UInt8) -> Bool {
    state == Self.start && byte == UInt8(ascii: "\"")
  }
}
