/// The properties of a structure being encoded, by coding keys.
struct KeyedContentEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let object: EncodedObject
  private let path: CodingPath
  private let depth: Int
  private let context: ContentEncoding.Context
  /// `true` if coding keys are the names, either because they are data or because of the strategy.
  private let keepsNames: Bool

  init(
    _ object: EncodedObject, at path: CodingPath, depth: Int,
    in context: ContentEncoding.Context, keepsNames: Bool
  ) {
    self.object = object
    self.path = path
    self.depth = depth
    self.context = context
    self.keepsNames = keepsNames
  }

  var codingPath: [any CodingKey] { path.keys }

  private func name(of key: some CodingKey) -> String {
    if keepsNames { return key.stringValue }
    switch context.options.keyEncodingStrategy {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase: return SnakeCase.encode(key.stringValue)
    case .custom(let convert): return convert(path.keys + [key]).stringValue
    }
  }

  private func place(_ key: some CodingKey) -> CodingPath { .key(key, in: path) }

  private func set(_ content: GeneratedContent, _ key: Key) {
    object.set(name(of: key), to: .content(content))
  }

  private func scalar(_ value: some ConvertibleToGeneratedContent, _ key: Key) {
    set(value.generatedContent, key)
  }

  func encodeNil(forKey key: Key) throws { set(GeneratedContent(kind: .null), key) }
  func encode(_ value: Bool, forKey key: Key) throws { scalar(value, key) }
  func encode(_ value: String, forKey key: Key) throws { scalar(value, key) }

  /// Encodes an integer of any width that the protocol names.
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value, forKey key: Key) throws {
    set(GeneratedContent(integer: value), key)
  }

  // The library has its own implementation for the widest integers, which always throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    set(GeneratedContent(integer: value), key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    set(GeneratedContent(integer: value), key)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    set(try ContentEncoding.float(value, at: place(key), in: context), key)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    set(try ContentEncoding.float(value, at: place(key), in: context), key)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    object.set(
      name(of: key),
      to: try ContentEncoding.encodePart(value, at: place(key), depth: depth, in: context))
  }

  // MARK: Nested containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let name = name(of: key)
    let (path, depth, isKept) = context.nested(in: self.path, depth: depth) { place(key) }
    let nested: EncodedObject
    if case .object(let begun) = object[name] {
      nested = begun
    } else {
      nested = EncodedObject(isSorted: false)
      if isKept { begin(.object(nested), "a keyed container", as: name, at: path) }
    }
    return KeyedEncodingContainer(
      KeyedContentEncoding<NestedKey>(
        nested, at: path, depth: depth, in: context, keepsNames: context.hasDefaultKeys))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let name = name(of: key)
    let (path, depth, isKept) = context.nested(in: self.path, depth: depth) { place(key) }
    let nested: EncodedArray
    if case .array(let begun) = object[name] {
      nested = begun
    } else {
      nested = EncodedArray()
      if isKept { begin(.array(nested), "an unkeyed container", as: name, at: path) }
    }
    return UnkeyedContentEncoding(nested, at: path, depth: depth, in: context)
  }

  /// Adds a container.
  ///
  /// An earlier value or container under the same key is an error.
  private func begin(
    _ container: EncodedValue, _ description: String, as name: String, at place: CodingPath
  ) {
    guard object[name] == nil else {
      return context.noteSecond(description, isUnderKey: true, at: place)
    }
    object.set(name, to: container)
  }

  func superEncoder() -> any Encoder { superEncoder(at: ContentCodingKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(at: key) }

  private func superEncoder(at key: some CodingKey) -> any Encoder {
    let (path, depth, isKept) = context.nested(in: self.path, depth: depth) { place(key) }
    let encoder = ContentEncoding(at: path, depth: depth, in: context, keys: .ordered)
    if isKept { object.set(name(of: key), to: .later(encoder)) }
    return encoder
  }
}
