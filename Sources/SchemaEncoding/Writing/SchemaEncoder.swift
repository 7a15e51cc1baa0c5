public import SchemaModel

/// Encodes schemas as JSON Schema, in one dialect.
///
///     let encoder = SchemaEncoder(dialect: GeminiDialect())
///     let schema = try encoder.encode(Recipe.self)
///     print(schema.jsonString(.pretty))
///
/// The output depends on the schema and the dialect alone: the same in every process.
///
/// Keep an encoder that is used often: it keeps what it has resolved more than once. A type is asked
/// for its schema each time all the same, and what was kept counts only where nothing has changed.
public struct SchemaEncoder: Sendable {
  /// The dialect.
  public var dialect: any SchemaDialect

  /// Whether every weakening is an error.
  ///
  /// A dialect that cannot state something tells it in a description and says so in a diagnostic.
  /// Strict encoding throws instead.
  public var isStrict: Bool

  /// How large a schema may become when it is resolved.
  public var limits: SchemaGraph.Limits

  /// What to do where two types have one title.
  public var nameClash: SchemaGraph.NameClash

  private let cache = GraphCache()

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - dialect: The dialect.
  ///   - isStrict: Whether every weakening is an error.
  ///   - limits: How large a schema may become when it is resolved.
  ///   - nameClash: What to do where two types have one title.
  public init(
    dialect: any SchemaDialect, isStrict: Bool = false,
    limits: SchemaGraph.Limits = SchemaGraph.Limits(),
    nameClash: SchemaGraph.NameClash = .qualify
  ) {
    self.dialect = dialect
    self.isStrict = isStrict
    self.limits = limits
    self.nameClash = nameClash
  }

  /// Encodes the schema of a type.
  ///
  /// - Parameter type: The type.
  /// - Returns: The document.
  /// - Throws: `SchemaError`, which says where the schema is at fault, or what the dialect refuses.
  public func encode(_ type: any Generable.Type) throws -> EncodedSchema {
    switch cache.find(type, limits, nameClash) {
    case .new: return try encode(SchemaGraph(type, limits: limits, nameClash: nameClash))
    case .graph(let graph): return try encode(graph)
    case .read(let answers):
      var sources: [GraphCache.Source] = []
      let builder = GraphBuilder(limits: limits, nameClash: nameClash)
      let graph = SchemaGraph(try builder.build(type, answers: answers, sources: &sources))
      cache.keep(graph, of: type, sources, limits, nameClash)
      return try encode(graph)
    }
  }

  /// Encodes a schema.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The document.
  /// - Throws: `SchemaError`, which says where the schema is at fault, or what the dialect refuses.
  public func encode(_ schema: GenerationSchema) throws -> EncodedSchema {
    try encode(SchemaGraph(schema, limits: limits, nameClash: nameClash))
  }

  /// Encodes a schema that was put together at run time.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The document.
  /// - Throws: `SchemaError`, which says where the schema is at fault, or what the dialect refuses.
  public func encode(_ schema: ValidatedGenerationSchema) throws -> EncodedSchema {
    try encode(schema.schema)
  }

  /// Encodes a resolved schema.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: The document.
  /// - Throws: `SchemaError.unsupported(feature:context:)` if the dialect refuses something,
  ///   `SchemaError.limitExceeded(limit:value:maximum:context:)` if it is too large for it.
  /// - Complexity: Linear in the size of the graph.
  public func encode(_ graph: SchemaGraph) throws -> EncodedSchema {
    var schema = try document(graph)
    schema.diagnostics += try dialect.check(schema)
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

  /// The document of a graph, before the dialect's own check.
  private func document(_ graph: SchemaGraph) throws -> EncodedSchema {
    let rules = dialect.rules
    let adaptation = dialect.adaptation
    let memory = graph.storage.memory
    if adaptation == nil, let known = memory.recall(dialect.name, rules) {
      return EncodedSchema(bytes: known.bytes, diagnostics: known.diagnostics)
    }
    let cycles = cycles(in: graph, rules)
    if let cycle = cycles.first, cycle.severity == .error {
      throw SchemaError.unsupported(
        feature: "recursion",
        context: SchemaError.Context(
          path: cycle.path, problem: cycle.problem, remedy: cycle.remedy))
    }
    let written =
      rules.references == .inlined
      ? try GraphInliner(graph.storage, limits: self.limits, dialect: dialect.name).inlined()
      : graph
    var (bytes, diagnostics) = try write(written, rules)
    if let adaptation { bytes = try SchemaAdapter(adaptation).adapted(bytes) }
    diagnostics += cycles
    if !rules.limits.isUnlimited {
      try DocumentMeasure(bytes, rules.limits, dialect: dialect.name).check()
    }
    if adaptation == nil {
      memory.remember(
        DocumentMemory.Document(
          dialect: dialect.name, rules: rules, bytes: bytes, diagnostics: diagnostics))
    }
    return EncodedSchema(bytes: bytes, diagnostics: diagnostics)
  }

  /// What is to be said of types that contain themselves; what is inlined cannot.
  func cycles(in graph: SchemaGraph, _ rules: DialectRules) -> [SchemaDiagnostic] {
    let rule = rules.references == .inlined ? .refused : rules.recursion
    guard rule != .allowed, graph.storage.mayRecurse else { return [] }
    return RecursionCheck(graph, rule, dialect: dialect.name).run()
  }

  /// Writes the document of a graph.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - rules: The rules to write it by.
  ///   - notesRefusals: Whether what they refuse becomes a diagnostic.
  /// - Returns: The document, and what there is to tell.
  /// - Throws: What the rules refuse first, unless that becomes a diagnostic.
  func write(
    _ graph: SchemaGraph, _ rules: DialectRules, notesRefusals: Bool = false
  ) throws(SchemaError) -> (EncodedBytes, [SchemaDiagnostic]) {
    var writer = SchemaWriter(
      graph: graph, rules: rules, dialect: dialect.name, notesRefusals: notesRefusals)
    do throws(SchemaError) {
      try graph.storage.walk(&writer)
      try writer.finish()
    } catch {
      writer.output.deallocate()
      throw error
    }
    return (writer.output.take(), writer.diagnostics)
  }
}
