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
  /// - Parameter value: The value; an ``EncodedSchema`` may be anywhere inside it.
  /// - Returns: The JSON text. Everything but the schemas is laid out as the encoder is set up to.
  /// - Throws: What the encoder throws.
  public func encodeKeepingSchemaOrder(_ value: some Encodable) throws -> Data {
    // A mark that no string of the value can begin with.
    let mark = "schema \(UUID().uuidString) "
    let data = try EncodedSchema.$verbatimMark.withValue(mark) { try encode(value) }
    let text = Array(data)
    var result: [UInt8] = []
    var copied = 0
    var scanner = JSONScanner(text)
    while let token = scanner.next() {
      guard token.kind == .string, text[token.range].dropFirst().starts(with: mark.utf8)
      else { continue }
      result.append(contentsOf: text[copied..<token.range.lowerBound])
      result.append(contentsOf: scanner.string(token).utf8.dropFirst(mark.utf8.count))
      copied = token.range.upperBound
    }
    result.append(contentsOf: text[copied...])
    return Data(result)
  }
}

extension EncodedSchema {
  /// The mark in front of a schema that is encoded as a string, to be replaced by its text.
  @TaskLocal static var verbatimMark: String?
}
