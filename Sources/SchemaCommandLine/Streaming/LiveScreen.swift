#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A terminal's alternate screen, which is redrawn and leaves the main screen unchanged.
///
/// It is robust when the size of the window changes: no text that scrolled or wrapped has to be
/// found again.
enum LiveScreen {
  /// Changes to the alternate screen and hides the cursor (xterm's private modes 1049 and 25).
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?25l"

  /// Shows the cursor and changes back.
  static let leave: StaticString = "\u{1B}[?25h\u{1B}[?1049l"

  /// Returns the lines that fit on a screen, including a given one.
  static func window(
    _ lines: [StyledLine], rows: Int, focus: Int
  ) -> [StyledLine] {
    guard lines.count > rows, rows > 0 else { return rows > 0 ? lines : [] }
    // Some of the following lines are also shown.
    let last = min(lines.count, max(rows, focus + 1 + rows / 4))
    return Array(lines[(last - rows)..<last])
  }

  /// Restores the main screen when a signal ends or stops the process.
  static func restoreScreenOnSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, endBySignal) }
    signal(SIGTSTP, stopBySignal)
    signal(SIGCONT) { _ in writeDirectly(LiveScreen.enter) }
  }

  /// Restores the system's handling of signals.
  static func resetSignalHandling() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
  }
}

/// Writes with calls that are safe in a signal handler.
private func writeDirectly(_ text: StaticString) {
  _ = unsafe write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}

private func endBySignal(_ number: Int32) {
  writeDirectly(LiveScreen.leave)
  signal(number, SIG_DFL)
  raise(number)
}

private func stopBySignal(_ number: Int32) {
  writeDirectly(LiveScreen.leave)
  // Stops the process without using the handler of this signal, which stays set.
  raise(SIGSTOP)
}
