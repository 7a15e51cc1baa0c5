import SchemaDialects
import SchemaImport
import SchemaTestSupport

/// What an import came to, in the forms that tests compare.
struct Outcome {
  /// The schema in the dialect `json-schema`.
  let text: String
  let imported: ImportedSchema

  /// The keywords of which something is lost.
  var losses: [String] { keywords(.warning) }

  /// The keywords that are noted and lost without loss of meaning.
  var notes: [String] { keywords(.note) }

  private func keywords(_ severity: SchemaDiagnostic.Severity) -> [String] {
    imported.diagnostics.filter { $0.severity == severity }.map { $0.keyword }
  }
}

/// Imports a document and encodes it again.
func importing(_ text: String, draft: SchemaDraft? = nil) throws -> Outcome {
  let options = SchemaImporter.Options(draft: draft)
  let imported = try SchemaImporter(options: options).import(text)
  return Outcome(
    text: try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString(),
    imported: imported)
}

/// The error that an import ends with, if it does.
func importError(
  _ text: String, options: SchemaImporter.Options = SchemaImporter.Options()
) throws -> SchemaImportError? {
  do {
    _ = try SchemaImporter(options: options).import(text)
    return nil
  } catch let error as SchemaImportError {
    return error
  }
}
