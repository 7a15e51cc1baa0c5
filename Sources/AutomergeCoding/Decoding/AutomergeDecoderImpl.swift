import AutomergeDocument

/// Decodes one value.
struct AutomergeDecoderImpl: Decoder {
  private let source: DecodedPlace

  init(_ source: DecodedPlace) {
    self.source = source
  }

  var codingPath: [any CodingKey] { source.path }
  var userInfo: [CodingUserInfoKey: Any] { source.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try AutomergeKeyedDecodingContainer<Key>(source))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try AutomergeUnkeyedDecodingContainer(source)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    AutomergeSingleValueDecodingContainer(source: source)
  }
}
