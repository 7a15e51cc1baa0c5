import SchemaContent
import SchemaEncoding
import SchemaText

/// The import of one document.
struct DocumentImport {
  let options: SchemaImporter.Options
  /// The text of the document, to find positions in.
  let text: [UInt8]?

  func run(
    _ content: GeneratedContent, at place: SchemaPath
  ) throws(SchemaImportError) -> ImportedSchema {
    var document = SchemaDocument()
    try document.append(content, depth: options.maximumDepth, checksNames: text == nil)
    for (uri, remote) in options.remotes.sorted(by: { $0.key < $1.key }) {
      try document.append(remote, uri: uri, depth: options.maximumDepth, checksNames: true)
    }
    do throws(SchemaImportError) {
      return try run(document, at: place)
    } catch {
      var error = error
      if let text, error.position == nil, let node = error.node, document.uri(of: node) == nil {
        error.position = JSONScanner.positions(ofValues: [node], in: text).first
      }
      throw error
    }
  }

  private func run(
    _ document: SchemaDocument, at place: SchemaPath
  ) throws(SchemaImportError) -> ImportedSchema {
    var unknownDraft: (node: Int, uri: String)?
    let draft = options.draft ?? draft(of: document, &unknownDraft)
    var reader = SubschemaReader(document, draft: draft)
    if let (node, uri) = unknownDraft {
      reader.log.add(
        .unknownDraft, at: node, "$schema",
        "'\(uri)' is not a known draft; the document is read as \(draft.rawValue).",
        remedy: "Choose the draft with an option.")
    }
    guard let root = reader.resolver.follow(place, from: 0) else {
      throw SchemaImportError(
        .invalidReference, at: place, problem: "There is nothing at \(place).",
        remedy: "Correct the pointer.")
    }
    reader.resolver.enter(part: root)
    var translator = Translator(reader, maximumParts: options.maximumParts)
    try translator.translate(root)
    var assembler = SchemaAssembler(translator)
    let schema = try assembler.assemble()
    let diagnostics = assembler.log.diagnostics(in: document, text: text)
    if options.isStrict, let warning = diagnostics.first(where: { $0.severity == .warning }) {
      throw SchemaImportError(
        warning.rule, at: warning.path, position: warning.position,
        problem: "\(warning.problem) A strict import allows no difference.", remedy: warning.remedy)
    }
    return ImportedSchema(schema: schema, draft: draft, diagnostics: diagnostics)
  }

  private func draft(
    of document: SchemaDocument, _ unknown: inout (node: Int, uri: String)?
  ) -> SchemaDraft {
    guard let node = document.member(Keyword.schema.rawValue, of: 0),
      let uri = document.content(node).text
    else { return .draft2020 }
    if let draft = SchemaDraft(uri: uri) { return draft }
    unknown = (node, uri)
    return .draft2020
  }
}

extension SchemaImportError {
  /// The error for text that is not JSON.
  init(_ error: GeneratedContentParser.SyntaxError) {
    self.init(
      error.code == .tooDeep ? .limit : .malformed, at: SchemaPath(), position: error.position,
      problem: "Expected \(error.expected), found \(error.found).",
      remedy: Self.remedy(for: error))
  }

  /// The remedy for a document; the parser's own remedies are about answers of models.
  private static func remedy(for error: GeneratedContentParser.SyntaxError) -> String {
    switch error.code {
    case .unexpectedEnd: "The document is incomplete: check that all of it was read."
    case .invalidUTF8: "Save the document in UTF-8."
    case .duplicateKey: "Remove one of the two."
    case .tooDeep: "If this depth is intended, raise the option maximumDepth."
    case .tooLarge: "Split the document."
    case .trailingText: "Remove the text after the document."
    default: "Correct the text here: a JSON Schema is JSON text (RFC 8259)."
    }
  }
}
