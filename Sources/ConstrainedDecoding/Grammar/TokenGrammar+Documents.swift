package import SchemaEncoding
public import SchemaImport

extension TokenGrammar {
  /// Makes the grammar of the values that a JSON Schema document accepts.
  ///
  ///     let grammar = try TokenGrammar(jsonSchema: text, vocabulary: vocabulary)
  ///
  /// What the translation of the document loses is in ``unenforced``, too.
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
    var diagnostics: [ImportDiagnostic] = []
    try self.init(vocabulary: vocabulary, options: options, importer: importer) { importer in
      let imported = try importer.import(jsonSchema)
      diagnostics = imported.diagnostics
      return try SchemaGraph(imported.schema)
    }
    let losses = diagnostics.filter { $0.severity >= .warning }.map {
      SchemaDiagnostic($0.severity, at: $0.path, problem: $0.problem, remedy: $0.remedy)
    }
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

  /// Whether an error is that a schema exceeds a limit.
  private static func isLimit(_ error: any Error) -> Bool {
    switch error {
    case let error as SchemaImportError: error.rule == .limit
    case SchemaError.limitExceeded: true
    default: false
    }
  }
}
