import AutomergeDocument

/// Decodes the properties of a value from a map.
struct AutomergeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let source: DecodedPlace
  private let object: ObjId

  init(_ source: DecodedPlace) throws {
    guard case .Object(let object, .Map) = source.value else {
      throw source.mismatch([String: Any].self)
    }
    self.source = source
    self.object = object
  }

  var codingPath: [any CodingKey] { source.path }

  // These two requirements cannot throw. Reading fails only if the object is not a map of the
  // document, and `object` is the map of a value that has just been read.

  var allKeys: [Key] {
    source.document.keys(obj: object).compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    do {
      return try source.document.get(obj: object, key: key.stringValue) != nil
    } catch {
      // Reading the value then throws the error.
      return true
    }
  }

  private func step(_ key: Key) throws -> DecodedPlace {
    guard let value = try source.document.get(obj: object, key: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: source.path,
          debugDescription: "The map at \(source.path.stringPath()) has no key "
            + "'\(key.stringValue)'."))
    }
    return source.step(value, in: object, .Key(key.stringValue))
  }

  func decodeNil(forKey key: Key) throws -> Bool { try step(key).isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try step(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try step(key).string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try step(key).double() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try step(key).float() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try step(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try step(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try step(key).integer(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try step(key).integer(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try step(key).integer(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try step(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try step(key).integer(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try step(key).integer(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try step(key).integer(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try step(key).integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try step(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try AutomergeKeyedDecodingContainer<NestedKey>(try step(key).nested()))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try AutomergeUnkeyedDecodingContainer(try step(key).nested())
  }

  /// Returns a decoder of the same map, because a class and its superclass share one map.
  func superDecoder() throws -> any Decoder { PlaceDecoder(source) }

  /// Returns the same decoder as ``superDecoder()``.
  ///
  /// The key has no effect, because a class and all its superclasses share one map.
  ///
  /// To read a separate map, use a nested container for the key.
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}
