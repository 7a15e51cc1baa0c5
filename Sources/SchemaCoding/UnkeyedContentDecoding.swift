/// The elements of an array, one after the other.
struct UnkeyedContentDecoding: UnkeyedDecodingContainer {
  private let path: CodingPath
  private let depth: Int
  private let context: ContentDecoding.Context
  private var elements: StoredChildren
  /// The next element.
  private var element: GeneratedContent?
  let count: Int?
  private(set) var currentIndex = 0

  init(
    _ content: GeneratedContent, at path: CodingPath, depth: Int,
    in context: ContentDecoding.Context
  ) throws {
    guard content.shape == .array else {
      throw ContentDecoding.mismatch(
        [GeneratedContent].self, expected: "an array", content, at: path)
    }
    self.path = path
    self.depth = depth
    self.context = context
    count = content.childCount
    elements = StoredChildren(content.stored, of: .array)
    element = elements.nextElement().map { GeneratedContent($0) }
  }

  var codingPath: [any CodingKey] { path.keys }

  var isAtEnd: Bool { element == nil }

  private var place: CodingPath { .index(currentIndex, in: path) }

  /// Decodes the next element.
  ///
  /// If decoding fails, the element stays the next element.
  private mutating func next<Value>(
    _ type: Value.Type, _ decode: (GeneratedContent, CodingPath) throws -> Value
  ) throws -> Value {
    guard let element else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: place.keys,
          debugDescription: "Expected \(_typeName(type, qualified: false)), found the end of an "
            + "array of \(currentIndex) elements."))
    }
    let value = try decode(element, place)
    currentIndex += 1
    self.element = elements.nextElement().map { GeneratedContent($0) }
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard let element else {
      throw DecodingError.valueNotFound(
        Any?.self,
        DecodingError.Context(
          codingPath: place.keys,
          debugDescription: "Expected null or a value, found the end of an array of "
            + "\(currentIndex) elements."))
    }
    guard ContentDecoding.isNil(element) else { return false }
    currentIndex += 1
    self.element = elements.nextElement().map { GeneratedContent($0) }
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }

  /// Decodes an integer of any width that the protocol names.
  mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try ContentDecoding.integer(type, $0, at: $1) }
  }

  // The library has its own implementation for the widest integers, which always throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try ContentDecoding.integer(type, $0, at: $1) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try ContentDecoding.integer(type, $0, at: $1) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let context = context
    return try next(type) { try ContentDecoding.float(type, $0, at: $1, in: context) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let context = context
    return try next(type) { try ContentDecoding.float(type, $0, at: $1, in: context) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (context, depth) = (context, depth)
    return try next(type) {
      try ContentDecoding.decode(type, $0, at: $1, depth: depth, in: context)
    }
  }

  private mutating func scalar<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type
  ) throws -> Value {
    try next(type) { try ContentDecoding.scalar(type, $0, at: $1) }
  }

  // MARK: Nested containers

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let (context, depth) = (context, depth)
    return try next(KeyedDecodingContainer<NestedKey>.self) {
      try ContentDecoding.requireDepth(depth, at: $1, in: context)
      return KeyedDecodingContainer(
        try KeyedContentDecoding<NestedKey>(
          $0, at: $1, depth: depth + 1, in: context, keepsNames: context.hasDefaultKeys))
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let (context, depth) = (context, depth)
    return try next((any UnkeyedDecodingContainer).self) {
      try ContentDecoding.requireDepth(depth, at: $1, in: context)
      return try UnkeyedContentDecoding($0, at: $1, depth: depth + 1, in: context)
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    let (context, depth) = (context, depth)
    return try next((any Decoder).self) {
      try ContentDecoding.requireDepth(depth, at: $1, in: context)
      return ContentDecoding(
        $0, at: $1, depth: depth + 1, in: context, keepsNames: context.hasDefaultKeys)
    }
  }
}
