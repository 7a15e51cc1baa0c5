import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

@Suite(.enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
struct ImportCorpusTests {
  @Test func `I5: export of real schemas, imported and encoded in every dialect`() throws {
    let dialects = DialectRegistry.standard.names.compactMap {
      DialectRegistry.standard.dialect(named: $0)
    }
    var survey = ImportSurvey()
    // Not all of them where nobody wants them written.
    let step = ImportExport.folder == nil ? 16 / tried(of: 4) : 1
    for (index, item) in try ImportCorpus.schemas().enumerated() where index % step == 0 {
      guard let imported = survey.add(item.text, importer: SchemaImporter()) else { continue }
      let graph = try SchemaGraph(imported.schema)
      let text = try SchemaEncoder(dialect: TestDialect()).encode(graph).jsonString()
      for dialect in dialects {
        // What a dialect rejects is an error of its own, and all that may go wrong.
        do {
          _ = try SchemaEncoder(dialect: dialect).encode(graph)
        } catch let error {
          #expect(error is SchemaError, "\(item.name): \(error)")
        }
      }
      let again = try importing(text)
      #expect(again.text == text, "\(item.name) changes when it is imported again")
      #expect(again.losses.isEmpty, "\(item.name)")
      try ImportExport.write(
        item.name, original: item.text, imported: text, imported, tests: item.tests)
    }
    #expect(survey.count > 800 / step)
    #expect(survey.losslessShare > 0.7, "\(survey)")
    // Properties whose type contradicts their `enum`.
    #expect(survey.rejected <= 9)
    #expect(survey.errors.keys.allSatisfy { $0 == .unsatisfiable }, "\(survey.errors)")
  }

  @Test(arguments: ImportCorpus.drafts)
  func `I5: export of the official suite`(_ folder: String, _ draft: SchemaDraft) throws {
    let importer = SchemaImporter(options: SchemaImporter.Options(draft: draft))
    var survey = ImportSurvey()
    for item in try ImportCorpus.suite(folder, draft) {
      guard let imported = survey.add(item.text, importer: importer) else { continue }
      let text = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString()
      #expect(try importing(text).text == text, "\(item.name)")
      // Meta-schemas of the suite's own change what keywords mean, and are not fetched.
      let isCertain = !item.text.contains("/metaschema-")
      try ImportExport.write(
        item.name, original: item.text, imported: text, imported, tests: item.tests,
        isCertain: isCertain)
    }
    #expect(survey.losslessShare > 0.2, "\(survey)")
    // Schemas that nothing satisfies, and references to other documents.
    let known: Set<ImportRule> = [
      .unsatisfiable, .remoteReference, .invalidReference, .invalidKeyword, .circularReference,
    ]
    #expect(survey.errors.keys.allSatisfy(known.contains), "\(survey.errors)")
  }
}
