import SchemaConcurrency
import SchemaText

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONEncoder {
  /// Encodes a value with the schemas inside it exactly as they are, their properties in order.
  ///
  /// `JSONEncoder` sorts the members of objects or leaves them in no order, and models generate
  /// properties in the order in which a schema lists them. Encode a request body with this instead:
  ///
  ///     struct Request: Encodable {
  ///       var model: String
  ///       var schema: EncodedSchema
  ///     }
  ///
  ///     let body = try JSONEncoder().encodeKeepingSchemaOrder(request)
  ///
  /// An encoder that the value makes for itself, to put the text of something into a string or
  /// data, is not affected: there, a schema is encoded as `JSONEncoder` encodes it.
  ///
  /// - Parameter value: The value; an ``EncodedSchema`` may be anywhere inside it.
  /// - Returns: The JSON text. Everything but the schemas is laid out as the encoder is set up to.
  /// - Throws: The errors of the encoder; `EncodingError` if an encoder that the value makes for
  ///   itself has the `userInfo` of this one, and encodes a schema.
  public func encodeKeepingSchemaOrder(_ value: some Encodable) throws -> Data {
    let marks = SchemaMarks()
    // An encoder of its own, so that no other use of this one meets the marks.
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

/// The strings that stand for schemas in the text of one encoding, until they are replaced.
final class SchemaMarks: Sendable {
  /// The key of the marks in an encoder's `userInfo`.
  static let key = CodingUserInfoKey(rawValue: "SchemaEncoding.SchemaMarks")

  /// The marks of the encoding that an encoder works for, if it keeps schemas as they are.
  static func of(_ encoder: any Encoder) -> SchemaMarks? {
    key.flatMap { encoder.userInfo[$0] as? SchemaMarks }
  }

  /// The beginning of these strings, which no string of the value can have.
  let mark = "schema \(UUID().uuidString) "

  private let used = Locked(0)

  /// The number of schemas that have been encoded.
  var count: Int { used.withLock { $0 } }

  /// The string for a schema.
  func string(for schema: EncodedSchema) -> String {
    used.withLock { $0 += 1 }
    return mark + schema.jsonString()
  }
}
