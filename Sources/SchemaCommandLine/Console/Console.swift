#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The input and the output of a command.
protocol Console {
  /// The display of results.
  var display: Display { get }

  /// Whether standard input is a terminal.
  var isInputTerminal: Bool { get }

  /// Waits for bytes on standard input, or for its end, for a limited time.
  ///
  /// - Parameter duration: How long to wait at most.
  /// - Returns: Whether reading returns without waiting.
  mutating func waitForInput(_ duration: Duration) -> Bool

  /// Waits.
  ///
  /// - Parameter duration: How long.
  mutating func wait(_ duration: Duration)

  /// Reads the next bytes of standard input.
  ///
  /// - Returns: The bytes that are available; none at the end.
  /// - Throws: ``ReadFailure`` if it cannot be read.
  mutating func read() throws(ReadFailure) -> [UInt8]

  /// Writes a result, or a part of one.
  ///
  /// - Parameter text: The text, with its line breaks.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(_ text: String) throws(WriteFailure)

  /// Writes a message to standard error.
  ///
  /// - Parameter message: The message, without the last line break.
  mutating func report(_ message: String)

  /// Shows the progress on a terminal, in a line that the next one replaces.
  ///
  /// - Parameter line: The line, or `nil` to remove the last one.
  mutating func showProgress(_ line: String?)
}

/// The console of the process: standard input, standard output and standard error.
struct StandardConsole: Console {
  private let output = Display(Terminal.standardOutput)
  private let watcher = Display(Terminal.standardError)
  private var isProgressShown = false

  var display: Display { output.resized(to: Terminal.standardOutput) }

  var isInputTerminal: Bool { Terminal.standardInput.isTerminal }

  func wait(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    // A signal, such as a change of the window's size, may end it early, which is harmless.
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }

  func waitForInput(_ duration: Duration) -> Bool {
    InputFile.standardInput.isReady(within: duration)
  }

  func read() throws(ReadFailure) -> [UInt8] {
    try InputFile.standardInput.readSome()
  }

  mutating func write(_ text: String) throws(WriteFailure) {
    showProgress(nil)
    try OutputFile.standardOutput.write(text)
  }

  mutating func report(_ message: String) {
    showProgress(nil)
    // A failure here cannot be reported.
    try? OutputFile.standardError.write(message + "\n")
  }

  mutating func showProgress(_ line: String?) {
    guard watcher.isTerminal, line != nil || isProgressShown else { return }
    isProgressShown = line != nil
    let text = line.map { $0.fitted(to: watcher.columns - 1) } ?? ""
    try? OutputFile.standardError.write("\r\u{1B}[K\(text)")
  }
}
