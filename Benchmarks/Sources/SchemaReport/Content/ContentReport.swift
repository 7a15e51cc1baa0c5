/// The report on reading values from text, from complete text and while the text arrives.
enum ContentReport {
  /// Measures, and prints each table when it is complete.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: The budgets, with the measured figures.
  /// - Throws: The errors of decoding.
  static func run(_ options: Options) throws -> [Budget] {
    let decoding = try DecodingCase.allCases.map { try DecodingResult($0, rounds: options.rounds) }
    say(decodingTable(decoding).text(options.format))
    let streaming = try StreamingResult.sizes.map {
      try StreamingResult(bytes: $0, rounds: options.deepRounds)
    }
    say(streamingTable(streaming).text(options.format))
    return decoding.map { $0.budget } + StreamingResult.budgets(streaming)
  }

  private static func decodingTable(_ results: [DecodingResult]) -> Table {
    var table = Table(
      "From text to a typed value, in the steady state (thread time, contenders in turns)",
      [
        "", "bytes", "JSONDecoder", "SchemaKit", "faster", "content alone", "",
        "JSONSerialization", "",
      ])
    for result in results {
      table.add([
        result.sample.title, result.bytes.bytes, result.decoder.microseconds,
        result.typed.microseconds, result.ratio.times, result.content.microseconds,
        rate(result.bytes, result.content), result.serialization.microseconds,
        rate(result.bytes, result.serialization),
      ])
    }
    return table
  }

  private static func streamingTable(_ results: [StreamingResult]) -> Table {
    let counted = Allocations.canBeCounted
    var table = Table(
      "A text in chunks of 4 bytes, with a snapshot after each; parsing every prefix anew is timed"
        + " at \(StreamingResult.samples) prefixes and taken for the rest",
      [
        "bytes", "chunks", "snapshots", "growth", "every prefix anew", "slower",
        "with partial values", "a chunk",
      ] + (counted ? ["allocations a snapshot"] : []))
    for (index, result) in results.enumerated() {
      table.add(
        [
          result.bytes.bytes, result.chunks.grouped, milliseconds(result.snapshots),
          index == 0 ? "" : (result.snapshots / results[index - 1].snapshots).times,
          milliseconds(result.reparsing), (result.reparsing / result.snapshots).times,
          milliseconds(result.partials), (result.partials / Double(result.chunks)).nanoseconds,
        ] + (counted ? [result.allocations.figures(2)] : []))
    }
    return table
  }

  private static func milliseconds(_ nanoseconds: Double) -> String {
    "\((nanoseconds / 1_000_000).figures(3)) ms"
  }

  private static func rate(_ bytes: Int, _ microseconds: Double) -> String {
    "\((Double(bytes) / microseconds).figures(3)) MB/s"
  }
}
