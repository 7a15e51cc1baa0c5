import SchemaImport
import Testing

/// A document, and the schema that it has to become.
struct ImportCase: Sendable, CustomTestStringConvertible {
  let document: String
  let expected: String
  var draft: SchemaDraft?
  var losses: [String] = []

  init(
    _ document: String, _ expected: String, draft: SchemaDraft? = nil, losses: [String] = []
  ) {
    self.document = document
    self.expected = expected
    self.draft = draft
    self.losses = losses
  }

  var testDescription: String { document }
}
