/// The input and the output of a command.
///
/// A command writes lines, documents and messages by the methods of the extension, which are the
/// only callers of ``send(_:to:)``.
protocol Console {
  /// The display of results.
  var display: Display { get set }

  /// `true` if standard input is a terminal.
  var isInputTerminal: Bool { get }

  /// Waits for bytes, or for the end of the input, for a limited time.
  mutating func waitForInput(_ duration: Duration) -> Bool

  mutating func wait(_ duration: Duration)

  /// Reads the next bytes of standard input.
  mutating func read() throws(ReadFailure) -> [UInt8]

  /// Sends a text unchanged.
  ///
  /// - Parameters:
  ///   - text: The text, rendered and with its line breaks.
  ///   - channel: The channel to send to.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func send(_ text: String, to channel: OutputChannel) throws(WriteFailure)
}

/// The destination of a text.
enum OutputChannel: Sendable {
  /// Standard output, for results.
  case results
  /// Standard error, for messages.
  case messages
  /// Standard error if it is a terminal, for a line of progress that the next one replaces.
  case progress
}

extension Console {
  /// Writes lines of a result.
  mutating func write(_ lines: [StyledLine]) throws(WriteFailure) {
    guard !lines.isEmpty else { return }
    let isColored = display.isColored
    try send(lines.map { $0.rendered(isColored: isColored) + "\n" }.joined(), to: .results)
  }

  /// Writes a line of a result.
  mutating func write(_ line: StyledLine) throws(WriteFailure) { try write([line]) }

  /// Writes a document with its own line breaks, such as JSON or a drawing.
  mutating func write(document text: String) throws(WriteFailure) {
    try write(StyledLine.lines(ofDocument: text))
  }

  /// Writes a part of a text with its own line breaks, at once.
  ///
  /// - Parameter text: The part, which may end inside of a line.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(part text: String) throws(WriteFailure) {
    try send(text.escapedText, to: .results)
  }

  /// Writes a message to standard error.
  mutating func report(_ lines: StyledLine...) {
    // A failure here cannot be reported.
    try? send(lines.map { $0.rendered(isColored: false) + "\n" }.joined(), to: .messages)
  }

  /// Shows the progress on a terminal, in a line that the next one replaces.
  ///
  /// - Parameter line: The line, or `nil` to remove the last one.
  mutating func showProgress(_ line: StyledLine?) {
    try? send(line?.rendered(isColored: false) ?? "", to: .progress)
  }

  /// Sends a control sequence of a terminal.
  mutating func control(_ sequence: StaticString) throws(WriteFailure) {
    try send("\(sequence)", to: .results)
  }

  /// Replaces all lines on a terminal's screen.
  mutating func redraw(_ lines: [StyledLine]) throws(WriteFailure) {
    let isColored = display.isColored
    // Each line is cleared after its text. Clearing all lines first would flicker.
    let rows = lines.map { $0.rendered(isColored: isColored) + "\u{1B}[K" }
    try send("\u{1B}[H" + rows.joined(separator: "\r\n") + "\u{1B}[J", to: .results)
  }
}

extension StyledLine {
  /// Returns the lines of a document with its own line breaks.
  static func lines(ofDocument text: String) -> [StyledLine] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { StyledLine(String(Substring($0))) }
  }
}
