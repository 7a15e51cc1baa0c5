import SchemaKit

extension SchemaReading {
  /// Imports a JSON Schema document, or a part of a JSON document that is one.
  ///
  /// References are resolved in the whole document.
  ///
  /// - Parameters:
  ///   - text: The text of the document, in UTF-8.
  ///   - pointer: The place of the schema, as a JSON Pointer; the empty one is the whole document.
  /// - Throws: ``CommandError`` if the pointer is malformed, `SchemaImportError` if there is no
  ///   schema at that place, `SchemaError` if the schema has a fault.
  init(text: [UInt8], at pointer: String) throws {
    guard let place = try? SchemaPath(pointer: pointer) else {
      throw CommandError.invalidPointer(pointer)
    }
    let imported = try SchemaImporter().import(text, at: place)
    graph = try SchemaGraph(imported.schema)
    findings = imported.diagnostics.map { Finding($0) }
  }
}

extension Finding {
  /// Creates the finding of an import diagnostic.
  ///
  /// - Parameter diagnostic: The diagnostic.
  fileprivate init(_ diagnostic: ImportDiagnostic) {
    self.init(
      severity: Finding.Severity(diagnostic.severity),
      pointer: diagnostic.path.pointer,
      position: diagnostic.position.map(Self.words), problem: diagnostic.problem,
      remedy: diagnostic.remedy)
  }
}
