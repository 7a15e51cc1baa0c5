import ContentStorage

/// Turns the text of a model's answer into content while it arrives.
///
///     var parser = GeneratedContentParser()
///     for try await chunk in answer {
///       try parser.append(chunk)                 // text or bytes, cut anywhere
///       show(parser.snapshot())                  // the content so far, in constant time
///     }
///     let content = try parser.finish()          // throws if the text stopped early
///
/// In a snapshot a string has its text so far, up to its last complete character; a number,
/// a boolean and null appear once they cannot change; a key appears with its value; values
/// that have not begun are absent. The text is checked by RFC 8259, strictly unless ``Options`` say
/// otherwise. Nothing recurses: the depth of the text is limited by an option and not by the stack.
///
/// A parser cannot be copied, since it writes where its snapshots read.
public struct GeneratedContentParser: ~Copyable, Sendable {
  /// The choices on what text is accepted.
  public let options: Options

  private var machine: JSONMachine

  /// Creates a parser for one text.
  ///
  /// - Parameters:
  ///   - options: The choices on what text is accepted.
  ///   - id: The id of the content, from which its structures and arrays get theirs. Each stays the
  ///     same from snapshot to snapshot.
  public init(options: Options = Options(), id: GenerationID = GenerationID()) {
    self.options = options
    machine = JSONMachine(options: options.forMachine, id: id.stored)
  }

  /// Parses the next piece of the text.
  ///
  /// - Parameter text: The piece.
  /// - Throws: ``SyntaxError`` if the text is malformed. Everything before the fault is in the next
  ///   snapshot; appending more text throws the same error again.
  /// - Complexity: O(n) in the length of the piece, spread over the calls.
  public mutating func append(_ text: String) throws {
    machine.consume(text)
    try throwFailure()
  }

  /// Parses the next piece of the text.
  ///
  /// - Parameter text: The piece.
  /// - Throws: ``SyntaxError`` if the text is malformed. Everything before the fault is in the next
  ///   snapshot; appending more text throws the same error again.
  /// - Complexity: O(n) in the length of the piece, spread over the calls.
  public mutating func append(_ text: Substring) throws {
    withSpan(of: text.utf8) { machine.consume($0) }
    try throwFailure()
  }

  /// Parses the next piece of the text, given in UTF-8.
  ///
  /// - Parameter bytes: The piece, which may end in the middle of a character.
  /// - Throws: ``SyntaxError`` if the text is malformed or not UTF-8. Everything before the fault
  ///   is in the next snapshot; appending more text throws the same error again.
  /// - Complexity: O(n) in the length of the piece, spread over the calls.
  public mutating func append(_ bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    machine.consume(bytes.span)
    try throwFailure()
  }

  /// Parses the next piece of the text, given in UTF-8.
  ///
  /// - Parameter bytes: The piece, which may end in the middle of a character. It is not kept.
  /// - Throws: ``SyntaxError`` if the text is malformed or not UTF-8. Everything before the fault
  ///   is in the next snapshot; appending more text throws the same error again.
  /// - Complexity: O(n) in the length of the piece, spread over the calls.
  public mutating func append(_ bytes: Span<UInt8>) throws {
    machine.consume(bytes)
    try throwFailure()
  }

  /// The content that has arrived so far.
  ///
  /// It stays as it is while parsing goes on, and may be read on any thread. Before anything has
  /// arrived it is null and not complete.
  ///
  /// - Returns: The content.
  /// - Complexity: O(1).
  public func snapshot() -> GeneratedContent { GeneratedContent(machine.snapshot) }

  /// Ends the text.
  ///
  /// Calling it again gives the same result.
  ///
  /// - Returns: The content, which is complete.
  /// - Throws: ``SyntaxError`` if the text is malformed, or if it stopped early: then the error
  ///   says where it stopped and what is missing. ``snapshot()`` still has the content so far.
  /// - Complexity: O(1), unless a name occurs twice and the options say which value to keep; then
  ///   O(n) in the size of the content.
  public mutating func finish() throws -> GeneratedContent {
    let content = machine.finish()
    try throwFailure()
    return GeneratedContent(content)
  }

  /// Whether ``finish()`` has been called with success; no more text is taken then.
  public var isFinished: Bool { machine.isFinished }

  /// Whether a whole value has arrived, after which only white space may follow.
  ///
  /// A number that stands alone is not whole before ``finish()``, since more digits could come.
  public var isComplete: Bool { machine.isComplete }

  /// The position of the next byte, or of the fault in the text.
  public var position: TextPosition { machine.position }

  /// The departures from RFC 8259 that have been accepted so far.
  ///
  /// Departures after the value are known when the text has ended.
  public var departures: Departures { Departures(machine.departures) }

  private func throwFailure() throws {
    if let fault = machine.failure { throw SyntaxError(fault) }
  }
}
