import SchemaText

/// The text around a value: a byte order mark, the line of a Markdown fence, and prose.
///
/// Each function reads from the beginning of the bytes that it is given, and returns the number of
/// bytes that it has read.
struct Surroundings {
  /// The text before a position.
  enum Preceding: UInt8 {
    /// Nothing but white space.
    case nothing
    /// The line that begins a Markdown fence, and white space.
    case fence
    case prose
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes of the byte order mark that have been read.
  private var markCount = 0
  /// The text before the current position, or before the value that has begun.
  private(set) var preceding = Preceding.nothing
  /// The number of consecutive backticks before the current position.
  private var backticks = 0
  /// `true` if the line has the mark of a fence.
  private var isFenceLine = false
  /// `true` if the value is followed by more than white space.
  private var hasTextAfterValue = false

  /// `true` if there is text around the value.
  var hasText: Bool { preceding != .nothing || hasMark || hasTextAfterValue }

  /// `true` if a complete byte order mark has been read.
  var hasMark: Bool { markCount == Self.byteOrderMark.count }

  /// `true` if the byte order mark has begun, and a part of it is missing.
  var hasPartOfMark: Bool { markCount > 0 && !hasMark }

  // MARK: Text before the value

  /// Reads the bytes of a byte order mark, up to the first byte that is not the next one of it.
  mutating func readMark(_ bytes: Span<UInt8>, _ lines: inout LineCounter) -> Int {
    var index = 0
    while index < bytes.count, !hasMark, bytes[index] == Self.byteOrderMark[markCount] {
      index += 1
      markCount += 1
      // A mark takes no column.
      lines.addContinuations(1)
    }
    return index
  }

  /// Reads up to a byte that may begin the value.
  mutating func readPreamble(_ bytes: Span<UInt8>, _ lines: inout LineCounter) -> Int {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        backticks = 0
        return index
      case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        backticks = 0
        if preceding != .prose { return index }
      case UInt8(ascii: "`"):
        backticks += 1
        if backticks == 3 { isFenceLine = true }
        preceding = .prose
      case 0x0A:
        lines.beginLine(at: index + 1)
        if isFenceLine {
          isFenceLine = false
          preceding = .fence
        }
        backticks = 0
      case 0x20, 0x09, 0x0D: backticks = 0
      default:
        if byte & 0xC0 == 0x80 { lines.addContinuations(1) }
        addProse()
      }
      index += 1
    }
    return index
  }

  /// Counts text that was read elsewhere as prose.
  mutating func addProse() {
    preceding = .prose
    backticks = 0
  }

  // MARK: Text after the value

  /// Reads white space.
  func readWhiteSpace(_ bytes: Span<UInt8>, _ lines: inout LineCounter) -> Int {
    var index = 0
    while index < bytes.count, Self.isWhiteSpace(bytes[index]) {
      index += 1
      if bytes[index - 1] == 0x0A { lines.beginLine(at: index) }
    }
    return index
  }

  /// Reads all of the bytes, as text after the value.
  mutating func readEpilogue(_ bytes: Span<UInt8>, _ lines: inout LineCounter) -> Int {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0A {
        lines.beginLine(at: index + 1)
      } else if byte & 0xC0 == 0x80 {
        lines.addContinuations(1)
      }
      if !Self.isWhiteSpace(byte) { hasTextAfterValue = true }
    }
    return bytes.count
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}
