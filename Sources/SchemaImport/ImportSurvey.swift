/// Counts of the documents that are imported without loss, with losses, and not at all.
///
///     var survey = ImportSurvey()
///     for text in texts { survey.add(text, importer: SchemaImporter()) }
///     print(survey)  // 773 without loss, 34 with losses, 1 rejected
public struct ImportSurvey: Sendable, CustomStringConvertible {
  /// How many documents were imported without loss.
  public private(set) var lossless = 0

  /// How many documents were imported with losses.
  public private(set) var lossy = 0

  /// How many documents were rejected with an error.
  public private(set) var rejected = 0

  /// In how many documents something of a keyword is lost, by keyword.
  public private(set) var losses: [String: Int] = [:]

  /// How many documents ended with an error, by its rule.
  public private(set) var errors: [ImportRule: Int] = [:]

  /// Creates a survey of no documents.
  public init() {}

  /// How many documents there are.
  public var count: Int { lossless + lossy + rejected }

  /// The part of the documents that were imported without loss, from 0 to 1; 0 for no documents.
  public var losslessShare: Double { count == 0 ? 0 : Double(lossless) / Double(count) }

  /// Imports one more document.
  ///
  /// - Parameters:
  ///   - text: The text of the document.
  ///   - importer: How it is imported.
  /// - Returns: The schema, or `nil` if the document was rejected.
  @discardableResult
  public mutating func add(_ text: String, importer: SchemaImporter) -> ImportedSchema? {
    do {
      let imported = try importer.import(text)
      if imported.isLossless { lossless += 1 } else { lossy += 1 }
      var keywords: Set<String> = []
      for diagnostic in imported.diagnostics where diagnostic.severity == .warning {
        if keywords.insert(diagnostic.keyword).inserted {
          losses[diagnostic.keyword, default: 0] += 1
        }
      }
      return imported
    } catch {
      rejected += 1
      let rule = (error as? SchemaImportError)?.rule ?? .malformed
      errors[rule, default: 0] += 1
      return nil
    }
  }

  /// The three figures.
  public var description: String {
    "\(lossless) without loss, \(lossy) with losses, \(rejected) rejected"
  }
}
