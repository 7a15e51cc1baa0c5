/// The import of one document.
struct ImportRun {
  let options: SchemaImporter.Options
  /// The text of the document, to find positions in.
  let text: [UInt8]?

  func run(_ content: GeneratedContent) throws -> ImportedSchema {
    let document = try SchemaDocument(
      content, depth: options.maximumDepth, checksNames: text == nil)
    do throws(SchemaImportError) {
      return try run(document)
    } catch {
      throw located(error, in: document)
    }
  }

  private func run(_ document: SchemaDocument) throws(SchemaImportError) -> ImportedSchema {
    var diagnostics: [(node: Int, diagnostic: ImportDiagnostic)] = []
    let draft = options.draft ?? detectedDraft(document, &diagnostics)
    var compiler = SchemaCompiler(
      Expander(SubschemaReader(document, draft: draft)), maximumEntries: options.maximumParts)
    try compiler.compile()
    guard !compiler.table[0].plan.isNothing else {
      throw SchemaImportError(
        .unsatisfiable, at: SchemaPath(), problem: "No value satisfies the schema.",
        remedy: "Remove the keywords that contradict each other.")
    }
    let chooser = DefinitionChooser(compiler.table, document: document)
    let title = document.member("title", of: 0).flatMap { document.content($0).text }
    var assembler = SchemaAssembler(compiler.table, names: chooser.names, title: title)
    let schema: GenerationSchema
    do throws(SchemaError) {
      schema = try assembler.assemble()
    } catch {
      throw SchemaImportError(
        .unsupported, at: error.path, problem: error.context.debugDescription,
        remedy: error.recoverySuggestion)
    }
    for loss in compiler.losses { diagnostics.append(diagnostic(loss, in: document)) }
    for note in compiler.expander.reader.notes.notes {
      diagnostics.append(diagnostic(note, draft, in: document))
    }
    return ImportedSchema(
      schema: schema, draft: draft, diagnostics: try finished(diagnostics, in: document))
  }

  // MARK: Diagnostics

  private func diagnostic(
    _ loss: Loss, in document: SchemaDocument
  ) -> (node: Int, diagnostic: ImportDiagnostic) {
    (
      loss.node,
      ImportDiagnostic(
        .warning, at: document.pointer(to: loss.node), keyword: loss.keyword,
        problem: loss.problem, remedy: loss.remedy)
    )
  }

  private func diagnostic(
    _ note: NoteList.Note, _ draft: SchemaDraft, in document: SchemaDocument
  ) -> (node: Int, diagnostic: ImportDiagnostic) {
    let places = note.count == 1 ? "here" : "at \(note.count) places, first here"
    let keyword = note.keyword
    let (problem, remedy): (String, String?) =
      switch note.reason {
      case .withoutMeaning:
        ("'\(keyword)', \(places), does not affect which values are valid, and is left out.", nil)
      case .notInDraft:
        (
          "'\(keyword)', \(places), has no meaning in draft \(draft.rawValue), and is left out.",
          "Name a draft that has it in '$schema', or override the draft."
        )
      case .besideReference:
        (
          "'\(keyword)', \(places), is next to '$ref', where draft \(draft.rawValue) ignores it.",
          "Put both into an 'allOf', or name a draft from 2019-09 on in '$schema'."
        )
      case .nullable:
        ("'nullable', \(places), is read as in OpenAPI: null is allowed too.", nil)
      }
    return (
      note.node,
      ImportDiagnostic(
        .note, at: document.pointer(to: note.node), keyword: keyword, problem: problem,
        remedy: remedy)
    )
  }

  /// Diagnostics in order, with their positions.
  private func finished(
    _ diagnostics: [(node: Int, diagnostic: ImportDiagnostic)], in document: SchemaDocument
  ) throws(SchemaImportError) -> [ImportDiagnostic] {
    var indexed = Array(diagnostics.enumerated())
    indexed.sort { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
    var result = indexed.map(\.element.diagnostic)
    if let text {
      var nodes: [Int] = []
      for item in indexed where nodes.last != item.element.node { nodes.append(item.element.node) }
      let positions = Dictionary(
        uniqueKeysWithValues: zip(nodes, JSONScanner.positions(ofValues: nodes, in: text)).map {
          ($0, $1)
        })
      for (index, item) in indexed.enumerated() {
        result[index].position = positions[item.element.node]
      }
    }
    if options.isStrict, let loss = result.first(where: { $0.severity == .warning }) {
      throw SchemaImportError(
        .unsupported, at: loss.path, position: loss.position,
        problem: "\(loss.problem) A strict import allows no loss.", remedy: loss.remedy)
    }
    return result
  }

  /// An error with its position in the text.
  private func located(
    _ error: SchemaImportError, in document: SchemaDocument
  ) -> SchemaImportError {
    guard let text, error.position == nil else { return error }
    var node: Int? = 0
    for step in error.path.components {
      node = node.flatMap { parent in
        document.children(of: parent).first { child in
          switch document.nodes[child].key {
          case .root: false
          case .name(let name): step == .key(name)
          case .position(let position): step == .index(position)
          }
        }
      }
    }
    guard let node else { return error }
    var error = error
    error.position = JSONScanner.positions(ofValues: [node], in: text).first
    return error
  }

  // MARK: Drafts

  private func detectedDraft(
    _ document: SchemaDocument, _ diagnostics: inout [(node: Int, diagnostic: ImportDiagnostic)]
  ) -> SchemaDraft {
    if let schema = document.member("$schema", of: 0), let uri = document.content(schema).text {
      if let draft = SchemaDraft(uri: uri) { return draft }
      let draft = draftOfContent(document)
      let diagnostic = ImportDiagnostic(
        .note, at: document.pointer(to: schema), keyword: "$schema",
        problem: "'\(uri)' is not a known draft; the document is read as \(draft.rawValue).",
        remedy: "Choose the draft with an option.")
      diagnostics.append((schema, diagnostic))
      return draft
    }
    return draftOfContent(document)
  }

  /// The draft of a document without `$schema`, guessed from its keywords.
  private func draftOfContent(_ document: SchemaDocument) -> SchemaDraft {
    if let id = document.member("id", of: 0), document.form(id) == .string { return .draft4 }
    var draft = SchemaDraft.draft2020
    var pending = [0]
    while let node = pending.popLast() {
      guard document.form(node) == .object else { continue }
      for child in document.children(of: node) {
        guard let keyword = Keyword(name: document.name(of: child)) else { continue }
        switch (keyword, document.form(child)) {
        case (.exclusiveMinimum, .bool), (.exclusiveMaximum, .bool): return .draft4
        case (.items, .array), (.additionalItems, _), (.dependencies, _): draft = .draft7
        default: break
        }
        pending += document.schemas(under: keyword, child)
      }
    }
    return draft
  }
}

extension SchemaImportError {
  /// The error for text that is not JSON.
  init(_ error: GeneratedContentParser.SyntaxError, in text: [UInt8]) {
    let code: Code = error.code == .tooDeep ? .limitExceeded : .malformed
    self.init(
      code, at: SchemaPath(), position: error.position,
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
