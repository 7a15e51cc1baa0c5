#if Automerge
import AutomergeDocument

/// Encodes a value that is one plain value, or that passes the work on to another value.
struct AutomergeSingleValueEncodingContainer: SingleValueEncodingContainer {
  private let session: EncodingSession
  private let target: CodingPlace?
  private let path: [AnyCodingKey]

  init(_ session: EncodingSession, _ place: CodingPlace?, path: [AnyCodingKey]) {
    self.session = session
    target = place
    self.path = path
  }

  var codingPath: [any CodingKey] { path }

  private func place() throws -> CodingPlace {
    guard let target else {
      throw CodingKeyLookupError(
        .noPathForSingleValue,
        "The root of a document is a map, and the value is a plain value; encode it at a path.")
    }
    return target
  }

  private func write(_ value: ScalarValue) throws {
    try session.write(value, at: place(), path: path)
  }

  mutating func encodeNil() throws { try write(.Null) }
  mutating func encode(_ value: Bool) throws { try write(.Boolean(value)) }
  mutating func encode(_ value: String) throws { try write(.String(value)) }

  mutating func encode(_ value: Double) throws {
    _ = try place()
    try write(try SpecialScalar.number(value, path: path))
  }

  mutating func encode(_ value: Float) throws { try encode(Double(value)) }
  mutating func encode(_ value: Int) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int8) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int16) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int32) throws { try write(.Int(Int64(value))) }
  mutating func encode(_ value: Int64) throws { try write(.Int(value)) }
  mutating func encode(_ value: UInt) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt8) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt16) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt32) throws { try write(.Uint(UInt64(value))) }
  mutating func encode(_ value: UInt64) throws { try write(.Uint(value)) }

  mutating func encode(_ value: some Encodable) throws {
    try session.encode(value, at: target, path: path)
  }
}
#endif
