#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// A type that contains content can be `Codable`. The coders of SchemaCoding handle content
// directly; these conformances are for other coders. They are in the module of the type, so that
// the compiler only warns if an app declares the same conformance. Encoding and decoding recurse
// through the coder. Its use of the stack is not known, so both apply the depth limit for values.
extension GeneratedContent: Codable {
  /// Creates content from the values of a decoder.
  ///
  /// Properties have the order of the decoder's keys, and numbers have the decoder's precision.
  /// `JSONDecoder` does not keep the order, and reads 38 digits of a number.
  ///
  /// - Throws: `DecodingError` if there is a value that content cannot express, or if the values
  ///   nest deeper than `GeneratedContent.maximumDepth`.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= GeneratedContent.maximumDepth else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Expected at most \(GeneratedContent.maximumDepth) levels, found "
            + "more. GeneratedContentDecoder has no such limit for content."))
    }
    if let container = try? decoder.container(keyedBy: ContentCodingKey.self) {
      var builder = ContentBuilder()
      builder.beginObject()
      for key in container.allKeys {
        builder.key(key.stringValue)
        builder.append(try container.decode(GeneratedContent.self, forKey: key))
      }
      builder.endObject()
      self = builder.finish()
    } else if var container = try? decoder.unkeyedContainer() {
      var builder = ContentBuilder()
      builder.beginArray()
      while !container.isAtEnd {
        builder.append(try container.decode(GeneratedContent.self))
      }
      builder.endArray()
      self = builder.finish()
    } else {
      self = try GeneratedContent.scalar(from: decoder)
    }
  }

  private static func scalar(from decoder: any Decoder) throws -> GeneratedContent {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return GeneratedContent(kind: .null) }
    if let value = try? container.decode(Bool.self) { return GeneratedContent(value) }
    if let value = try? container.decode(Int64.self) { return GeneratedContent(integer: value) }
    if let value = try? container.decode(UInt64.self) { return GeneratedContent(integer: value) }
    if let value = try? container.decode(Double.self) {
      guard let number = SchemaNumber(digitsOf: value, in: container) else {
        return GeneratedContent(value)
      }
      return GeneratedContent(number: number)
    }
    return GeneratedContent(try container.decode(String.self))
  }

  /// Writes the content to an encoder, as its values.
  ///
  /// - Throws: `EncodingError` if the content is not complete, nests deeper than
  ///   `GeneratedContent.maximumDepth`, or has a number that no 64-bit integer, `Decimal` or
  ///   `Double` represents exactly. Also throws the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    guard isComplete else {
      throw invalid("Expected content that is complete, found \(foundDescription).", in: encoder)
    }
    guard encoder.codingPath.count <= GeneratedContent.maximumDepth else {
      throw invalid(
        "Expected at most \(GeneratedContent.maximumDepth) levels, found more. "
          + "GeneratedContentEncoder has no such limit for content.",
        in: encoder)
    }
    switch shape {
    case .object:
      var container = encoder.container(keyedBy: ContentCodingKey.self)
      for (name, content) in properties {
        try container.encode(content, forKey: ContentCodingKey(stringValue: name))
      }
    case .array:
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default:
      try encodeScalar(to: encoder)
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch shape {
    case .bool: try container.encode(Bool(self))
    case .string: try container.encode(String(self))
    case .number:
      guard let number = exactNumber else {
        throw invalid("Expected a number, found \(foundDescription).", in: encoder)
      }
      if let value = number.int64 {
        try container.encode(value)
      } else if let value = number.integer(UInt64.self) {
        try container.encode(value)
      } else if let value = number.doubleValue, SchemaNumber(value) == number {
        try container.encode(value)
      } else if let value = number.decimalValue {
        try container.encode(value)
      } else {
        throw invalid(
          "Expected a number that a Double or a Decimal represents, found \(foundDescription).",
          in: encoder)
      }
    default: try container.encodeNil()
    }
  }

  private func invalid(_ message: String, in encoder: any Encoder) -> EncodingError {
    .invalidValue(
      self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: message))
  }
}

/// A coding key of content: an index, the name of a property, or "super".
package struct ContentCodingKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = intValue.description
    self.intValue = intValue
  }

  /// The key of an element, spelled as Foundation's coders do.
  package init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  package static var `super`: ContentCodingKey { ContentCodingKey(stringValue: "super") }
}
