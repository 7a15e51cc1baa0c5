package import SchemaEncoding
public import SchemaImport
public import SchemaModel

extension TokenGrammar {
  /// Makes the grammar of the values that a JSON Schema document accepts.
  ///
  ///     let grammar = try TokenGrammar(jsonSchema: text, vocabulary: vocabulary)
  ///
  /// Constraints that are lost in the translation of the document are in ``unenforced``, too.
  ///
  /// The grammar states more than the schema that `SchemaImporter` makes of the document: the
  /// objects and arrays that an `enum` lists, and rules on which properties occur together, such as
  /// `dependentRequired`, become unions. Where such a union exceeds a limit, the grammar is that of
  /// the importer's schema.
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
    try self.init(
      vocabulary: vocabulary, options: options, importer: importer,
      importDocument: { importer in try importer.import(jsonSchema) })
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
    try self.init(
      vocabulary: vocabulary, options: options, importer: importer,
      importDocument: { importer in try importer.import(jsonSchema) })
  }

  private init(
    vocabulary: Vocabulary, options: Options, importer: SchemaImporter,
    importDocument: (SchemaImporter) throws -> ImportedSchema
  ) throws {
    var losses: [SchemaDiagnostic] = []
    try self.init(
      vocabulary: vocabulary, options: options, importer: importer,
      read: { importer in
        let imported = try importDocument(importer)
        losses = imported.losses
        return try SchemaGraph(imported.schema)
      })
    unenforced = losses + unenforced
  }

  /// Makes the grammar of a document that is read by an importer which enumerates cases, or, if
  /// that exceeds a limit, once more by one which does not.
  package init(
    vocabulary: Vocabulary, options: Options, importer: SchemaImporter = SchemaImporter(),
    read: (SchemaImporter) throws -> SchemaGraph
  ) throws {
    var exactImporter = importer
    exactImporter.options.enumeratesCases = true
    let grammar: TokenGrammar
    do {
      grammar = try TokenGrammar(read(exactImporter), vocabulary: vocabulary, options: options)
    } catch  where Self.isLimit(error) {
      grammar = try TokenGrammar(read(importer), vocabulary: vocabulary, options: options)
    }
    self = grammar
  }

  /// Indicates whether an error says that a schema exceeds a limit.
  private static func isLimit(_ error: any Error) -> Bool {
    switch error {
    case let error as SchemaImportError: error.rule == .limit
    case SchemaError.limitExceeded: true
    default: false
    }
  }
}

extension ImportedSchema {
  /// The differences between the schema and its document.
  var losses: [SchemaDiagnostic] {
    diagnostics.filter { $0.severity >= .warning }.map {
      SchemaDiagnostic(
        $0.severity, at: $0.path, problem: $0.problem, remedy: $0.remedy, rule: .notEnforced)
    }
  }
}
