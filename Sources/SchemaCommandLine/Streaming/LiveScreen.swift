#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A terminal's second screen, which is painted again and again and leaves the first as it was.
///
/// That is what makes it safe to change the size of the window in between: nothing that scrolled or
/// was wrapped anew has to be found again.
enum LiveScreen {
  /// Changes to the second screen and hides the cursor (xterm's private modes 1049 and 25).
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?25l"

  /// Shows the cursor and changes back.
  static let leave: StaticString = "\u{1B}[?25h\u{1B}[?1049l"

  /// What paints lines in place of those that are there.
  ///
  /// - Parameter lines: The lines, none of which is wider than the screen, nor all too many.
  /// - Returns: The text to write.
  static func frame(_ lines: [String]) -> String {
    // Each line is cleared behind its text rather than all at first, which would flicker.
    "\u{1B}[H" + lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
  }

  /// The part of some lines that a screen has room for, with one of them in it.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - rows: How many rows there are.
  ///   - focus: The number of a line that has to be seen.
  /// - Returns: As many lines as fit.
  static func window(_ lines: [String], rows: Int, focus: Int) -> [String] {
    guard lines.count > rows, rows > 0 else { return rows > 0 ? lines : [] }
    // Some of what is to come is shown below.
    let last = min(lines.count, max(rows, focus + 1 + rows / 4))
    return Array(lines[(last - rows)..<last])
  }

  /// Has the first screen brought back when a signal ends or stops the process.
  static func restoreOnSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, endBySignal) }
    signal(SIGTSTP, stopBySignal)
    signal(SIGCONT) { _ in writeDirectly(LiveScreen.enter) }
  }

  /// Leaves signals to the system again.
  static func ignoreSignalsAgain() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
  }
}

/// Writes without anything that a signal must not be in the middle of.
private func writeDirectly(_ text: StaticString) {
  _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}

private func endBySignal(_ number: Int32) {
  writeDirectly(LiveScreen.leave)
  signal(number, SIG_DFL)
  raise(number)
}

private func stopBySignal(_ number: Int32) {
  writeDirectly(LiveScreen.leave)
  // Stops whatever this signal is set to, so that it need not be set again.
  raise(SIGSTOP)
}
