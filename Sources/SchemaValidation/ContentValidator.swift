public import SchemaEncoding
public import SchemaModel

/// Checks content against a schema, and reports all violations.
///
/// A provider enforces only what its form of JSON Schema can state, and some providers enforce
/// less. A validator checks everything on receipt: kinds, required and unknown properties, choices,
/// ranges, patterns, formats, lengths and counts.
///
///     let validator = try ContentValidator(Recipe.self)
///     let report = validator.report(on: content)
///     guard report.isValid else {
///       return try await ask(again: report.modelFeedback())
///     }
///
/// Create a validator once and reuse it: it prepares the schema for checking.
///
/// - Formats: `date-time`, `date`, `time`, `uuid`, `uri` and `email` are checked. What cannot be
///   checked, such as another format or a pattern that looks behind, is listed in
///   ``ValidationReport/notes``.
/// - Unions: if all objects require a property, and each has other choices for it, that property
///   selects the arm. Otherwise the arm that has the fewest violations is selected.
/// - Cost: linear in the content if the arms of each union differ in their kinds or in such a
///   property. In any case each value is checked against each node of the schema
///   once at most, however unions nest. Nothing recurses with the depth of content or schema.
/// - Patterns: they run in linear time, so schemas from untrusted sources are safe. A pattern with
///   lookaheads or references runs for a limited number of steps; a text that needs more is not
///   checked against it.
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
  /// - Throws: `SchemaError` if the schema of the type has a fault.
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

  /// The constraints of the schema that are never checked, each once.
  public var notes: [SchemaDiagnostic] { table.notes }

  /// Checks an answer.
  ///
  /// Incomplete content is a violation by itself; the part that has arrived is checked as by
  /// ``report(onPartial:)``.
  ///
  /// - Parameter content: The content.
  /// - Returns: The violations.
  public func report(on content: GeneratedContent) -> ValidationReport {
    var check = ContentCheck(table, content, maximumViolations: maximumViolations)
    return check.run(isFinal: true)
  }

  /// Checks an incomplete answer.
  ///
  /// Only violations that more content cannot mend are reported: in the kinds of values, in
  /// complete values, in unknown names, and in elements beyond the largest count.
  ///
  /// - Parameter content: The content so far.
  /// - Returns: The violations so far.
  public func report(onPartial content: GeneratedContent) -> ValidationReport {
    var check = ContentCheck(table, content, maximumViolations: maximumViolations)
    return check.run(isFinal: false)
  }

  /// Throws unless an answer is valid.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``ContentValidationError`` with all violations.
  public func validate(_ content: GeneratedContent) throws {
    let report = report(on: content)
    guard report.isValid else { throw ContentValidationError(report) }
  }
}

extension Generable {
  /// Creates a value from content that its schema allows.
  ///
  /// The type's initialiser checks what the type needs; this also checks the other constraints of
  /// the schema, such as ranges, counts and patterns.
  ///
  ///     let recipe = try Recipe(validating: content)
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - validator: A validator of this type's schema, for reuse; `nil` resolves the schema for
  ///     this call.
  /// - Throws: ``ContentValidationError`` with all violations,
  ///   `SchemaError` if the schema has a fault, or what the type's own initialiser throws.
  public init(validating content: GeneratedContent, with validator: ContentValidator? = nil) throws
  {
    try (validator ?? ContentValidator(Self.self)).validate(content)
    try self.init(content)
  }
}
