import SchemaKit

/// A JSON value and what is wrong with it.
struct JudgedInstance {
  /// The text.
  let instance: JSONInstance

  /// The value; `nil` if the text has none.
  let content: GeneratedContent?

  /// What is wrong; nothing if it is valid.
  let findings: [Finding]
}

extension Report {
  /// Creates the report on values.
  ///
  /// - Parameters:
  ///   - judged: The values, in order.
  ///   - schema: The name of the schema.
  init(_ judged: [JudgedInstance], by schema: String) {
    findings = judged.flatMap(\.findings)
    let valid = judged.count { $0.findings.isEmpty }
    let invalid = judged.count - valid
    summary =
      judged.isEmpty
      ? ["\(schema, .strong): a schema, \("valid", .good)"]
      : ["\(valid) valid, \(invalid, invalid > 0 ? .bad : nil) invalid"]
    let verdicts = judged.map { judged in
      GeneratedContent(properties: [
        "source": judged.instance.source, "line": judged.instance.line,
        "valid": judged.findings.isEmpty,
      ])
    }
    properties = [("schema", schema), ("instances", GeneratedContent(elements: verdicts))]
  }
}
