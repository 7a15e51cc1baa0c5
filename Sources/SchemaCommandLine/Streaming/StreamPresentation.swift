import SchemaKit

/// Shows a value while its text arrives.
struct StreamPresentation<Value: Generable>: ~Copyable {
  private let name: String
  private var parser = GeneratedContentParser()
  private var finished = FinishedValues()

  /// Creates a presentation.
  ///
  /// - Parameter name: The name of the value.
  init(name: String) {
    self.name = name
  }

  /// Shows the value from the first byte to the last.
  ///
  /// - Parameters:
  ///   - input: The source of the text.
  ///   - console: The console to show it on.
  /// - Throws: ``CommandError`` if the text is malformed, ends early, or does not match the type;
  ///   ``WriteFailure`` if the value cannot be shown.
  mutating func run(_ input: StreamInput, on console: inout some Console) throws {
    let isLive = console.display.isTerminal
    if isLive {
      LiveScreen.restoreOnSignals()
      try console.write("\(LiveScreen.enter)")
    }
    var failure: (any Error)?
    do {
      try follow(input, on: &console)
    } catch {
      failure = error
    }
    if isLive {
      try console.write("\(LiveScreen.leave)")
      LiveScreen.ignoreSignalsAgain()
      let outline = try? outline()
      let lines = outline?.text(on: console.display) ?? []
      try console.write(([name] + lines).map { $0 + "\n" }.joined())
    }
    if let failure { throw failure }
  }

  private mutating func follow(_ input: StreamInput, on console: inout some Console) throws {
    var input = input
    do {
      while true {
        try waitForText(input, on: &console)
        let piece: [UInt8]
        do throws(ReadFailure) {
          piece = try input.next(on: &console)
        } catch {
          throw CommandError.unreadable(source: "standard input", reason: error.reason)
        }
        if piece.isEmpty { break }
        try append(piece, on: &console)
      }
      let content = try parser.finish()
      try show(on: &console)
      _ = try Value(content)
    } catch let error as GeneratedContentParser.SyntaxError {
      if error.code == .unexpectedEnd || error.code == .noValue {
        let parts = MissingParts(of: parser.snapshot(), by: try SchemaGraph(Value.self))
        throw CommandError.cutOff(
          place: "\(error.position)", unfinished: parts.unfinished, missing: parts.missing)
      }
      throw CommandError.malformed(
        place: "\(error.position)", expected: error.expected, found: error.found)
    } catch let error as GeneratedContent.ConversionError {
      throw CommandError.mismatch("\(error)")
    }
  }

  /// Waits for text from standard input, and redraws if the window's size changes meanwhile.
  private mutating func waitForText(_ input: StreamInput, on console: inout some Console) throws {
    guard case .standardInput = input, console.display.isTerminal else { return }
    var display = console.display
    while !console.waitForInput(.milliseconds(200)) {
      guard console.display != display else { continue }
      display = console.display
      try show(on: &console)
    }
  }

  /// Reads a piece of the text; the part before a fault in it is shown too.
  private mutating func append(_ piece: [UInt8], on console: inout some Console) throws {
    var fault: (any Error)?
    do {
      try parser.append(piece)
    } catch {
      fault = error
    }
    try show(on: &console)
    if let fault { throw fault }
  }

  /// The value as far as it has arrived.
  private func outline() throws -> Outline {
    let content = parser.snapshot()
    return Outline(try content.partialValue(Value.self), content)
  }

  private mutating func show(on console: inout some Console) throws {
    let display = console.display
    guard display.isTerminal else {
      // The content is read as the type too, so that only valid values are written.
      _ = try parser.snapshot().partialValue(Value.self)
      let values = finished.next(in: parser.snapshot())
      let lines = values.map { "\($0.pointer): \($0.text)\n" }
      return lines.isEmpty ? () : try console.write(lines.joined())
    }
    let outline = try outline()
    let bytes = parser.position.offset
    let title = "\(name), \(bytes) \(bytes == 1 ? "byte" : "bytes")".fitted(to: display.columns - 1)
    let lines = outline.text(on: display, columns: display.columns - 1)
    let window = LiveScreen.window(lines, rows: display.rows - 1, focus: outline.focus)
    try console.write(LiveScreen.frame([display.styled(title, .strong)] + window))
  }
}
