import SchemaEncoding
public import SchemaImport
public import SchemaModel

extension TokenGrammar {
  /// Makes the grammar of the values that a JSON Schema document, in draft 4 or later, accepts.
  ///
  ///     let grammar = try TokenGrammar(jsonSchema: text, vocabulary: vocabulary)
  ///
  /// Constraints that are lost in the translation of the document are also listed in
  /// ``unenforced``.
  ///
  /// - Throws: `SchemaImportError` if the document cannot be read; `SchemaError` if the schema has
  ///   no finite value, or exceeds a limit.
  public init(
    jsonSchema: String, vocabulary: Vocabulary, options: Options = Options(),
    importer: SchemaImporter = SchemaImporter()
  ) throws {
    try self.init(
      importer.forMasks(options).import(jsonSchema), vocabulary: vocabulary, options: options)
  }

  /// Makes the grammar of the values that a parsed JSON Schema document accepts, as for the text of
  /// a document.
  public init(
    jsonSchema: GeneratedContent, vocabulary: Vocabulary, options: Options = Options(),
    importer: SchemaImporter = SchemaImporter()
  ) throws {
    try self.init(
      importer.forMasks(options).import(jsonSchema), vocabulary: vocabulary, options: options)
  }

  private init(_ imported: ImportedSchema, vocabulary: Vocabulary, options: Options) throws {
    let graph = try SchemaGraph(imported.schema)
    try self.init(
      of: graph.root, in: graph, vocabulary: vocabulary, options: options, losses: imported.losses)
  }
}

extension SchemaImporter {
  /// The importer for the masks of a document.
  ///
  /// Masks accept what validators accept, unless an option closes what a document leaves open.
  fileprivate func forMasks(_ options: TokenGrammar.Options) -> Self {
    var importer = self
    importer.options.infersTypes = options.openObjects == .closed
    return importer
  }
}

extension ImportedSchema {
  /// The constraints of the document that the schema does not have.
  var losses: [SchemaDiagnostic] {
    diagnostics.filter { $0.severity >= .warning }.map {
      SchemaDiagnostic(
        $0.severity, at: $0.path, problem: $0.problemForMasks, remedy: $0.remedy,
        code: TokenGrammar.notEnforcedCode)
    }
  }
}
