import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport

/// The report on fitting real JSON Schema documents to every dialect.
enum FittingReport {
  /// Measures, and prints the tables.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: The budgets of the accepted documents for each dialect, and of the cost of fitting
  ///   and mapping.
  /// - Throws: The errors of files and of the contenders.
  static func run(_ options: Options) throws -> [Budget] {
    guard let corpus = try SchemaCorpus(SchemaCorpus.folder) else {
      say("\nNo schemas to fit: set SCHEMAKIT_CORPUS to a folder with 'schemas'.")
      return []
    }
    let registry = DialectRegistry.standard
    var results = registry.names.compactMap { registry.dialect(named: $0) }.map(FittingResult.init)
    var graphs: [SchemaGraph] = []
    for document in corpus.documents {
      guard let imported = try? SchemaImporter().import(document.text),
        let graph = try? SchemaGraph(imported.schema)
      else { continue }
      graphs.append(graph)
      for index in results.indices {
        results[index].note(graph, of: document)
      }
    }
    say(shares(results, of: graphs.count).text(options.format))
    say(fittings(results).text(options.format))
    say(instances(results).text(options.format))
    for result in results where !result.rejections.isEmpty {
      say("\n\(result.dialect.name) rejects:")
      for (name, problem) in result.rejections { say("  \(name): \(problem)") }
    }
    return results.map { result in
      Budget(
        title: "documents that \(result.dialect.name) accepts, of 100",
        figure: 100 * Double(result.accepted) / Double(max(1, graphs.count)), limit: .atLeast(99),
        unit: .count)
    } + (try FittingSpeed.budgets(graphs, corpus, rounds: options.deepRounds))
      + (try FittedStream.budgets(rounds: options.deepRounds))
  }

  private static func shares(_ results: [FittingResult], of count: Int) -> Table {
    var table = Table(
      "\(count.grouped) JSON Schema documents of others, fitted to each dialect",
      ["", "accepted as is", "fitted", "weakened", "rejected", "rejected without fitting"])
    for result in results {
      let shares = FittingResult.Outcome.allCases.map { result.counts[$0] ?? 0 }
      table.add(
        [result.dialect.name] + (shares + [result.rejectedUnfitted]).map { percent($0, of: count) })
    }
    return table
  }

  private static func fittings(_ results: [FittingResult]) -> Table {
    var table = Table(
      "Documents by what is done for them", [""] + SchemaDiagnostic.Fitting.allCases.map { "\($0)" }
    )
    for result in results {
      table.add(
        [result.dialect.name]
          + SchemaDiagnostic.Fitting.allCases.map { (result.fittings[$0] ?? 0).grouped })
    }
    return table
  }

  private static func instances(_ results: [FittingResult]) -> Table {
    var table = Table(
      "Valid instances of these documents, written in the fitted form and mapped back",
      ["", "instances", "equal"])
    for result in results {
      table.add([result.dialect.name, result.instances.grouped, result.returned.grouped])
    }
    return table
  }

  private static func percent(_ count: Int, of whole: Int) -> String {
    whole == 0 ? "" : String(format: "%.1f %%", 100 * Double(count) / Double(whole))
  }
}
