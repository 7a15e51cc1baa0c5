import IndexedTables

/// Builds a schema from declarations that refer to each other by index.
///
/// Readers of schemas use it, such as the importer of JSON Schema documents. They have no Swift
/// types, and need more than ``DynamicGenerationSchema`` offers: definitions with their names in a
/// document, and references with their own descriptions and guides.
///
/// The root is the first entry. An entry refers to another as `.entry(index)`, even before the
/// other entry is declared. To declare a cycle, reserve an entry first:
///
///     var builder = SchemaTableBuilder(name: "Tree")
///     let root = builder.reserve()
///     let children = builder.append(.array(of: .entry(root)))
///     builder.declare(
///       root,
///       kind: .object(
///         [GenerationSchema.Property(name: "children", reference: .entry(children))],
///         additional: nil),
///       title: .title("Tree"))
///     let schema = try builder.makeSchema()
///
/// - An entry with the title `.definition(name)` is written once, under that name, and referenced,
///   unless it is an alias or has no values. An entry with the title `.none` is written inline.
///   Every cycle with such an entry must contain the root or a definition.
/// - A reference with its own description or guides is an entry of the kind `.alias(of:)`, with
///   that summary and those guides. Guides on a reference to an object or a union are an error when
///   the schema is resolved, because all references share the definition. Intersect such guides,
///   and declare the result.
/// - An entry can also refer to a Swift type with `.type(_:)`.
package struct SchemaTableBuilder: Sendable {
  package typealias EntryID = GenerationSchema.EntryID

  private let name: String
  private var entries = IndexedTable<EntryID, GenerationSchema?>(from: .root)

  /// Creates a builder without entries.
  package init(name: String) { self.name = name }

  /// Reserves an entry that is declared later.
  package mutating func reserve() -> EntryID { entries.append(nil) }

  /// Declares a reserved entry, or replaces its declaration.
  ///
  /// - Parameters:
  ///   - entry: The entry, which this builder has reserved or added.
  ///   - kind: The kind of value.
  ///   - title: Its title or name in the document.
  ///   - summary: A description of the values for the model.
  ///   - guides: The constraints on the values in addition to their kind.
  package mutating func declare(
    _ entry: EntryID, kind: GenerationSchema.Kind, title: GenerationSchema.Title = .none,
    summary: String? = nil, guides: [GuideValue] = []
  ) {
    entries[entry] = GenerationSchema(
      subject: .entry, title: title, summary: summary, kind: kind, guides: guides)
  }

  /// Adds an entry.
  package mutating func append(
    _ kind: GenerationSchema.Kind, title: GenerationSchema.Title = .none,
    summary: String? = nil, guides: [GuideValue] = []
  ) -> EntryID {
    let entry = reserve()
    declare(entry, kind: kind, title: title, summary: summary, guides: guides)
    return entry
  }

  /// Returns the schema of the first entry.
  ///
  /// - Throws: ``SchemaError/undefinedReferences(schema:references:context:)`` if there is no
  ///   entry, or one was reserved and not declared;
  ///   ``SchemaError/duplicateType(schema:type:context:)`` if two definitions have one name;
  ///   ``SchemaError/duplicateProperty(schema:property:context:)`` if an object has two properties
  ///   of one name or one pattern. All other faults are found when the schema is resolved.
  /// - Complexity: Linear in the size of the entries.
  package func makeSchema() throws(SchemaError) -> GenerationSchema {
    var declared = IndexedTable<EntryID, GenerationSchema>(from: .root)
    declared.reserveCapacity(entries.count)
    var names: Set<ExactText> = []
    for (number, entry) in entries.enumerated() {
      guard let entry else { throw undeclared("entry \(number)") }
      if case .definition(let name) = entry.declaration.title,
        !names.insert(ExactText(name)).inserted
      {
        throw SchemaError.duplicateType(
          schema: self.name, type: name,
          context: SchemaError.Context(
            path: SchemaPath(), problem: "Two definitions are named '\(name.excerpt)'.",
            remedy: "Rename one of them."))
      }
      if case .object(let properties, _) = entry.declaration.kind {
        try checkDistinct(properties, of: entry.name)
      }
      declared.append(entry)
    }
    if declared.isEmpty { throw undeclared("the root") }
    return GenerationSchema(rootOf: DynamicSchemaTable(name: name, entries: declared))
  }

  private func checkDistinct(
    _ properties: [GenerationSchema.Property], of schema: String
  ) throws(SchemaError) {
    guard let name = properties.firstDuplicateName else { return }
    throw SchemaError.duplicateProperty(name, in: schema, at: SchemaPath([name.text]))
  }

  private func undeclared(_ entry: String) -> SchemaError {
    .undefinedReferences(
      schema: name, references: [entry],
      context: SchemaError.Context(
        path: SchemaPath(), problem: "\(entry) of '\(name.excerpt)' is not declared.",
        remedy: "Declare every entry that was reserved."))
  }
}
