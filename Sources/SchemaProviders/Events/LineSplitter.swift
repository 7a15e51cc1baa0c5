/// Splits the bytes of a stream into lines.
///
/// The stream arrives in pieces, which may end anywhere.
package struct LineSplitter {
  /// The treatment of a line that is longer than ``StreamLimit/eventSize``.
  package enum LongLines {
    /// Reading stops.
    case fail
    /// The line is left out.
    case skip
  }

  private let longLines: LongLines
  /// `true` in a line that is left out.
  private var isSkipping = false
  /// The part of the current line that has arrived.
  private var line: [UInt8] = []
  /// `true` if the last line ended with CR: a following LF, perhaps in the next piece, belongs to
  /// the same line end.
  private var isAfterCarriageReturn = false
  private var isFirstLine = true

  /// The reason why reading has stopped; `nil` if it continues.
  package private(set) var failure: StreamLimit?

  package init(longLines: LongLines = .fail) { self.longLines = longLines }

  /// Reads a piece of the stream.
  ///
  /// - Returns: The lines that the piece completes, without their line ends, up to a failure. Lines
  ///   that are left out are not among them.
  package mutating func append(_ piece: some Sequence<UInt8>) -> [String] {
    var complete: [String] = []
    var rest = Array(piece)[...]
    while failure == nil, let first = rest.first {
      if isAfterCarriageReturn, first == UInt8(ascii: "\n") { rest.removeFirst() }
      isAfterCarriageReturn = false
      let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      let text = rest[..<(end ?? rest.endIndex)]
      if line.count + text.count > StreamLimit.eventSize {
        line = []
        guard longLines == .skip else {
          failure = .event
          return complete
        }
        isSkipping = true
      }
      if !isSkipping { line += text }
      guard let end else { break }
      if isSkipping {
        isSkipping = false
        isFirstLine = false
      } else {
        complete.append(take())
      }
      isAfterCarriageReturn = rest[end] == UInt8(ascii: "\r")
      rest = rest[(end + 1)...]
    }
    return complete
  }

  /// Returns the text after the last line end, when the stream has ended.
  mutating func finish() -> String? { line.isEmpty ? nil : take() }

  /// Ends the current line, and returns its text.
  private mutating func take() -> String {
    var bytes = line[...]
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A limit that a stream exceeds.
///
/// The rest of the stream is not read.
package enum StreamLimit: Error, Sendable, Hashable {
  /// The size of a line, or of an event.
  case event

  /// The size of all lines outside of events.
  case strayText

  /// The largest size of a line, or of the data of an event, in bytes.
  ///
  /// An event of OpenAI's Responses may repeat a complete answer, images included.
  static let eventSize = 1 << 24

  /// The largest size of all lines outside of events together, in bytes, which is enough for an
  /// error; a JSON object may have ``eventSize``.
  static let strayTextSize = 1 << 20
}
