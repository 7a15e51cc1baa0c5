import SchemaKit

/// The schema of an answer: what the model is held to, and what judges the answer.
struct ChatSchema {
  /// The name of the schema's source.
  let name: String

  /// The schema, for the session and for showing the answer as it grows.
  let reading: SchemaReading

  /// The judge of the answer, by the document itself: what importing it loses counts here.
  let validator: InstanceValidator

  /// What is wrong with an answer.
  ///
  /// - Parameter content: The answer.
  /// - Returns: A finding for each violation.
  func findings(on content: GeneratedContent) -> [Finding] {
    validator.findings(on: content, in: ChatSchema.answerName)
  }

  /// The name of the answer in findings.
  static let answerName = "<answer>"
}
