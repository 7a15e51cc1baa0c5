/// A decoder at one place in content, which a type's `init(from:)` gets.
final class ContentDecoding: Decoder {
  /// The state that all places of one run share.
  final class Context {
    let options: GeneratedContentDecoder
    /// `true` if names are used as coding keys.
    let hasDefaultKeys: Bool
    let userInfo: [CodingUserInfoKey: Any]
    private var knownStringKeys: [ObjectIdentifier: Bool] = [:]

    init(_ options: GeneratedContentDecoder) {
      self.options = options
      if case .useDefaultKeys = options.keyDecodingStrategy {
        hasDefaultKeys = true
      } else {
        hasDefaultKeys = false
      }
      userInfo = options.userInfo
    }

    /// Returns `true` if a type is a dictionary whose keys are strings.
    func hasStringKeys(_ type: any Any.Type) -> Bool {
      let identity = ObjectIdentifier(type)
      if let known = knownStringKeys[identity] { return known }
      let result = (type as? any CodedDictionary.Type)?.hasStringKeys ?? false
      knownStringKeys[identity] = result
      return result
    }
  }

  private let content: GeneratedContent
  private let path: CodingPath
  private let depth: Int
  private let context: Context
  /// `true` if names are used as coding keys, either because they are data or because of the
  /// strategy.
  private let keepsNames: Bool

  init(
    _ content: GeneratedContent, at path: CodingPath, depth: Int, in context: Context,
    keepsNames: Bool
  ) {
    self.content = content
    self.path = path
    self.depth = depth
    self.context = context
    self.keepsNames = keepsNames
  }

  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      try KeyedContentDecoding<Key>(
        content, at: path, depth: depth, in: context, keepsNames: keepsNames))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContentDecoding(content, at: path, depth: depth, in: context)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ContentDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { ContentDecoding.isNil(content) }

  func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  func decode(_ type: String.Type) throws -> String { try scalar(type) }

  /// Decodes an integer of any width that the protocol names.
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try ContentDecoding.integer(type, content, at: path)
  }

  // The library has its own implementation for the widest integers, which always throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 {
    try ContentDecoding.integer(type, content, at: path)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try ContentDecoding.integer(type, content, at: path)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try ContentDecoding.float(type, content, at: path, in: context)
  }

  func decode(_ type: Double.Type) throws -> Double {
    try ContentDecoding.float(type, content, at: path, in: context)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ContentDecoding.decode(type, content, at: path, depth: depth, in: context)
  }

  private func scalar<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type) throws -> Value {
    try ContentDecoding.scalar(type, content, at: path)
  }
}
