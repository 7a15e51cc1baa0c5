public import SchemaModel
import SchemaText

/// A schema written in a dialect: a document of JSON Schema.
///
/// An encoded schema can be inspected (``root``), is `Codable`, and has a JSON text:
///
///     let schema = try encoder.encode(Recipe.self)
///     print(schema.jsonString(.pretty))
///     print(schema.root.properties.map(\.name))
///
/// The order of properties is the order in which a model generates them. ``utf8`` and
/// ``jsonString(_:)`` keep it; `JSONEncoder` does not, so encode a request that contains a schema
/// with `JSONEncoder.encodeKeepingSchemaOrder(_:)`.
public struct EncodedSchema: Sendable {
  /// The document as a compact JSON text in UTF-8.
  public let utf8: [UInt8]

  /// The diagnostics on the document, such as constraints that the dialect could not state.
  public internal(set) var diagnostics: [SchemaDiagnostic]

  /// The source of a document, from which each form of the document is written.
  enum Source: Sendable {
    /// A graph in a dialect.
    case graph(DocumentForm)
    /// A value that was decoded.
    case value(SchemaValue)
  }

  private let source: Source

  init(utf8: [UInt8], diagnostics: [SchemaDiagnostic], source: Source) {
    self.utf8 = utf8
    self.diagnostics = diagnostics
    self.source = source
  }

  /// The names of keywords in the dialect.
  var keywords: DialectRules.Keywords {
    switch source {
    case .graph(let form): form.dialect.rules.keywords
    case .value: DialectRules.Keywords()
    }
  }

  /// The layouts of a JSON text.
  public enum Layout: Sendable, Hashable {
    /// Without any white space.
    case compact

    /// With line breaks and an indentation of two spaces.
    case pretty
  }

  /// The document as a JSON text.
  public func jsonString(_ layout: Layout = .compact) -> String {
    switch layout {
    case .compact: String(decoding: utf8, as: UTF8.self)
    case .pretty: String(decoding: JSONPrettyPrinter.print(utf8), as: UTF8.self)
    }
  }

  /// Returns the document as content, for example as a part of a request.
  ///
  /// The content is written from the schema, like ``utf8``, and has the order of the text.
  ///
  /// - Returns: The content.
  /// - Throws: An error of the dialect's ``SchemaDialect/adaptation``, if the adaptation did not
  ///   throw when the schema was encoded and throws now.
  /// - Complexity: Linear in the size of the document.
  public func content() throws -> GeneratedContent {
    switch source {
    case .graph(let form): return try form.content()
    case .value(let value):
      let content = DocumentContent(capacity: utf8.count)
      content.value(value)
      return content.content
    }
  }

  /// Returns the document with the keywords and the names of types of JSON Schema, in which all
  /// objects that the dialect closes are closed by a keyword.
  ///
  /// The keyword `nullable` is kept. If the dialect renames keywords or types, the document is
  /// without the dialect's adaptation, which uses the new names. A decoded document is unchanged.
  ///
  /// - Returns: The content.
  /// - Throws: As ``content()``.
  /// - Complexity: Linear in the size of the document.
  package func plainContent() throws -> GeneratedContent {
    guard case .graph(let form) = source, let plain = form.dialect.withPlainKeywords else {
      return try content()
    }
    return try DocumentForm(form.graph, in: plain).content()
  }

  /// The schema at the root, for inspection.
  ///
  /// - Complexity: Linear in the size of the text. Parts that are reached from the root are not
  ///   read again.
  public var root: Node { Node(content: parsed, names: keywords) }

  /// The content of the text.
  var parsed: GeneratedContent {
    let content = DocumentContent(capacity: utf8.count)
    content.json(utf8)
    return content.content
  }
}

extension DocumentForm {
  fileprivate func content() throws -> GeneratedContent {
    let content = DocumentContent(capacity: estimatedSize)
    var writer = SchemaWriter(self, to: content, reportsRejections: false)
    try writer.write()
    return content.content
  }
}

extension EncodedSchema: CustomStringConvertible {
  /// The document as a compact JSON text.
  public var description: String { jsonString() }
}

extension EncodedSchema: Equatable {
  /// Indicates whether two documents are equal as JSON.
  ///
  /// The order of an object's members has no effect.
  ///
  /// Diagnostics are not compared.
  public static func == (first: EncodedSchema, second: EncodedSchema) -> Bool {
    first.utf8 == second.utf8 || first.parsed == second.parsed
  }
}
