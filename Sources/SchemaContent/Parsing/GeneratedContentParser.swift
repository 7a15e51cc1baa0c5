import ContentStorage

/// Converts the text of a model's answer to content while it arrives.
///
///     var parser = GeneratedContentParser()
///     for try await chunk in answer {
///       try parser.append(chunk)                 // text or bytes, cut anywhere
///       show(parser.snapshot())                  // the content so far, in constant time
///     }
///     let content = try parser.finish()          // throws if the text stopped early
///
/// In a snapshot a string has its text so far, up to its last complete character; a number, a
/// boolean and null appear once they cannot change; a key appears with its value; values that have
/// not begun are absent. The text is checked by RFC 8259, strictly unless ``Options`` allow
/// departures. Nothing recurses: the depth of the text is limited by an option and not by the
/// stack.
///
/// A parser cannot be copied, because it writes into the memory that its snapshots read.
public struct GeneratedContentParser: ~Copyable, Sendable {
  private var parser: JSONTextParser

  /// Creates a parser for one text.
  ///
  /// - Parameters:
  ///   - options: The choices on the accepted text.
  ///   - id: The id of the content. The ids of its structures and arrays are derived from this id,
  ///     and are the same in all snapshots.
  public init(options: Options = Options(), id: GenerationID = GenerationID()) {
    parser = options.makeParser(id: id.stored)
  }

  /// Parses the next piece of the text: a string, bytes in UTF-8 or a single byte.
  ///
  /// - Parameter chunk: The piece, which may end in the middle of a character.
  /// - Throws: ``SyntaxError`` if the text is malformed or not UTF-8. The next snapshot has
  ///   everything before the fault; appending more text throws the same error again.
  /// - Complexity: O(n) in the length of the piece, amortized.
  public mutating func append(_ chunk: some ContentChunk) throws {
    chunk.withUTF8Bytes { parser.consume($0) }
    try throwFailure()
  }

  /// Parses the next piece of the text, given in UTF-8.
  package mutating func append(_ bytes: Span<UInt8>) throws {
    parser.consume(bytes)
    try throwFailure()
  }

  /// Returns the content that has arrived so far.
  ///
  /// The content does not change when parsing continues, and any thread may read it. At the
  /// beginning, the content is null and not complete.
  ///
  /// - Complexity: O(1).
  public func snapshot() -> GeneratedContent { GeneratedContent(parser.snapshot) }

  /// Ends the text.
  ///
  /// Calling it again returns the same result.
  ///
  /// - Throws: ``SyntaxError`` if the text is malformed or incomplete. For an incomplete text, the
  ///   error has the position of its end and names the missing parts. ``snapshot()`` still has the
  ///   content so far.
  /// - Complexity: O(1), unless a name occurs twice and the options decide which value to keep;
  ///   then O(n) in the size of the content.
  public mutating func finish() throws -> GeneratedContent {
    let content = parser.finish()
    try throwFailure()
    return GeneratedContent(content)
  }

  /// `true` if ``finish()`` has succeeded; no more text is accepted then.
  package var isFinished: Bool { parser.isFinished }

  /// `true` if a complete value has arrived.
  ///
  /// Only white space may follow.
  ///
  /// A number that makes up the complete text is not complete before ``finish()``, because more
  /// digits could follow.
  public var isComplete: Bool { parser.isComplete }

  /// The position of the next byte, or of the fault in the text.
  package var position: TextPosition { parser.position }

  /// The departures from RFC 8259 that have been accepted so far.
  ///
  /// Departures after the value are known at the end of the text.
  public var departures: Departures { Departures(parser.departures) }

  private func throwFailure() throws {
    if let fault = parser.failure { throw SyntaxError(fault) }
  }
}
