import IndexedTables
import SchemaDocuments

/// Checks content against a schema, and reports all violations.
///
/// A provider enforces at most the constraints that its form of JSON Schema can state, and some
/// providers enforce fewer. A validator checks all constraints on receipt:
///
///     let validator = try ContentValidator(Recipe.self)
///     let report = validator.report(on: content)
///     guard report.isValid else {
///       return try await ask(again: report.modelFeedback())
///     }
///
/// A validator evaluates JSON Schema of the drafts 4, 6, 7, 2019-09 and 2020-12 in full. Values of
/// a type are checked by the plain JSON Schema document of the type, except that `null` for an
/// optional property counts as absent. Create a validator once and reuse it, since the creation
/// prepares the schema.
///
/// - Numbers are compared exactly, lengths are counted in Unicode scalars, and patterns are those
///   of ECMA-262. Constraints that cannot be checked, such as an unknown format or a pattern that
///   looks behind, are listed in ``ValidationReport/notes``.
/// - Unions: if no alternative holds, the report has the violations of one alternative. If all
///   objects require a property, and no two allow the same choice for this property, its value
///   selects the alternative. Otherwise the alternative with the fewest violations is selected.
/// - Cost: each value is checked against each part of the schema at most once, for any nesting of
///   unions and references. No function recurses with the depth of the content or the schema.
/// - Patterns: they run in linear time, so schemas from untrusted sources are safe. A pattern with
///   lookaheads or references runs for a limited number of steps; a text that needs more steps is
///   not checked against this pattern. All patterns of one evaluation share a limit of work in
///   proportion to the content. A note lists each pattern that is not checked because of a limit.
public struct ContentValidator: Sendable {
  private let shared: SharedProgram

  /// The largest number of violations that a report lists; its count includes the others.
  public var maximumViolations = 10_000

  /// Creates a validator for the values of a type.
  ///
  /// - Throws: `SchemaError` if the schema of the type has a fault.
  public init(_ type: any Generable.Type) throws { try self.init(SchemaGraph(type)) }

  /// Creates a validator for the values of a schema.
  ///
  /// - Throws: `SchemaError` with the place of the fault. A resolved schema has none.
  /// - Complexity: Linear in the size of the schema.
  public init(_ schema: some SchemaConvertible) throws {
    shared = SharedProgram(GraphCompiler.program(of: try SchemaGraph(schema)))
  }

  /// Creates a validator for the constraints that an encoded schema states.
  ///
  /// The schema is read by the names that its dialect gives to keywords and types, and by the
  /// keyword `nullable`. If the dialect renames keywords or types, objects that it closes are
  /// closed. Formats are checked. A schema that was decoded is read as a JSON Schema document.
  ///
  /// If the dialect renames keywords or types, its `adaptation` has no effect. Places in the schema
  /// are those of the document with the names of JSON Schema.
  ///
  /// - Throws: ``ValidatorError`` if a reference in the schema has no target; the error of
  ///   `EncodedSchema.content()`.
  public init(_ schema: EncodedSchema) throws {
    var options = DocumentOptions()
    options.assertsFormats = true
    try self.init(document: schema.plainContent(), options: options)
  }

  init(
    document: GeneratedContent, options: DocumentOptions, readsNullAsAbsent: Bool
  ) throws {
    var library = SchemaLibrary(remotes: options.remotes, draft: options.draft)
    library.add(document, uri: options.baseURI)
    guard let root = library.tree.value(at: options.place) else {
      throw ValidatorError(
        path: options.place, problem: "There is nothing at this place.",
        remedy: "Correct the pointer.")
    }
    if !options.place.isEmpty { library.addPart(root) }
    var compiler = SchemaCompiler(
      library, assertsFormats: options.assertsFormats, readsNullAsAbsent: readsNullAsAbsent)
    shared = SharedProgram(try compiler.compile(SchemaID(root)))
  }

  var program: SchemaProgram { shared.program }

  /// The code of a diagnostic of a part that is not checked.
  package static let notCheckedCode = "schema.not-checked"

  /// The parts of the schema that are never checked.
  ///
  /// Each part occurs once.
  public var notes: [SchemaDiagnostic] { shared.diagnostics }

  /// A note on the language of a document that names no draft and has older forms; `nil` for
  /// other documents.
  package var languageNote: (path: SchemaPath, problem: String, remedy: String)? {
    guard case .document(let library) = program.origin, let note = library.olderFormsNote() else {
      return nil
    }
    return (library.tree.path(to: note.node), note.problem, note.remedy)
  }

