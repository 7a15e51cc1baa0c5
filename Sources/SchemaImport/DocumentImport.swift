import IndexedTables
import SchemaDocuments
import SchemaEncoding

struct DocumentImport {
  let options: SchemaImporter.Options
  /// The text of the document, in which positions are found; `nil` if there is no text.
  let text: [UInt8]?

  func run(
    _ content: GeneratedContent, at place: SchemaPath
  ) throws(SchemaImportError) -> ImportedSchema {
    guard content.isComplete, options.remotes.values.allSatisfy(\.isComplete) else {
      throw SchemaImportError(
        .malformed, at: SchemaPath(), problem: "The document is not complete.",
        remedy: "Pass the whole document.")
    }
    var library = SchemaLibrary(remotes: options.remotes, draft: options.draft)
    library.add(content, uri: "")
    let firstRemote = library.tree.indices.upperBound
    library.addRemotes()
    try library.tree.check(
      from: text == nil ? .root : firstRemote, maximumDepth: options.maximumDepth)
    do throws(SchemaImportError) {
      return try run(consume library, at: place)
    } catch {
      var error = error
      if error.position == nil { error.position = position(of: error.node, in: content) }
      throw error
    }
  }

  /// The position of a document's value in the text; `nil` for a value of another document.
  private func position(of node: ValueID?, in content: GeneratedContent) -> TextPosition? {
    guard let text, let node else { return nil }
    var document = DocumentTree()
    _ = document.append(content, uri: "")
    guard document.indices.contains(node) else { return nil }
    return JSONScanner.positions(ofValues: [document.textOrder()[node]], in: text).first
  }

  private func run(
    _ library: consuming SchemaLibrary, at place: SchemaPath
  ) throws(SchemaImportError) -> ImportedSchema {
    guard let root = library.tree.value(at: place) else {
      throw SchemaImportError(
        .invalidReference, at: place, problem: "There is nothing at \(place).",
        remedy: "Correct the pointer.")
    }
    if root != .root { library.addPart(root) }
    let language = library.resources[library.resource(of: root)].language
    let unknownDraft = options.draft == nil ? library.unknownDraft(of: root) : nil
    // The translation notes `nullable` itself.
    let olderForms = library.olderFormsNote(besides: .nullable)
    let oversized = library.oversized.min()
    let source = ImportSource(consume library)
    if let note = olderForms {
      source.note(.otherDraft, at: note.node, note.keyword, note.problem, remedy: note.remedy)
    }
    if let unknown = unknownDraft {
      source.note(
        .unknownDraft, at: unknown.node, .schema,
        "'\(unknown.uri.excerpt)' is not a known draft; the document is read as "
          + "\(language.draft.rawValue).",
        remedy: "Correct '$schema'\(OptionAdvice.draft.text)")
    }
    if let node = oversized {
      throw source.fault(
        .limit, node, "The URI of the schema's '$id' is too long.", "Write an absolute URI.")
    }
    var translator = Translator(source, options)
    try translator.translate(SchemaID(root))
    var assembler = SchemaAssembler(consume translator)
    let schema = try assembler.assemble()
    let diagnostics = source.diagnostics(text: text)
    if options.isStrict, let warning = diagnostics.first(where: { $0.severity == .warning }) {
      throw SchemaImportError(
        warning.rule, at: warning.path, position: warning.position,
        problem: "\(warning.problem) A strict import allows no difference.", remedy: warning.remedy)
    }
    return ImportedSchema(schema: schema, language: language, diagnostics: diagnostics)
  }
}

extension DocumentTree {
  /// Checks content by the limits and rules by which the parser checks a text.
  ///
  /// - Parameters:
  ///   - root: The first root; all values from there on are checked.
  ///   - maximumDepth: The largest depth of objects and arrays.
  /// - Throws: ``SchemaImportError`` by the rules `limit` and `malformed`.
  fileprivate func check(from root: ValueID, maximumDepth: Int) throws(SchemaImportError) {
    let added = root..<indices.upperBound
    var depths = IndexedTable<ValueID, Int>(repeating: 1, for: added)
    for value in added where shape(value) == .object || shape(value) == .array {
      if let parent = parent(of: value) { depths[value] = depths[parent] + 1 }
      guard depths[value] <= maximumDepth else {
        throw SchemaImportError(
          .limit, at: path(to: value),
          problem: "The document nests deeper than \(maximumDepth) levels.",
          remedy: "Move inner schemas to definitions\(OptionAdvice.maximumDepth.text)")
      }
      guard shape(value) == .object else { continue }
      if let name = ExactText.firstDuplicate(in: children(of: value).map { self.name(of: $0) }) {
        throw SchemaImportError(
          .malformed, at: path(to: value).appending(.key(name)),
          problem: "The name '\(name.excerpt)' occurs twice in one object.",
          remedy: "Remove one of the two.")
      }
    }
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
    case .tooDeep: "Move inner schemas to definitions\(OptionAdvice.maximumDepth.text)"
    case .tooLarge: "Split the document."
    case .trailingText: "Remove the text after the document."
    default: "Correct the text here: a JSON Schema is JSON text (RFC 8259)."
    }
  }
}
