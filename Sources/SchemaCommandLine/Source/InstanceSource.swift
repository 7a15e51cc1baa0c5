import SchemaKit
import SchemaText

/// A JSON value in a text.
struct JSONInstance {
  /// The name of the source.
  let source: String

  /// The text of the value, in UTF-8.
  let text: [UInt8]

  /// The number of the text's first line in the source.
  let line: Int

  /// `true` if the text has white space only.
  var isBlank: Bool { text.allSatisfy(JSONScanner.isWhiteSpace) }

  /// Converts a position in the text to a position in the source.
  func inSource(_ position: TextPosition) -> TextPosition {
    TextPosition(
      offset: position.offset, line: position.line + line - 1, column: position.column)
  }
}

/// A file, or standard input, that JSON values are read from.
struct InstanceSource {
  /// The path of the file; `nil` for standard input.
  private let path: String?

  /// `true` if each line is a value.
  private let hasLines: Bool

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - argument: A path, or `-` for standard input.
  ///   - hasLines: `true` if each line is a value, as in files that end in `.jsonl` or `.ndjson`.
  init(_ argument: String, hasLines: Bool) {
    path = argument == "-" ? nil : argument
    let name = argument.lowercased()
    self.hasLines = hasLines || name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
  }

  /// Reads the values, of which one is in memory at a time; empty lines are skipped.
  ///
  /// - Parameters:
  ///   - console: The console to read from.
  ///   - body: A function that is called with each value and the console.
  /// - Throws: ``CommandError`` if the source cannot be read, and what the function throws.
  func forEach<Output: Console>(
    on console: inout Output, _ body: (JSONInstance, inout Output) throws -> Void
  ) throws {
    let name = path ?? SchemaSource.standardInput.name
    guard hasLines else {
      let bytes =
        if let path {
          try SchemaSource.bytes(ofFileAt: path)
        } else {
          try SchemaSource.standardInputBytes(from: &console)
        }
      return try body(JSONInstance(source: name, text: bytes, line: 1), &console)
    }
    var lines = InputLines()
    var number = 0
    func use(_ line: [UInt8], _ console: inout Output) throws {
      number += 1
      let instance = JSONInstance(source: name, text: line, line: number)
      if !instance.isBlank { try body(instance, &console) }
    }
    guard let path else {
      while let line = try lines.next(on: &console) { try use(line, &console) }
      return
    }
    do {
      let file = try InputFile.open(path: path)
      defer { file.closeFile() }
      while let line = try lines.next(reading: { () throws(ReadFailure) in try file.readSome() }) {
        try use(line, &console)
      }
    } catch let failure as ReadFailure {
      throw CommandError.unreadable("The file '\(path)'", reason: failure.reason)
    }
  }
}
