import SchemaKit
import SchemaText

/// Validates values by a schema.
struct InstanceValidator {
  private let validator: ContentValidator

  /// The document of the schema and its name; `nil` for a sample.
  private let origin: (document: SchemaDocument, name: String)?

  /// The faults of the schema, and its unchecked keywords.
  let findings: [Finding]

  /// Creates a validator.
  init(_ schema: GenerationSchema) throws {
    validator = try ContentValidator(schema)
    origin = nil
    findings = []
  }

  /// Creates a validator.
  ///
  /// The document is checked by the meta-schemas of its drafts first.
  ///
  /// - Parameters:
  ///   - document: The schema.
  ///   - source: The name of the document.
  ///   - assertsFormats: `true` if `format` constrains strings.
  /// - Throws: `ValidatorError` if the document cannot validate values.
  init(_ document: SchemaDocument, in source: String, assertsFormats: Bool) throws {
    let options = ContentValidator.DocumentOptions(
      assertsFormats: assertsFormats, remotes: document.remotes, place: document.place)
    validator = try ContentValidator(document: document.content, options: options)
    let invalid = try ContentValidator.metaSchemaViolations(
      in: document.content, at: document.place
    ).map { found in
      Finding(
        severity: .error, code: Rule.Code.invalidSchema, source: source,
        pointer: found.path.pointer,
        problem: "Expected \(found.violation.expected), found \(found.violation.found).")
    }
    origin = (document, source)
    let language = validator.languageNote.map { note in
      Finding(
        severity: .note, code: ImportRule.otherDraft.code, source: source,
        pointer: note.path.pointer, problem: note.problem, remedy: note.remedy)
    }
    let read =
      invalid.isEmpty
      ? [language].compactMap(\.self).positioned(in: document.text)
        + validator.notes.findings(on: document, named: source)
      : invalid.positioned(in: document.text)
    findings =
      OtherDocument(in: document)?.findings(besides: read, on: document, in: source) ?? read
  }

  /// Validates the value in a text, or the value that it maps to.
  ///
  /// Pointers are places in the value; positions are in the text.
  ///
  /// - Parameters:
  ///   - instance: The text.
  ///   - mapping: The mapping from the text's value to that of the schema. If it changes values,
  ///     only the first ``mappedFindings`` findings have positions.
  /// - Returns: The value and its problems; a text that is not JSON is not valid.
  func validate(_ instance: JSONInstance, through mapping: AnswerMapping = .identity)
    -> ValidatedInstance
  {
    var content: GeneratedContent?
    var findings: [Finding]
    var notes: [Finding] = []
    do {
      let answer = try GeneratedContent(document: instance.text)
      let faults: [Fault]
      (content, faults, notes) = try validate(answer, through: mapping, in: instance.source)
      findings = faults.map(\.finding)
      let places = faults.prefix(mapping.isIdentity ? .max : Self.mappedFindings)
        .map { mapping.answerPlace(of: $0.place, in: answer) }
      let positions = ValueLocator.positions(
        of: Set(places + places.compactMap(\.parent)), in: instance.text)
      for (index, place) in places.enumerated() {
        // A missing value has no position, so that of the object around it is used.
        let position = positions[place] ?? place.parent.flatMap { positions[$0] }
        findings[index].setPosition(position.map(instance.inSource))
      }
    } catch {
      var finding =
        Finding(error, in: instance.source)
        ?? Finding(
          severity: .error, code: Rule.Code.malformedJSON, source: instance.source, pointer: "",
          problem: ErrorDescription(error).problem)
      finding.setPosition(finding.position.map(instance.inSource))
      if mapping.isIdentity, finding.code == Rule.Code.incompleteJSON, !instance.isBlank {
        finding.add(sentences: missingParts(of: instance))
      }
      findings = [finding]
    }
    return ValidatedInstance(
      instance: instance, content: content, findings: findings, notes: notes)
  }

  /// Returns the place where a text that was cut off ends, and the required parts that it lacks, as
  /// sentences with a space before each.
  private func missingParts(of instance: JSONInstance) -> String {
    var parser = GeneratedContentParser()
    guard (try? parser.append(instance.text)) != nil else { return "" }
    return MissingParts(of: parser.snapshot(), by: validator).description
  }

