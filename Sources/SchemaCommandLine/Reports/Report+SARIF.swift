import SchemaKit
import SchemaText

extension Report {
  /// The report as a SARIF 2.1.0 log, which code scanning services and editors read.
  var sarif: GeneratedContent {
    var codes: [String] = []
    for finding in findings.listed where !codes.contains(finding.code) {
      codes.append(finding.code)
    }
    let rules = codes.map { code in
      GeneratedContent(properties: [
        "id": code,
        "shortDescription": GeneratedContent(properties: [
          "text": Rule.named(code)?.meaning ?? code
        ]),
      ])
    }
    let driver = GeneratedContent(properties: [
      "name": "schema", "version": CommandVersion.current,
      "rules": GeneratedContent(elements: rules),
    ])
    let omitted = findings.omitted
    let run = GeneratedContent(
      properties: [
        "tool": GeneratedContent(properties: ["driver": driver]),
        "columnKind": "unicodeCodePoints",
        "results": GeneratedContent(elements: findings.listed.map(\.sarif)),
        "properties": omitted > 0
          ? GeneratedContent(properties: ["omittedFindings": omitted]) : nil,
      ], omittingNil: true)
    return GeneratedContent(properties: [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": GeneratedContent(elements: [run]),
    ])
  }
}

extension Finding {
  fileprivate var sarif: GeneratedContent {
    let region = position.map {
      GeneratedContent(properties: ["startLine": $0.line, "startColumn": $0.column])
    }
    let file = source.map { source in
      GeneratedContent(
        properties: [
          "artifactLocation": GeneratedContent(properties: ["uri": source.percentEncodedPath]),
          "region": region,
        ], omittingNil: true)
    }
    let pointer = GeneratedContent(properties: ["fullyQualifiedName": pointer])
    let location = GeneratedContent(
      properties: [
        "physicalLocation": file, "logicalLocations": GeneratedContent(elements: [pointer]),
      ], omittingNil: true)
    let text = remedy.map { "\(completeProblem) \($0)" } ?? completeProblem
    return GeneratedContent(properties: [
      "ruleId": code, "level": severity.rawValue,
      "message": GeneratedContent(properties: ["text": text]),
      "locations": GeneratedContent(elements: [location]),
    ])
  }
}
