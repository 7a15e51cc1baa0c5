import SchemaImport
import Testing

/// A document, the schema that it becomes in the dialect `json-schema`, and the rules of its
/// diagnostics in order.
struct ImportCase: Sendable, CustomTestStringConvertible {
  let document: String
  let expected: String
  let rules: [ImportRule]
  var draft: SchemaDraft?

  init(
    _ document: String, _ expected: String, _ rules: [ImportRule] = [], draft: SchemaDraft? = nil
  ) {
    self.document = document
    self.expected = expected
    self.rules = rules
    self.draft = draft
  }

  var testDescription: String { document }

  /// Imports the document, and imports what it becomes again (I5).
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = try importing(document, draft: draft)
    #expect(outcome.text == expected, sourceLocation: sourceLocation)
    #expect(
      outcome.imported.diagnostics.map(\.rule) == rules, "\(outcome.imported.diagnostics)",
      sourceLocation: sourceLocation)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text, sourceLocation: sourceLocation)
    #expect(again.losses.isEmpty, sourceLocation: sourceLocation)
  }
}
