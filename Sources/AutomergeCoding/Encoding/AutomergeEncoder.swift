public import AutomergeDocument
import SchemaModel

/// Writes `Codable` values into a document.
///
/// Only differences from the document become edits. So encoding an unchanged value makes no change,
/// and concurrent edits of other parts survive a merge.
///
///     let encoder = AutomergeEncoder(doc: document)
///     try encoder.encode(recipe)                       // at the root
///     try encoder.encode(step, at: ".steps.[2]")
///
/// Keys and elements that the value doesn't write are removed from the maps and lists that the
/// value writes. If encoding throws, the document does not change. If the edits are undone later,
/// the texts and counters of the value return to their earlier states.
///
/// - Important: To encode a text or a counter that is bound to another document, the encoder reads
///   it from that document, and both documents are locked. If one thread encodes values of document
///   A into document B, and another thread encodes values of B into A at the same time, both
///   threads wait forever. Encode them one after the other.
public struct AutomergeEncoder {
  let doc: Document
  let schemaStrategy: SchemaStrategy
  let cautiousWrite: Bool
  /// The values for `Encoder.userInfo` while a value is encoded.
  public var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The largest nesting depth of values; `GeneratedContent.maximumDepth` by default.
  ///
  /// The default is safe on a stack of 512 KB, unless the types are very large.
  public var depthLimit = GeneratedContent.maximumDepth

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - doc: The document.
  ///   - strategy: The action if the document's structure doesn't fit the value.
  ///   - cautiousWrite: `true` if encoding throws an error instead of changing the type of a value
  ///     in the document.
  public init(
    doc: Document, strategy: SchemaStrategy = .createWhenNeeded, cautiousWrite: Bool = false
  ) {
    self.doc = doc
    schemaStrategy = strategy
    self.cautiousWrite = cautiousWrite
  }

  /// Writes a value into the root of the document.
  ///
  /// - Throws: ``CodingKeyLookupError``, `AutomergeDocument.AutomergeError`, an error that the
  ///   value throws, or `EncodingError`, also if values nest deeper than ``depthLimit``.
  public func encode(_ value: some Encodable) throws { try encode(value, at: []) }

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
  /// - Throws: ``PathParseError``, and the errors of ``encode(_:)-(Encodable)``.
  public func encode(_ value: some Encodable, at path: String) throws {
    try encode(value, at: AnyCodingKey.parsePath(path))
  }

  /// Writes a value at a path of any coding keys, in the form of
  /// ``AnyCodingKey/init(_:)-(CodingKey)``.
  ///
  /// - Throws: The errors of ``encode(_:)-(Encodable)``.
  public func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
    try encode(value, at: path.map { AnyCodingKey($0) }) {}
  }

  /// Writes a value at a path, and undoes the edits if a check of the result throws.
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
