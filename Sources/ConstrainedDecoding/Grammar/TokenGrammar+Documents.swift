package import SchemaEncoding
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
  /// The grammar enforces more constraints than the schema that `SchemaImporter` creates from the
  /// document: objects and arrays in an `enum`, and rules such as `dependentRequired` about
  /// properties that occur together, become unions. If such a union exceeds a limit, the grammar
  /// enforces only the importer's schema.
  ///
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

  /// Makes the grammar of the values that a parsed JSON Schema document accepts, as for the text of
  /// a document.
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
    let grammar = try TokenGrammar(
      vocabulary: vocabulary, options: options, importer: importer,
      read: { importer in
        let imported = try importDocument(importer)
        losses = imported.losses
        return try SchemaGraph(imported.schema)
      })
    self.init(grammar, losses: losses)
  }

  /// Makes the grammar of a document.
  ///
  /// First, the importer enumerates cases; if the result exceeds a limit, the document is read
  /// again without enumerating cases.
  package init(
    vocabulary: Vocabulary, options: Options, importer: SchemaImporter = SchemaImporter(),
    read: (SchemaImporter) throws -> SchemaGraph
  ) throws {
    var exactImporter = importer
    exactImporter.options.caseUnions = .all
    let grammar: TokenGrammar
    do {
      grammar = try TokenGrammar(read(exactImporter), vocabulary: vocabulary, options: options)
    } catch  where Self.isLimit(error) {
      var plainImporter = importer
      plainImporter.options.caseUnions = .none
      grammar = try TokenGrammar(read(plainImporter), vocabulary: vocabulary, options: options)
    }
    self = grammar
  }

  /// Indicates whether an error is caused by a schema that exceeds a limit.
  private static func isLimit(_ error: any Error) -> Bool {
    switch error {
    case let error as SchemaImportError: error.rule == .limit
    case SchemaError.limitExceeded: true
    default: false
    }
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
