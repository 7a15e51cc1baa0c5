import AutomergeDocument

/// What the containers for one value and for lists have in common: each plain value goes to the one
/// place that is next.
protocol PlainValueEncoding {
  /// Writes a value to the next place, or throws why there is none.
  mutating func write(_ value: ScalarValue) throws

  /// The path of the next place; throws if there is none.
  func nextPath() throws -> [AnyCodingKey]
}

extension PlainValueEncoding {
  mutating func encodeNil() throws { try write(.Null) }
  mutating func encode(_ value: Bool) throws { try write(.Boolean(value)) }
  mutating func encode(_ value: String) throws { try write(.String(value)) }
  mutating func encode(_ value: Double) throws {
    try write(SpecialScalar.number(value, path: nextPath()))
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
}
