import SchemaConcurrency
import SchemaText

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONEncoder {
  /// Encodes a value, and keeps the text of the schemas inside it and the order of their
  /// properties.
  ///
  /// `JSONEncoder` does not keep the order of the members of objects, and models generate
  /// properties in the order of the schema. Encode a request body with this function instead:
  ///
  ///     struct Request: Encodable {
  ///       var model: String
  ///       var schema: EncodedSchema
  ///     }
  ///
  ///     let body = try JSONEncoder().encodeKeepingSchemaOrder(request)
  ///
  /// If the value uses another encoder, for example to encode a part as a string, that encoder
  /// encodes schemas as usual.
  ///
  /// - Parameter value: The value; an ``EncodedSchema`` may be anywhere inside it.
  /// - Returns: The JSON text. All parts except the schemas have the formatting of the encoder.
  /// - Throws: The errors of the encoder; `EncodingError` if the value uses another encoder that
  ///   has the `userInfo` of this encoder and encodes a schema.
  public func encodeKeepingSchemaOrder(_ value: some Encodable) throws -> Data {
    let marks = SchemaMarks()
    // A new encoder has the marks, so that other uses of this encoder do not find them.
    let encoder = JSONEncoder()
    encoder.outputFormatting = outputFormatting
    encoder.dateEncodingStrategy = dateEncodingStrategy
    encoder.dataEncodingStrategy = dataEncodingStrategy
    encoder.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    encoder.keyEncodingStrategy = keyEncodingStrategy
    encoder.userInfo = userInfo
    if let key = SchemaMarks.key { encoder.userInfo[key] = marks }
    let text = Array(try encoder.encode(value))
    var result: [UInt8] = []
    var copied = 0
    var replaced = 0
    var scanner = JSONScanner(text)
    while let token = scanner.next() {
      guard token.kind == .string,
        text[token.range].dropFirst().starts(with: marks.mark.utf8)
      else { continue }
      result.append(contentsOf: text[copied..<token.range.lowerBound])
      result.append(contentsOf: scanner.string(token).utf8.dropFirst(marks.mark.utf8.count))
      copied = token.range.upperBound
      replaced += 1
    }
    guard replaced == marks.count else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription:
            "A schema was encoded by another encoder inside the value, which has the"
            + " 'userInfo' of this one. Give that encoder a 'userInfo' of its own, or use the"
            + " schema's 'utf8' there."))
    }
    result.append(contentsOf: text[copied...])
    return Data(result)
  }
}

/// The placeholders for schemas in the text of one encoding, until they are replaced.
final class SchemaMarks: Sendable {
  /// The key of the marks in an encoder's `userInfo`.
  static let key = CodingUserInfoKey(rawValue: "SchemaEncoding.SchemaMarks")

  /// Returns the marks of an encoder; `nil` for an encoder that does not keep schemas.
  static func of(_ encoder: any Encoder) -> SchemaMarks? {
    key.flatMap { encoder.userInfo[$0] as? SchemaMarks }
  }

  /// The beginning of each placeholder.
  ///
  /// It contains a random part, so no other string begins with it.
  let mark = "schema \(UUID().uuidString) "

  private let used = Locked(0)

  /// The number of schemas that have been encoded.
  var count: Int { used.withLock { $0 } }

  /// Counts a schema, and returns its placeholder, which contains the text of the schema.
  func addPlaceholder(for schema: EncodedSchema) -> String {
    used.withLock { $0 += 1 }
    return mark + schema.jsonString()
  }
}
