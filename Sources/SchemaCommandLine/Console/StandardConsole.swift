#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The console of the process: standard input, standard output and standard error.
struct StandardConsole: Console {
  private var output = Display(Terminal.standardOutput)
  private let watcher = Display(Terminal.standardError)
  private var isProgressShown = false

  var display: Display {
    get { output.resized(to: Terminal.standardOutput) }
    set { output = newValue }
  }

  var isInputTerminal: Bool { Terminal.standardInput.isTerminal }

  func wait(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    // A signal, such as a change of the window's size, may end the wait early, which is harmless.
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }

  func waitForInput(_ duration: Duration) -> Bool {
    InputFile.standardInput.isReady(within: duration)
  }

  func read() throws(ReadFailure) -> [UInt8] { try InputFile.standardInput.readSome() }

  mutating func send(_ text: String, to channel: OutputChannel) throws(WriteFailure) {
    let isProgress = channel == .progress && !text.isEmpty
    guard channel != .progress || watcher.isTerminal else { return }
    if isProgress || isProgressShown {
      let line = isProgress ? text.fitted(to: watcher.columns - 1) : ""
      try OutputFile.standardError.write("\r\u{1B}[K\(line)")
      isProgressShown = isProgress
    }
    switch channel {
    case .results: try OutputFile.standardOutput.write(text)
    case .messages: try OutputFile.standardError.write(text)
    case .progress: break
    }
  }
}

/// An open file that may be a terminal.
struct Terminal: Sendable {
  private let descriptor: Int32

  static let standardInput = Terminal(descriptor: STDIN_FILENO)
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The current number of columns and rows; `nil` if it is not known.
  var size: (columns: Int, rows: Int)? { SystemCalls.terminalSize(descriptor) }
}
