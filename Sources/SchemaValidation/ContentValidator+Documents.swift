extension ContentValidator {
  /// Choices on how a JSON Schema document is read.
  public struct DocumentOptions: Sendable {
    /// The draft of documents without `$schema`.
    public var draft: SchemaDraft

    /// `true` if `format` constrains strings.
    ///
    /// By the drafts, it does not unless a document's own meta-schema says so.
    public var assertsFormats: Bool

    /// Documents to which references may lead, by their URIs.
    ///
    /// Nothing is ever fetched. The meta-schemas of the drafts are always there.
    public var remotes: [String: GeneratedContent]

    /// The URI of the document, to which its references are relative unless it states one itself.
    public var baseURI: String

    /// The place of the schema in the document; the empty one is the whole document.
    ///
    /// References in a part are resolved in the part first, as if it were a document, and then in
    /// the whole document, which also states the draft if the part does not.
    public var place: SchemaPath

    /// `true` if `nullable` makes a schema allow null, as in OpenAPI 3.0.
    package var readsNullable = false

    /// Creates options.
    ///
    /// - Parameters:
    ///   - draft: The draft of documents without `$schema`.
    ///   - assertsFormats: Whether `format` constrains strings.
    ///   - remotes: Documents to which references may lead, by their URIs.
    ///   - baseURI: The URI of the document.
    ///   - place: The place of the schema in the document.
    public init(
      draft: SchemaDraft = .draft2020, assertsFormats: Bool = false,
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
  /// A keyword whose value has a wrong form is ignored and listed in ``notes``. To find all faults
  /// of a document, check it with ``metaSchema(of:assertsFormats:)``.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - options: The choices on how it is read.
  /// - Throws: ``ValidatorError`` if a reference in it has no target, if its meta-schema requires a
  ///   vocabulary that is not known, or if there is nothing at the place of the schema.
  /// - Complexity: Linear in the sizes of the document and of the documents that it refers to.
  public init(
    document: GeneratedContent, options: DocumentOptions = DocumentOptions()
  ) throws {
    try self.init(document: document, options: options, readsNullAsAbsent: false)
  }

  /// Creates a validator of the text of a JSON Schema document.
  ///
  /// - Parameters:
  ///   - document: The text in UTF-8.
  ///   - options: The choices on how it is read.
  /// - Throws: `GeneratedContent.ParsingError` if the text is not JSON, or as
  ///   ``init(document:options:)-(GeneratedContent,_)``.
  public init(
    document: some Sequence<UInt8>, options: DocumentOptions = DocumentOptions()
  ) throws {
    let parsing = GeneratedContentParser.Options(maximumDepth: .max)
    let content = try GeneratedContent(json: document, options: parsing)
    guard content.isComplete else {
      throw ValidatorError(
        path: SchemaPath(), problem: "The text of the document stops early.",
        remedy: "Supply the whole document.")
    }
    try self.init(document: content, options: options)
  }

  /// Creates a validator of the text of a JSON Schema document.
  ///
  /// - Parameters:
  ///   - document: The text.
  ///   - options: The choices on how it is read.
  /// - Throws: As for bytes.
  public init(document: String, options: DocumentOptions = DocumentOptions()) throws {
    try self.init(document: document.utf8, options: options)
  }

  /// A validator of the documents of a draft.
  ///
  ///     let report = try ContentValidator.metaSchema(of: .draft2020).report(on: document)
  ///
  /// - Parameters:
  ///   - draft: The draft.
  ///   - assertsFormats: Whether the formats of references and patterns are checked.
  /// - Returns: The validator.
  /// - Throws: Nothing that a caller can cause.
  public static func metaSchema(
    of draft: SchemaDraft, assertsFormats: Bool = false
  ) throws -> ContentValidator {
    let options = DocumentOptions(draft: draft, assertsFormats: assertsFormats)
    return try ContentValidator(
      document: GeneratedContent(properties: ["$ref": draft.uri]), options: options)
  }
}
