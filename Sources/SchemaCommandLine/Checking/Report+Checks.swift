import SchemaKit
import SchemaText

extension Report {
  /// Creates the report on checks of schemas.
  init(_ checks: [SchemaCheck], in dialects: [String]) {
    // A schema that cannot be read has no dialects.
    let sums = dialects.indices.map { index in
      OutcomeCounts(
        checks.compactMap { check in
          check.dialects.indices.contains(index) ? check.dialects[index].outcome : nil
        })
    }
    let read = OutcomeCounts(checks.map(\.imported))
    var summary: [StyledLine]
    if checks.count == 1 {
      summary = checks[0].table.lines
    } else {
      var table = AlignedTable("dialect", "ok", "fitted", "weakened", "rejected")
      for (name, sum) in zip(dialects, sums) {
        table.append([
          name, "\(sum[.ok])", "\(sum[.fitted])", "\(sum[.weakened])", "\(sum[.rejected])",
        ])
      }
      let usable = "\(read[.exact]) read without loss, \(read[.lossy]) with losses"
      summary = ["\(checks.count) schemas: \(usable), \(read[.failed]) not usable", ""]
      summary += table.lines
    }
    // The table answers the question of the command, so it comes first.
    var findings = FindingList()
    for check in checks { findings.append(check.findings) }
    let lines =
      checks.flatMap(\.findings.listed.joiningOpenObjects).groupedLines
      + [findings.rest].compactMap(\.self)
    let layout = lines.isEmpty ? summary : summary + [""] + lines
    let properties: [(String, any ConvertibleToGeneratedContent)] = [
      (
        "read",
        GeneratedContent(properties: [
          "exact": read[.exact], "lossy": read[.lossy], "failed": read[.failed],
        ])
      ),
      (
        "dialects",
        GeneratedContent(
          elements: zip(dialects, sums).map { name, sum in
            GeneratedContent(properties: [
              "name": name, "ok": sum[.ok], "fitted": sum[.fitted], "weakened": sum[.weakened],
              "rejected": sum[.rejected],
            ])
          })
      ),
      ("schemas", GeneratedContent(elements: checks.map(\.json))),
    ]
    self.init(
      findings, summary: summary, properties: properties, layout: layout)
  }
}

/// The number of schemas with each outcome.
private struct OutcomeCounts<Outcome: Hashable> {
  private var counts: [Outcome: Int] = [:]

  init(_ outcomes: [Outcome]) {
    for outcome in outcomes { counts[outcome, default: 0] += 1 }
  }

  subscript(outcome: Outcome) -> Int { counts[outcome, default: 0] }
}

extension [Finding] {
  /// The findings of one schema, with one for each open object that some dialects fit and others
  /// close.
  fileprivate var joiningOpenObjects: [Finding] {
    let fittedCode = SchemaDiagnostic.Fitting.openObject.rawValue
    let closedCode = SchemaDiagnostic.Rule.openObject.rawValue
    let fitted = Set(filter { $0.code == fittedCode }.map(\.place))
    var closing: [SchemaPath: [String]] = [:]
    let others = filter { finding in
      guard finding.code == closedCode, fitted.contains(finding.place) else {
        return true
      }
      closing[finding.place, default: []] += finding.dialects
      return false
    }
    return others.map { finding in
      guard finding.code == fittedCode, let names = closing[finding.place] else {
        return finding
      }
      var joined = finding
      joined.add(
        sentences: " For \(names.enumeration()), the object is not changed, and only the named"
          + " properties are generated."
      )
      return joined
    }
  }
}

extension SchemaCheck {
  fileprivate var table: AlignedTable {
    guard imported != .failed else {
      var table = AlignedTable("schema", "result")
      table.append([name, "not usable"])
      return table
    }
    var table = AlignedTable("dialect", "result", "warnings", "errors", "fitted by")
    for dialect in dialects {
      let counts = ["\(dialect.warningCount)", "\(dialect.errorCount)"]
      let fittings = dialect.fittings.map(\.name).joined(separator: ", ")
      table.append(
        [dialect.dialect, dialect.outcome.rawValue] + counts + [fittings.isEmpty ? "–" : fittings],
        dialect.outcome.style)
    }
    return table
  }

  fileprivate var json: GeneratedContent {
    GeneratedContent(properties: [
      "name": name, "read": imported.rawValue,
      "dialects": GeneratedContent(
        elements: dialects.map {
          GeneratedContent(properties: [
            "name": $0.dialect, "outcome": $0.outcome.rawValue,
            "fittings": $0.fittings.map(\.name),
          ])
        }),
    ])
  }
}

extension DialectCheck.Outcome {
  fileprivate var style: TextStyle {
    switch self {
    case .ok, .fitted: .good
    case .weakened: .warning
    case .rejected: .bad
    }
  }
}
