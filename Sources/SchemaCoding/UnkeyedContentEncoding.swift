/// The elements of an array being encoded.
struct UnkeyedContentEncoding: UnkeyedEncodingContainer {
  private let array: EncodedArray
  private let path: CodingPath
  private let depth: Int
  private let context: ContentEncoding.Context

  init(
    _ array: EncodedArray, at path: CodingPath, depth: Int, in context: ContentEncoding.Context
  ) {
    self.array = array
    self.path = path
    self.depth = depth
    self.context = context
  }

  var codingPath: [any CodingKey] { path.keys }

  var count: Int { array.values.count }

  private var place: CodingPath { .index(count, in: path) }

  private func append(_ content: GeneratedContent) { array.values.append(.content(content)) }

  private func scalar(_ value: some ConvertibleToGeneratedContent) {
    append(value.generatedContent)
  }

  func encodeNil() throws { append(GeneratedContent(kind: .null)) }
  func encode(_ value: Bool) throws { scalar(value) }
  func encode(_ value: String) throws { scalar(value) }

  /// Encodes an integer of any width that the protocol names.
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
    append(GeneratedContent(integer: value))
  }

  // The library has its own implementation for the widest integers, which always throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { append(GeneratedContent(integer: value)) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { append(GeneratedContent(integer: value)) }

  func encode(_ value: Float) throws {
    append(try ContentEncoding.float(value, at: place, in: context))
  }

  func encode(_ value: Double) throws {
    append(try ContentEncoding.float(value, at: place, in: context))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    array.values.append(
      try ContentEncoding.encodePart(value, at: place, depth: depth, in: context))
  }

  // MARK: Nested containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = EncodedObject(isSorted: false)
    let (path, depth) = nestedPlace { .object(nested) }
    return KeyedEncodingContainer(
      KeyedContentEncoding<NestedKey>(
        nested, at: path, depth: depth, in: context, keepsNames: context.hasDefaultKeys))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = EncodedArray()
    let (path, depth) = nestedPlace { .array(nested) }
    return UnkeyedContentEncoding(nested, at: path, depth: depth, in: context)
  }

  func superEncoder() -> any Encoder {
    let (path, depth, isKept) = context.nested(in: self.path, depth: depth) { place }
    let encoder = ContentEncoding(at: path, depth: depth, in: context, keys: .ordered)
    if isKept { array.values.append(.later(encoder)) }
    return encoder
  }

  /// Appends a container.
  ///
  /// If the container is too deep, its values are discarded instead.
  private func nestedPlace(_ container: () -> EncodedValue) -> (CodingPath, depth: Int) {
    let (path, depth, isKept) = context.nested(in: self.path, depth: depth) { place }
    if isKept { array.values.append(container()) }
    return (path, depth)
  }
}
