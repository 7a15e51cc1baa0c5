/// The properties of a structure by coding keys.
struct KeyedContentDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let content: GeneratedContent
  private let path: CodingPath
  private let depth: Int
  private let context: ContentDecoding.Context
  /// The properties by coding key; `nil` if the names are the keys, and a linear search is faster.
  private let table: Table?

  /// The properties by the strings of their coding keys.
  private struct Table {
    var names: [String] = []
    var values: [ExactText: GeneratedContent] = [:]

    /// Adds a property, unless there is one with the same name.
    mutating func add(_ name: String, _ value: GeneratedContent) {
      let key = ExactText(name)
      guard values[key] == nil else { return }
      values[key] = value
      names.append(name)
    }
  }

  /// `keepsNames`: `true` if names are the coding keys, either because they are data or because of
  /// the strategy.
  init(
    _ content: GeneratedContent, at path: CodingPath, depth: Int,
    in context: ContentDecoding.Context, keepsNames: Bool
  ) throws {
    guard content.shape == .object else {
      throw ContentDecoding.mismatch(
        [String: GeneratedContent].self, expected: "an object", content, at: path)
    }
    self.content = content
    self.path = path
    self.depth = depth
    self.context = context
    if keepsNames, content.childCount <= 16 {
      table = nil
    } else {
      var table = Table()
      let strategy = context.options.keyDecodingStrategy
      for (name, value) in content.properties {
        let key =
          keepsNames ? name : KeyedContentDecoding.key(for: name, by: strategy, at: path)
        // If a name occurs twice, the first value is used, as everywhere in content.
        table.add(key, value)
      }
      self.table = table
    }
  }

  private static func key(
    for name: String, by strategy: GeneratedContentDecoder.KeyDecodingStrategy, at path: CodingPath
  ) -> String {
    switch strategy {
    case .useDefaultKeys: name
    case .convertFromSnakeCase: SnakeCase.decode(name)
    case .custom(let convert):
      convert(path.keys + [ContentCodingKey(stringValue: name)]).stringValue
    }
  }

  var codingPath: [any CodingKey] { path.keys }

  var allKeys: [Key] {
    if let table { return table.names.compactMap { Key(stringValue: $0) } }
    var names: [String] = []
    for (name, _) in content.properties
    where !names.contains(where: { ExactText($0) == ExactText(name) }) {
      names.append(name)
    }
    return names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { value(for: key) != nil }

  private func value(for key: some CodingKey) -> GeneratedContent? {
    guard let table else { return content.property(named: key.stringValue) }
    return table.values[ExactText(key.stringValue)]
  }

  private func value(required key: Key) throws -> GeneratedContent {
    guard let value = value(for: key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: path.keys,
          debugDescription: "Expected a property \"\(key.stringValue)\", found \(foundNames)."))
    }
    return value
  }

  /// The existing names, for messages: the first seven and the last one if there are many.
  private var foundNames: String {
    var names: [String] = table?.names ?? []
    if table == nil {
      for (name, _) in content.properties { names.append(name) }
    }
    guard let last = names.last else { return "no property" }
    let isLong = names.count > 8
    var shown = names.prefix(isLong ? 7 : 8).map(\.excerpt.debugDescription)
    if isLong { shown += ["…", last.excerpt.debugDescription] }
    return shown.joined(separator: ", ")
  }

  private func place(_ key: some CodingKey) -> CodingPath { .key(key, in: path) }

  func decodeNil(forKey key: Key) throws -> Bool { ContentDecoding.isNil(try value(required: key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }

  /// Decodes an integer of any width that the protocol names.
  func decode<Value: FixedWidthInteger & Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value {
    try ContentDecoding.integer(type, value(required: key), at: place(key))
  }

  // The library has its own implementation for the widest integers, which always throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try ContentDecoding.integer(type, value(required: key), at: place(key))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try ContentDecoding.integer(type, value(required: key), at: place(key))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try ContentDecoding.float(type, value(required: key), at: place(key), in: context)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try ContentDecoding.float(type, value(required: key), at: place(key), in: context)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ContentDecoding.decode(
      type, value(required: key), at: place(key), depth: depth, in: context)
  }

  private func scalar<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    try ContentDecoding.scalar(type, value(required: key), at: place(key))
  }

  // MARK: Nested containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try ContentDecoding.requireDepth(depth, at: place(key), in: context)
    return KeyedDecodingContainer(
      try KeyedContentDecoding<NestedKey>(
        value(required: key), at: place(key), depth: depth + 1, in: context,
        keepsNames: context.hasDefaultKeys))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ContentDecoding.requireDepth(depth, at: place(key), in: context)
    return try UnkeyedContentDecoding(
      value(required: key), at: place(key), depth: depth + 1, in: context)
  }

  func superDecoder() throws -> any Decoder { try superDecoder(at: ContentCodingKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

  /// Returns a decoder for the values of a superclass.
  ///
  /// The decoder reads null if the key is missing.
  private func superDecoder(at key: some CodingKey) throws -> any Decoder {
    try ContentDecoding.requireDepth(depth, at: place(key), in: context)
    return ContentDecoding(
      value(for: key) ?? GeneratedContent(kind: .null), at: place(key), depth: depth + 1,
      in: context, keepsNames: context.hasDefaultKeys)
  }
}
