import SchemaEncoding
public import SchemaImport

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
    let imported = try importer.import(jsonSchema)
    try self.init(imported.schema, vocabulary: vocabulary, options: options)
    let losses = imported.diagnostics.filter { $0.severity >= .warning }.map {
      SchemaDiagnostic($0.severity, at: $0.path, problem: $0.problem, remedy: $0.remedy)
    }
    unenforced = losses + unenforced
  }
}
