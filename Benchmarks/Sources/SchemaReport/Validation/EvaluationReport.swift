import Foundation

/// The judging of content by JSON Schema documents.
enum EvaluationReport {
  /// Measures, and prints the table.
  ///
  /// - Parameter options: What the command line asks for.
  /// - Returns: The budget.
  /// - Throws: Errors of files, and of documents.
  static func run(_ options: Options) throws -> [Budget] {
    guard let corpus = try InstanceCorpus(SchemaCorpus.folder) else {
      say("\nNo schemas to judge by: set SCHEMAKIT_CORPUS to a folder that holds 'schemas'.")
      return []
    }
    let own = try takeTurns(rounds: options.deepRounds, [corpus.countValid])
    let time = own.median(0) / Double(corpus.count)
    var table = Table(
      "Verdicts on \(corpus.count.grouped) parsed instances of \(corpus.schemas.grouped) schemas"
        + " (thread time, each process for itself)", ["", "nanoseconds an instance"])
    table.add(["SchemaKit", time.figures(3)])
    var budget: Budget?
    if let peer = try PeerValidator.measure() {
      table.add(["jsonschema-rs (PyPI)", peer.figures(3)])
      budget = Budget(
        title: "verdicts beside jsonschema-rs", figure: peer / time, limit: .atLeast(1))
    } else {
      say("\nNo jsonschema-rs: set SCHEMAKIT_PYTHON to a Python that has it.")
    }
    say(table.text(options.format))
    return budget.map { [$0] } ?? []
  }
}
