import SchemaKit

/// The findings of a command, for people, programs or code scanning.
struct Report {
  /// The findings, in order.
  fileprivate(set) var findings: FindingList

  /// The text after the findings.
  let summary: [StyledLine]

  /// The members before the findings in JSON.
  let properties: [(String, any ConvertibleToGeneratedContent)]

  /// The report as text, if its parts have another order than findings and summary.
  let layout: [StyledLine]?

  init(
    _ findings: FindingList, summary: [StyledLine],
    properties: [(String, any ConvertibleToGeneratedContent)], layout: [StyledLine]? = nil
  ) {
    self.findings = findings
    self.summary = summary
    self.properties = properties
    self.layout = layout
  }

  /// Adds findings on the schema that do not change the result, for programs.
  mutating func add(notes: [Finding]) { findings.append(FindingList(notes)) }

  /// The report as text: the findings, an empty line and the summary, unless it has its own layout.
  var text: [StyledLine] {
    if let layout { return layout }
    let lines = findings.listed.flatMap(\.lines) + [findings.rest].compactMap(\.self)
    return lines.isEmpty || summary.isEmpty ? lines + summary : lines + [""] + summary
  }

  /// The report as JSON.
  var json: GeneratedContent {
    var properties = properties
    properties.append(("findings", GeneratedContent(elements: findings.listed.map(\.json))))
    if findings.omitted > 0 { properties.append(("omittedFindings", findings.omitted)) }
    return GeneratedContent(properties: properties, uniquingKeysWith: { $1 })
  }
}

enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, sarif
}

extension Console {
  /// Writes a report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - format: The format.
  ///   - layout: The layout of JSON; `nil` to choose it by the display.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(
    _ report: Report, as format: ReportFormat, _ layout: JSONLayout?
  ) throws(WriteFailure) {
    switch format {
    case .text: try write(report.text)
    case .json: try write(json: report.json.jsonString(.compact), layout)
    case .sarif: try write(json: report.sarif.jsonString(.compact), layout)
    }
  }
}

/// A JSON value and its problems.
struct ValidatedInstance {
  /// The text.
  let instance: JSONInstance

  /// The value; `nil` if the text has none.
  let content: GeneratedContent?

  /// The problems; empty if it is valid.
  let findings: FindingList

  /// The notes on constraints of the schema that could not be checked for the value.
  let notes: [Finding]
}

/// The verdicts on values, and the findings on them.
///
/// The values themselves are not kept.
struct ValidationSummary {
  /// The verdicts, which become content only for a report in JSON.
  private struct VerdictList: ConvertibleToGeneratedContent {
    /// The name of a source, the line of a value, and whether it is valid.
    var verdicts: [(source: String, line: Int, isValid: Bool)] = []

    var generatedContent: GeneratedContent {
      GeneratedContent(
        elements: verdicts.map { source, line, isValid in
          GeneratedContent(properties: ["source": source, "line": line, "valid": isValid])
        })
    }
  }

  private var list = VerdictList()
  private(set) var findings = FindingList()

  /// The notes on constraints that could not be checked, each once.
  private(set) var notes: [Finding] = []
  private var known: Set<Finding> = []

  /// The findings on the source that is read.
  private var open: [Finding] = []
  private var omitted = 0

  /// `true` if there are no values.
  var isEmpty: Bool { list.verdicts.isEmpty }

  /// `true` if all values are valid.
  var isValid: Bool { list.verdicts.allSatisfy(\.isValid) }

  /// Adds a value of the source that is read.
  mutating func add(_ value: ValidatedInstance) {
    let instance = value.instance
    list.verdicts.append((instance.source, instance.line, value.findings.isEmpty))
    add(notes: value.notes)
    open += value.findings.listed
    omitted += value.findings.omitted
    // Findings that are not listed in the end are dropped from time to time.
    if open.count > 2 * FindingList.limits.findings {
      let list = FindingList(open, omitted: omitted)
      (open, omitted) = (list.listed, list.omitted)
    }
  }

  /// Adds notes that are not yet known.
  mutating func add(notes others: [Finding]) {
    notes += others.filter { known.insert($0).inserted }
  }

  /// Ends the source that is read.
  mutating func endSource() {
    findings.append(FindingList(open, omitted: omitted))
    (open, omitted) = ([], 0)
  }

  /// Returns the report on the values, by the schema with a name.
  func report(by schema: String) -> Report {
    let valid = list.verdicts.count { $0.isValid }
    let invalid = list.verdicts.count - valid
    let summary: [StyledLine] =
      isEmpty
      ? ["\(schema, .strong): a schema, \("valid", .good)"]
      : ["\(valid) valid, \(invalid, invalid > 0 ? .bad : nil) invalid"]
    return Report(
      findings, summary: summary, properties: [("schema", schema), ("instances", list)])
  }
}

extension Report {
  /// Creates the report on a comparison of schemas.
  ///
  /// - Parameters:
  ///   - compatibility: The result of the comparison.
  ///   - new: The new schema. The positions of the findings are in its text.
  ///   - name: The name of the new schema.
  ///   - losses: The findings on keywords that are not compared, in place of the one reason for all
  ///     of them; empty to keep this reason.
  init(
    _ compatibility: SchemaCompatibility, _ new: SchemaReading, named name: String,
    losses: [Finding]
  ) {
    let positions = new.positions(of: compatibility.reasons.map(\.path))
    let reasons =
      compatibility.reasons.filter(\.isCertain) + compatibility.reasons.filter { !$0.isCertain }
    let findings = reasons.flatMap { reason in
      if reason.rule == .lossySchema, !losses.isEmpty { return losses }
      return [
        Finding(
          severity: reason.isCertain ? .error : .warning, code: reason.rule.code, source: name,
          position: positions[reason.path], place: reason.path, problem: reason.problem,
          remedy: reason.remedy)
      ]
    }
    let verdict = compatibility.verdict
    let omitted = compatibility.omittedReasons
    let rest = omitted > 0 ? " And \(omitted) more \(omitted == 1 ? "reason" : "reasons")." : ""
    let summary: [StyledLine] = ["\(verdict.rawValue, verdict.style): \(verdict.sentence)\(rest)"]
    let provenCount = reasons.count(where: \.isCertain)
    let undecidedCount = findings.count - provenCount
    var layout: [StyledLine]?
    if provenCount > 0, undecidedCount > 0 {
      layout =
        findings[..<provenCount].flatMap(\.lines) + ["", "Not decided:"]
        + findings[provenCount...].flatMap(\.lines) + [""] + summary
    }
    self.init(
      FindingList(findings), summary: summary,
      properties: [
        ("verdict", verdict.rawValue), ("proven", provenCount), ("undecided", undecidedCount),
        ("omittedReasons", omitted),
      ], layout: layout)
  }
}

extension SchemaCompatibility.Verdict {
  fileprivate var style: TextStyle {
    switch self {
    case .compatible: .good
    case .breaking: .bad
    case .unknown: .warning
    }
  }

  /// The verdict as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .compatible: "every answer under the old schema is valid under the new one."
    case .breaking: "some answer under the old schema is not valid under the new one."
    case .unknown: "it is not known whether every old answer is valid under the new schema."
    }
  }
}
