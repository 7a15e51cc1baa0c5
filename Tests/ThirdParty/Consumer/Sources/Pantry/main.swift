import SchemaConformances
import SchemaDialects
import SchemaEncoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The library's own conformances, with one more import.

let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
print(try encoder.encode([UUID].self))
print(try encoder.encode([String: UInt8].self))
