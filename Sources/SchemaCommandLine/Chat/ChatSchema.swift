import SchemaKit

/// The schema of an answer: the type for the model, and the judge of the answer.
struct ChatSchema {
  /// The name of the schema's source.
  let name: String

  /// The schema, for the session and for showing the answer as it grows.
  let reading: SchemaReading

  /// The judge of answers, by the document itself, with the constraints that an import loses.
  let validator: InstanceValidator

  /// An answer in the form that is written.
  ///
  /// A session maps back the nulls that a fitted schema asks for. A model that is not held to a
  /// schema may write null for an absent property on its own. The session takes that, but not every
  /// reader of what is written does.
  ///
  /// - Parameter content: The answer.
  /// - Returns: The answer without such nulls.
  func removingNulls(from content: GeneratedContent) -> GeneratedContent {
    content.withoutNulls(by: reading.graph)
  }

  /// Judges an answer in the form that is written.
  ///
  /// - Parameter content: The answer.
  /// - Returns: The result.
  func report(on content: GeneratedContent) -> ValidationReport {
    validator.report(on: removingNulls(from: content))
  }

  /// The name of the answer in findings.
  static let answerName = "<answer>"
}
