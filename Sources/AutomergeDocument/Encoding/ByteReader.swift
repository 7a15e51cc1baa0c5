/// Reads the primitives of the format from a range of bytes, and checks that each length is within
/// this range.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset: Int
  let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// Creates a reader of a part of some bytes.
  ///
  /// `range`: A range of valid indices.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { offset >= end }
  var remaining: Int { end - offset }

  mutating func byte() throws(AutomergeError) -> UInt8 {
    guard offset < end else { throw endOfData() }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Returns the range of the next bytes, and skips them.
  mutating func range(_ count: UInt64) throws(AutomergeError) -> Range<Int> {
    guard count <= UInt64(remaining) else { throw endOfData() }
    let start = offset
    offset += Int(count)
    return start..<offset
  }

  mutating func array(_ count: UInt64) throws(AutomergeError) -> [UInt8] {
    Array(bytes[try range(count)])
  }

  /// Reads an unsigned integer of at most 64 bits in LEB128, in its shortest form.
  mutating func uleb() throws(AutomergeError) -> UInt64 {
    let first = try byte()
    if first < 0x80 { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      if shift == 63, next > 1 { throw corrupt("an integer of more than 64 bits") }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 {
        if next == 0 { throw corrupt("an integer that is not in its shortest form") }
        return value
      }
      shift += 7
    }
  }

  /// Reads a signed integer of at most 64 bits in LEB128, in its shortest form.
  mutating func sleb() throws(AutomergeError) -> Int64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var previous: UInt8 = 0
    while true {
      let next = try byte()
      // The tenth byte has the last bit of the integer, and repeats this bit as the sign in the
      // other six.
      if shift == 63, next != 0, next != 0x7F { throw corrupt("an integer of more than 64 bits") }
      value |= UInt64(next & 0x7F) << shift
      shift += 7
      if next < 0x80 {
        let isNegative = next & 0x40 != 0
        let repeatsSign =
          next == 0 && previous & 0x40 == 0 || next == 0x7F && previous & 0x40 != 0
        if shift > 7, repeatsSign { throw corrupt("an integer that is not in its shortest form") }
        if isNegative, shift < 64 { value |= UInt64.max << shift }
        return Int64(bitPattern: value)
      }
      previous = next
    }
  }

  /// Reads a length, skips that many bytes, and returns their range.
  mutating func prefixed() throws(AutomergeError) -> Range<Int> { try range(try uleb()) }

  /// Reads a length, and that many bytes.
  mutating func prefixedArray() throws(AutomergeError) -> [UInt8] { Array(bytes[try prefixed()]) }

  /// Reads the length of a string in UTF-8, and the string.
  mutating func string() throws(AutomergeError) -> String {
    let range = try prefixed()
    guard UTF8Validation.isValid(bytes, range) else { throw corrupt("invalid UTF-8") }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  mutating func hash() throws(AutomergeError) -> ChangeHash {
    let range = try range(32)
    guard let hash = ChangeHash(bytes: bytes[range]) else { throw endOfData() }
    return hash
  }

  mutating func hashes() throws(AutomergeError) -> [ChangeHash] {
    let count = try uleb()
    guard count <= UInt64(remaining / 32) else { throw endOfData() }
    var hashes: [ChangeHash] = []
    for _ in 0..<count { hashes.append(try hash()) }
    return hashes
  }

  /// Reads a count of actors and the actors, each with its length.
  mutating func actors() throws(AutomergeError) -> [ActorId] {
    let count = try uleb()
    guard count <= UInt64(remaining) else { throw endOfData() }
    var actors: [ActorId] = []
    for _ in 0..<count { actors.append(ActorId(bytes: try prefixedArray())) }
    return actors
  }

  func corrupt(_ fault: String) -> AutomergeError {
    AutomergeError(.corruptData, "The data contain \(fault).", offset: offset)
  }

  private func endOfData() -> AutomergeError {
    AutomergeError(.corruptData, "The data end too early; they may be cut off.", offset: offset)
  }
}
