import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport

/// The results of fitting documents to one dialect.
struct FittingResult {
  /// The result of fitting a document.
  enum Outcome: CaseIterable {
    /// The dialect writes the whole document unchanged.
    case asIs
    /// The dialect writes the whole document in another form.
    case fitted
    /// The dialect does not write some constraints of the document.
    case weakened
    /// The dialect rejects the document.
    case rejected
  }

  let dialect: any SchemaDialect
  private(set) var counts: [Outcome: Int] = [:]

  /// The number of documents that the dialect rejects without fitting.
  private(set) var rejectedUnfitted = 0

  /// The number of documents for each kind of fitting.
  private(set) var fittings: [SchemaDiagnostic.Fitting: Int] = [:]

  /// The number of valid instances, and the number of instances that are equal after mapping them
  /// to the fitted form and back.
  private(set) var instances = 0
  private(set) var returned = 0

  /// The rejected documents, by their names, with the reasons.
  private(set) var rejections: [(name: String, problem: String)] = []

  init(_ dialect: any SchemaDialect) { self.dialect = dialect }

  /// The number of documents that the dialect accepts.
  var accepted: Int { Outcome.allCases.dropLast().reduce(0) { $0 + (counts[$1] ?? 0) } }

  /// Fits a document, and maps its instances to the fitted form and back.
  ///
  /// - Parameters:
  ///   - graph: The imported document.
  ///   - document: The document.
  mutating func note(_ graph: SchemaGraph, of document: SchemaCorpus.Document) {
    let unfitted = try? SchemaEncoder(dialect: dialect).encode(graph)
    if unfitted == nil { rejectedUnfitted += 1 }
    let schema: FittedSchema
    do {
      schema = try SchemaEncoder(dialect: dialect).fit(graph)
    } catch {
      counts[.rejected, default: 0] += 1
      rejections.append((document.name, "\(error)"))
      return
    }
    let used = Set(schema.diagnostics.compactMap(\.fitting))
    for fitting in used { fittings[fitting, default: 0] += 1 }
    let outcome: Outcome =
      if let unfitted, !unfitted.diagnostics.isWeakened {
        .asIs
      } else {
        schema.diagnostics.isWeakened ? .weakened : .fitted
      }
    counts[outcome, default: 0] += 1
    // Instances may have properties that the document does not mention.
    guard let exact = try? SchemaEncoder(dialect: dialect, isExact: true).fit(graph) else { return }
    for instance in document.validInstances {
      instances += 1
      guard let answer = try? exact.answer(for: instance),
        // A provider sends text, so the answer is written and parsed.
        let received = try? GeneratedContent(json: answer.jsonString),
        let content = try? exact.content(from: received), content == instance
      else { continue }
      returned += 1
    }
  }
}

extension [SchemaDiagnostic] {
  /// `true` if some declared constraints are not written.
  fileprivate var isWeakened: Bool { contains { $0.severity == .warning } }
}
