/// Imports JSON Schema documents of drafts 4 to 2020-12 as schemas.
///
///     let imported = try SchemaImporter().import(text)
///     for diagnostic in imported.diagnostics { print(diagnostic) }
///     let gemini = try SchemaEncoder(dialect: GeminiDialect()).encode(imported.schema)
///
/// The schema allows the values that the document allows, as far as it can express this. Where it
/// cannot, it allows more, never less, and a diagnostic of the severity
/// `SchemaDiagnostic.Severity.warning` names the loss. Keywords are combined: `allOf` becomes one
/// schema; `oneOf`, `not` and `if` become alternatives that exclude each other.
///
/// - References are followed within the document: JSON Pointers, `$anchor`, and URIs relative to
///   an `$id`. Nothing is ever fetched.
/// - `format` is an annotation, which is the default of the drafts, and is kept.
/// - Annotations that a `GenerationSchema` does not have, such as `default`, are left out, with a
///   note for each.
public struct SchemaImporter: Sendable {
  /// How documents are read.
  public var options: Options

  /// Creates an importer.
  ///
  /// - Parameter options: How documents are read.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// How documents are read.
  public struct Options: Sendable, Hashable {
    /// The draft by which documents are read, or `nil` for what `$schema` says.
    ///
    /// A document without `$schema` is read as draft 4 if it uses `id` at its root or a boolean
    /// `exclusiveMinimum` or `exclusiveMaximum`, as draft 7 if it uses `dependencies`,
    /// `additionalItems` or a list under `items`, and as draft 2020-12 otherwise.
    public var draft: SchemaDraft?

    /// Whether a loss is an error.
    public var isStrict: Bool

    /// The largest length of a text, in bytes.
    public var maximumLength: Int

    /// How deep objects and arrays may nest.
    public var maximumDepth: Int

    /// How many parts a schema may have after schemas are combined.
    public var maximumParts: Int

    /// Creates options.
    ///
    /// - Parameters:
    ///   - draft: The draft by which documents are read, or `nil` for what `$schema` says.
    ///   - isStrict: Whether a loss is an error.
    ///   - maximumLength: The largest length of a text, in bytes.
    ///   - maximumDepth: How deep objects and arrays may nest.
    ///   - maximumParts: How many parts a schema may have after schemas are combined.
    public init(
      draft: SchemaDraft? = nil, isStrict: Bool = false, maximumLength: Int = 256 << 20,
      maximumDepth: Int = 512, maximumParts: Int = 1_000_000
    ) {
      self.draft = draft
      self.isStrict = isStrict
      self.maximumLength = maximumLength
      self.maximumDepth = maximumDepth
      self.maximumParts = maximumParts
    }
  }

  /// Imports a document.
  ///
  /// - Parameter text: The text of the document.
  /// - Returns: The schema and its diagnostics.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the text.
  /// - Complexity: Linear in the length of the text, unless alternatives have to be combined.
  public func `import`(_ text: String) throws -> ImportedSchema {
    try self.import(Array(text.utf8))
  }

  /// Imports a document.
  ///
  /// - Parameter bytes: The text of the document in UTF-8.
  /// - Returns: The schema and its diagnostics.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the text.
  /// - Complexity: Linear in the length of the text, unless alternatives have to be combined.
  public func `import`(_ bytes: [UInt8]) throws -> ImportedSchema {
    let content = try parse(bytes)
    return try ImportRun(options: options, text: bytes).run(content)
  }

  /// Imports a document that has been parsed.
  ///
  /// - Parameter content: The document.
  /// - Returns: The schema and its diagnostics, without positions in a text.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the document.
  /// - Complexity: Linear in the size of the document, unless alternatives have to be combined.
  public func `import`(_ content: GeneratedContent) throws -> ImportedSchema {
    try ImportRun(options: options, text: nil).run(content)
  }

  /// The schema that a document states, with the structure of the document.
  ///
  /// - Throws: ``SchemaImportError`` if the document is malformed, or one of its schemas has no
  ///   counterpart of the same structure.
  func translate(_ bytes: [UInt8]) throws -> GenerationSchema {
    let document = try SchemaDocument(
      parse(bytes), depth: options.maximumDepth, checksNames: false)
    var translator = StructureTranslator(document)
    return try translator.translate()
  }

  private func parse(_ bytes: [UInt8]) throws(SchemaImportError) -> GeneratedContent {
    guard bytes.count <= options.maximumLength else {
      throw SchemaImportError(
        .limitExceeded, at: SchemaPath(),
        problem: "The text has \(bytes.count) bytes; the limit is \(options.maximumLength).",
        remedy: "If this length is intended, raise the option maximumLength.")
    }
    do {
      var parser = GeneratedContentParser(
        options: GeneratedContentParser.Options(maximumDepth: options.maximumDepth))
      let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      try parser.append(bytes[(hasMark ? 3 : 0)...])
      return try parser.finish()
    } catch let error as GeneratedContentParser.SyntaxError {
      throw SchemaImportError(error, in: bytes)
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
  /// Use ``SchemaImporter`` to get the losses.
  ///
  /// - Parameter jsonSchema: The text of the document, of any draft from 4 on.
  /// - Throws: ``SchemaImportError``, with the place of the fault in the text.
  public init(jsonSchema: String) throws {
    self = try SchemaImporter().import(jsonSchema).schema
  }
}
