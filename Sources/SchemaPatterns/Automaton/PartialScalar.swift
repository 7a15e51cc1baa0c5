/// A scalar whose first bytes of UTF-8 have been read.
struct PartialScalar: Sendable, Hashable {
  /// The scalars that begin with these bytes; exactly one after the last byte.
  private(set) var candidates: ClosedRange<UInt32>
  private(set) var missing: UInt8

  /// Begins a scalar; `nil` if no scalar of several bytes begins with the byte.
  init?(lead byte: UInt8) {
    let bits = UInt32(byte)
    switch byte {
    case 0xC2...0xDF:
      missing = 1
      candidates = (bits & 0x1F) << 6...(bits & 0x1F) << 6 | 0x3F
    case 0xE0...0xEF:
      missing = 2
      let base = (bits & 0x0F) << 12
      // Excludes overlong encodings and surrogates.
      candidates = max(base, 0x800)...(byte == 0xED ? 0xD7FF : base | 0xFFF)
    case 0xF0...0xF4:
      missing = 3
      let base = (bits & 0x07) << 18
      candidates = max(base, 0x10000)...min(base | 0x3FFFF, 0x10FFFF)
    default:
      return nil
    }
  }

  /// Adds a byte.
  ///
  /// - Returns: `false` if the byte cannot follow; the value is then unchanged.
  mutating func append(_ byte: UInt8) -> Bool {
    guard missing > 0, byte & 0xC0 == 0x80 else { return false }
    let shift = UInt32(missing - 1) * 6
    let prefix = candidates.lowerBound & ~((1 << (shift + 6)) - 1)
    let first = prefix | UInt32(byte & 0x3F) << shift
    let last = first | ((1 << shift) - 1)
    guard last >= candidates.lowerBound, first <= candidates.upperBound else { return false }
    candidates = max(first, candidates.lowerBound)...min(last, candidates.upperBound)
    missing -= 1
    return true
  }
}
