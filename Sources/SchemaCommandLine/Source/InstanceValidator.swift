import SchemaKit
import SchemaText

/// Validates values by a schema.
struct InstanceValidator {
  private var validator: ContentValidator

  /// The document of the schema and its name; `nil` for a sample.
  private let origin: (document: SchemaDocument, name: String)?

  /// The faults of the schema, and its unchecked keywords.
  let findings: [Finding]

  /// Creates a validator.
  init(_ schema: GenerationSchema) throws {
    validator = try ContentValidator(schema)
    validator.maximumViolations = FindingList.limits.findings
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
    validator.maximumViolations = FindingList.limits.findings
    let invalid = try ContentValidator.metaSchemaViolations(
      in: document.content, at: document.place
    ).map { found in
      Finding(
        severity: .error, code: Rule.Code.invalidSchema, source: source,
        place: found.path,
        problem: "Expected \(found.violation.expected), found \(found.violation.found).")
    }
    origin = (document, source)
    let language = validator.languageNote.map { note in
      Finding(
        severity: .note, code: ImportRule.otherDraft.code, source: source,
        place: note.path, problem: note.problem, remedy: note.remedy)
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
    var findings: FindingList
    var notes: [Finding] = []
    do {
      let answer = try GeneratedContent(document: instance.text)
      (content, findings, notes) = try validate(answer, through: mapping, in: instance.source)
      let places = findings.listed.prefix(mapping.isIdentity ? .max : Self.mappedFindings)
        .map { mapping.answerPlace(of: $0.place, in: answer) }
      let positions = ValueLocator.positions(
        of: Set(places + places.compactMap(\.parent)), in: instance.text)
      var next = places.makeIterator()
      findings.update { finding in
        guard let place = next.next() else { return }
        // A missing value has no position, so that of the object around it is used.
        let position = positions[place] ?? place.parent.flatMap { positions[$0] }
        finding.setPosition(position.map(instance.inSource))
      }
    } catch {
      var finding =
        Finding(error, in: instance.source)
        ?? Finding(
          severity: .error, code: Rule.Code.malformedJSON, source: instance.source, place: [],
          problem: ErrorDescription(error).problem)
      finding.setPosition(finding.position.map(instance.inSource))
      if mapping.isIdentity, finding.code == Rule.Code.incompleteJSON, !instance.isBlank {
        finding.add(sentences: missingParts(of: instance))
      }
      findings = FindingList([finding])
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

  /// Validates the value that an answer maps to.
  ///
  /// - Returns: The value, unless the answer does not have the form; its problems; and notes on
  ///   constraints that could not be checked for this value.
  private func validate(
    _ answer: GeneratedContent, through mapping: AnswerMapping, in source: String
  ) throws -> (content: GeneratedContent?, findings: FindingList, notes: [Finding]) {
    do {
      let content = try mapping.content(from: answer)
      let report = report(on: content)
      // The report begins with the notes on the schema.
      let notes = Array(report.notes.dropFirst(validator.notes.count))
      return (
        content, FindingList(report, in: source),
        origin.map { notes.findings(on: $0.document, named: $0.name) } ?? []
      )
    } catch let error as AnswerMappingError {
      return (nil, FindingList([Finding(error, in: source)]), [])
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
  func findings(on content: GeneratedContent, in source: String) -> FindingList {
    FindingList(report(on: content), in: source)
  }
}

extension FindingList {
  /// Lists the violations of a report, and the alternatives that they are about.
  init(_ report: ValidationReport, in source: String) {
    self.init(
      report.violations.map { Finding($0, in: source) }
        + report.alternatives.map { Finding($0, in: source) },
      omitted: report.violationCount - report.violations.count)
  }
}

extension Finding {
  /// Creates the finding of a violation, without its position.
  fileprivate init(_ violation: ValidationReport.Violation, in source: String) {
    self.init(
      severity: .error, code: Rule.Code.value(violation.rule.description), source: source,
      place: violation.path,
      problem: "Expected \(violation.expected), found \(violation.found).")
  }
}

extension Finding {
  /// Creates a note on the alternative that violations are about.
  init(_ alternative: ValidationReport.Alternative, in source: String) {
    self.init(
      severity: .note, code: Rule.Code.alternative, source: source,
      place: alternative.path, problem: "\(alternative.sentence.capitalizedFirst).")
  }
}

extension [SchemaDiagnostic] {
  /// Returns the findings of notes on constraints that are not checked.
  fileprivate func findings(on document: SchemaDocument, named source: String) -> [Finding] {
    map { note in
      Finding(
        severity: note.severity, code: note.code, source: source,
        place: note.path, problem: note.problem, remedy: note.remedy?.forDocuments)
    }.positioned(in: document.text)
  }
}

extension [Finding] {
  /// The findings with the positions of the values at their pointers.
  fileprivate func positioned(in text: [UInt8]) -> [Finding] {
    let positions = ValueLocator.positions(of: Set(map(\.place)), in: text)
    return map { finding in
      var finding = finding
      finding.setPosition(positions[finding.place])
      return finding
    }
  }
}

/// The parts that an answer which was cut off lacks, by its schema.
struct MissingParts: Equatable {
  /// The place where the text ends: the incomplete value.
  let unfinished: SchemaPath

  /// The first of the required properties that have not begun, the outermost first.
  let missing: [SchemaPath]

  /// The number of further properties that have not begun.
  private let others: Int

  /// The largest number of listed properties.
  private static let listed = 20

  /// Finds the missing parts.
  init(of content: GeneratedContent, by graph: SchemaGraph) throws {
    self.init(of: content, by: try ContentValidator(graph))
  }

  /// Finds the missing parts.
  init(of content: GeneratedContent, by validator: ContentValidator) {
    unfinished = content.unfinishedPath ?? []
    let paths = validator.missingPaths(in: content)
    missing = Array(paths.prefix(Self.listed))
    others = paths.count - missing.count
  }

  /// The unfinished and the missing parts, as sentences.
  var description: String {
    let rest = others > 0 ? " and \(others) more" : ""
    let list = missing.map(\.pointer).joined(separator: ", ")
    return (unfinished.isEmpty ? "" : " Not finished: \(unfinished.pointer).")
      + (missing.isEmpty ? "" : " Missing: \(list)\(rest).")
  }
}
