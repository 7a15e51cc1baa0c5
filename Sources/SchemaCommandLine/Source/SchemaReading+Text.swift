import SchemaKit

extension SchemaReading {
  /// Imports a JSON Schema document, or a part of a JSON document that is one.
  ///
  /// References in a part are resolved in the part itself, as if it were a document, and if they
  /// have no target there, in the whole document.
  ///
  /// - Parameters:
  ///   - text: The text of the document, in UTF-8.
  ///   - pointer: The place of the schema, as a JSON Pointer; the empty one is the whole document.
  /// - Throws: ``CommandError`` if there is nothing at that place, `SchemaImportError` if it is not
  ///   a schema, `SchemaError` if the schema has a fault.
  init(text: [UInt8], at pointer: String) throws {
    guard let place = try? SchemaPath(pointer: pointer) else {
      throw CommandError.invalidPointer(pointer)
    }
    let importer = SchemaImporter()
    let imported =
      place.isEmpty
      ? try importer.import(text) : try Self.importPart(of: text, at: place, importer)
    graph = try SchemaGraph(imported.schema)
    findings = imported.diagnostics.map { Finding($0, below: place) }
  }

  private static func importPart(
    of text: [UInt8], at place: SchemaPath, _ importer: SchemaImporter
  ) throws -> ImportedSchema {
    let document = try parse(text)
    guard let part = ValueLocator.isolated(place, in: text) else {
      throw CommandError.nothing(at: place.pointer)
    }
    do {
      return try importer.import(part)
    } catch var error as SchemaImportError {
      if error.code == .invalidReference, let whole = document.referring(to: place),
        let imported = try? importer.import(whole)
      {
        return imported
      }
      error.path.components = place.components + error.path.components
      throw error
    }
  }

  private static func parse(_ text: [UInt8]) throws -> GeneratedContent {
    do {
      var parser = GeneratedContentParser()
      try parser.append(text[(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...])
      return try parser.finish()
    } catch let error as GeneratedContentParser.SyntaxError {
      throw CommandError.malformed(
        place: "\(error.position)", expected: error.expected, found: error.found)
    }
  }
}

extension GeneratedContent {
  /// This object, as a schema that refers to a place inside it; `nil` if it refers to something
  /// already.
  fileprivate func referring(to place: SchemaPath) -> GeneratedContent? {
    var members: [(String, any ConvertibleToGeneratedContent)] = []
    for (name, value) in properties {
      guard name != "$ref" else { return nil }
      members.append((name, value))
    }
    guard !members.isEmpty else { return nil }
    members.append(("$ref", place.fragment))
    return GeneratedContent(properties: members, uniquingKeysWith: { first, _ in first })
  }
}

extension Finding {
  /// Creates the finding of an import diagnostic.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic.
  ///   - place: The place of the document in a file.
  fileprivate init(_ diagnostic: ImportDiagnostic, below place: SchemaPath) {
    self.init(
      severity: Finding.Severity(diagnostic.severity),
      pointer: place.pointer + diagnostic.path.pointer,
      position: diagnostic.position.map(Self.words), problem: diagnostic.problem,
      remedy: diagnostic.remedy)
  }
}
