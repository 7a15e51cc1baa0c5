struct ByteSet: Hashable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var ascii: UInt64 = 0
  private var continuation: UInt64 = 0
  private var lead: UInt64 = 0

  init() {}

  static let all = ByteSet(0...255)

  init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

  var isEmpty: Bool { low | ascii | continuation | lead == 0 }

  var count: Int {
    low.nonzeroBitCount + ascii.nonzeroBitCount + continuation.nonzeroBitCount
      + lead.nonzeroBitCount
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: low
      case 1: ascii
      case 2: continuation
      default: lead
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: low |= bit
    case 1: ascii |= bit
    case 2: continuation |= bit
    default: lead |= bit
    }
  }

  mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    ascii |= other.ascii
    continuation |= other.continuation
    lead |= other.lead
  }

  func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.formUnion(other)
    return result
  }

  /// Removes the smallest byte; the set must not be empty.
  mutating func removeFirst() -> UInt8 {
    if low != 0 { return Self.removeLowest(from: &low, 0) }
    if ascii != 0 { return Self.removeLowest(from: &ascii, 64) }
    if continuation != 0 { return Self.removeLowest(from: &continuation, 128) }
    return Self.removeLowest(from: &lead, 192)
  }

  private static func removeLowest(from word: inout UInt64, _ base: UInt8) -> UInt8 {
    let bit = UInt8(truncatingIfNeeded: word.trailingZeroBitCount)
    word &= word &- 1
    return base &+ (bit & 63)
  }
}
