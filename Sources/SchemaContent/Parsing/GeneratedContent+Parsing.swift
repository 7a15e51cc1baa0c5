import ContentStorage

extension GeneratedContent {
  /// Creates content from JSON text, which may be incomplete.
  ///
  /// The text is checked by RFC 8259. ``GeneratedContentParser`` describes the content of an
  /// incomplete text, for which `isComplete` is false:
  ///
  ///     let content = try GeneratedContent(json: #"{"title": "A story of"#)
  ///     content.isComplete                                       // false
  ///     try content.value(String?.self, forProperty: "title")   // "A story of"
  ///     try content.value(String.self, forProperty: "title")    // throws: it is not complete
  ///
  /// - Parameter json: The text.
  /// - Throws: `ParsingError` if the text is malformed. Its underlying error is a
  ///   ``GeneratedContentParser/SyntaxError``, which has the place and the reason.
  public init(json: String) throws {
    try self.init(json: json, options: .strict)
  }

  /// Creates content from JSON text, which may be incomplete.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - options: The choices on the accepted text.
  /// - Throws: `ParsingError` if the text is malformed. Its underlying error is a
  ///   ``GeneratedContentParser/SyntaxError``, which has the place and the reason.
  public init(json: String, options: GeneratedContentParser.Options) throws {
    do {
      self = try GeneratedContent(options, bytes: json.utf8.count) { $0.consume(json) }
    } catch let error as GeneratedContentParser.SyntaxError {
      throw ParsingError(error, rawContent: json)
    }
  }

  /// Creates content from JSON text in UTF-8, which may be incomplete.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - options: The choices on the accepted text.
  /// - Throws: `ParsingError` if the text is malformed or not UTF-8. Its underlying error is a
  ///   ``GeneratedContentParser/SyntaxError``, which has the place and the reason.
  public init(
    json: some Sequence<UInt8>, options: GeneratedContentParser.Options = .strict
  ) throws {
    // A sequence may be read only once.
    let bytes = Array(json)
    do {
      self = try GeneratedContent(options, bytes: bytes.count) { $0.consume(bytes.span) }
    } catch let error as GeneratedContentParser.SyntaxError {
      throw ParsingError(error, rawContent: String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension GeneratedContent {
  /// Creates content without an id from a text that is parsed in one piece, which may be
  /// incomplete.
  ///
  /// - Throws: ``GeneratedContentParser/SyntaxError``.
  private init(
    _ options: GeneratedContentParser.Options, bytes count: Int,
    consume: (inout JSONMachine) -> Void
  ) throws {
    var machine = JSONMachine(options: options.forMachine, id: .absent, expectedBytes: count)
    consume(&machine)
    self.init(machine.end())
    if let fault = machine.failure { throw GeneratedContentParser.SyntaxError(fault) }
  }
}

extension GeneratedContent.ParsingError {
  init(_ error: GeneratedContentParser.SyntaxError, rawContent: String) {
    self.init(
      rawContent: rawContent, underlyingError: error, debugDescription: "\(error.finding).")
  }
}
