import AutomergeDocument

/// Decodes the elements of a value from a list.
struct AutomergeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let source: DecodedPlace
  private let object: ObjId
  private let values: [Value]
  private(set) var currentIndex = 0

  init(_ source: DecodedPlace) throws {
    guard case .Object(let object, .List) = source.value else { throw source.mismatch([Any].self) }
    self.source = source
    self.object = object
    values = try source.document.values(obj: object)
  }

  var codingPath: [any CodingKey] { source.path }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  /// Returns the next element without moving past it.
  ///
  /// - Throws: `DecodingError.valueNotFound` at the end of the list.
  private func current(_ type: Any.Type) throws -> DecodedPlace {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: source.path + [AnyCodingKey(UInt64(currentIndex))],
          debugDescription: "The list at \(source.path.stringPath()) ends before the element "
            + "\(currentIndex)."))
    }
    return source.step(values[currentIndex], in: object, .Index(UInt64(currentIndex)))
  }

  private mutating func next<Result>(
    _ type: Result.Type, _ read: (DecodedPlace) throws -> Result
  ) throws -> Result {
    let result = try read(try current(type))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard try current(Any?.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.bool() } }
  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.string() } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.double() } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float() } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  private mutating func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws -> Integer {
    try next(type) { try $0.integer(type) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(KeyedDecodingContainer<NestedKey>.self) {
      KeyedDecodingContainer(try AutomergeKeyedDecodingContainer<NestedKey>($0.nested()))
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) {
      try AutomergeUnkeyedDecodingContainer($0.nested())
    }
  }

  /// Returns a decoder of the next element, which contains the superclass.
  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { PlaceDecoder(try $0.nested()) }
  }
}
