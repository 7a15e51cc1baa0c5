import SchemaDocuments
import SchemaKit

/// A schema, with the findings of reading it.
struct SchemaReading: Sendable {
  var schema: GenerationSchema

  /// The schema, resolved.
  var graph: SchemaGraph

  /// The losses and the notes of reading it.
  var findings: [Finding] = []

  /// The document that it comes from; `nil` for a sample.
  var document: SchemaDocument?

  /// The number of losses.
  var losses: Int { findings.count { $0.severity == .warning } }

  /// Returns the positions of diagnostics in the document's text.
  func positions(of paths: [SchemaPath]) -> [SchemaPath: TextPosition] {
    guard let document, !paths.isEmpty else { return [:] }
    var finder = SchemaPlaces(document.content, at: document.place)
    var places: [SchemaPath: SchemaPath] = [:]
    for path in Set(paths) { places[path] = finder.place(of: path) }
    let positions = ValueLocator.positions(of: Set(places.values), in: document.text)
    return places.compactMapValues { positions[$0] }
  }

  /// Returns the validator of values by the document, or by the schema if there is none.
  ///
  /// - Parameter source: The name of the document.
  /// - Returns: The validator; formats are not checked.
  /// - Throws: `SchemaError` if the schema has a fault, `ValidatorError` if the document cannot
  ///   validate values.
  func validator(in source: String) throws -> InstanceValidator {
    guard let document else { return try InstanceValidator(schema) }
    return try InstanceValidator(document, in: source, assertsFormats: false)
  }
}

extension SchemaReading {
  /// Imports a JSON Schema document, or one that is a part of a JSON document.
  ///
  /// References in a part are resolved in the part first, as if it were a document, and then in the
  /// whole document.
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
    var document = SchemaDocument(text: text, content: content, place: place)
    guard document.schema != nil else {
      throw CommandError.nothing(at: place.pointer, in: source)
    }
    let imported = try SchemaImporter().import(text, at: place)
    schema = imported.schema
    graph = try SchemaGraph(schema)
    findings = imported.diagnostics.map { Finding($0, in: source) }
    document.language = imported.language
    self.document = document
  }
}

extension GeneratedContent {
  /// Reads a whole JSON text, which may begin with a byte order mark.
  ///
  /// - Parameter text: The text, in UTF-8.
  /// - Throws: `GeneratedContentParser.SyntaxError` if it is not valid JSON.
  init(document text: [UInt8]) throws {
    var parser = GeneratedContentParser(options: .document())
    try parser.append(text)
    self = try parser.finish()
  }
}

/// A JSON Schema document in a text, or a part of a JSON document that is one.
struct SchemaDocument: Sendable {
  /// The text, in UTF-8.
  let text: [UInt8]

  /// The value of the text.
  let content: GeneratedContent

  let place: SchemaPath

  /// The language by which the document was imported, if it was.
  var language: DocumentLanguage?

  /// The schema, or `nil` if there is nothing at the place.
  var schema: GeneratedContent? { content.value(at: place) }
}
