package import IndexedTables
public import SchemaModel

/// Encodes schemas as JSON Schema, in one dialect.
///
///     let encoder = SchemaEncoder(dialect: GeminiDialect())
///     let schema = try encoder.encode(Recipe.self)
///     print(schema.jsonString(.pretty))
///
/// The output depends only on the schema, the dialect and the limits, and is the same in every
/// process. An encoder keeps no state between calls. To encode a type in several dialects, resolve
/// it once as a ``SchemaGraph``; to send a schema again, keep the ``EncodedSchema``.
public struct SchemaEncoder: Sendable {
  /// The dialect.
  ///
  /// Its rules are read when this property is set.
  public var dialect: any SchemaDialect { didSet { prepared = PreparedDialect(dialect) } }

  private(set) var prepared: PreparedDialect

  /// The rules of the dialect.
  package var rules: DialectRules { prepared.rules }

  /// Indicates whether every weakening is an error.
  ///
  /// A constraint that a dialect cannot state is moved into a description, with a diagnostic.
  /// Strict encoding throws instead.
  public var isStrict: Bool

  /// Indicates whether a fitted schema has a place for everything that its document allows.
  ///
  /// JSON Schema allows an object any properties that the document does not mention. Fitting closes
  /// such an object unless it is exact, since a model is asked only for what the document mentions.
  public var isExact: Bool

  /// The limits on a schema when it is resolved.
  public var limits: SchemaGraph.Limits

  /// The treatment of two types with the same title.
  public var nameClash: SchemaGraph.NameClash

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - dialect: The dialect.
  ///   - isStrict: `true` to throw for every weakening.
  ///   - isExact: `true` to keep properties that a document does not mention in fitted schemas.
  ///   - limits: The limits on a schema when it is resolved.
  ///   - nameClash: The treatment of two types with the same title.
  public init(
    dialect: any SchemaDialect = JSONSchemaDialect(), isStrict: Bool = false,
    isExact: Bool = false, limits: SchemaGraph.Limits = SchemaGraph.Limits(),
    nameClash: SchemaGraph.NameClash = .qualify
  ) {
    self.dialect = dialect
    prepared = PreparedDialect(dialect)
    self.isStrict = isStrict
    self.isExact = isExact
    self.limits = limits
    self.nameClash = nameClash
  }

  /// Encodes the schema of a type.
  ///
  /// - Throws: The errors of ``encode(_:)-(SchemaConvertible)``.
  public func encode(_ type: any Generable.Type) throws -> EncodedSchema {
    try encode(SchemaGraph(type, limits: limits, nameClash: nameClash))
  }

  /// Encodes a schema.
  ///
  /// - Throws: `SchemaError` with the path to the fault:
  ///   `SchemaError.unsupported(feature:context:)` if the dialect rejects a part of the schema,
  ///   `SchemaError.limitExceeded(limit:value:maximum:context:)` if the document exceeds a limit.
  /// - Complexity: Linear in the size of the document. In a dialect without references, the
  ///   document contains each type at every place where it occurs.
  public func encode(_ schema: some SchemaConvertible) throws -> EncodedSchema {
    let graph = try schema.resolved(limits: limits, nameClash: nameClash)
    return try encode(graph, after: [], measured: nil, isFitted: false)
  }

  /// Encodes a graph that was fitted to the dialect.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - diagnostics: Earlier diagnostics, which come before the diagnostics of this call.
  ///   - measured: The document, if it is known to be within the dialect's limits.
  /// - Returns: The document.
  /// - Throws: `SchemaError` if the dialect rejects a part or the document exceeds a limit.
  package func encode(
    fitted graph: SchemaGraph, after diagnostics: [SchemaDiagnostic], measured: DocumentForm?
  ) throws -> EncodedSchema {
    try encode(graph, after: diagnostics, measured: measured, isFitted: true)
  }

