import SchemaKit

/// Shows the outline of a growing value on a terminal; elsewhere it shows nothing.
struct LiveOutline {
  private let name: String
  private let graph: SchemaGraph
  private var isLive = false

  /// Creates an outline.
  init(name: String, graph: SchemaGraph) {
    self.name = name
    self.graph = graph
  }

  /// Changes to the alternate screen.
  mutating func begin(on console: inout some Console) throws(WriteFailure) {
    guard console.display.isTerminal else { return }
    isLive = true
    LiveScreen.restoreScreenOnSignals()
    try console.control(LiveScreen.enter)
  }

  /// Draws the value again.
  ///
  /// - Parameters:
  ///   - content: The value so far.
  ///   - detail: The text after the name in the first line.
  ///   - console: The console.
  /// - Throws: ``WriteFailure`` if it cannot be written to.
  func show(
    _ content: GeneratedContent, detail: String, on console: inout some Console
  ) throws(WriteFailure) {
    guard isLive else { return }
    let display = console.display
    let outline = Outline(content, by: graph)
    let title = "\(name.escaped)\(detail)".fitted(to: display.columns - 1)
    let lines = outline.text(columns: display.columns - 1)
    let window = LiveScreen.window(lines, rows: display.rows - 1, focus: outline.focus)
    try console.redraw([StyledLine(title, .strong)] + window)
  }

  /// Changes back to the main screen, and writes the value there.
  ///
  /// - Parameters:
  ///   - content: The value; `nil` to write nothing.
  ///   - console: The console.
  /// - Throws: ``WriteFailure`` if it cannot be written to.
  mutating func end(
    with content: GeneratedContent?, on console: inout some Console
  ) throws(WriteFailure) {
    guard isLive else { return }
    isLive = false
    try console.control(LiveScreen.leave)
    LiveScreen.resetSignalHandling()
    guard let content else { return }
    try console.write([StyledLine(name)] + Outline(content, by: graph).text())
  }
}
