/// Decodes a value that is one plain value, or that passes the work on to another type.
struct AutomergeSingleValueDecodingContainer: SingleValueDecodingContainer {
  let source: DecodedPlace

  var codingPath: [any CodingKey] { source.path }

  func decodeNil() -> Bool { source.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try source.bool() }
  func decode(_ type: String.Type) throws -> String { try source.string() }
  func decode(_ type: Double.Type) throws -> Double { try source.double() }
  func decode(_ type: Float.Type) throws -> Float { Float(try source.double()) }
  func decode(_ type: Int.Type) throws -> Int { try source.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try source.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.decode(type) }
}
