import SchemaDocuments

extension ContentValidator {
  /// Options for reading a JSON Schema document.
  public struct DocumentOptions: Sendable {
    /// The draft of documents that name no language by `$schema` or `openapi`; `nil` if the forms
    /// in a document decide.
    ///
    /// If the forms decide, the validator reads the document by draft 2020-12, and by an older form
    /// wherever the document has one: a list under `items`, flags as exclusive bounds,
    /// `$recursiveRef`, and `nullable` of OpenAPI 3.0.
    public var draft: SchemaDraft?

    /// `true` if `format` constrains strings.
    ///
    /// By the drafts, `format` constrains strings only if the document's own meta-schema states
    /// this.
    public var assertsFormats: Bool

    /// The documents that references may refer to, by their URIs.
    ///
    /// The validator never fetches a document. The meta-schemas of the drafts are always available.
    public var remotes: [String: GeneratedContent]

    /// The URI of the document.
    ///
    /// References in the document are relative to this URI, unless the document states its own URI.
    public var baseURI: String

    /// The place of the schema in the document; the empty path is the complete document.
    ///
    /// References in a part are resolved first in the part, as in a separate document, and then in
    /// the complete document. If the part does not name its draft, the draft of the complete
    /// document applies.
    public var place: SchemaPath

    /// Creates options.
    public init(
      draft: SchemaDraft? = nil, assertsFormats: Bool = false,
      remotes: [String: GeneratedContent] = [:], baseURI: String = "",
      place: SchemaPath = SchemaPath()
    ) {
      self.place = place
      self.draft = draft
      self.assertsFormats = assertsFormats
      self.remotes = remotes
      self.baseURI = baseURI
    }
  }

  /// Creates a validator of a JSON Schema document.
  ///
  /// A keyword with a value of a wrong form, or that is not in the named draft, is ignored and
  /// listed in ``notes``. To find all faults of a document, check the document with
  /// ``metaSchema(of:assertsFormats:)``.
  ///
  /// - Throws: ``ValidatorError`` if a reference in the document has no target, if the meta-schema
  ///   requires an unknown vocabulary, or if the document has no value at the place of the schema.
  /// - Complexity: Linear in the sizes of the document and of the referenced documents.
  public init(
    document: GeneratedContent, options: DocumentOptions = DocumentOptions()
  ) throws {
    try self.init(document: document, options: options, readsNullAsAbsent: false)
  }

  /// Creates a validator of the text of a JSON Schema document.
  ///
  /// - Throws: `GeneratedContent.ParsingError` if the text is not JSON, or the errors of
  ///   ``init(document:options:)-(GeneratedContent,_)``.
  public init(
    document: some ContentChunk, options: DocumentOptions = DocumentOptions()
  ) throws {
    let content = try GeneratedContent(json: document, options: .document())
    guard content.isComplete else {
      throw ValidatorError(
        path: SchemaPath(), problem: "The text of the document stops early.",
        remedy: "Supply the whole document.")
    }
    try self.init(document: content, options: options)
  }

  /// Returns a validator for the documents of a draft.
  ///
  ///     let report = try ContentValidator.metaSchema(of: .draft2020).report(on: document)
  ///
  /// - Parameters:
  ///   - draft: The draft.
  ///   - assertsFormats: Whether the formats of references and patterns are checked.
  /// - Returns: The validator.
  /// - Throws: An error only if this package has a fault.
  public static func metaSchema(
    of draft: SchemaDraft, assertsFormats: Bool = false
  ) throws -> ContentValidator {
    try metaSchema(of: draft, assertsFormats: assertsFormats, replacements: [:])
  }

  /// Returns a validator for the documents of a language.
  static func metaSchema(of language: DocumentLanguage) throws -> ContentValidator {
    let replacements = language.basis == .draft ? [:] : try MetaSchemas.replacements()
    return try metaSchema(of: language.draft, assertsFormats: false, replacements: replacements)
  }

  /// Returns a validator for the documents of a draft, with replacements of parts of its
  /// meta-schema.
  private static func metaSchema(
    of draft: SchemaDraft, assertsFormats: Bool, replacements: [String: GeneratedContent]
  ) throws -> ContentValidator {
    let options = DocumentOptions(
      draft: draft, assertsFormats: assertsFormats, remotes: replacements)
    return try ContentValidator(
      document: GeneratedContent(properties: ["$ref": draft.uri]), options: options)
  }
}
