package import SchemaDocuments

/// Imports JSON Schema documents of drafts 4 to 2020-12 as schemas.
///
///     let imported = try SchemaImporter().import(text)
///     for diagnostic in imported.diagnostics { print(diagnostic) }
///     let gemini = try SchemaEncoder(dialect: GeminiDialect()).encode(imported.schema)
///
/// The schema has the structure of the document: a reference stays a reference to a definition of
/// that name, and titles, descriptions and order are kept. The schema accepts the same values as
/// the document, as far as a schema for a model can state them. Each difference is a diagnostic of
/// the severity `SchemaDiagnostic.Severity.warning`. Validate answers against the document itself.
///
/// - References lead to places in the document, by JSON Pointer, `$anchor` or `$id`, and to the
///   documents in ``Options/remotes``. Nothing is ever fetched.
/// - A document has one language, which `$schema`, `openapi` or ``Options/draft`` names. A keyword
///   that is not in the named draft is left out, with a note. If nothing names the language, the
///   document is read by draft 2020-12, and by an older form wherever it has one: a list under
///   `items`, flags as exclusive bounds, `$recursiveRef`, and `nullable` of OpenAPI 3.0.
/// - `format` is an annotation, which is the default of the drafts, and is kept.
public struct SchemaImporter: Sendable {
  /// The choices on how documents are read.
  public var options: Options

  /// Creates an importer.
  public init(options: Options = Options()) { self.options = options }

  /// The choices on how documents are read.
  public struct Options: Sendable {
    /// The draft of documents that name no language by `$schema` or `openapi`; `nil` if the forms
    /// in a document decide.
    public var draft: SchemaDraft?

    /// `true` if a difference between document and schema is an error instead of a warning.
    public var isStrict: Bool

    /// Documents to which references may lead, by their URIs.
    public var remotes: [String: GeneratedContent]

    /// `true` if a schema without `type` is read as a schema of the types that its keywords
    /// constrain.
    ///
    /// Otherwise it also has all values of the other types, which validators accept.
    package var infersTypes = true

    /// The largest length of a text, in bytes.
    public var maximumLength: Int

    /// The largest depth of objects and arrays.
    public var maximumDepth: Int

    /// The largest number of parts of a schema.
    public var maximumParts: Int

    /// Creates options.
    public init(
      draft: SchemaDraft? = nil, isStrict: Bool = false, remotes: [String: GeneratedContent] = [:],
      maximumLength: Int = 256 << 20, maximumDepth: Int = 512, maximumParts: Int = 4_000_000
    ) {
      self.draft = draft
      self.isStrict = isStrict
      self.remotes = remotes
      self.maximumLength = maximumLength
      self.maximumDepth = maximumDepth
      self.maximumParts = maximumParts
    }
  }

  /// Imports a document, or a part of one.
  ///
  /// - Parameters:
  ///   - text: The text of the document, as a string or as bytes in UTF-8.
  ///   - place: The path of the schema in it, such as `["components", "schemas", "Order"]`;
  ///     references are resolved in that part, and if they have no target there, in the document.
  /// - Returns: The schema and its diagnostics.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the text.
  /// - Complexity: Linear in the length of the text.
  public func `import`(
    _ text: some ContentChunk, at place: SchemaPath = []
  ) throws -> ImportedSchema {
    let bytes: [UInt8] =
      switch text {
      case let bytes as [UInt8]: bytes
      // The copy of a string is faster than one byte after the other.
      case let string as String: Array(string.utf8)
      default: text.withUTF8Bytes { text in text.indices.map { text[$0] } }
      }
    return try DocumentImport(options: options, text: bytes).run(parse(bytes), at: place)
  }

  /// Imports a document that has been parsed, or a part of one.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - place: The path of the schema in it.
  /// - Returns: The schema and its diagnostics, without positions in a text.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the document.
  /// - Complexity: Linear in the size of the document.
  public func `import`(
    _ content: GeneratedContent, at place: SchemaPath = []
  ) throws -> ImportedSchema {
    try DocumentImport(options: options, text: nil).run(content, at: place)
  }

  private func parse(_ bytes: [UInt8]) throws(SchemaImportError) -> GeneratedContent {
    guard bytes.count <= options.maximumLength else {
      throw SchemaImportError(
        .limit, at: SchemaPath(),
        problem: "The text has \(bytes.count) bytes; the limit is \(options.maximumLength).",
        remedy: "Split the document\(OptionAdvice.maximumLength.text)")
    }
    do {
      var parser = GeneratedContentParser(options: .document(maximumDepth: options.maximumDepth))
      try parser.append(bytes)
      return try parser.finish()
    } catch let error as GeneratedContentParser.SyntaxError {
      throw SchemaImportError(error)
    } catch {
      throw SchemaImportError(
        .malformed, at: SchemaPath(), problem: "The text is not JSON: \(error)", remedy: nil)
    }
  }
}

extension GenerationSchema {
  /// Creates a schema from the text of a JSON Schema document.
  ///
  ///     let schema = try GenerationSchema(jsonSchema: #"{"type": "array", "items": {}}"#)
  ///
  /// Use ``SchemaImporter`` to get the diagnostics.
  ///
  /// - Parameter jsonSchema: The text of the document, of any draft from 4 on.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the text.
  public init(jsonSchema: String) throws { self = try SchemaImporter().import(jsonSchema).schema }
}

extension TypeText {
  /// Writes the schema of a JSON Schema document.
  ///
  ///     print(try TypeText(jsonSchema: #"{"type": "array", "items": {"type": "string"}}"#))
  ///
  /// - Parameter jsonSchema: The text of the document, of any draft from 4 on.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the text; `SchemaError`, with
  ///   the place of the fault in the schema.
  public init(jsonSchema: String) throws {
    try self.init(GenerationSchema(jsonSchema: jsonSchema))
  }
}

/// A JSON Schema document that was imported, with its draft and its diagnostics.
public struct ImportedSchema: Sendable {
  /// The schema.
  public let schema: GenerationSchema

  /// The draft by which the document was read.
  public var draft: SchemaDraft { language.draft }

  /// The language by which the document was read.
  package let language: DocumentLanguage

  /// The losses and the notes, in the order of the document.
  public let diagnostics: [ImportDiagnostic]

  /// `true` if the schema allows exactly the values that the document allows.
  public var isLossless: Bool { diagnostics.allSatisfy { $0.severity < .warning } }

  init(schema: GenerationSchema, language: DocumentLanguage, diagnostics: [ImportDiagnostic]) {
    self.schema = schema
    self.language = language
    self.diagnostics = diagnostics
  }
}
