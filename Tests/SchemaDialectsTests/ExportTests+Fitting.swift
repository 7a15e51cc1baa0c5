import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import Testing

extension ExportTests {
  /// Writes a schema as it is fitted to a dialect, if that changes it, and values in the fitted
  /// form.
  ///
  /// The files begin with `N-fitted-DIALECT`; the values are in `….valid.json`.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - dialect: The dialect.
  ///   - number: The number of the schema.
  ///   - valid: JSON texts of values that it allows.
  ///   - folder: The folder.
  /// - Returns: Whether a document was written.
  /// - Throws: An error of Foundation if a file cannot be written; `SchemaError` if no fitting
  ///   helps.
  func writeFitted(
    _ graph: SchemaGraph, in dialect: any SchemaDialect, number: Int, valid: [String],
    to folder: URL
  ) throws -> Bool {
    let schema = try SchemaEncoder(dialect: dialect).fit(graph)
    guard !schema.mapping.isIdentity else { return false }
    let values = try valid.map { value in
      try schema.answer(for: try GeneratedContent(json: value)).jsonString(.compact)
    }
    let files = [
      dialect.name: schema.jsonString(), "valid": "[\(values.joined(separator: ","))]",
      "invalid": "[]",
    ]
    for (kind, text) in files {
      let name = "\(number)-fitted-\(dialect.name).\(kind).json"
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return true
  }
}
