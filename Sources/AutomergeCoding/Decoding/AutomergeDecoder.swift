public import AutomergeDocument
import SchemaModel

/// Reads `Codable` values from a document.
///
/// Counters and texts in the decoded value are bound to the document.
///
///     let recipe = try AutomergeDecoder(doc: document).decode(Recipe.self)
///     let title = try AutomergeDecoder(doc: document).decode(String.self, from: ".title")
public struct AutomergeDecoder {
  /// The key under which a text is encoded at the root.
  static let rootTextKey = "value"

  /// The document that values are read from.
  public let doc: Document
  /// The values for `Decoder.userInfo` while a value is decoded.
  public var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The largest nesting depth of values; `GeneratedContent.maximumDepth` by default.
  ///
  /// The default is safe on a stack of 512 KB, unless the types are very large.
  public var depthLimit = GeneratedContent.maximumDepth

  /// Creates a decoder.
  public init(doc: Document) { self.doc = doc }

  /// Reads a value from the root of the document.
  ///
  /// - Throws: `DecodingError`, also if values nest deeper than ``depthLimit``, or an error that
  ///   the type throws.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(type, from: [])
  }

  /// Reads a value from a path.
  ///
  /// If the document has no value at the path, an optional type is decoded as `nil`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  /// - Returns: The value.
  /// - Throws: ``PathParseError``, ``CodingKeyLookupError``, `DecodingError`, or an error that the
  ///   type throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    try decode(type, from: AnyCodingKey.parsePath(path))
  }

  /// Reads a value from a path of any coding keys, in the form of
  /// ``AnyCodingKey/init(_:)-(CodingKey)``.
  ///
  /// If the document has no value at the path, an optional type is decoded as `nil`.
  ///
  /// - Throws: ``CodingKeyLookupError``, `DecodingError`, or an error that the type throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from path: [any CodingKey]
  ) throws -> Value {
    let path = path.map { AnyCodingKey($0) }
    return try doc.withLock {
      let value = try doc.valueAtPath(path)
      var place: CodingPlace?
      if let last = path.last {
        let parent = try doc.lookupPath(path: Array(path.dropLast()))
        place = parent.map { CodingPlace(object: $0, prop: last.prop) }
      }
      let context = DecodedPlace.Context(
        document: doc, userInfo: userInfo, depthLimit: depthLimit)
      let source = DecodedPlace(value ?? .Scalar(.Null), at: place, path: path, in: context)
      do {
        return try source.decode(type)
      } catch is DecodingError where value == nil {
        throw DecodingError.valueNotFound(
          type,
          DecodingError.Context(
            codingPath: path,
            debugDescription: "The document has no value at \(path.stringPath())."))
      }
    }
  }
}

/// The decoder that a type's `init(from:)` gets; it reads the value at one place.
struct PlaceDecoder: Decoder {
  private let source: DecodedPlace

  init(_ source: DecodedPlace) { self.source = source }

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

/// Decodes a plain value, or a value that another type decodes.
struct AutomergeSingleValueDecodingContainer: SingleValueDecodingContainer {
  let source: DecodedPlace

  var codingPath: [any CodingKey] { source.path }

  func decodeNil() -> Bool { source.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try source.bool() }
  func decode(_ type: String.Type) throws -> String { try source.string() }
  func decode(_ type: Double.Type) throws -> Double { try source.double() }
  func decode(_ type: Float.Type) throws -> Float { try source.float() }
  func decode(_ type: Int.Type) throws -> Int { try source.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try source.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.decode(type) }
}
