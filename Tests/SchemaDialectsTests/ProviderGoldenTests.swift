import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// The exact document and the diagnostics of some types in each dialect.
///
/// `Golden/TYPE.DIALECT.json` is the document, `Golden/TYPE.DIALECT.txt` holds the diagnostics, or
/// the error where there is no document. After a change that is meant, both are written anew by
/// running these tests with the environment variable `SCHEMAKIT_WRITE_GOLDEN` set; look at what
/// changed before you commit it.
struct ProviderGoldenTests {
  private static let types: [any Generable.Type] = [
    Booking.self, Branch.self, Drawing.self, Account.self, Hedgehog.self,
  ]

  private static let dialects: [(name: String, dialect: any SchemaDialect)] =
    DialectRegistry.standard.names.compactMap { name in
      DialectRegistry.standard.dialect(named: name).map { (name, $0) }
    } + [("anthropic-nullable", AnthropicDialect(optional: .nullable))]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  private static let writes = ProcessInfo.processInfo.environment["SCHEMAKIT_WRITE_GOLDEN"] != nil

  @Test(arguments: types)
  func `a type has the recorded document and diagnostics in every dialect`(
    type: any Generable.Type
  ) throws {
    for (name, dialect) in Self.dialects {
      var document: String?
      var words: [String] = []
      do {
        let schema = try SchemaEncoder(dialect: dialect).encode(type)
        document = schema.jsonString(.pretty)
        words = schema.diagnostics.map(\.description)
      } catch let error as SchemaError {
        words = ["error: \(error)"]
      }
      let stem = "\(type).\(name)".lowercased()
      try compare(document, with: "\(stem).json")
      try compare(words.isEmpty ? nil : words.joined(separator: "\n"), with: "\(stem).txt")
    }
  }

  private func compare(_ text: String?, with name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    if Self.writes {
      try? FileManager.default.removeItem(at: file)
      try text.map { try Data("\($0)\n".utf8).write(to: file) }
    } else {
      let exists = FileManager.default.fileExists(atPath: file.path)
      let golden = exists ? try String(contentsOf: file, encoding: .utf8) : nil
      #expect(text.map { $0 + "\n" } == golden, "\(name)")
    }
  }
}
