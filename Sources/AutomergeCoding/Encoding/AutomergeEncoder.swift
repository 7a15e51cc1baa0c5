public import AutomergeDocument
import SchemaModel

/// Writes `Codable` values into a document.
///
/// Only differences from the document become edits, so encoding an unchanged value makes no
/// change, and concurrent edits of other parts survive a merge.
///
///     let encoder = AutomergeEncoder(doc: document)
///     try encoder.encode(recipe)                       // at the root
///     try encoder.encode(step, at: ".steps.[2]")
///
/// Map keys and list elements that the value doesn't write are removed from the containers that it
/// writes. If encoding throws, the document does not change. If the edits are undone later, the
/// texts and counters of the value are again what they were before.
///
/// - Important: A text or a counter that is bound to another document is read from there, while
///   other threads wait for both documents. Two threads that encode values of two documents into
///   each other at the same time would wait forever: encode them one after the other.
public struct AutomergeEncoder {
  /// The document.
  public let doc: Document
  /// The action if the structure of the document doesn't fit the value.
  public var schemaStrategy: SchemaStrategy
  /// `true` if writing a value of another type than the one in the document is an error.
  public var cautiousWrite: Bool
  /// Values that the types' own code can read while it encodes.
  public var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The largest nesting depth of values; `GeneratedContent.maximumDepth` by default.
  ///
  /// The default is safe on a stack of 512 KB for types of ordinary size.
  public var depthLimit = GeneratedContent.maximumDepth

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - doc: The document.
  ///   - strategy: The action if the document's structure doesn't fit the value.
  ///   - cautiousWrite: `true` if writing a value of another type than the one in the document is
  ///     an error.
  public init(
    doc: Document, strategy: SchemaStrategy = .createWhenNeeded, cautiousWrite: Bool = false
  ) {
    self.doc = doc
    schemaStrategy = strategy
    self.cautiousWrite = cautiousWrite
  }

  /// Writes a value into the root of the document.
  ///
  /// - Throws: ``CodingKeyLookupError``, `EncodingError`, also if values nest deeper than
  ///   ``depthLimit``, `AutomergeDocument.AutomergeError`, or an error of the value's own code.
  public func encode(_ value: some Encodable) throws {
    try encode(value, at: [])
  }

  /// Writes a value into the root of the document, unless it is `nil`.
  ///
  /// - Throws: The errors of ``encode(_:)-(Encodable)``.
  public func encode<Value: Encodable>(_ value: Value?) throws {
    if let value { try encode(value, at: []) }
  }

  /// Writes a value at a path.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  /// - Throws: The errors of ``encode(_:)-(Encodable)``.
  public func encode(_ value: some Encodable, at path: String) throws {
    try encode(value, at: AnyCodingKey.parsePath(path))
  }

  /// Writes a value at a path.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The steps from the root.
  /// - Throws: The errors of ``encode(_:)-(Encodable)``.
  public func encode(_ value: some Encodable, at path: [AnyCodingKey]) throws {
    try encode(value, at: path) {}
  }

  /// Writes a value at a path, and undoes that if a check of the result throws.
  func encode(
    _ value: some Encodable, at path: [AnyCodingKey], checking check: () throws -> Void
  ) throws {
    let session = EncodingSession(self, at: path)
    try doc.transaction {
      try session.encode(value, at: try session.place(at: path), path: path)
      try session.removeUnwritten()
      try check()
      try session.bind()
    }
  }
}
