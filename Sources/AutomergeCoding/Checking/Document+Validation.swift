public import AutomergeDocument
import ContentStorage
import Foundation
import SchemaContent
public import SchemaModel
import SchemaText
public import SchemaValidation

/// Checking the values of a document against schemas.
extension Document {
  /// Returns the value at a path as generated content.
  ///
  /// Texts become strings, counters numbers, timestamps strings in ISO 8601, and bytes strings in
  /// Base64. A floating-point number that is not finite becomes null.
  ///
  /// - Parameter path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  /// - Returns: The content; null if the document has no value at the path.
  /// - Throws: ``PathParseError`` if the path is malformed; ``CodingKeyLookupError`` if it
  ///   doesn't fit the document;
  ///   `AutomergeDocument.AutomergeError` if the document cannot be read;
  ///   `GeneratedContent.ParsingError` if the value nests deeper than
  ///   `GeneratedContent.maximumDepth`.
  public func generatedContent(at path: String) throws -> GeneratedContent {
    try withLock {
      let value = try valueAtPath(AnyCodingKey.parsePath(path))
      var builder = ContentBuilder()
      try append(value ?? .Scalar(.Null), to: &builder)
      return builder.finish()
    }
  }

  private enum Part {
    case key(String)
    case value(Value)
    case end
  }

  /// Adds a value and all nested values, without recursion.
  private func append(_ value: Value, to builder: inout ContentBuilder) throws {
    var rest = [Part.value(value)]
    var depth = 0
    while let part = rest.popLast() {
      switch part {
      case .key(let key): builder.key(key)
      case .end:
        builder.endContainer(isIncomplete: false)
        depth -= 1
      case .value(.Scalar(let scalar)): builder.append(scalar)
      case .value(.Object(let object, .Text)): builder.string(try text(obj: object))
      case .value(.Object(let object, let type)):
        depth += 1
        guard depth <= GeneratedContent.maximumDepth else { throw Self.tooDeep }
        rest.append(.end)
        if type == .List {
          builder.beginArray()
          rest += try values(obj: object).reversed().map { .value($0) }
        } else {
          builder.beginObject()
          rest += try mapEntries(obj: object).reversed().flatMap { [.value($1), .key($0)] }
        }
      }
    }
  }

  private static var tooDeep: GeneratedContent.ParsingError {
    let limit = GeneratedContent.maximumDepth
    return GeneratedContent.ParsingError(
      rawContent: "",
      underlyingError: GeneratedContent.ConversionError(
        .tooDeep, expected: "at most \(limit) nested arrays and objects", found: "more"),
      debugDescription: "The value in the document nests deeper than \(limit) levels.")
  }

  /// Checks the value at a path.
  ///
  /// - Parameters:
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - validator: The validator of a type or of a JSON Schema document.
  /// - Returns: The problems, each with its place and reason.
  /// - Throws: The errors of ``generatedContent(at:)``.
  public func report(
    at path: String, with validator: ContentValidator
  ) throws -> ValidationReport {
    validator.report(on: try generatedContent(at: path))
  }

  /// Checks the value that a path would have after changes of another replica, without applying
  /// these changes to the document.
  ///
  /// - Parameters:
  ///   - encoded: The changes, in the form of
  ///     `AutomergeDocument.Document.applyEncodedChanges(encoded:)`.
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - validator: The validator of a type or of a JSON Schema document.
  /// - Returns: The problems that the value would have, each with its place and reason.
  /// - Throws: `AutomergeDocument.AutomergeError` if the changes are invalid; the errors of
  ///   ``generatedContent(at:)``.
  public func report(
    applying encoded: some Sequence<UInt8>, at path: String, with validator: ContentValidator
  ) throws -> ValidationReport {
    let copy = try fork()
    try copy.applyEncodedChanges(encoded: encoded)
    return try copy.report(at: path, with: validator)
  }
}

extension AutomergeEncoder {
  /// Writes a value at a path if the result satisfies a schema.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - validator: The validator of a type or of a JSON Schema document.
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

extension ContentBuilder {
  /// Adds a plain value of a document.
  fileprivate mutating func append(_ scalar: ScalarValue) {
    switch scalar {
    case .Null: null()
    case .Boolean(let value): bool(value)
    case .Int(let value), .Counter(let value): integer(value)
    case .Uint(let value): number(value.description)
    case .F64(let value):
      if let value = SchemaNumber(value) { number(value.description) } else { null() }
    case .String(let value): string(value)
    case .Bytes(let data), .Unknown(_, let data): string(data.base64EncodedString())
    case .Timestamp(let date): string(date.automergeText)
    }
  }
}
