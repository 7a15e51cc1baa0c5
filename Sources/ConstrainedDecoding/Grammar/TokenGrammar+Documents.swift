import SchemaEncoding
public import SchemaImport
public import SchemaModel

extension TokenGrammar {
  /// Makes the grammar of the values that a JSON Schema document accepts.
  ///
  ///     let grammar = try TokenGrammar(jsonSchema: text, vocabulary: vocabulary)
  ///
  /// Constraints that are lost in the translation of the document are in ``unenforced``, too.
  ///
  /// - Parameters:
  ///   - jsonSchema: The text of the document, of any draft from 4 on.
  ///   - vocabulary: The tokens.
  ///   - options: How values are written.
  ///   - importer: What reads the document.
  /// - Throws: `SchemaImportError` if the document cannot be read; `SchemaError` if the schema has
  ///   no finite value, or exceeds a limit.
  public init(
    jsonSchema: String, vocabulary: Vocabulary, options: Options = Options(),
    importer: SchemaImporter = SchemaImporter()
  ) throws {
    try self.init(importer.import(jsonSchema), vocabulary: vocabulary, options: options)
  }

  /// Makes the grammar of the values that a parsed JSON Schema document accepts.
  ///
  /// - Parameters:
  ///   - jsonSchema: The document, of any draft from 4 on.
  ///   - vocabulary: The tokens.
  ///   - options: How values are written.
  ///   - importer: What reads the document.
  /// - Throws: `SchemaImportError` if the document cannot be read; `SchemaError` if the schema has
  ///   no finite value, or exceeds a limit.
  public init(
    jsonSchema: GeneratedContent, vocabulary: Vocabulary, options: Options = Options(),
    importer: SchemaImporter = SchemaImporter()
  ) throws {
    try self.init(importer.import(jsonSchema), vocabulary: vocabulary, options: options)
  }

  private init(_ imported: ImportedSchema, vocabulary: Vocabulary, options: Options) throws {
    try self.init(imported.schema, vocabulary: vocabulary, options: options)
    unenforced = imported.losses + unenforced
  }
}

extension ImportedSchema {
  /// The differences between the schema and its document.
  var losses: [SchemaDiagnostic] {
    diagnostics.filter { $0.severity >= .warning }.map {
      SchemaDiagnostic($0.severity, at: $0.path, problem: $0.problem, remedy: $0.remedy)
    }
  }
}