  private func encode(
    _ graph: SchemaGraph, after diagnostics: [SchemaDiagnostic], measured: DocumentForm?,
    isFitted: Bool
  ) throws -> EncodedSchema {
    let cycles = cycles(in: graph)
    if let cycle = cycles.first, cycle.severity == .error {
      throw SchemaError.unsupported(
        feature: "recursion",
        context: SchemaError.Context(
          path: cycle.path, problem: cycle.problem, remedy: cycle.remedy))
    }
    let form = try measured ?? form(of: graph)
    var schema = try write(form)
    if measured == nil, let excess = measure(form).excesses.first {
      throw excess.error(in: prepared.name, isFitted: isFitted)
    }
    // Fitting may write a declared node at several places.
    if isFitted { schema.diagnostics = SchemaDiagnostic.distinct(schema.diagnostics) }
    // Appending an empty array to an empty array would allocate a new one.
    if !diagnostics.isEmpty {
      schema.diagnostics =
        schema.diagnostics.isEmpty ? diagnostics : diagnostics + schema.diagnostics
    }
    if !cycles.isEmpty { schema.diagnostics += cycles }
    let advice = advice(on: form) + advice(onSize: schema.utf8.count)
    if !advice.isEmpty { schema.diagnostics += advice }
    let found = try dialect.check(schema)
    if let fault = found.first(where: { $0.severity == .error }) {
      throw SchemaError.unsupported(
        feature: "dialect check",
        context: SchemaError.Context(
          path: fault.path, problem: fault.problem, remedy: fault.remedy))
    }
    if !found.isEmpty { schema.diagnostics += found }
    if isStrict, let weakening = schema.diagnostics.first(where: { $0.severity == .warning }) {
      throw SchemaError.unsupported(
        feature: "strict encoding",
        context: SchemaError.Context(
          path: weakening.path,
          problem: "\(weakening.problem) Strict encoding allows no weakening.",
          remedy: "Change the schema there, or encode without being strict."))
    }
    return schema
  }

  /// Returns the document of a graph, with inline types if the dialect has no references.
  private func form(of graph: SchemaGraph) throws -> DocumentForm {
    let tables = graph.storage.tables
    guard !prepared.hasReferences, !tables.definitions.isEmpty || tables.refersToRoot
    else {
      return DocumentForm(graph, in: prepared)
    }
    let inlined = try GraphInliner(graph, limits: limits, dialect: prepared.name).inlined()
    return DocumentForm(inlined, in: prepared)
  }

  /// Returns the diagnostics of types that contain themselves and therefore cannot be written
  /// inline.
  func cycles(in graph: SchemaGraph) -> [SchemaDiagnostic] {
    let rules = prepared.rules
    let rule = rules.recursion
    guard rule != .allowed, graph.storage.tables.mayRecurse else { return [] }
    return RecursionCheck(graph, rule, dialect: prepared.name).run()
  }

  /// Writes the document of a graph.
  ///
  /// If `reportsRejections` is `true`, rejections become diagnostics.
  func write(_ form: DocumentForm, reportsRejections: Bool = false) throws -> EncodedSchema {
    var writer = SchemaWriter(
      form, to: DocumentText(capacity: form.estimatedSize), reportsRejections: reportsRejections)
    try writer.write()
    return EncodedSchema(
      utf8: writer.document.bytes, diagnostics: writer.diagnostics, source: .graph(form))
  }

  /// Returns the size in bytes of each node with all its parts, in the document of a graph with
  /// references.
  package func sizes(of graph: SchemaGraph) throws -> IndexedTable<NodeID, Int> {
    let form = DocumentForm(graph, in: prepared.withReferences)
    var writer = SchemaWriter(
      form, to: DocumentText(capacity: form.estimatedSize), reportsRejections: true,
      measuresNodes: true)
    try writer.write()
    return IndexedTable(from: .root, writer.ranges?.map { $0.count } ?? [])
  }
}
