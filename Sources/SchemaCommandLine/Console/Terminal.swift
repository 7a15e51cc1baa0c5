#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that may be a terminal.
struct Terminal: Sendable {
  private let descriptor: Int32

  static let standardInput = Terminal(descriptor: STDIN_FILENO)
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  /// `true` if it is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The current number of columns and rows; `nil` if it is not known.
  var size: (columns: Int, rows: Int)? { SystemCalls.terminalSize(descriptor) }
}
