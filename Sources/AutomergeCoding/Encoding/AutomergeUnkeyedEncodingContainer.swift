#if Automerge
import AutomergeDocument

/// Encodes the elements of a value into a list.
struct AutomergeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
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

  /// The place of the next element, which throws if there is no list.
  private func place() throws -> CodingPlace {
    CodingPlace(object: try object.get(), prop: .Index(UInt64(count)))
  }

  private mutating func write(_ value: ScalarValue) throws {
    try session.write(value, at: place(), path: path)
    count += 1
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

  /// A superclass is the next element.
  mutating func superEncoder() -> any Encoder {
    let (index, nestedPath) = (UInt64(count), path)
    count += 1
    switch object {
    case .success(let object):
      return AutomergeEncoderImpl(
        session: session, place: CodingPlace(object: object, prop: .Index(index)),
        path: nestedPath)
    case .failure:
      return FlattenedEncoder(session: session, object: object, path: nestedPath)
    }
  }
}
#endif
