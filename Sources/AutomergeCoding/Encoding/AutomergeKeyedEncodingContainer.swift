import AutomergeDocument

/// Encodes the properties of a value into a map.
struct AutomergeKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let session: EncodingSession
  private let object: Result<ObjId, any Error>
  private let path: [AnyCodingKey]

  init(_ session: EncodingSession, _ object: Result<ObjId, any Error>, path: [AnyCodingKey]) {
    self.session = session
    self.object = object
    self.path = path
  }

  var codingPath: [any CodingKey] { path }

  /// Returns the place of a key; throws if there is no map.
  private func place(_ key: Key) throws -> CodingPlace {
    CodingPlace(object: try object.get(), prop: .Key(key.stringValue))
  }

  private func path(_ key: Key) -> [AnyCodingKey] { path + [AnyCodingKey(key.stringValue)] }

  private func write(_ value: ScalarValue, _ key: Key) throws {
    try session.write(value, at: place(key), path: path(key))
  }

  mutating func encodeNil(forKey key: Key) throws { try write(.Null, key) }
  mutating func encode(_ value: Bool, forKey key: Key) throws { try write(.Boolean(value), key) }
  mutating func encode(_ value: String, forKey key: Key) throws { try write(.String(value), key) }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    // A missing map is reported before a number that is not finite.
    _ = try place(key)
    try write(try SpecialScalar.number(value, path: path(key)), key)
  }

  mutating func encode(_ value: Float, forKey key: Key) throws {
    try encode(Double(value), forKey: key)
  }

  mutating func encode(_ value: Int, forKey key: Key) throws { try write(.Int(Int64(value)), key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try write(.Int(Int64(value)), key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try write(.Int(Int64(value)), key)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try write(.Int(Int64(value)), key)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try write(.Int(value), key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try write(.Uint(UInt64(value)), key)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try write(.Uint(UInt64(value)), key)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try write(.Uint(UInt64(value)), key)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try write(.Uint(UInt64(value)), key)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try write(.Uint(value), key) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    let place = try place(key)
    session.note(place)
    try session.encode(value, at: place, path: path(key))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      AutomergeKeyedEncodingContainer<NestedKey>(
        session, nested(.Map, key), path: path(key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    AutomergeUnkeyedEncodingContainer(session, nested(.List, key), path: path(key))
  }

  private func nested(_ type: ObjType, _ key: Key) -> Result<ObjId, any Error> {
    object.flatMap { object in
      session.container(
        type, at: CodingPlace(object: object, prop: .Key(key.stringValue)), path: path(key))
    }
  }

  /// Returns an encoder of the same map, because a class and its superclass share one map.
  mutating func superEncoder() -> any Encoder {
    FlattenedEncoder(session: session, object: object, path: path)
  }

  /// Returns the same encoder as ``superEncoder()``.
  ///
  /// The key has no effect, because a class and all its superclasses share one map.
  ///
  /// Two values that are encoded with different keys overwrite each other. To write a separate map,
  /// use a nested container for the key.
  mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// Encodes the properties of a superclass into the map of the subclass.
struct FlattenedEncoder: Encoder {
  let session: EncodingSession
  let object: Result<ObjId, any Error>
  let path: [AnyCodingKey]

  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(AutomergeKeyedEncodingContainer<Key>(session, object, path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    AutomergeUnkeyedEncodingContainer(session, session.failedContainer(noMap), path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    FlattenedSingleValueEncodingContainer(encoder: self)
  }

  /// The error for a superclass that is not encoded as a map.
  var noMap: CodingKeyLookupError {
    CodingKeyLookupError.MismatchedSchema(
      "A superclass that is encoded as a list or as one plain value can't share the map at "
        + "\(path.stringPath()).")
  }
}

/// Encodes a superclass by another value, into the map of the subclass.
struct FlattenedSingleValueEncodingContainer: SingleValueEncodingContainer, PlainValueEncoding {
  let encoder: FlattenedEncoder

  var codingPath: [any CodingKey] { encoder.path }

  func nextPath() throws -> [AnyCodingKey] {
    _ = try encoder.object.get()
    return encoder.path
  }

  /// Always throws, because a plain value has no keys.
  mutating func write(_ value: ScalarValue) throws {
    _ = try encoder.object.get()
    throw encoder.noMap
  }

  mutating func encode(_ value: some Encodable) throws {
    _ = try encoder.object.get()
    try encoder.session.encode(value, sharing: encoder)
  }
}
