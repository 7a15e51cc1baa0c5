import Foundation

/// The judging of content by JSON Schema documents.
enum EvaluationReport {
  /// Measures, and prints the table.
  ///
  /// - Parameter options: What the command line asks for.
  /// - Returns: The budgets (P7).
  /// - Throws: Errors of files, and of documents.
  static func run(_ options: Options) throws -> [Budget] {
    guard let corpus = try InstanceCorpus(SchemaCorpus.folder) else {
      say("\nNo schemas to judge by: set SCHEMAKIT_CORPUS to a folder that holds 'schemas'.")
      return []
    }
    // As in the peer's process, all rounds of one come before those of the other. If verdicts took
    // turns with compiling, they would find none of their data in the caches.
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
          limit: .atLeast(1)),
        Budget(
          title: "compilation beside jsonschema-rs", figure: peer.compilation / compilation,
          limit: .atLeast(1)),
        // Times of different verdicts cannot be compared.
        Budget(
          title: "difference in valid instances to jsonschema-rs",
          figure: Double(abs(peer.valid - corpus.validCount)), limit: .atMost(0)),
      ]
    } else {
      say("\nNo jsonschema-rs: set SCHEMAKIT_PYTHON to a Python that has it.")
    }
    say(table.text(options.format))
    return budgets
  }
}
