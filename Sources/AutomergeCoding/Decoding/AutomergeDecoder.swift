#if Automerge
public import AutomergeDocument

/// Reads `Codable` values from a document.
///
/// Counters and texts in what it returns are bound to the document.
///
///     let recipe = try AutomergeDecoder(doc: document).decode(Recipe.self)
///     let title = try AutomergeDecoder(doc: document).decode(String.self, from: ".title")
public struct AutomergeDecoder {
  /// The key under which a text is stored that is encoded as the root.
  static let rootTextKey = "value"

  /// The document.
  public let doc: Document
  /// Values that the types' own code can read while it decodes.
  public var userInfo: [CodingUserInfoKey: Any] = [:]
  /// How many values may be decoded inside each other; 128 by default.
  ///
  /// The default is safe on a stack of 512 KB for types of ordinary size.
  public var depthLimit = 128

  /// Creates a decoder.
  public init(doc: Document) {
    self.doc = doc
  }

  /// Reads a value from the root of the document.
  ///
  /// - Throws: `DecodingError`, also if values nest deeper than ``depthLimit``, or what the type's
  ///   own code throws.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(type, from: [])
  }

  /// Reads a value from a path.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - path: The text of a path, as ``AnyCodingKey/parsePath(_:)`` reads it.
  /// - Returns: The value.
  /// - Throws: ``CodingKeyLookupError``, `DecodingError`, or what the type's own code throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    try decode(type, from: AnyCodingKey.parsePath(path))
  }

  /// Reads a value from a path.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - path: The steps from the root.
  /// - Returns: The value.
  /// - Throws: ``CodingKeyLookupError``, `DecodingError`, or what the type's own code throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from path: [AnyCodingKey]
  ) throws -> Value {
    try doc.exclusively {
      var path = path
      if path.isEmpty, type == AutomergeText.self { path = [AnyCodingKey(Self.rootTextKey)] }
      let value = try doc.valueAtPath(path)
      var place: CodingPlace?
      if let last = path.last {
        let parent = try doc.lookupPath(path: Array(path.dropLast()))
        place = parent.map { CodingPlace(object: $0, prop: last.prop) }
      }
      let context = DecodedPlace.Context(
        document: doc, userInfo: userInfo, depthLimit: depthLimit)
      let source = DecodedPlace(value ?? .Scalar(.Null), at: place, path: path, in: context)
      return try source.decode(type)
    }
  }
}
#endif
