import Foundation
import SchemaEncoding

/// The output of Foundation's JSON encoder for a document.
func encodedAsJSON(_ schema: EncodedSchema) throws -> Data {
  try JSONEncoder().encode(schema)
}
