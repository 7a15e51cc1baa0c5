public import AutomergeDocument
import SchemaContent
public import SchemaModel
public import SchemaValidation

/// Checking places of documents against schemas.
extension Document {
  /// Returns the value at a path, as content that can be checked against a schema.
  ///
  /// Texts become strings, counters numbers, timestamps strings in ISO 8601, and bytes strings in
  /// Base64.
  ///
  /// - Parameter path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  /// - Returns: The content; null if there is nothing at the path.
  /// - Throws: ``CodingKeyLookupError`` if the path doesn't lead to a place in the document.
  public func generatedContent(at path: String) throws -> GeneratedContent {
    try withLock {
      let keys = try AnyCodingKey.parsePath(path)
      switch try valueAtPath(keys) {
      case .Object(let object, _): return try GeneratedContent(json: try json(obj: object))
      case .Scalar(let scalar):
        let holder = Document()
        try holder.put(obj: .ROOT, key: "value", value: scalar)
        let content = try GeneratedContent(json: try holder.json())
        return content.property(named: "value") ?? content
      case nil: return try GeneratedContent(json: "null")
      }
    }
  }

  /// Checks the value at a path.
  ///
  /// - Parameters:
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - validator: The schema, made from a type or from a JSON Schema document.
  /// - Returns: The problems, each with its place and reason.
  /// - Throws: ``CodingKeyLookupError`` if the path doesn't lead to a place in the document.
  public func report(
    at path: String, with validator: ContentValidator
  ) throws -> ValidationReport {
    validator.report(on: try generatedContent(at: path))
  }

  /// Checks the value that changes of another replica would produce at a path, without applying
  /// them.
  ///
  /// - Parameters:
  ///   - encoded: The changes, in the form of
  ///     `AutomergeDocument.Document.applyEncodedChanges(encoded:)`.
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - validator: The schema, made from a type or from a JSON Schema document.
  /// - Returns: The problems that the change would cause, each with its place and reason.
  /// - Throws: `AutomergeDocument.AutomergeError` if the changes are invalid, or
  ///   ``CodingKeyLookupError`` if the path would not lead to a place in the document.
  public func report(
    applying encoded: some Sequence<UInt8>, at path: String, with validator: ContentValidator
  ) throws -> ValidationReport {
    let copy = try fork()
    try copy.applyEncodedChanges(encoded: encoded)
    return try copy.report(at: path, with: validator)
  }
}

extension AutomergeEncoder {
  /// Writes a value at a path if a schema allows the result.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - validator: The schema, made from a type or from a JSON Schema document.
  /// - Throws: `ContentValidationError` with the place and reason of each violation; the errors of
  ///   ``encode(_:at:)-(_,String)``. The document then does not change.
  public func encode(
    _ value: some Encodable, at path: String, validating validator: ContentValidator
  ) throws {
    try encode(value, at: AnyCodingKey.parsePath(path)) {
      try validator.validate(try doc.generatedContent(at: path))
    }
  }
}
