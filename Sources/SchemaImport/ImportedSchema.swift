/// A JSON Schema document that was imported, with its draft and its diagnostics.
public struct ImportedSchema: Sendable {
  /// The schema.
  public let schema: GenerationSchema

  /// The draft by which the document was read.
  public let draft: SchemaDraft

  /// The losses and the notes, in the order of the document.
  public let diagnostics: [ImportDiagnostic]

  /// Whether the schema allows exactly the values that the document does.
  public var isLossless: Bool { diagnostics.allSatisfy { $0.severity < .warning } }

  init(schema: GenerationSchema, draft: SchemaDraft, diagnostics: [ImportDiagnostic]) {
    self.schema = schema
    self.draft = draft
    self.diagnostics = diagnostics
  }
}
