public import SchemaModel

extension AnswerMapping {
  /// The content of the declared type that an answer to the fitted schema stands for.
  ///
  /// An answer that is still arriving gives what is known of the content: an entry of a dictionary
  /// appears when its key is complete. What has appeared stays, and keeps its id, when more of the
  /// answer arrives. To read all snapshots of an answer, keep an ``AnswerReader``, which reads each
  /// part once.
  ///
  /// A value that the answer wraps in an object, a list or a string is complete when the wrapper is
  /// complete. A value in another form than the schema asks for stays as it is, so that a validator
  /// of the declared type reports it at its place there.
  ///
  /// An array of fixed length that the answer has as an object ends before the first element that a
  /// complete answer lacks.
  ///
  /// - Parameter answer: The answer, complete or a snapshot.
  /// - Returns: The content.
  /// - Throws: ``AnswerMappingError`` if a key occurs twice, an entry has no key, what should be
  ///   JSON text is not valid JSON, or JSON text nests, with what is around it, deeper than
  ///   `GeneratedContent.maximumDepth`.
  /// - Complexity: O(n) in the size of the answer, without recursion; O(1) if ``isIdentity``.
  public func content(from answer: GeneratedContent) throws -> GeneratedContent {
    var reader = AnswerReader(self)
    return try reader.content(from: answer)
  }

  /// The answer to the fitted schema that stands for content of the declared type.
  ///
  /// It is what a model would write, as for an example in a prompt.
  ///
  /// - Parameter content: The content.
  /// - Returns: The answer, which ``content(from:)`` maps back to the content.
  /// - Throws: ``AnswerMappingError`` if the content is not complete.
  /// - Complexity: O(n) in the size of the content, without recursion; O(1) if ``isIdentity``.
  public func answer(for content: GeneratedContent) throws -> GeneratedContent {
    guard !isIdentity else { return content }
    guard content.isComplete else {
      throw AnswerMappingError(
        .incomplete, "The content is not complete, so it has no fitted form.", at: SchemaPath(),
        remedy: "Write the whole value.")
    }
    return AnswerWriter(self, content).written()
  }
}
