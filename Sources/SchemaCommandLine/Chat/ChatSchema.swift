import SchemaKit

/// The schema of an answer: the type for the model, and the validator of the answer.
struct ChatSchema {
  /// The name of the schema's source.
  let name: String

  /// The schema, for the session and for showing the answer as it grows.
  let reading: SchemaReading

  /// The validator of answers, by the document itself, with the constraints that an import loses.
  let validator: InstanceValidator

  private let absentNulls: AbsentNulls

  init(name: String, reading: SchemaReading, validator: InstanceValidator) {
    (self.name, self.reading, self.validator) = (name, reading, validator)
    absentNulls = AbsentNulls(reading.graph)
  }

  /// Returns an answer in the form that is written.
  ///
  /// A session maps back the nulls that a fitted schema requires. If the schema is not enforced, a
  /// model may also write null for an absent property. The session accepts that, but not every
  /// reader of the output does.
  func removingNulls(from content: GeneratedContent) -> GeneratedContent {
    absentNulls.removed(from: content)
  }

  /// Validates an answer in the form that is written.
  func report(on content: GeneratedContent) -> ValidationReport {
    validator.report(on: removingNulls(from: content))
  }

  /// The name of the answer in findings.
  static let answerName = "<answer>"
}
