extension ContentValidator {
  /// The forms of output that JSON Schema defines (core specification of draft 2020-12, section
  /// 12).
  public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// Only whether the content is valid.
    case flag
    /// The errors as a list.
    case basic
    /// The errors in the order of the schema. The error of a union contains the errors of its
    /// alternatives.
    case detailed
  }

  /// Checks an answer, and returns the result in the form of JSON Schema's output.
  ///
  /// Unlike a ``ValidationReport``, the output lists the errors of all alternatives if no
  /// alternative of a union holds.
  ///
  ///     {"valid": false, "errors": [{"keywordLocation": "/properties/a/minimum",
  ///       "absoluteKeywordLocation": "…#/$defs/A/minimum", "instanceLocation": "/a",
  ///       "error": "…"}]}
  public func output(_ format: OutputFormat, on content: GeneratedContent) -> GeneratedContent {
    let isValid = isValid(content)
    guard format != .flag, !isValid else { return GeneratedContent(properties: ["valid": isValid]) }
    let violations = findings(on: content, isFinal: true, listsAlternatives: true)
      .violations(by: program.origin)
    var units = violations.map { OutputUnit($0) }
    if format == .detailed { OutputUnit.nest(&units) }
    return GeneratedContent(properties: ["valid": false, "errors": units.map { $0.content() }])
  }
}

/// One error of JSON Schema's output.
private struct OutputUnit {
  private let violation: ValidationReport.Violation
  private let keywordLocation: SchemaPath
  /// The errors within this error, as content.
  private var parts: [GeneratedContent] = []

  init(_ violation: ValidationReport.Violation) {
    self.violation = violation
    keywordLocation = violation.keywordLocation
  }

  func content() -> GeneratedContent {
    GeneratedContent(
      properties: [
        "valid": false, "keywordLocation": keywordLocation.pointer,
        "absoluteKeywordLocation": violation.schemaURI,
        "instanceLocation": violation.path.pointer,
        "error": "Expected \(violation.expected), found \(violation.found).",
        "errors": parts.isEmpty ? nil : parts,
      ], omittingNil: true)
  }

  /// Moves each error into the earlier error that it is part of.
  static func nest(_ units: inout [OutputUnit]) {
    var open: [OutputUnit] = []
    var nested: [OutputUnit] = []
    func close(_ isOver: (OutputUnit) -> Bool) {
      while let unit = open.last, isOver(unit) {
        open.removeLast()
        if open.isEmpty {
          nested.append(unit)
        } else {
          open[open.count - 1].parts.append(unit.content())
        }
      }
    }
    for unit in units {
      close { !unit.keywordLocation.begins(with: $0.keywordLocation) }
      open.append(unit)
    }
    close { _ in true }
    units = nested
  }
}
