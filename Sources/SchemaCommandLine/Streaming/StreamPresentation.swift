import SchemaKit
import SchemaText

/// Shows a value while its text arrives, by reading along the schema.
struct StreamPresentation: ~Copyable {
  private let graph: SchemaGraph
  private var outline: LiveOutline
  private let validator: InstanceValidator
  private let reader: SchemaReader
  private let partial: PartialReading
  private var text: [UInt8] = []
  /// The parser of a text that follows JSON.
  private var parser = GeneratedContentParser()
  /// The fault of the text as JSON.
  private var fault: GeneratedContentParser.SyntaxError?
  private var finished = FinishedValues()
  /// The remedy for an input without text.
  private let remedyForBlank: String

  /// Creates a presentation.
  ///
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - reading: The schema, whose properties are shown.
  ///   - validator: The validator of the value.
  ///   - canPlay: `true` if the schema is a sample, whose text can be played.
  /// - Throws: `SchemaError` or `ValidatorError` if the schema cannot be used.
  init(
    name: String, _ reading: SchemaReading, _ validator: InstanceValidator, canPlay: Bool
  ) throws {
    let remedy = "Pipe the JSON text of a value into the command"
    remedyForBlank = canPlay ? "\(remedy), or play that of the sample with --play." : "\(remedy)."
    graph = reading.graph
    outline = LiveOutline(name: name, graph: graph)
    self.validator = validator
    reader = try reading.reader(policy: .clear)
    partial = reader.partialReading()
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
    try outline.end(with: partial.content, on: &console)
    return try result.get()
  }

  private mutating func follow(
    _ input: StreamInput, on console: inout some Console
  ) throws -> FindingList {
    var input = input
    while true {
      try waitForText(input, on: &console)
      let piece: [UInt8]
      do throws(ReadFailure) {
        piece = try input.next(on: &console)
      } catch {
        throw CommandError.unreadableInput(reason: error.reason)
      }
      if piece.isEmpty { break }
      append(piece)
      try show(on: &console)
    }
    return try finish(input.name, on: &console)
  }

  /// Reads the whole text, and shows its value.
  ///
  /// - Returns: The mends, or the problem of the text or the value.
  private mutating func finish(
    _ name: String, on console: inout some Console
  ) throws -> FindingList {
    do {
      if fault == nil {
        do {
          let content = try parser.finish()
          let findings = validator.findings(on: content, in: name)
          let reading = findings.isEmpty ? nil : try? reader.read(wholeText)
          if let reading { return try end(with: reading, name, on: &console) }
          if findings.isEmpty {
            try end(with: content, on: &console)
          } else {
            // Of a value that does not fit, the parts are shown that do not differ by a mend.
            _ = partial.complete(with: content)
            try show(on: &console)
          }
          return findings
        } catch let error as GeneratedContentParser.SyntaxError {
          fault = error
        }
      }
      return try end(with: reader.read(wholeText), name, on: &console)
    } catch let error as ReadingError {
      // The parser's fault is the better one for a text that is almost JSON.
      let isJSON = [.endedEarly, .malformed, .unfit].contains(error.code)
      let shown = isJSON || isBlank ? fault.map { finding($0, name) } : nil
      return FindingList([shown ?? Finding(error, in: name)])
    }
  }

  private var wholeText: String { String(decoding: text, as: UTF8.self) }

  /// `true` if no text has arrived that is not white space.
  private var isBlank: Bool { text.allSatisfy(JSONScanner.isWhiteSpace) }

  private mutating func end(
    with reading: Reading, _ name: String, on console: inout some Console
  ) throws -> FindingList {
    try end(with: reading.content, on: &console)
    return FindingList((reading.mends + reading.suspicions).map { Finding($0, in: name) })
  }

  /// Shows the whole value, unless a part of another one was shown.
  private mutating func end(
    with content: GeneratedContent, on console: inout some Console
  ) throws {
    guard partial.complete(with: content) != nil else { throw ReadingError.otherValueShown }
    try show(on: &console)
  }

  /// Returns the finding of a text that is not JSON.
  private func finding(_ error: GeneratedContentParser.SyntaxError, _ name: String) -> Finding {
    var finding = Finding(error, in: name)
    if finding.code == Rule.Code.incompleteJSON, isBlank {
      return Finding(
        severity: .error, code: finding.code, source: name, place: [],
        problem: "There is no text, and the JSON text of a value is expected.",
        remedy: remedyForBlank)
    }
    if finding.code == Rule.Code.incompleteJSON {
      let parts = try? MissingParts(of: parser.snapshot(), by: graph)
      finding.add(sentences: parts?.description ?? "")
      finding.set(
        place: parts?.unfinished ?? [], remedy: "If a model was cut off, allow it more tokens.")
    }
    return finding
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

  private mutating func append(_ piece: [UInt8]) {
    text += piece
    partial.append(piece)
    guard fault == nil else { return }
    do {
      try parser.append(piece)
    } catch {
      fault = error as? GeneratedContentParser.SyntaxError
    }
  }

  private mutating func show(on console: inout some Console) throws {
    guard console.display.isTerminal else {
      let values = finished.next(in: partial.content)
      return try console.write(values.map { "\($0.pointer): \($0.text)" })
    }
    let bytes = text.count
    try outline.show(
      partial.content, detail: ", \(bytes) \(bytes == 1 ? "byte" : "bytes")", on: &console)
  }
}