  /// The largest number of findings with positions if answers are mapped: each takes a walk through
  /// the answer.
  private static let mappedFindings = 100

  /// A problem at a place in the value.
  private typealias Fault = (place: SchemaPath, finding: Finding)

  /// Validates the value that an answer maps to.
  ///
  /// - Returns: The value, unless the answer does not have the form; its problems; and notes on
  ///   constraints that could not be checked for this value.
  private func validate(
    _ answer: GeneratedContent, through mapping: AnswerMapping, in source: String
  ) throws -> (content: GeneratedContent?, faults: [Fault], notes: [Finding]) {
    do {
      let content = try mapping.content(from: answer)
      let report = report(on: content)
      // The report begins with the notes on the schema.
      let notes = Array(report.notes.dropFirst(validator.notes.count))
      return (
        content, Self.faults(of: report, in: source),
        origin.map { notes.findings(on: $0.document, named: $0.name) } ?? []
      )
    } catch let error as AnswerMappingError {
      return (nil, [(error.path, Finding(error, in: source))], [])
    }
  }

  /// Validates a value without a text.
  func report(on content: GeneratedContent) -> ValidationReport { validator.report(on: content) }

  /// Validates a value without a text.
  ///
  /// - Parameters:
  ///   - content: The value.
  ///   - source: The name of the source that the value comes from.
  /// - Returns: A finding for each violation, and notes on the alternatives that these are about.
  func findings(on content: GeneratedContent, in source: String) -> [Finding] {
    Self.faults(of: report(on: content), in: source).map(\.finding)
  }

  private static func faults(of report: ValidationReport, in source: String) -> [Fault] {
    report.violations.map { ($0.path, Finding($0, at: nil, in: source)) }
      + report.alternatives.map { ($0.path, Finding($0, in: source)) }
  }
}

extension Finding {
  /// Creates the finding of a violation.
  init(
    _ violation: ValidationReport.Violation, at position: TextPosition?, in source: String
  ) {
    self.init(
      severity: .error, code: Rule.Code.value(violation.rule.description), source: source,
      position: position,
      pointer: violation.path.pointer,
      problem: "Expected \(violation.expected), found \(violation.found).")
  }
}

extension Finding {
  /// Creates a note on the alternative that violations are about.
  init(_ alternative: ValidationReport.Alternative, in source: String) {
    self.init(
      severity: .note, code: Rule.Code.alternative, source: source,
      pointer: alternative.path.pointer, problem: "\(alternative.sentence.capitalizedFirst).")
  }
}

extension [SchemaDiagnostic] {
  /// Returns the findings of notes on constraints that are not checked.
  fileprivate func findings(on document: SchemaDocument, named source: String) -> [Finding] {
    map { note in
      Finding(
        severity: note.severity, code: note.code, source: source,
        pointer: note.path.pointer, problem: note.problem, remedy: note.remedy?.forDocuments)
    }.positioned(in: document.text)
  }
}

extension [Finding] {
  /// The findings with the positions of the values at their pointers.
  fileprivate func positioned(in text: [UInt8]) -> [Finding] {
    let places = map { try? SchemaPath(pointer: $0.pointer) }
    let positions = ValueLocator.positions(of: Set(places.compactMap(\.self)), in: text)
    return zip(self, places).map { finding, place in
      var finding = finding
      finding.setPosition(place.flatMap { positions[$0] })
      return finding
    }
  }
}

/// The parts that an answer which was cut off lacks, by its schema.
struct MissingParts: Equatable {
  /// The place where the text ends: the incomplete value, as a JSON Pointer.
  let unfinished: String

  /// The required properties that have not begun, as JSON Pointers, the outermost first.
  let missing: [String]

  /// Finds the missing parts.
  init(of content: GeneratedContent, by graph: SchemaGraph) throws {
    self.init(of: content, by: try ContentValidator(graph))
  }

  /// Finds the missing parts.
  init(of content: GeneratedContent, by validator: ContentValidator) {
    unfinished = content.unfinishedPath?.pointer ?? ""
    missing = validator.missingPaths(in: content).map(\.pointer)
  }

  /// The unfinished and the missing parts, as sentences.
  var description: String {
    (unfinished.isEmpty ? "" : " Not finished: \(unfinished).")
      + (missing.isEmpty ? "" : " Missing: \(missing.joined(separator: ", ")).")
  }
}
