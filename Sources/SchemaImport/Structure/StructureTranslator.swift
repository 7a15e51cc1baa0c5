import SchemaEncoding

/// Translates a document schema by schema, so that the result has the structure of the document.
///
/// Each schema of the document becomes one entry of a table: a reference stays a reference,
/// a definition keeps its name, and titles, descriptions and order stay. A schema whose keywords no
/// single entry states, such as one with `not`, is an error with its place; `SchemaImporter` works
/// such documents out. Documents are read by draft 2020-12.
struct StructureTranslator {
  private var reader: SubschemaReader
  private var builder: SchemaTableBuilder

  /// The names of the definitions, by their nodes.
  private let definitions: [Int: String]

  /// The entries of the schemas that were met, by their nodes.
  private var entries: [Int: Int] = [:]

  /// The schemas that were met, in that order.
  private var queue: [Int] = []

  init(_ document: SchemaDocument) {
    reader = SubschemaReader(document, draft: .draft2020)
    let title = document.member(Keyword.title.rawValue, of: 0).flatMap { document.content($0).text }
    builder = SchemaTableBuilder(name: title ?? "Schema")
    var definitions: [Int: String] = [:]
    for keyword in [Keyword.newDefinitions, .definitions] {
      guard let group = document.member(keyword.rawValue, of: 0) else { continue }
      for node in document.schemas(under: keyword, group) {
        definitions[node] = document.name(of: node)
      }
    }
    self.definitions = definitions
  }

  var document: SchemaDocument { reader.document }

  /// The schema that the document states.
  ///
  /// - Throws: ``SchemaImportError`` if a schema cannot be translated.
  /// - Complexity: Linear in the size of the document, without recursion.
  mutating func translate() throws(SchemaImportError) -> GenerationSchema {
    _ = reference(to: 0)
    // Definitions that nothing refers to are checked too, though they are not part of the result.
    for node in definitions.keys.sorted() { _ = reference(to: node) }
    var next = 0
    while next < queue.count {
      try declare(queue[next])
      next += 1
    }
    do throws(SchemaError) {
      return try builder.makeSchema()
    } catch {
      throw SchemaImportError(
        .unsupported, at: error.path, problem: error.context.debugDescription,
        remedy: error.recoverySuggestion)
    }
  }

  /// A reference to the entry of a schema, which is declared later.
  mutating func reference(to node: Int) -> GenerationSchema.Reference {
    if let entry = entries[node] { return .entry(entry) }
    let entry = builder.reserve()
    entries[node] = entry
    queue.append(node)
    return .entry(entry)
  }

  /// A reference to a new entry, which says no more than its kind.
  mutating func reference(to kind: GenerationSchema.Kind) -> GenerationSchema.Reference {
    .entry(builder.append(kind))
  }

  /// The schema at a node, all of whose keywords could be read.
  mutating func schema(_ node: Int) throws(SchemaImportError) -> Subschema {
    let schema = try reader.schema(node)
    if let loss = schema.losses.first {
      throw reader.fault(loss.node, .unsupported, loss.problem, loss.remedy)
    }
    guard !schema.allowsNothing else {
      throw reader.fault(
        node, .unsatisfiable, "No value satisfies 'false'.",
        "Only a property, or all further properties, may be 'false'.")
    }
    return schema
  }

  private mutating func declare(_ node: Int) throws(SchemaImportError) {
    guard let entry = entries[node] else { return }
    let schema = try schema(node)
    let (kind, guides) = try content(of: schema)
    builder.declare(
      entry, kind: kind, title: title(of: schema, kind), summary: schema.summary, guides: guides)
  }

  /// How a schema is named: titles of scalars and arrays name nothing, except at the root.
  private func title(
    of schema: Subschema, _ kind: GenerationSchema.Kind
  ) -> GenerationSchema.Title {
    if let name = definitions[schema.node] { return .definition(name) }
    guard let title = schema.title, !title.isEmpty || schema.node == 0 else { return .none }
    switch kind.valueKind {
    case .object, .anyOf: return .title(title)
    default: return schema.node == 0 ? .definition(title) : .none
    }
  }

  // MARK: Faults

  /// Throws if a schema has a keyword that says which values are valid, except some.
  func allow(
    _ keywords: Set<Keyword>, in schema: Subschema, _ what: String
  ) throws(SchemaImportError) {
    guard document.form(schema.node) == .object else { return }
    for child in document.children(of: schema.node) {
      guard let keyword = Keyword(name: document.name(of: child)), keyword.isConstraint,
        !keywords.contains(keyword)
      else { continue }
      throw unsupported(child, "'\(keyword.rawValue)' cannot be stated of \(what).")
    }
  }

  func unsupported(_ node: Int, _ problem: String) -> SchemaImportError {
    reader.fault(
      node, .unsupported, problem,
      "Change the schema, or import its text with 'SchemaImporter', which combines keywords.")
  }

  func invalid(_ node: Int, _ problem: String) -> SchemaImportError {
    reader.fault(node, .invalidKeyword, problem, "Correct the value, or remove the keyword.")
  }
}
