import SchemaKit

/// What a command has found out, to be written for people, programs or code scanning.
struct Report {
  /// The findings, in order.
  var findings: [Finding] = []

  /// What follows the findings in text.
  var summary: [StyledLine] = []

  /// What precedes the findings in JSON.
  var properties: [(String, any ConvertibleToGeneratedContent)] = []

  /// The report as text, where its parts have another order than findings and summary.
  var layout: [StyledLine]?

  /// The report as text: the findings, an empty line and the summary, unless it has its own layout.
  var text: [StyledLine] {
    if let layout { return layout }
    let lines = findings.flatMap(\.lines)
    return lines.isEmpty || summary.isEmpty ? lines + summary : lines + [""] + summary
  }

  /// The report as JSON.
  var json: GeneratedContent {
    let findings = ("findings", GeneratedContent(elements: findings.map(\.json)))
    return GeneratedContent(properties: properties + [findings], uniquingKeysWith: { $1 })
  }
}

/// How a report is written.
enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, sarif
}

extension Console {
  /// Writes a report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - format: The format.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(_ report: Report, as format: ReportFormat) throws(WriteFailure) {
    switch format {
    case .text: try write(report.text)
    case .json: try write(document: report.json.jsonString(.pretty))
    case .sarif: try write(document: report.sarif.jsonString(.pretty))
    }
  }
}
