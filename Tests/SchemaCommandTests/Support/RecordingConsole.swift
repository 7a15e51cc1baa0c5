import SchemaConformances

@testable import SchemaCommandLine

/// A console that keeps what is written to it.
struct RecordingConsole: Console {
  var display = Display()
  var isInputTerminal = false

  /// What comes on standard input, piece by piece.
  var input: [[UInt8]] = []

  /// The sizes that the display takes while input is waited for, the first one last.
  var sizes: [(columns: Int, rows: Int)] = []

  var output = ""
  var messages: [String] = []
  var progress: [String] = []
  var waited = Duration.zero

  /// With what writing fails, if it does.
  var failure: WriteFailure?

  mutating func waitForInput(_ duration: Duration) -> Bool {
    guard let size = sizes.popLast() else { return true }
    (display.columns, display.rows) = size
    return false
  }

  mutating func read() throws(ReadFailure) -> [UInt8] {
    input.isEmpty ? [] : input.removeFirst()
  }

  mutating func write(_ text: String) throws(WriteFailure) {
    if let failure { throw failure }
    output += text
  }

  mutating func report(_ message: String) {
    messages.append(message)
  }

  mutating func showProgress(_ line: String?) {
    if let line { progress.append(line) }
  }

  mutating func wait(_ duration: Duration) {
    waited += duration
  }
}
