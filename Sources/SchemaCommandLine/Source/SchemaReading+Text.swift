import SchemaKit

extension SchemaReading {
  /// Imports a JSON Schema document, or a part of a JSON document that is one.
  ///
  /// References in a part are resolved in the part itself, as if it were a document, and if they
  /// have no target there, in the whole document.
  ///
  /// - Parameters:
  ///   - text: The text of the document, in UTF-8.
  ///   - place: The place of the schema; the empty one is the whole document.
  ///   - source: The name of the document.
  /// - Throws: `GeneratedContentParser.SyntaxError` if the text is not JSON, ``CommandError`` if
  ///   there is nothing at the place, `SchemaImportError` if it is not a schema, `SchemaError` if
  ///   the schema has a fault.
  init(text: [UInt8], at place: SchemaPath, of source: String) throws {
    let content = try GeneratedContent(document: text)
    let document = SchemaDocument(text: text, content: content, place: place)
    guard document.schema != nil else { throw CommandError.nothing(at: place.pointer) }
    let imported = try SchemaImporter().import(text, at: place)
    schema = imported.schema
    graph = try SchemaGraph(schema)
    findings = imported.diagnostics.map { Finding($0, in: source) }
    self.document = document
  }
}

extension GeneratedContent {
  /// Reads a whole JSON text, which may begin with a byte order mark.
  ///
  /// - Parameter text: The text, in UTF-8.
  /// - Throws: `GeneratedContentParser.SyntaxError` if it is not valid JSON.
  init(document text: [UInt8]) throws {
    var parser = GeneratedContentParser(options: .init(maximumDepth: .max))
    try parser.append(text[(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...])
    self = try parser.finish()
  }
}
