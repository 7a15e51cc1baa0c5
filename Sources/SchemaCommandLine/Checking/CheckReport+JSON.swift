import SchemaKit

extension SchemaCheck {
  /// The check as JSON: the name, the result of reading, and the result of each dialect.
  var report: GeneratedContent {
    GeneratedContent(properties: [
      "name": name,
      "import": GeneratedContent(properties: [
        "outcome": imported.rawValue, "findings": findings.report,
      ]),
      "dialects": GeneratedContent(
        elements: dialects.map { dialect in
          GeneratedContent(properties: [
            "name": dialect.dialect, "outcome": dialect.outcome.rawValue,
            "findings": dialect.findings.report,
          ])
        }),
    ])
  }
}

extension FolderCheck {
  /// The check as JSON: the sums first, then each schema.
  ///
  /// - Parameter dialects: The names of the dialects.
  /// - Returns: The report.
  func report(dialects: [String]) -> GeneratedContent {
    let imports = imports.map { ($0.outcome.rawValue, $0.count) }
    return GeneratedContent(properties: [
      "name": name,
      "count": schemas.count,
      "import": GeneratedContent(properties: imports, uniquingKeysWith: { first, _ in first }),
      "dialects": GeneratedContent(
        elements: tallies(of: dialects).map { tally in
          GeneratedContent(properties: [
            "name": tally.dialect, "ok": tally.ok, "weakened": tally.weakened,
            "rejected": tally.rejected, "failed": tally.failed,
          ])
        }),
      "schemas": GeneratedContent(elements: schemas.map(\.report)),
    ])
  }
}

extension [Finding] {
  /// The findings as JSON.
  var report: GeneratedContent {
    GeneratedContent(
      elements: map { finding in
        var properties: [(String, any ConvertibleToGeneratedContent)] = [
          ("severity", finding.severity.rawValue), ("pointer", finding.pointer),
        ]
        if let position = finding.position { properties.append(("position", position)) }
        properties.append(("problem", finding.problem))
        if let remedy = finding.remedy { properties.append(("remedy", remedy)) }
        return GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
      })
  }
}
