import SchemaModel

/// The last document that was written from a graph, for the next time under the same rules.
final class DocumentMemory: @unchecked Sendable {
  final class Document: Sendable {
    let dialect: String
    let rules: DialectRules
    let bytes: EncodedBytes
    let diagnostics: [SchemaDiagnostic]

    init(
      dialect: String, rules: DialectRules, bytes: EncodedBytes, diagnostics: [SchemaDiagnostic]
    ) {
      self.dialect = dialect
      self.rules = rules
      self.bytes = bytes
      self.diagnostics = diagnostics
    }
  }

  /// The largest document that is remembered, in bytes.
  private static let sizeLimit = 1 << 20

  // The lock guards the document: that is why this class may say that it is `Sendable`.
  private let lock = Lock()
  private var document: Document?

  func recall(_ dialect: String, _ rules: DialectRules) -> Document? {
    lock.withLockIfAvailable {
      guard let document, document.dialect == dialect, document.rules == rules else { return nil }
      return document
    }
  }

  func remember(_ document: Document) {
    guard document.bytes.count <= Self.sizeLimit else { return }
    _ = lock.withLockIfAvailable { () -> Void? in self.document = document }
  }
}
