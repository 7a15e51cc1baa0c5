/// The primitives of the format, appended to bytes.
extension [UInt8] {
  mutating func appendULEB(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func appendSLEB(_ value: Int64) {
    var rest = value
    while rest < -0x40 || rest > 0x3F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest) & 0x7F)
  }

  mutating func appendPrefixed(_ bytes: some Collection<UInt8>) {
    appendULEB(UInt64(bytes.count))
    append(contentsOf: bytes)
  }

  mutating func appendHashes(_ hashes: [ChangeHash]) {
    appendULEB(UInt64(hashes.count))
    for hash in hashes { append(contentsOf: hash.bytes) }
  }
}
