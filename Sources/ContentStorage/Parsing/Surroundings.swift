/// The text around a value: a byte order mark, the line of a Markdown fence, and prose.
///
/// A text that looks like a value, such as a citation, may still belong to the prose. Such a value
/// is tentative until more of it has been read.
struct Surroundings {
  /// The text before a position.
  private enum Preceding: UInt8 {
    /// Nothing but white space.
    case nothing
    /// The line that begins a Markdown fence, and white space.
    case fence
    case prose
  }

  enum MarkOutcome {
    case unfinished, ended
    /// A byte that does not belong to the mark.
    case fault
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes of the byte order mark that have been read.
  private var markCount = 0
  /// The text before the current position, or before the value that has begun.
  private var preceding = Preceding.nothing
  /// The number of consecutive backticks before the current position.
  private var backticks = 0
  /// `true` if the line has the mark of a fence.
  private var isFenceLine = false
  /// `true` if the current value may still belong to the text around the value.
  ///
  /// Snapshots do not show such a value.
  private(set) var isTentative = false
  /// An array of numbers, which could be a citation, or an empty array or object.
  ///
  /// It is the value unless another object or array follows.
  private(set) var contentSetAside: StoredContent?
  /// The departures of ``contentSetAside`` from RFC 8259.
  private(set) var departuresSetAside: JSONMachine.Departures = []

  /// `true` if there is text before the value.
  var hasText: Bool { preceding != .nothing || markCount == Self.byteOrderMark.count }

  /// `true` if a part of a byte order mark has been read.
  var hasMark: Bool { markCount > 0 }

  // MARK: Text before the value

  /// Reads a byte of the byte order mark, if there is one.
  ///
  /// - Parameters:
  ///   - chunk: The chunk, which must have an unread byte.
  ///   - lines: The counter of lines.
  ///   - skipsText: `true` if text around the value is skipped.
  /// - Returns: `unfinished` until the mark has ended.
  mutating func readMark(
    _ chunk: inout JSONChunk, _ lines: inout LineCounter, skipsText: Bool
  ) -> MarkOutcome {
    if chunk[chunk.index] == Self.byteOrderMark[markCount] {
      chunk.index += 1
      markCount += 1
      // A mark takes no column.
      lines.addContinuations(1)
      return markCount == Self.byteOrderMark.count ? .ended : .unfinished
    }
    guard markCount == 0 || skipsText else { return .fault }
    if markCount > 0 { preceding = .prose }
    return .ended
  }

  /// Reads up to a byte that may begin the value; `true` if the chunk has such a byte.
  mutating func readPreamble(_ chunk: inout JSONChunk, _ lines: inout LineCounter) -> Bool {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        return true
      case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        if preceding != .prose { return true }
      case UInt8(ascii: "`"):
        backticks += 1
        if backticks == 3 { isFenceLine = true }
        preceding = .prose
        chunk.index += 1
        continue
      case 0x0A:
        chunk.index += 1
        lines.beginLine(at: chunk.index)
        if isFenceLine {
          isFenceLine = false
          preceding = .fence
        }
        backticks = 0
        continue
      case 0x20, 0x09, 0x0D:
        chunk.index += 1
        backticks = 0
        continue
      default: break
      }
      if byte & 0xC0 == 0x80 { lines.addContinuations(1) }
      preceding = .prose
      backticks = 0
      chunk.index += 1
    }
    return false
  }

  // MARK: The value

  /// Begins a text that may be the value.
  mutating func beginValue() {
    isTentative = true
    backticks = 0
  }

  /// Accepts the current text as the value.
  @inline(__always)
  mutating func confirm() { isTentative = false }

  /// Accepts the current text as the value once it has more than a citation such as `[1]`.
  ///
  /// - Parameters:
  ///   - depth: The number of open containers.
  ///   - count: The number of values in the innermost container.
  @inline(__always)
  mutating func confirmUnlessCitation(depth: Int, count: Int) {
    if isTentative { confirmIfMore(depth: depth, count: count) }
  }

  @inline(never)
  private mutating func confirmIfMore(depth: Int, count: Int) {
    switch preceding {
    case .fence: confirm()
    case .nothing: if depth > 1 || count > 1 { confirm() }
    case .prose: break
    }
  }

  /// Accepts the value at a byte after it.
  ///
  /// - Returns: `false` if the text was not the value. A string, number or literal is the value
  ///   only if it fills the fence.
  mutating func leaveValue(at byte: UInt8) -> Bool {
    guard isTentative else { return true }
    guard preceding == .fence, byte == UInt8(ascii: "`") else { return false }
    confirm()
    return true
  }

  /// Treats the current text as a part of the text around the value.
  mutating func abandonValue() {
    isTentative = false
    preceding = .prose
  }

  /// Keeps an array or object that has ended, unless an earlier array or object has at least as
  /// many parts.
  mutating func setAside(_ content: StoredContent, with departures: JSONMachine.Departures) {
    guard content.shape == .array || content.shape == .object else { return }
    if let other = contentSetAside, other.childCount >= content.childCount { return }
    contentSetAside = content
    departuresSetAside = departures
  }

  // MARK: Text after the value

  /// Skips the text after the value, and counts its lines.
  func skipEpilogue(_ chunk: inout JSONChunk, _ lines: inout LineCounter) {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      chunk.index += 1
      if byte == 0x0A {
        lines.beginLine(at: chunk.index)
      } else if byte & 0xC0 == 0x80 {
        lines.addContinuations(1)
      }
    }
  }
}
