import SchemaContent
import SchemaModel

extension AnswerMapping.Choice {
  /// The declared value.
  ///
  /// - Throws: An error without a place if the JSON text is none, as it may be in a mapping that was
  ///   decoded.
  func value() throws(AnswerMappingError) -> GeneratedContent {
    guard let value = try? GeneratedContent(json: json), value.isComplete else {
      throw AnswerMappingError(
        .invalidMapping,
        "The mapping has the choice '\(answer)' with a value that is not JSON: \(json).",
        at: SchemaPath(), remedy: "Encode the schema anew, and use the mapping of that.")
    }
    return value
  }
}
