import SchemaKit

extension SchemaReading {
  /// Imports a JSON Schema document, or a part of a JSON document that is one.
  ///
  /// References in a part are looked for in the part itself, as if it stood alone, and if they lead
  /// nowhere there, in the whole document.
  ///
  /// - Parameters:
  ///   - text: The text of the document, in UTF-8.
  ///   - pointer: Where the schema stands in it, as a JSON Pointer; the empty one is the whole.
  /// - Throws: ``CommandError`` if there is nothing at that place, `SchemaImportError` if it is no
  ///   schema, `SchemaError` if the schema is at fault.
  init(text: [UInt8], at pointer: String) throws {
    guard let place = JSONPointer(text: pointer) else {
      throw CommandError.invalidPointer(pointer)
    }
    let importer = SchemaImporter()
    let imported =
      place.tokens.isEmpty
      ? try importer.import(text) : try Self.importPart(of: text, at: place, importer)
    graph = try SchemaGraph(imported.schema)
    findings = imported.diagnostics.map { Finding($0, below: place) }
  }

  private static func importPart(
    of text: [UInt8], at place: JSONPointer, _ importer: SchemaImporter
  ) throws -> ImportedSchema {
    let document = try parse(text)
    guard let part = ValueLocator.isolated(place, in: text) else {
      throw CommandError.nothing(at: place.text)
    }
    do {
      return try importer.import(part)
    } catch var error as SchemaImportError {
      if error.code == .invalidReference, let whole = document.referring(to: place),
        let imported = try? importer.import(whole)
      {
        return imported
      }
      error.pointer.tokens = place.tokens + error.pointer.tokens
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
  fileprivate func referring(to place: JSONPointer) -> GeneratedContent? {
    var members: [(String, any ConvertibleToGeneratedContent)] = []
    for (name, value) in properties {
      guard name != "$ref" else { return nil }
      members.append((name, value))
    }
    guard !members.isEmpty else { return nil }
    var reference = "#"
    for byte in place.text.utf8 {
      // What may stand in a fragment as it is (RFC 3986 section 3.5), and in a pointer.
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._~/$".contains(Character(scalar)))
      if isPlain {
        reference.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        reference += (digits.utf8.count == 1 ? "%0" : "%") + digits
      }
    }
    members.append(("$ref", reference))
    return GeneratedContent(properties: members, uniquingKeysWith: { first, _ in first })
  }
}

extension Finding {
  /// What there is to tell about reading a document.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic.
  ///   - place: Where in a file the document stands.
  fileprivate init(_ diagnostic: ImportDiagnostic, below place: JSONPointer) {
    self.init(
      severity: Finding.Severity(diagnostic.severity),
      pointer: place.text + diagnostic.pointer.text,
      position: diagnostic.position.map(Self.words), problem: diagnostic.problem,
      remedy: diagnostic.remedy)
  }
}
