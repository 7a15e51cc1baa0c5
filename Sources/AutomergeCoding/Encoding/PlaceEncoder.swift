import AutomergeDocument

/// The encoder that a type's `encode(to:)` gets; it writes the value at one place.
final class PlaceEncoder: Encoder {
  private let session: EncodingSession
  /// The place of the value; `nil` for the root.
  private let place: CodingPlace?
  private let path: [AnyCodingKey]
  /// `true` if the value has requested a container.
  private(set) var hasContainer = false

  init(session: EncodingSession, place: CodingPlace?, path: [AnyCodingKey]) {
    self.session = session
    self.place = place
    self.path = path
  }

  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      AutomergeKeyedEncodingContainer<Key>(session, object(.Map), path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    AutomergeUnkeyedEncodingContainer(session, object(.List), path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    hasContainer = true
    return AutomergeSingleValueEncodingContainer(session, place, path: path)
  }

  /// Returns the object at the place, or an error for the container, since creating a container
  /// can't throw.
  private func object(_ type: ObjType) -> Result<ObjId, any Error> {
    hasContainer = true
    return session.container(type, at: place, path: path)
  }
}

/// Encodes a plain value, or a value by another value.
struct AutomergeSingleValueEncodingContainer: SingleValueEncodingContainer, PlainValueEncoding {
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
    guard let target else { throw CodingPlace.noPlace }
    return target
  }

  func nextPath() throws -> [AnyCodingKey] {
    _ = try place()
    return path
  }

  mutating func write(_ value: ScalarValue) throws {
    try session.write(value, at: place(), path: path)
  }

  mutating func encode(_ value: some Encodable) throws {
    try session.encode(value, at: target, path: path)
  }
}
