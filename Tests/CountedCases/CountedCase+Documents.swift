import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaValidation

extension CountedCase {
  /// Verdicts on parsed instances, and the compiling and the import of a document.
  static let validating = [
    CountedCase(name: "validate") {
      let validator = try ContentValidator(document: GeneratedContent(json: Ticket.document))
      let instance = try GeneratedContent(json: Ticket.instance(events: 40))
      return {
        guard validator.isValid(instance) else {
          throw CaseError(problem: "The instance is not valid.")
        }
        return 1
      }
    },
    CountedCase(name: "compile") {
      let document = try GeneratedContent(json: Ticket.document)
      return { try ContentValidator(document: document).notes.count + 1 }
    },
    CountedCase(name: "import") {
      { try SchemaImporter().import(Ticket.document).diagnostics.count + 1 }
    },
  ]

  /// Encoding with fitting, and an answer that is mapped back.
  static let fitting = [
    CountedCase(name: "fit") {
      let graph = try SchemaGraph(SchemaImporter().import(Ticket.document).schema)
      return { try SchemaEncoder(dialect: OpenAIDialect()).fit(graph).schema.utf8.count }
    },
    CountedCase(name: "map-back") {
      let schema = try SchemaImporter().import(Ticket.document).schema
      let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit(schema)
      let instance = try GeneratedContent(json: Ticket.instance(events: 40))
      let answer = try GeneratedContent(json: fitted.answer(for: instance).jsonString)
      guard !fitted.mapping.isIdentity else { throw CaseError(problem: "Nothing is mapped.") }
      return { try fitted.content(from: answer).isComplete ? 1 : 0 }
    },
  ]
}
