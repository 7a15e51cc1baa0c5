#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where a command reads its input, writes its result, and says what it has to say about it.
protocol Console {
  /// What results are shown on.
  var display: Display { get }

  /// Whether standard input is a terminal, at which a person would have to type.
  var isInputTerminal: Bool { get }

  /// Waits until something comes on standard input, or its end, but not for long.
  ///
  /// - Parameter duration: How long to wait at most.
  /// - Returns: Whether reading will not have to wait.
  mutating func waitForInput(_ duration: Duration) -> Bool

  /// Waits.
  ///
  /// - Parameter duration: How long.
  mutating func wait(_ duration: Duration)

  /// Reads what comes next on standard input.
  ///
  /// - Returns: Some bytes, as many as are there at once; none at the end.
  /// - Throws: ``ReadFailure`` if it cannot be read.
  mutating func read() throws(ReadFailure) -> [UInt8]

  /// Writes a result, or a part of one.
  ///
  /// - Parameter text: The text, with its line breaks.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(_ text: String) throws(WriteFailure)

  /// Says something to the person in front of it, apart from the result.
  ///
  /// - Parameter message: The message, without the last line break.
  mutating func report(_ message: String)

  /// Shows how far the work is, in a line that the next one replaces, if a person is watching.
  ///
  /// - Parameter line: The line, or `nil` to take the last one away.
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
    // A signal such as a change of the window's size may end it early, which does no harm.
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
    // There is nowhere left to say that this failed.
    try? OutputFile.standardError.write(message + "\n")
  }

  mutating func showProgress(_ line: String?) {
    guard watcher.isTerminal, line != nil || isProgressShown else { return }
    isProgressShown = line != nil
    let text = line.map { $0.fitted(to: watcher.columns - 1) } ?? ""
    try? OutputFile.standardError.write("\r\u{1B}[K\(text)")
  }
}
