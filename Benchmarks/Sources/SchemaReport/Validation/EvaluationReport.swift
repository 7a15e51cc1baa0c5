import Foundation

/// The report on the validation of content by JSON Schema documents.
enum EvaluationReport {
  /// Measures, and prints the table.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: The budgets.
  /// - Throws: The errors of files and of documents.
  static func run(_ options: Options) throws -> [Budget] {
    guard let corpus = try InstanceCorpus(SchemaCorpus.folder) else {
      say("\nNo schemas for validation: set SCHEMAKIT_CORPUS to a folder with 'schemas'.")
      return []
    }
    // As in the peer's process, validation and compilation are measured one after the other. If
    // they took turns, each would remove the data of the other from the processor's caches.
    let rounds = 3 * options.deepRounds
    let validation =
      try takeTurns(rounds: rounds, [corpus.countValid]).median(0) / Double(corpus.count)
    let compilation =
      try takeTurns(rounds: rounds, [corpus.countFaulty]).median(0) / Double(corpus.schemas)
    var table = Table(
      "Verdicts on \(corpus.count.grouped) parsed instances of \(corpus.schemas.grouped) schemas"
        + " (thread time, each process for itself)",
      ["", "nanoseconds an instance", "to compile a schema"])
    table.add(["SchemaKit", validation.figures(3), compilation.figures(3)])
    var budgets: [Budget] = []
    if let peer = try PeerValidator.measure() {
      table.add([
        "jsonschema-rs (PyPI)", peer.validation.figures(3), peer.compilation.figures(3),
      ])
      budgets = [
        Budget(
          title: "verdicts beside jsonschema-rs", figure: peer.validation / validation,
          limit: .atLeast(2)),
        Budget(
          title: "compilation beside jsonschema-rs", figure: peer.compilation / compilation,
          limit: .atLeast(1.2)),
        // The times cannot be compared if the verdicts differ.
        Budget(
          title: "difference in valid instances to jsonschema-rs",
          figure: Double(abs(peer.valid - corpus.validCount)), limit: .atMost(0)),
      ]
    } else {
      say("\nNo jsonschema-rs: set SCHEMAKIT_PYTHON to a Python with this package.")
    }
    say(table.text(options.format))
    return budgets
  }
}
