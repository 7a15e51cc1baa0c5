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
  /// - Throws: `ParsingError` if the text is malformed. Its underlying error is a
  ///   ``GeneratedContentParser/SyntaxError``, which has the place and the reason.
  public init(json: String) throws { try self.init(json: json, options: .strict) }

  /// Creates content from JSON text, which may be incomplete.
  ///
  /// - Parameters:
  ///   - json: The text, as a string or as bytes in UTF-8.
  ///   - options: The choices on the accepted text.
  /// - Throws: `ParsingError` if the text is malformed or not UTF-8. Its underlying error is a
  ///   ``GeneratedContentParser/SyntaxError``, which has the place and the reason.
  public init(
    json: some ContentChunk, options: GeneratedContentParser.Options = .strict
  ) throws {
    self = try json.withUTF8Bytes { text in
      var parser = options.makeParser(id: .absent, expectedBytes: text.count)
      parser.consume(text)
      let content = GeneratedContent(parser.end())
      if let fault = parser.failure {
        throw ParsingError(
          GeneratedContentParser.SyntaxError(fault),
          rawContent: String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
      }
      return content
    }
  }
}

extension GeneratedContent.ParsingError {
  init(_ error: GeneratedContentParser.SyntaxError, rawContent: String) {
    self.init(
      rawContent: rawContent, underlyingError: error, debugDescription: "\(error.finding).")
  }
}
