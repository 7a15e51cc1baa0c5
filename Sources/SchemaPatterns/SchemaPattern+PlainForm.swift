extension SchemaPattern {
  /// `true` if the pattern can be converted to a grammar part by part.
  ///
  /// Such a pattern is anchored at both ends. In between there are ASCII letters, digits and
  /// punctuation other than `"` and `\`, classes of them that are not negated, groups without a
  /// name, alternatives within groups, and greedy repetitions.
  public var isPlain: Bool { PlainPatternScan.isPlain(source) }
}

/// Determines whether a pattern is plain.
///
/// The pattern is known to be valid, so the scan only finds syntax that is not plain.
private struct PlainPatternScan {
  private let text: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  static func isPlain(_ source: String) -> Bool {
    let bytes = Array(source.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "^"), bytes.last == UInt8(ascii: "$")
    else { return false }
    var scan = PlainPatternScan(text: bytes[1..<(bytes.count - 1)])
    while let byte = scan.next() {
      guard scan.accept(byte) else { return false }
    }
    return true
  }

  private init(text: ArraySlice<UInt8>) {
    self.text = text
    index = text.startIndex
  }

  private var following: UInt8? { index < text.endIndex ? text[index] : nil }

  private mutating func next() -> UInt8? {
    guard let byte = following else { return nil }
    index += 1
    return byte
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"): return acceptEscape()
    case UInt8(ascii: "["): return acceptClass()
    case UInt8(ascii: "("):
      depth += 1
      guard following == UInt8(ascii: "?") else { return true }
      index += 1
      return next() == UInt8(ascii: ":")
    case UInt8(ascii: ")"):
      depth -= 1
      return true
    case UInt8(ascii: "|"): return depth > 0
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "}"):
      return following != UInt8(ascii: "?")
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"): return false
    default: return Self.isPlain(byte)
    }
  }

  /// Accepts a backslash and a syntax character that it escapes.
  private mutating func acceptEscape() -> Bool {
    guard let byte = next() else { return false }
    return "^$.[]()|{}*+?".utf8.contains(byte)
  }

  private mutating func acceptClass() -> Bool {
    guard following != UInt8(ascii: "^"), following != UInt8(ascii: "]") else { return false }
    while let byte = next() {
      if byte == UInt8(ascii: "]") { return true }
      guard Self.isPlain(byte), byte != UInt8(ascii: "[") else { return false }
    }
    return false
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
