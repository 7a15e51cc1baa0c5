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

  /// Reads the values; empty lines are skipped.
  func instances(from console: inout some Console) throws(CommandError) -> [JSONInstance] {
    let bytes: [UInt8]
    if let path {
      bytes = try SchemaSource.bytes(ofFileAt: path)
    } else {
      bytes = try SchemaSource.standardInputBytes(from: &console)
    }
    let name = path ?? SchemaSource.standardInput.name
    guard hasLines else { return [JSONInstance(source: name, text: bytes, line: 1)] }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let instance = JSONInstance(source: name, text: Array(line), line: index + 1)
      return instance.isBlank ? nil : instance
    }
  }
}
