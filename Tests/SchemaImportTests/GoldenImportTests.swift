import Foundation
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

/// Documents of the kinds that users have, and what they become in each dialect.
///
/// `Golden/NAME.json` is the document, `Golden/NAME.DIALECT.json` what it becomes, or the error,
/// and `Golden/NAME.txt` has the diagnostics of the import. With the environment variable
/// `SCHEMAKIT_WRITE_GOLDEN`, a run writes the files instead of comparing them.
struct GoldenImportTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")
  private static let isRecording =
    ProcessInfo.processInfo.environment["SCHEMAKIT_WRITE_GOLDEN"] != nil

  /// The documents, with the places of their schemas.
  private static let documents: [(name: String, place: SchemaPath)] = [
    ("mcp", []), ("pydantic", []), ("zod", []), ("openapi", ["components", "schemas", "Owner"]),
  ]

  private func imported(_ name: String, _ place: SchemaPath) throws -> ImportedSchema {
    let file = Self.folder.appendingPathComponent("\(name).json")
    return try SchemaImporter().import(Array(Data(contentsOf: file)), at: place)
  }

  private func compare(_ text: String, _ file: String) throws {
    let url = Self.folder.appendingPathComponent(file)
    if Self.isRecording {
      try Data(text.utf8).write(to: url)
    } else {
      #expect(try text == String(decoding: Data(contentsOf: url), as: UTF8.self), "\(file)")
    }
  }

  @Test(arguments: documents)
  func `I1, I2: a document of a kind that users have is translated with these diagnostics`(
    name: String, place: SchemaPath
  ) throws {
    let lines = try imported(name, place).diagnostics.map { "\($0)\n" }
    try compare(lines.joined(), "\(name).txt")
  }

  @Test(arguments: documents, DialectRegistry.standard.names)
  func `I1: a document of a kind that users have becomes this in each dialect`(
    document: (name: String, place: SchemaPath), dialect: String
  ) throws {
    let schema = try imported(document.name, document.place).schema
    let encoder = SchemaEncoder(
      dialect: try #require(DialectRegistry.standard.dialect(named: dialect)))
    var text: String
    do {
      text = try encoder.encode(schema).jsonString(.pretty)
    } catch let error as SchemaError {
      text = "error: \(error.errorDescription ?? "")"
    }
    try compare(text + "\n", "\(document.name).\(dialect).json")
  }

  @Test(arguments: documents)
  func `I5: what a document becomes is imported again without change`(
    name: String, place: SchemaPath
  ) throws {
    let text = try SchemaEncoder(dialect: TestDialect()).encode(imported(name, place).schema)
      .jsonString()
    let again = try importing(text)
    #expect(again.text == text)
    #expect(again.losses.isEmpty)
  }
}
