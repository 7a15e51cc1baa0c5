import SchemaKit
import SchemaText

/// Shows a value while its text arrives.
struct StreamPresentation: ~Copyable {
  private let graph: SchemaGraph
  private var outline: LiveOutline
  private let validator: InstanceValidator
  private var parser = GeneratedContentParser()
  private var finished = FinishedValues()
  /// `true` until text arrives that is not white space.
  private var isBlank = true
  /// The remedy for an input without text.
  private let remedyForBlank: String

  /// Creates a presentation.
  ///
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - reading: The schema, whose properties are shown.
  ///   - validator: The validator of the value.
  ///   - canPlay: `true` if the schema is a sample, whose text can be played.
  init(
    name: String, _ reading: SchemaReading, _ validator: InstanceValidator, canPlay: Bool
  ) {
    let remedy = "Pipe the JSON text of a value into the command"
    remedyForBlank = canPlay ? "\(remedy), or play that of the sample with --play." : "\(remedy)."
    graph = reading.graph
    outline = LiveOutline(name: name, graph: graph)
    self.validator = validator
  }

  /// Shows the value from the first byte to the last.
  ///
  /// - Parameters:
  ///   - input: The source of the text.
  ///   - console: The console to show it on.
  /// - Returns: The problem of the text or the value.
  /// - Throws: ``CommandError`` if the text cannot be read, ``WriteFailure`` if the value cannot be
  ///   shown.
  mutating func run(_ input: StreamInput, on console: inout some Console) throws -> FindingList {
    try outline.begin(on: &console)
    let result: Result<FindingList, any Error>
    do {
      result = .success(try follow(input, on: &console))
    } catch {
      result = .failure(error)
    }
    try outline.end(with: parser.snapshot(), on: &console)
    return try result.get()
  }

  private mutating func follow(
    _ input: StreamInput, on console: inout some Console
  ) throws -> FindingList {
    var input = input
    do {
      while true {
        try waitForText(input, on: &console)
        let piece: [UInt8]
        do throws(ReadFailure) {
          piece = try input.next(on: &console)
        } catch {
          throw CommandError.unreadableInput(reason: error.reason)
        }
        if piece.isEmpty { break }
        isBlank = isBlank && piece.allSatisfy(JSONScanner.isWhiteSpace)
        try append(piece, on: &console)
      }
      let content = try parser.finish()
      try show(on: &console)
      return validator.findings(on: content, in: input.name)
    } catch let error as GeneratedContentParser.SyntaxError {
      guard var finding = Finding(error, in: input.name) else { throw error }
      if isBlank, finding.code == Rule.Code.incompleteJSON {
        return FindingList([
          Finding(
            severity: .error, code: finding.code, source: input.name, place: [],
            problem: "There is no text, and the JSON text of a value is expected.",
            remedy: remedyForBlank)
        ])
      }
      if finding.code == Rule.Code.incompleteJSON {
        let parts = try MissingParts(of: parser.snapshot(), by: graph)
        finding.add(sentences: parts.description)
        finding.set(
          place: parts.unfinished, remedy: "If a model was cut off, allow it more tokens.")
      }
      return FindingList([finding])
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

  /// Reads a piece of the text; the part before a fault is also shown.
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

  private mutating func show(on console: inout some Console) throws {
    guard console.display.isTerminal else {
      let values = finished.next(in: parser.snapshot())
      return try console.write(values.map { "\($0.pointer): \($0.text)" })
    }
    let bytes = parser.position.offset
    try outline.show(
      parser.snapshot(), detail: ", \(bytes) \(bytes == 1 ? "byte" : "bytes")", on: &console)
  }
}
