package import SchemaValidation
package import Testing

extension ContentValidator {
  /// The report on some content; V2: the verdict has to agree with it.
  package func checkedReport(
    on content: GeneratedContent, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ValidationReport {
    let report = report(on: content)
    #expect(
      isValid(content) == report.isValid, "\(content.jsonString): \(report)",
      sourceLocation: sourceLocation)
    return report
  }
}
