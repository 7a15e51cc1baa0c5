import ContentStorage

/// Converts chunks to content, without making values from it.
///
/// The reader runs no code of the content's type, so it can be used under a lock. It is a class
/// because parsers cannot be copied.
package final class ChunkReader {
  /// The kind of the text.
  package enum Format: Sendable {
    case json
    case plainText
  }

  private let format: Format
  // A reader of JSON uses only the parser, and a reader of plain text only the builder.
  private var parser: GeneratedContentParser
  private var text: ContentBuilder
  /// `true` if the text has begun: in JSON with the first character other than white space, and in
  /// plain text with the first character.
  private var hasBegun = false

  package init(format: Format, options: GeneratedContentParser.Options, id: GenerationID?) {
    let id = id ?? GenerationID()
    self.format = format
    parser = GeneratedContentParser(options: options, id: id)
    text = ContentBuilder(id: id)
  }

  /// The content that has arrived.
  package var content: GeneratedContent {
    switch format {
    case .json: parser.snapshot()
    case .plainText: text.snapshot()
    }
  }

  /// The departures from RFC 8259 that have been accepted so far; empty for plain text.
  package var departures: GeneratedContentParser.Departures {
    format == .json ? parser.departures : []
  }

  /// Parses a chunk, and returns the number of its bytes.
  @discardableResult
  package func append(_ chunk: some ContentChunk) throws -> Int {
    try chunk.withUTF8Bytes { bytes in
      switch format {
      case .json:
        hasBegun = hasBegun || bytes.indices.contains { !Self.isWhiteSpace(bytes[$0]) }
        try parser.append(bytes)
      case .plainText where bytes.isEmpty || text.isFinished: break
      case .plainText:
        if !hasBegun { text.beginString() }
        hasBegun = true
        text.appendText(bytes)
      }
      return bytes.count
    }
  }

  /// Returns `true` for ASCII white space, and not only for that of JSON: the option
  /// `skipsSurroundingText` allows other text before the value.
  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Ends the text.
  ///
  /// A JSON text of white space only counts as no text.
  ///
  /// - Returns: The complete content, or `nil` if there was no text.
  /// - Throws: ``GeneratedContentParser/SyntaxError``, also for an incomplete text.
  package func finish() throws -> GeneratedContent? {
    if format == .plainText {
      if hasBegun, !text.isFinished { text.endString() }
      return hasBegun ? text.snapshot() : nil
    }
    do {
      return try parser.finish()
    } catch let error as GeneratedContentParser.SyntaxError {
      guard hasBegun else { return nil }
      throw error
    }
  }
}
