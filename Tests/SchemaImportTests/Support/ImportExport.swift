import Foundation
import SchemaConformances
import SchemaImport

/// Writes imported schemas for a validator that is not ours, into the folder that the environment
/// variable `SCHEMAKIT_EXPORT_DIRECTORY` names, if it names one.
enum ImportExport {
  static let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  /// Writes one schema.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - original: The document.
  ///   - text: What it became, in the dialect `json-schema`.
  ///   - result: What else is known of the import.
  ///   - tests: An array of `{"data": …, "valid": …}`.
  ///   - isCertain: Whether the verdicts are given rather than to be found.
  /// - Throws: What goes wrong when files are written.
  static func write(
    _ name: String, original: String, imported text: String, _ result: ImportedSchema,
    tests: String, isCertain: Bool = false
  ) throws {
    guard let folder else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let warnings = result.diagnostics.filter { $0.severity == .warning }
      .map { "\"\($0.rule.code)\"" }.joined(separator: ",")
    let file = """
      {"draft":"\(result.draft.rawValue)","original":\(original),"imported":\(text),\
      "warnings":[\(warnings)],"isCertain":\(isCertain && result.isLossless),\
      "tests":\(tests)}
      """
    try Data(file.utf8).write(to: folder.appendingPathComponent("\(name).import.json"))
  }
}
