import SchemaContent
public import SchemaEncoding
import SchemaModel
import SchemaText
public import SchemaValidation

/// Reads the text of a model that nothing held to a schema.
///
/// A text that is the JSON text of a value of the schema is read as by the parser. Other texts are
/// read along the schema: a mend is made only if the text then has one meaning.
///
///     let reader = try SchemaReader(Recipe.self)
///     let reading = try reader.read(answer)
///     let recipe = try Recipe(reading.content)
///     for mend in reading.mends { print(mend) }
///
/// Never read are an answer that was cut off, one of several values that differ, an example, a
/// refusal, and a number that is rounded, in letters or out of its range.
public struct SchemaReader: Sendable {
  private let schema: ReadingSchema
  private let validator: ContentValidator
  /// `true` if a property that may be absent keeps the null of its text, as types read it.
  private let keepsNull: Bool

  /// The mends that are made.
  public var policy: ReadingPolicy

  /// Creates a reader of the values of a type.
  ///
  /// - Throws: `SchemaError` if the schema of the type has a fault.
  public init(_ type: any Generable.Type, policy: ReadingPolicy = .clear) throws {
    try self.init(SchemaGraph(type), policy: policy)
  }

  /// Creates a reader of the values of a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - policy: The mends that are made.
  /// - Throws: `SchemaError` if the schema has a fault.
  public init(_ schema: some SchemaConvertible, policy: ReadingPolicy = .clear) throws {
    let graph = try SchemaGraph(schema)
    self.init(graph, typedBy: try ContentValidator(graph), policy: policy)
  }

  /// Creates a reader of the values of a type, with the validator of its schema.
  package init(
    _ graph: SchemaGraph, typedBy validator: ContentValidator, policy: ReadingPolicy = .clear
  ) {
    self.init(graph, validator, keepsNull: true, policy: policy)
  }

  /// Creates a reader of the values of a document.
  ///
  /// - Parameters:
  ///   - schema: The schema that the document was imported as.
  ///   - validator: The validator of the document, which decides about each value.
  ///   - policy: The mends that are made.
  /// - Throws: `SchemaError` if the schema has a fault.
  public init(
    _ schema: some SchemaConvertible, checkedBy validator: ContentValidator,
    policy: ReadingPolicy = .clear
  ) throws {
    self.init(try SchemaGraph(schema), validator, keepsNull: false, policy: policy)
  }

  private init(
    _ graph: SchemaGraph, _ validator: ContentValidator, keepsNull: Bool, policy: ReadingPolicy
  ) {
    schema = ReadingSchema(graph)
    self.validator = validator
    self.keepsNull = keepsNull
    self.policy = policy
  }

  /// Reads a text.
  ///
  /// - Parameter text: The whole text.
  /// - Returns: The value, which the schema allows, and the mends.
  /// - Throws: ``ReadingError`` with what was found.
  /// - Complexity: Linear in the length of the text.
  public func read(_ text: String) throws(ReadingError) -> Reading {
    try read(text, id: GenerationID())
  }

  /// Reads a text as content with an identity, such as that of its snapshots.
  package func read(_ text: String, id: GenerationID) throws(ReadingError) -> Reading {
    let source = ReadText(bytes: Array(text.utf8), keys: schema.keys)
    let strict: Result<GeneratedContent, any Error> = Result {
      try Self.strictContent(of: source, id)
    }
    if let content = try? strict.get(), validator.isValid(content) {
      return Reading(
        content: content, mends: [],
        suspicions: Backslashes.suspicions(in: source).positioned(in: source))
    }
    if policy == .strict { throw strictError(strict, source) }
    var attempt = ReadingAttempt(
      source, schema, validator, id: id, keepsNull: keepsNull, policy: policy,
      isString: (try? strict.get())?.shape == .string)
    return try attempt.run()
  }

  /// Begins to read a text that arrives in parts, as content with an identity.
  package func partialReading(id: GenerationID = GenerationID()) -> PartialReading {
    PartialReading(schema, keepsNull: keepsNull, policy: policy, id: id)
  }

  private static func strictContent(
    of source: ReadText, _ id: GenerationID
  ) throws -> GeneratedContent {
    var parser = GeneratedContentParser(id: id)
    try parser.append(source.bytes)
    return try parser.finish()
  }

  private func strictError(
    _ strict: Result<GeneratedContent, any Error>, _ source: ReadText
  ) -> ReadingError {
    switch strict {
    case .success(let content):
      return ReadingError(
        .unfit, "the value does not fit the schema", report: validator.report(on: content))
    case .failure(let error as GeneratedContentParser.SyntaxError):
      if error.code == .unexpectedEnd, !source.isBlank {
        return ReadingError(
          .endedEarly, "the text ends before \(error.expected)", at: error.position)
      }
      if let other = FoundText.description(of: source) {
        return ReadingError(
          FoundText.isRefusal(source) ? .refusal : .noValue, "found \(other)", at: error.position)
      }
      return ReadingError(
        .malformed, "expected \(error.expected), found \(error.found)", at: error.position)
    case .failure(let error): return ReadingError(.malformed, "\(error)")
    }
  }
}

/// A value that was read from a text.
public struct Reading: Sendable {
  /// The value, which the schema allows.
  public let content: GeneratedContent

  /// The mends, in the order of the text; empty if the text is the JSON text of the value.
  public let mends: [Mend]

  /// The places where the value follows JSON, but probably not what was meant.
  ///
  /// The escape `\f` of `\frac` is an example: it gives a form feed.
  public let suspicions: [Mend]

  /// Creates a reading.
  package init(content: GeneratedContent, mends: [Mend], suspicions: [Mend]) {
    self.content = content
    self.mends = mends
    self.suspicions = suspicions
  }

  /// Returns the suspicions of a text that is the JSON text of its value.
  package static func suspicions(in text: String) -> [Mend] {
    let source = ReadText(bytes: Array(text.utf8), keys: SchemaKeys())
    return Backslashes.suspicions(in: source).positioned(in: source)
  }
}
