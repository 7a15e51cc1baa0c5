public import SchemaEncoding
public import SchemaModel

/// A schema in a form that a dialect can state, with the mapping from answers to the declared form.
///
/// Parts that the dialect cannot state are written in another form. For example, a dictionary is
/// written as an array of entries, and a root that is not an object is written as a property of an
/// object. Read each answer through the schema:
///
///     let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit([String: Int].self)
///     print(fitted.jsonString(.pretty))
///     let content = try fitted.content(from: answer)   // {"a": 1}
///
/// If the dialect can state the schema unchanged, answers are content of the type: see
/// ``AnswerMapping/isIdentity``.
public struct FittedSchema: Sendable, Equatable {
  /// The document.
  ///
  /// Each part in another form has a diagnostic whose `fitting` names the form. A list of choices
  /// that is matched without regard to case has no diagnostic, since the document states it as
  /// declared.
  public let schema: EncodedSchema

  /// The mapping from answers to content of the declared type, and back.
  public let mapping: AnswerMapping

  /// The counts that the dialect limits.
  ///
  /// A request adds up the counts of its schemas.
  package let counts: LimitMeter.Counts

  /// The diagnostics of ``schema``, about the document and its form.
  public var diagnostics: [SchemaDiagnostic] { schema.diagnostics }

  /// The document as a JSON text.
  public func jsonString(_ layout: EncodedSchema.Layout = .compact) -> String {
    schema.jsonString(layout)
  }

  /// Converts an answer to content of the declared type; see ``AnswerMapping/content(from:)``.
  ///
  /// - Parameter answer: The answer, complete or a snapshot.
  /// - Returns: The content.
  /// - Throws: ``AnswerMappingError`` if the answer does not have the form of the fitted schema.
  /// - Complexity: O(n) in the size of the answer; O(1) if no part has another form.
  public func content(from answer: GeneratedContent) throws -> GeneratedContent {
    try mapping.content(from: answer)
  }

  /// Converts content of the declared type to the form of answers, such as for an example in a
  /// prompt; see ``AnswerMapping/answer(for:)``.
  ///
  /// - Parameter content: Content of the declared type.
  /// - Returns: The answer.
  /// - Throws: ``AnswerMappingError`` if the content is not complete.
  /// - Complexity: O(n) in the size of the content; O(1) if no part has another form.
  public func answer(for content: GeneratedContent) throws -> GeneratedContent {
    try mapping.answer(for: content)
  }
}

extension FittedSchema: CustomStringConvertible {
  /// The document as a compact JSON text.
  public var description: String { schema.description }
}
