/// A schema written in a dialect: a document of JSON Schema.
///
/// It can be looked into (``root``), is `Codable`, and gives its text:
///
///     let schema = try encoder.encode(Recipe.self)
///     print(schema.jsonString(.pretty))
///     print(schema.root.properties.map(\.name))
public struct EncodedSchema: Sendable {
  let bytes: EncodedBytes

  /// What is worth knowing about the document, such as what the dialect could not state.
  public internal(set) var diagnostics: [SchemaDiagnostic]

  init(bytes: EncodedBytes, diagnostics: [SchemaDiagnostic]) {
    self.bytes = bytes
    self.diagnostics = diagnostics
  }

  /// The layouts of a JSON text.
  public enum Layout: Sendable, Hashable {
    /// Without any white space.
    case compact

    /// With line breaks and an indentation of two spaces.
    case pretty
  }

  /// The document as a compact JSON text in UTF-8.
  ///
  /// - Complexity: Linear in the size of the text, which is copied; see ``withUTF8(_:)``.
  public var utf8: [UInt8] { Array(bytes.buffer) }

  /// Gives access to the compact JSON text without copying it.
  ///
  /// - Parameter body: What is done with the bytes, which are valid only during the call.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUTF8<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes.buffer)
  }

  /// The document as a JSON text.
  ///
  /// - Parameter layout: How the text is laid out.
  /// - Returns: The text.
  public func jsonString(_ layout: Layout = .compact) -> String {
    switch layout {
    case .compact: String(decoding: bytes.buffer, as: UTF8.self)
    case .pretty: String(decoding: PrettyPrinter.print(bytes.buffer), as: UTF8.self)
    }
  }

  /// The schema at the root, to be looked into.
  ///
  /// - Complexity: Linear in the size of the text; what is reached from it is not scanned again.
  public var root: Node {
    Node(document: DocumentIndex(bytes), range: 0..<bytes.count)
  }
}

extension EncodedSchema: CustomStringConvertible {
  /// The document as a compact JSON text.
  public var description: String { jsonString() }
}
