@testable import schema

/// A console that keeps what is written to it.
struct RecordingConsole: Console {
  var output = ""
  var messages: [String] = []

  /// With what writing fails, if it does.
  var failure: WriteFailure?

  mutating func write(_ text: String) throws(WriteFailure) {
    if let failure { throw failure }
    output += text
  }

  mutating func report(_ message: String) {
    messages.append(message)
  }
}
