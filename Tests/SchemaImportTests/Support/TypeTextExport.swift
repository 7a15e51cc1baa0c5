import Foundation
import SchemaDialects
import SchemaImport

/// Schemas in both forms, for a program that counts their tokens.
enum TypeTextExport {
  /// Writes the document, the schema in the dialect `json-schema`, and its type text.
  static func write(
    _ name: String, original: String, _ graph: SchemaGraph, _ text: String
  ) throws {
    guard let folder = ImportExport.folder else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(graph).jsonString(.compact)
    let typeText = GeneratedContent(text).jsonString(.compact)
    let file = "{\"original\":\(original),\"schema\":\(schema),\"typeText\":\(typeText)}\n"
    try Data(file.utf8).write(to: folder.appendingPathComponent("\(name).types.json"))
  }
}
