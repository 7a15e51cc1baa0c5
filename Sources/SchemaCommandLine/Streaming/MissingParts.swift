import SchemaContent
import SchemaKit

/// The parts that an answer which was cut off lacks, by its schema.
struct MissingParts: Equatable {
  /// The place where the text ends: the incomplete value, as a JSON Pointer.
  let unfinished: String

  /// The required properties that have not begun, as JSON Pointers, the outermost first.
  let missing: [String]

  /// Finds the missing parts.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - graph: Its schema.
  /// - Throws: `SchemaError` if the schema has a fault.
  init(of content: GeneratedContent, by graph: SchemaGraph) throws {
    self.init(of: content, by: try ContentValidator(graph))
  }

  /// Finds the missing parts.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - validator: The judge of its schema.
  init(of content: GeneratedContent, by validator: ContentValidator) {
    unfinished = content.unfinishedPath?.pointer ?? ""
    missing = validator.missingPaths(in: content).map(\.pointer)
  }

  /// What is unfinished and missing, as sentences.
  var description: String {
    (unfinished.isEmpty ? "" : " Not finished: \(unfinished).")
      + (missing.isEmpty ? "" : " Missing: \(missing.joined(separator: ", ")).")
  }
}
