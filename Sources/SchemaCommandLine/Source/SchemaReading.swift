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

  /// Returns findings with the positions of those of dialects in the document's text.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - isOfDialect: Whether a finding is one of a dialect; those of reading the document have
  ///     their positions already.
  /// - Returns: The findings.
  func positioned(
    _ findings: FindingList, where isOfDialect: (Finding) -> Bool = { _ in true }
  ) -> FindingList {
    let positions = positions(of: findings.listed.filter(isOfDialect).map(\.place))
    var findings = findings
    findings.update { finding in
      if isOfDialect(finding) { finding.setPosition(positions[finding.place]) }
    }
    return findings
  }

  /// Returns the positions of diagnostics in the document's text.
  func positions(of paths: [SchemaPath]) -> [SchemaPath: TextPosition] {
    guard let document, !paths.isEmpty else { return [:] }
    var finder = SchemaPlaces(document.content, at: document.place)
    var places: [SchemaPath: SchemaPath] = [:]
    for path in paths where places[path] == nil { places[path] = finder.place(of: path) }
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

  /// Returns the reader of texts by the document, or by the schema if there is none.
  ///
  /// - Parameter policy: The mends that are made.
  /// - Returns: The reader; formats are not checked in a document.
  /// - Throws: `SchemaError` or `ValidatorError` if the schema cannot be used.
  func reader(policy: ReadingPolicy) throws -> SchemaReader {
    guard let document else { return try SchemaReader(schema, policy: policy) }
    let options = ContentValidator.DocumentOptions(
      remotes: document.remotes, place: document.place)
    return try SchemaReader(
      graph, checkedBy: ContentValidator(document: document.content, options: options),
      policy: policy)
  }
}

extension SchemaReading {
  /// Imports a JSON Schema document, or one that is a part of a JSON document.
  ///
  /// References in a part are resolved in the part first, as if it were a document, and then in the
  /// whole document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - source: The name of the document.
  /// - Throws: `SchemaImportError` if it is not a schema, ``OtherDocumentError`` if it is also
  ///   known what it is instead, `SchemaError` if the schema has a fault.
  init(_ document: SchemaDocument, of source: String) throws {
    let other = OtherDocument(in: document)
    let importer = SchemaImporter(options: SchemaImporter.Options(remotes: document.remotes))
    var document = document
    do {
      let imported =
        document.isEmptyTool
        ? try importer.import(document.content, at: document.place)
        : try importer.import(document.text, at: document.place)
      schema = imported.schema
      graph = try SchemaGraph(schema)
      findings = imported.diagnostics.map { Finding($0, in: source) }
      document.language = imported.language
    } catch let error as SchemaImportError {
      guard let other, other.isLikely, error.rule == .invalidKeyword else { throw error }
      throw OtherDocumentError(other, at: document.place, position: error.position)
    }
    if let other { findings = other.findings(besides: findings, on: document, in: source) }
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
  ///
  /// A tool that states no parameters has those of ``OtherDocument/noParameters``.
  let content: GeneratedContent

  let place: SchemaPath

  /// The documents to which references lead, by their URIs.
  let remotes: [String: GeneratedContent]

  /// `true` if the place is that of the parameters of a tool that states none.
  let isEmptyTool: Bool

  /// The language by which the document was imported, if it was.
  var language: DocumentLanguage?

  /// The schema, or `nil` if there is nothing at the place.
  var schema: GeneratedContent? { content.value(at: place) }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - place: The place of the schema.
  ///   - source: The name of the document.
  ///   - path: The path of its file; `nil` for standard input.
  ///   - files: The files to which references may lead.
  /// - Throws: `GeneratedContentParser.SyntaxError` or ``OtherTextError`` if the text is not JSON;
  ///   ``CommandError`` if there is nothing at the place, or a file cannot be read.
  init(
    text: [UInt8], at place: SchemaPath, of source: String, path: String? = nil,
    files: ReferencedFiles = .none
  ) throws {
    let read: GeneratedContent
    do {
      read = try GeneratedContent(document: text)
    } catch let error as GeneratedContentParser.SyntaxError {
      guard let other = OtherText(text) else { throw error }
      throw OtherTextError(text: other, position: error.position)
    }
    let completed = OtherDocument.completingTool(read, at: place)
    isEmptyTool = completed != nil
    content = completed ?? read
    guard content.value(at: place) != nil else {
      throw CommandError.nothing(at: place.pointer, in: source)
    }
    self.text = text
    self.place = place
    remotes = try files.documents(for: content, at: path)
  }
}
