import Foundation

/// The report on importing real JSON Schema documents and writing them for every provider.
enum ImportReport {
  /// Measures, and prints the tables.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: The budget of importing.
  /// - Throws: The errors of files and of the contenders.
  static func run(_ options: Options) throws -> [Budget] {
    let folder = SchemaCorpus.folder
    guard let corpus = try SchemaCorpus(folder) else {
      say("\nNo schemas to import: set SCHEMAKIT_CORPUS to a folder with 'schemas'.")
      return []
    }
    let result = try ImportResult(corpus, rounds: options.deepRounds)
    say(shares(result).text(options.format))
    say(dialects(result).text(options.format))
    say(speed(result).text(options.format))
    return [
      Budget(
        title: "import, beside JSONSerialization's trees",
        figure: result.parseTime / result.importTime, limit: .atLeast(0.65))
    ]
  }

  private static func shares(_ result: ImportResult) -> Table {
    var table = Table(
      "\(result.count.grouped) JSON Schema documents of others, imported", ["", "documents", ""])
    for (title, count) in [
      ("without loss", result.lossless), ("with warnings of what is lost", result.lossy),
      ("not, with an error", result.failed),
    ] {
      table.add([title, count.grouped, percent(count, of: result.count)])
    }
    return table
  }

  private static func dialects(_ result: ImportResult) -> Table {
    let imported = result.lossless + result.lossy
    var table = Table(
      "Those imported, in each dialect",
      ["", "as they are", "", "with warnings", "", "rejected", ""])
    for dialect in result.dialects {
      table.add([
        dialect.name, dialect.whole.grouped, percent(dialect.whole, of: imported),
        dialect.weakened.grouped, percent(dialect.weakened, of: imported),
        dialect.rejected.grouped, percent(dialect.rejected, of: imported),
      ])
    }
    return table
  }

  private static func speed(_ result: ImportResult) -> Table {
    var table = Table(
      "Imported and encoded as plain JSON Schema, beside JSONSerialization's trees made and written"
        + " (thread time, contenders in turns); the slowest document took"
        + " \((result.slowest / 1_000_000).figures(3)) ms: \(result.slowestName)",
      ["", "all", "MB/s", "schemas/s"])
    for (title, time) in [
      ("SchemaKit, imported and encoded", result.time),
      ("JSONSerialization, made and written", result.treeTime),
      ("SchemaKit, imported", result.importTime), ("JSONSerialization, made", result.parseTime),
    ] {
      table.add([
        title, "\((time / 1_000_000).figures(3)) ms",
        (Double(result.bytes) * 1000 / time).figures(3),
        Int(Double(result.count) * 1_000_000_000 / time).grouped,
      ])
    }
    return table
  }

  private static func percent(_ count: Int, of whole: Int) -> String {
    whole == 0 ? "" : "\((100 * Double(count) / Double(whole)).figures(3)) %"
  }
}
