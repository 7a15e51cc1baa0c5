/// Splits the bytes of a stream into lines, wherever the pieces of the stream end.
struct LineSplitter {
  private var line: [UInt8] = []
  private var isAfterCarriageReturn = false
  private var isFirstLine = true

  /// Takes a piece of the stream.
  ///
  /// - Returns: The lines that it completes, without their ends.
  mutating func append(_ piece: some Sequence<UInt8>) -> [String] {
    var complete: [String] = []
    for byte in piece {
      defer { isAfterCarriageReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where isAfterCarriageReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): complete.append(take())
      default: line.append(byte)
      }
    }
    return complete
  }

  /// The text after the last end of a line, when the stream has ended.
  mutating func finish() -> String? {
    line.isEmpty ? nil : take()
  }

  private mutating func take() -> String {
    var bytes = line[...]
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