  /// Returns `true` if an answer is valid.
  ///
  /// This check takes less time than a report.
  ///
  /// - Parameter content: The content.
  /// - Returns: `true` if the content is complete and has no violation.
  public func isValid(_ content: GeneratedContent) -> Bool {
    guard content.isComplete else { return false }
    var verdict = Verdict()
    return shared.evaluate(content, collecting: &verdict).cost == 0
  }

  /// Checks an answer.
  ///
  /// For incomplete content, the report has a violation with the rule
  /// ``ValidationReport/Rule/incomplete``, and the part that has arrived is checked as by
  /// ``report(onPartial:)``.
  public func report(on content: GeneratedContent) -> ValidationReport {
    report(on: content, isFinal: true)
  }

  /// Checks an incomplete answer.
  ///
  /// Only violations that further content cannot correct are reported: wrong kinds of values,
  /// violations in complete values, unknown names, and too many elements.
  public func report(onPartial content: GeneratedContent) -> ValidationReport {
    report(on: content, isFinal: false)
  }

  private func report(on content: GeneratedContent, isFinal: Bool) -> ValidationReport {
    let findings = findings(on: content, isFinal: isFinal, listsAlternatives: false)
    return ValidationReport(
      violations: findings.violations(by: program.origin), violationCount: findings.count,
      alternatives: findings.alternatives, isComplete: content.isComplete,
      notes: shared.diagnostics + program.diagnostics(of: findings.notes))
  }

  /// The missing paths of an answer that ended early: the required properties and elements that
  /// have not begun.
  ///
  ///     let validator = try ContentValidator(Recipe.self)
  ///     validator.missingPaths(in: try GeneratedContent(json: #"{"name": "Dal", "steps": ["#))
  ///
  /// The list has the missing parts of the open objects and arrays. In a union, the parts of an
  /// alternative are listed only if the content so far excludes all other alternatives.
  ///
  /// - Parameter content: The content that has arrived.
  /// - Returns: The paths, from the outermost object to the innermost, in the order of the schema;
  ///   empty for complete content.
  public func missingPaths(in content: GeneratedContent) -> [SchemaPath] {
    var findings = Findings(shared, limit: 0, listsMissing: true)
    // If no byte has arrived, and the schema requires an object, the content counts as an object
    // without properties so far.
    let isUnbegun = content.shape == .nothing && program.schemas[.root].possibleTypes == .object
    shared.evaluate(isUnbegun ? .openObject : content, collecting: &findings)
    return findings.missingPaths()
  }

  /// Finds violations.
  func findings(
    on content: GeneratedContent, isFinal: Bool, listsAlternatives: Bool
  ) -> Findings {
    var findings = Findings(
      shared, limit: maximumViolations, listsAlternatives: listsAlternatives)
    if isFinal, !content.isComplete { findings.noteIncomplete(content) }
    shared.evaluate(content, collecting: &findings)
    return findings
  }

  /// Throws unless an answer is valid.
  ///
  /// - Throws: ``ContentValidationError`` with all violations.
  public func validate(_ content: GeneratedContent) throws {
    if isValid(content) { return }
    let report = report(on: content)
    guard report.isValid else { throw ContentValidationError(report) }
  }
}

extension GeneratedContent {
  /// An incomplete object without properties so far.
  fileprivate static var openObject: GeneratedContent {
    var builder = ContentBuilder()
    builder.beginObject()
    builder.endContainer(isIncomplete: true)
    return builder.finish()
  }
}

extension Generable {
  /// Creates a value from content that its schema allows.
  ///
  /// The type's own initializer checks only the properties that the type reads. This initializer
  /// also checks the other constraints of the schema, such as ranges, counts and patterns.
  ///
  ///     let recipe = try Recipe(validating: content)
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - validator: A validator of this type's schema, for reuse; `nil` resolves the schema for
  ///     this call.
  /// - Throws: ``ContentValidationError`` with all violations, `SchemaError` if the schema has a
  ///   fault, or an error of the type's own initializer.
  public init(validating content: GeneratedContent, with validator: ContentValidator? = nil) throws
  {
    try (validator ?? ContentValidator(Self.self)).validate(content)
    try self.init(content)
  }
}
