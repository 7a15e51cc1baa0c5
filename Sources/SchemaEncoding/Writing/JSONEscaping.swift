/// The escapes of JSON strings (RFC 8259 section 7): only what has to be escaped is.
enum JSONEscaping {
  /// Whether a text stands in a JSON string as it is.
  static func isClean(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(utf8.baseAddress) else { return true }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var offset = 0
    // Eight bytes at a time: a zero byte appears where one equals the byte looked for.
    while offset &+ 8 <= utf8.count {
      let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let control = (word &- ones &* 0x20) & ~word
      let found =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control
      if found & highs != 0 { return false }
      offset &+= 8
    }
    while offset < utf8.count {
      let byte = utf8[offset]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
      offset &+= 1
    }
    return true
  }

  static func append(_ utf8: UnsafeBufferPointer<UInt8>, to output: inout OutputBuffer) {
    for byte in utf8 {
      switch byte {
      case 0x22, 0x5C:
        output.append(0x5C as UInt8)
        output.append(byte)
      case 0x08: output.append("\\b")
      case 0x09: output.append("\\t")
      case 0x0A: output.append("\\n")
      case 0x0C: output.append("\\f")
      case 0x0D: output.append("\\r")
      case 0..<0x20:
        output.append("\\u00")
        output.append(hexDigit(byte >> 4))
        output.append(hexDigit(byte & 0xF))
      default: output.append(byte)
      }
    }
  }

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
