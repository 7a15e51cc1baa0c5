import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport

/// What was found of fitting documents to one dialect.
struct FittingResult {
  /// What becomes of a document.
  enum Outcome: CaseIterable {
    /// The dialect states all of it as it is.
    case asIs
    /// The dialect states all of it in another form.
    case fitted
    /// The dialect does not state all of it.
    case weakened
    /// The dialect rejects it.
    case rejected
  }

  let dialect: any SchemaDialect
  private(set) var counts: [Outcome: Int] = [:]

  /// How many documents the dialect rejects if they are not fitted.
  private(set) var rejectedUnfitted = 0

  /// How often each fitting is part of how a document is written.
  private(set) var fittings: [SchemaDiagnostic.Fitting: Int] = [:]

  /// How many valid instances there are, and how many of them come back as they were.
  private(set) var instances = 0
  private(set) var returned = 0

  /// Why documents are rejected, by their names.
  private(set) var rejections: [(name: String, problem: String)] = []

  init(_ dialect: any SchemaDialect) { self.dialect = dialect }

  /// How many documents the dialect accepts.
  var accepted: Int { Outcome.allCases.dropLast().reduce(0) { $0 + (counts[$1] ?? 0) } }

  /// Fits a document, and maps instances there and back.
  ///
  /// - Parameters:
  ///   - graph: The document, imported.
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
    for instance in document.validInstances {
      instances += 1
      guard let answer = try? schema.answer(for: instance),
        // What a provider sends is text.
        let received = try? GeneratedContent(json: answer.jsonString),
        let content = try? schema.content(from: received), content == instance
      else { continue }
      returned += 1
    }
  }
}

extension [SchemaDiagnostic] {
  /// Whether the document does not state all that is declared.
  fileprivate var isWeakened: Bool { contains { $0.severity == .warning } }
}
