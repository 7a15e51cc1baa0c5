import AutomergeDocument

/// Encodes the elements of a value into a list.
struct AutomergeUnkeyedEncodingContainer: UnkeyedEncodingContainer, PlainValueEncoding {
  private let session: EncodingSession
  private let object: Result<ObjId, any Error>
  private let listPath: [AnyCodingKey]
  private(set) var count = 0

  init(_ session: EncodingSession, _ object: Result<ObjId, any Error>, path: [AnyCodingKey]) {
    self.session = session
    self.object = object
    listPath = path
  }

  var codingPath: [any CodingKey] { listPath }

  private var path: [AnyCodingKey] { listPath + [AnyCodingKey(UInt64(count))] }

  /// Returns the place of the next element; throws if there is no list.
  private func place() throws -> CodingPlace {
    CodingPlace(object: try object.get(), prop: .Index(UInt64(count)))
  }

  /// Returns the path of the next element; throws if there is no list.
  func nextPath() throws -> [AnyCodingKey] {
    _ = try place()
    return path
  }

  mutating func write(_ value: ScalarValue) throws {
    try session.write(value, at: place(), path: path)
    count += 1
  }

  mutating func encode(_ value: some Encodable) throws {
    let place = try place()
    session.note(place)
    try session.encode(value, at: place, path: path)
    count += 1
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nestedPath = path
    return KeyedEncodingContainer(
      AutomergeKeyedEncodingContainer<NestedKey>(session, nested(.Map), path: nestedPath))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nestedPath = path
    return AutomergeUnkeyedEncodingContainer(session, nested(.List), path: nestedPath)
  }

  private mutating func nested(_ type: ObjType) -> Result<ObjId, any Error> {
    let (index, nestedPath) = (UInt64(count), path)
    count += 1
    return object.flatMap { object in
      session.container(
        type, at: CodingPlace(object: object, prop: .Index(index)), path: nestedPath)
    }
  }

  /// Returns an encoder of the next element, to which the superclass is written.
  ///
  /// An existing element stays until the encoder is used. A new element is null until then.
  mutating func superEncoder() -> any Encoder {
    let (index, nestedPath) = (UInt64(count), path)
    count += 1
    let place = object.flatMap { object in
      session.reserve(CodingPlace(object: object, prop: .Index(index)), path: nestedPath)
    }
    switch place {
    case .success(let place):
      return PlaceEncoder(session: session, place: place, path: nestedPath)
    case .failure(let error):
      // The containers of the returned encoder throw the list's error.
      return FlattenedEncoder(session: session, object: .failure(error), path: nestedPath)
    }
  }
}
