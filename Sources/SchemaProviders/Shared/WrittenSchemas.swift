import SchemaConcurrency
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions
import SchemaValidation

/// The schemas of a conversation in the provider's form, each fitted and written once.
struct WrittenSchemas: Sendable {
  /// A schema in the provider's form.
  struct Written: Sendable {
    /// The kind of the declared values.
    let kind: SchemaKind
    let document: WrittenDocument
    /// The mapping from values of the document to declared values.
    let mapping: AnswerMapping
    /// The counts of the document that the dialect limits.
    let counts: LimitMeter.Counts
    /// The validator of the declared schema; `nil` if the declared form and the form of the
    /// document are the same.
    ///
    /// It finds the values in the declared form in a transcript, so that a request can have them in
    /// the form of the document.
    let validator: ContentValidator?
  }

  /// The adjustments of the request, after the provider has rejected it without them.
  private(set) var adjustments: RequestAdjustments = []

  private let dialect: any SchemaDialect
  private let toolDialect: any SchemaDialect
  private let answers = PreparedSchemas<Written>()
  private let tools = PreparedSchemas<Written>()
  /// The tools of the requests so far.
  let writtenTools = WrittenTools()
  /// The adjustments that requests needed so far, by the fingerprints of their schemas.
  ///
  /// All copies of the store share this table, so that a provider rejects the same schemas only
  /// once.
  private let knownAdjustments = Locked<[Fingerprint: RequestAdjustments]>([:])

  /// Creates a store without schemas.
  init(for format: some WireFormat) {
    dialect = format.dialect
    toolDialect = format.toolDialect.forTools
  }

  /// Returns the schema of an answer.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  func answer(_ schema: GenerationSchema) throws -> Written {
    try answers.value(for: schema) { try Self.write($0, in: dialect) }
  }

  /// Returns the schema of a tool's arguments.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  func arguments(_ schema: GenerationSchema) throws -> Written {
    try tools.value(for: schema) { try Self.write($0, in: toolDialect) }
  }

  /// Returns the store for a request, with the adjustments that its schemas needed before.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  func adjusted(
    for request: LanguageModelExecutorGenerationRequest
  ) throws -> WrittenSchemas {
    let known = knownAdjustments.withLock { $0 }
    guard !known.isEmpty else { return self }
    var adjusted = self
    adjusted.adjustments = known[try key(of: request)] ?? []
    return adjusted
  }

  /// Makes an adjustment, and keeps it for the schemas of a request.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  mutating func adjust(
    _ adjustment: RequestAdjustments, for request: LanguageModelExecutorGenerationRequest
  ) throws {
    adjustments.formUnion(adjustment)
    let lasting = adjustments.ofSchemas
    guard !lasting.isEmpty else { return }
    let key = try key(of: request)
    knownAdjustments.withLock { $0[key] = lasting }
  }

  /// The fingerprint of a request's schemas.
  private func key(of request: LanguageModelExecutorGenerationRequest) throws -> Fingerprint {
    var key = Fingerprint()
    for tool in request.enabledToolDefinitions {
      key.add(try arguments(tool.parameters).document.utf8)
      key.add([0x0A])
    }
    if let schema = request.schema { key.add(try answer(schema).document.utf8) }
    return key
  }

  private static func write(
    _ schema: GenerationSchema, in dialect: some SchemaDialect
  ) throws -> Written {
    let graph = try SchemaGraph(schema)
    let fitted = try SchemaEncoder(dialect: dialect).fit(graph)
    return Written(
      kind: graph.root.kind, document: try WrittenDocument(fitted.schema),
      mapping: fitted.mapping,
      counts: fitted.counts,
      validator: fitted.mapping.isIdentity ? nil : try ContentValidator(graph))
  }
}

/// A part of bodies that is written once: the document of a schema, or a complete tool.
///
/// The document is a class, so that a tool can be found by the identity of its schema.
final class WrittenDocument: Sendable {
  /// The document as a compact JSON text.
  let utf8: [UInt8]
  let content: GeneratedContent

  init(_ schema: EncodedSchema) throws {
    utf8 = schema.utf8
    content = try schema.content()
  }

  init(_ content: GeneratedContent) {
    utf8 = content.jsonBytes(.compact)
    self.content = content
  }
}
