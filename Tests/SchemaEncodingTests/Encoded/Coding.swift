import Foundation
import SchemaEncoding

/// What Foundation's JSON encoder makes of a document.
func encodedAsJSON(_ schema: EncodedSchema) throws -> Data {
  try JSONEncoder().encode(schema)
}
