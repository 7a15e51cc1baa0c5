/// Reading JSON strings that this module wrote itself, or has checked.
enum JSONText {
  /// The string that escaped text, without its quotes, stands for.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var units: [UInt16] = []
    var index = bytes.startIndex
    func flush() {
      guard !units.isEmpty else { return }
      result.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      units = []
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      guard byte == 0x5C, index + 1 < bytes.endIndex else {
        flush()
        result.append(byte)
        index += 1
        continue
      }
      let escape = bytes[index + 1]
      if escape == UInt8(ascii: "u"), index + 6 <= bytes.endIndex {
        let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 6
        continue
      }
      flush()
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      default: result.append(escape)
      }
      index += 2
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }
}
