#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The display of results: a terminal, or a file or pipe.
struct Display: Sendable, Hashable {
  var isTerminal = false

  /// `true` if texts are colored.
  var isColored = false

  /// The number of columns and rows.
  var columns = 80
  var rows = 24

  /// Creates a display that is not a terminal.
  init() {}

  /// Creates a display with the properties of an open file, which may be a terminal.
  ///
  /// Colors are shown on a terminal, unless the variable `NO_COLOR` is set (see no-color.org) or
  /// the terminal is called dumb.
  init(
    _ terminal: Terminal, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard terminal.isTerminal else { return }
    isTerminal = true
    isColored = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    self = resized(to: terminal)
  }

  /// Returns the display with the current size of a terminal.
  func resized(to terminal: Terminal) -> Display {
    var display = self
    if isTerminal, let size = terminal.size { (display.columns, display.rows) = size }
    return display
  }
}
