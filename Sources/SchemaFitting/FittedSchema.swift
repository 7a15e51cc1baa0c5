public import SchemaEncoding
public import SchemaModel

/// A schema in the form that a dialect can state, with the way back from answers to the declared
/// form.
///
/// Parts that the dialect cannot state are written in another form: a dictionary as an array of
/// entries, a root that is not an object inside one. Read each answer through the schema:
///
///     let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit([String: Int].self)
///     print(fitted.jsonString(.pretty))
///     let content = try fitted.content(from: answer)   // {"a": 1}
///
/// A schema that the dialect states as it is has the ``AnswerMapping/identity`` for a mapping.
public struct FittedSchema: Sendable, Equatable {
  /// The document.
  ///
  /// Each part in another form has a diagnostic whose `fitting` says which form that is. A list of
  /// choices that is read in any capitals has none: the document states it as declared.
  public let schema: EncodedSchema

  /// The way from answers to content of the declared type, and back.
  public let mapping: AnswerMapping

  /// The counts that the dialect limits, so that a request can add up those of its schemas.
  package let counts: LimitMeter.Counts

  /// The diagnostics of ``schema``, about the document and its form.
  public var diagnostics: [SchemaDiagnostic] { schema.diagnostics }

  /// The document as a JSON text.
  ///
  /// - Parameter layout: How the text is laid out.
  /// - Returns: The text.
  public func jsonString(_ layout: EncodedSchema.Layout = .compact) -> String {
    schema.jsonString(layout)
  }

  /// The content of the declared type that an answer stands for; see
  /// ``AnswerMapping/content(from:)``.
  ///
  /// - Parameter answer: The answer, complete or a snapshot.
  /// - Returns: The content.
  /// - Throws: ``AnswerMappingError`` if the answer does not have the form of the fitted schema.
  /// - Complexity: O(n) in the size of the answer; O(1) if nothing has another form.
  public func content(from answer: GeneratedContent) throws -> GeneratedContent {
    try mapping.content(from: answer)
  }

  /// The form in which the schema asks for some content, as for an example in a prompt; see
  /// ``AnswerMapping/answer(for:)``.
  ///
  /// - Parameter content: Content of the declared type.
  /// - Returns: An answer that stands for it.
  /// - Throws: ``AnswerMappingError`` if the content is not complete.
  /// - Complexity: O(n) in the size of the content; O(1) if nothing has another form.
  public func answer(for content: GeneratedContent) throws -> GeneratedContent {
    try mapping.answer(for: content)
  }
}

extension FittedSchema: CustomStringConvertible {
  /// The document as a compact JSON text.
  public var description: String { schema.description }
}
