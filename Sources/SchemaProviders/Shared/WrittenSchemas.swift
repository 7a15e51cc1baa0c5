import SchemaContent
import SchemaDialects
package import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions
import SchemaValidation

/// The schemas of a conversation as its provider reads them, each fitted and written once.
package struct WrittenSchemas: Sendable {
  /// A schema as a provider reads it.
  struct Written: Sendable {
    /// The document.
    let document: WrittenDocument
    /// How values in its form are read.
    let mapping: AnswerMapping
    /// What the document has of what the dialect limits.
    let counts: LimitMeter.Counts
    /// The validator that tells declared values from others; `nil` if they have the same form.
    let validator: ContentValidator?
  }

  /// What the request does without, since the provider rejected it otherwise.
  var adjustments: RequestAdjustments = []

  private let dialect: any SchemaDialect
  private let answers = PreparedSchemas<Written>()
  private let tools = PreparedSchemas<Written>()
  /// The adjustments that schemas needed so far, so that each is found once.
  private let knownAdjustments = Locked<[Fingerprint: RequestAdjustments]>([:])

  /// Creates a store without schemas.
  ///
  /// - Parameter dialect: The dialect of the provider.
  package init(_ dialect: any SchemaDialect) {
    self.dialect = dialect
  }

  /// The schema of an answer.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  func answer(_ schema: GenerationSchema) throws -> Written {
    try answers.value(for: schema) { try Self.write($0, in: dialect) }
  }

  /// The schema of a tool's arguments.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  func arguments(_ schema: GenerationSchema) throws -> Written {
    try tools.value(for: schema) { try Self.write($0, in: ToolDialect(dialect)) }
  }

  /// The store for a request, with the adjustments that its schemas needed before.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  func adjusted(
    for request: LanguageModelExecutorGenerationRequest
  ) throws -> WrittenSchemas {
    let known = knownAdjustments.withLock { $0 }
    guard !known.isEmpty else { return self }
    var adjusted = self
    adjusted.adjustments = known[try key(of: request)] ?? []
    return adjusted
  }

  /// Makes an adjustment, and remembers it for the schemas of a request.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  mutating func adjust(
    _ adjustment: RequestAdjustments, for request: LanguageModelExecutorGenerationRequest
  ) throws {
    adjustments.formUnion(adjustment)
    let lasting = adjustments.ofSchemas
    guard !lasting.isEmpty else { return }
    let key = try key(of: request)
    knownAdjustments.withLock { $0[key] = lasting }
  }

  /// What tells the schemas of a request from others.
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
      document: try WrittenDocument(utf8: fitted.schema.utf8), mapping: fitted.mapping,
      counts: fitted.counts,
      validator: fitted.mapping.isIdentity ? nil : try ContentValidator(graph))
  }
}

/// The document of a schema, which most bodies have as its text.
struct WrittenDocument: Sendable {
  /// The document as a compact JSON text.
  let utf8: [UInt8]
  let content: GeneratedContent

  init(utf8: [UInt8]) throws {
    self.utf8 = utf8
    content = try GeneratedContent(json: utf8)
  }
}
