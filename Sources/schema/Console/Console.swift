/// Where a command writes its result, and what it has to say about it.
protocol Console {
  /// Writes a result, or a part of one.
  ///
  /// - Parameter text: The text, with its line breaks.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(_ text: String) throws(WriteFailure)

  /// Says something to the person in front of it, apart from the result.
  ///
  /// - Parameter message: The message, without the last line break.
  mutating func report(_ message: String)
}

/// The console of the process: standard output and standard error.
struct StandardConsole: Console {
  func write(_ text: String) throws(WriteFailure) {
    try OutputFile.standardOutput.write(text)
  }

  func report(_ message: String) {
    // There is nowhere left to say that this failed.
    try? OutputFile.standardError.write(message + "\n")
  }
}
