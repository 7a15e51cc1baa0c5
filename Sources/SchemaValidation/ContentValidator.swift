public import SchemaEncoding
public import SchemaModel

/// Checks content against a schema, and says everything that is wrong with it.
///
/// Providers hold a model to a schema as far as they can state it, and not all of them do. A
/// validator checks the rest at the door: kinds, required and unknown properties, choices, ranges,
/// patterns, formats, lengths and counts.
///
///     let validator = try ContentValidator(Recipe.self)
///     let report = validator.report(on: content)
///     guard report.isValid else {
///       return try await ask(again: report.modelFeedback())
///     }
///
/// Keep a validator that is used often: it holds the schema laid out for checking.
///
/// - Formats: `date-time`, `date`, `time`, `uuid`, `uri` and `email` are checked. What cannot be
///   checked, such as another format or a pattern that looks behind, is listed in
///   ``ValidationReport/notes``.
/// - Unions: where objects differ in a property that all of them require with other choices, that
///   property tells which one is meant. Otherwise the arm that has the fewest violations is taken for
///   the one that was meant.
/// - Cost: linear in the content for a schema whose unions can be told apart by the kinds of their
///   arms or by such a property. In any case each value is checked against each node of the schema
///   once at most, however unions nest. Nothing recurses with the depth of content or schema.
/// - Patterns: they run in linear time, so a schema may come from anyone. A pattern with lookaheads
///   or references runs for a fixed number of steps; past it, the text is not checked against it.
public struct ContentValidator: Sendable {
  let table: ValidationTable

  /// How many violations a report keeps; it counts them all.
  public var maximumViolations = 10_000

  /// Creates a validator.
  ///
  /// - Parameter graph: The schema.
  /// - Complexity: Linear in the size of the schema.
  public init(_ graph: SchemaGraph) {
    table = ValidationTable(graph)
  }

  /// Creates a validator for the values of a type.
  ///
  /// - Parameter type: The type.
  /// - Throws: `SchemaError`, which says where the type's schema is at fault.
  public init(_ type: any Generable.Type) throws {
    self.init(try SchemaGraph(type))
  }

  /// Creates a validator for the values of a schema.
  ///
  /// - Parameter schema: The schema.
  /// - Throws: `SchemaError`, which says where the schema is at fault.
  public init(_ schema: GenerationSchema) throws {
    self.init(try SchemaGraph(schema))
  }

  /// Creates a validator for the values of a schema that was made at run time.
  ///
  /// - Parameter schema: The schema.
  /// - Throws: `SchemaError`, which says where the schema is at fault.
  public init(_ schema: ValidatedGenerationSchema) throws {
    try self.init(schema.schema)
  }

  /// What the schema states and is never checked, each once.
  public var notes: [SchemaDiagnostic] { table.notes }

  /// Checks an answer.
  ///
  /// An answer that has not arrived to its end is a violation by itself; what has arrived is checked
  /// as by ``report(onPartial:)``.
  ///
  /// - Parameter content: The content.
  /// - Returns: What is wrong with it.
  public func report(on content: GeneratedContent) -> ValidationReport {
    var check = ContentCheck(table, content, maximumViolations: maximumViolations)
    return check.run(isFinal: true)
  }

  /// Checks what has arrived of an answer.
  ///
  /// Only what cannot change any more is reported: the kinds of values, whatever is complete, names
  /// that are not known, and elements beyond the largest count.
  ///
  /// - Parameter content: The content so far.
  /// - Returns: What is wrong with it already.
  public func report(onPartial content: GeneratedContent) -> ValidationReport {
    var check = ContentCheck(table, content, maximumViolations: maximumViolations)
    return check.run(isFinal: false)
  }

  /// Throws unless an answer is valid.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``ContentValidationError`` with everything that is wrong with it.
  public func validate(_ content: GeneratedContent) throws {
    let report = report(on: content)
    guard report.isValid else { throw ContentValidationError(report) }
  }
}

extension Generable {
  /// Creates a value from content that its schema allows.
  ///
  /// Reading alone checks what the type needs; this checks what the schema states besides, such as
  /// ranges, counts and patterns.
  ///
  ///     let recipe = try Recipe(validating: content)
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - validator: A validator of this type's schema, to be kept and used again; `nil` resolves the
  ///     schema for this once.
  /// - Throws: ``ContentValidationError`` with everything that is wrong with the content,
  ///   `SchemaError` if the schema is at fault, or what the type's own initialiser throws.
  public init(validating content: GeneratedContent, with validator: ContentValidator? = nil) throws
  {
    try (validator ?? ContentValidator(Self.self)).validate(content)
    try self.init(content)
  }
}
