@testable import SchemaCommandLine

/// A console that keeps the texts that are sent to it.
struct RecordingConsole: Console {
  var display = Display()
  var isInputTerminal = false

  /// The pieces of standard input.
  var input: [[UInt8]] = []

  /// The sizes that the display gets while the command waits for input, the first one last.
  var sizes: [(columns: Int, rows: Int)] = []

  var output = ""
  var messages = ""
  var progress: [String] = []
  var waited = Duration.zero

  /// The failure of writing a result, if writing fails.
  var failure: WriteFailure?

  mutating func waitForInput(_ duration: Duration) -> Bool {
    guard let size = sizes.popLast() else { return true }
    (display.columns, display.rows) = size
    return false
  }

  mutating func read() throws(ReadFailure) -> [UInt8] {
    input.isEmpty ? [] : input.removeFirst()
  }

  mutating func send(_ text: String, to channel: OutputChannel) throws(WriteFailure) {
    switch channel {
    case .results:
      if let failure { throw failure }
      output += text
    case .messages: messages += text
    case .progress: if !text.isEmpty { progress.append(text) }
    }
  }

  mutating func wait(_ duration: Duration) {
    waited += duration
  }
}
