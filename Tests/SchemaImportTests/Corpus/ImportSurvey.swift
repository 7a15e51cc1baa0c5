import SchemaImport

/// Counts of the documents that are imported without loss, with losses, and not at all.
///
///     var survey = ImportSurvey()
///     for text in texts { survey.add(text, importer: SchemaImporter()) }
///     print(survey)  // 773 without loss, 34 with losses, 1 rejected
struct ImportSurvey {
  /// How many documents were imported without loss.
  private(set) var lossless = 0

  /// How many documents were imported with losses.
  private(set) var lossy = 0

  /// How many documents were rejected with an error.
  private(set) var rejected = 0

  /// How many documents ended with an error, by its rule.
  private(set) var errors: [ImportRule: Int] = [:]

  /// How many documents there are.
  var count: Int { lossless + lossy + rejected }

  /// The part of the documents that were imported without loss, from 0 to 1; 0 for no documents.
  var losslessShare: Double { count == 0 ? 0 : Double(lossless) / Double(count) }

  /// Imports one more document.
  ///
  /// - Parameters:
  ///   - text: The text of the document.
  ///   - importer: How it is imported.
  /// - Returns: The schema, or `nil` if the document was rejected.
  @discardableResult
  mutating func add(_ text: String, importer: SchemaImporter) -> ImportedSchema? {
    do {
      let imported = try importer.import(text)
      if imported.isLossless { lossless += 1 } else { lossy += 1 }
      return imported
    } catch {
      rejected += 1
      let rule = (error as? SchemaImportError)?.rule ?? .malformed
      errors[rule, default: 0] += 1
      return nil
    }
  }

  /// The three figures.
  var description: String {
    "\(lossless) without loss, \(lossy) with losses, \(rejected) rejected"
  }
}
