import Fixtures
import SchemaContent

/// The measurements of a text that arrives in small chunks: nanoseconds for the whole text.
struct StreamingResult {
  /// The sizes of the texts in bytes.
  ///
  /// Each is ten times the previous size.
  static let sizes = [10_000, 100_000, 1_000_000]

  /// The number of prefixes that are parsed from the beginning.
  static let samples = 50

  private static let chunkSize = 4

  let bytes: Int
  let chunks: Int

  /// The time with a snapshot after each chunk and a typed value at the end.
  let snapshots: Double

  /// The time if every prefix is parsed from the beginning, as parsers without incremental parsing
  /// do.
  let reparsing: Double

  /// The time with a partially generated value for each snapshot.
  let partials: Double

  /// The number of allocations for each chunk with its snapshot.
  let allocations: Double
}

extension StreamingResult {
  /// Measures a text.
  ///
  /// - Parameters:
  ///   - size: The approximate number of bytes in the text.
  ///   - rounds: The number of rounds.
  /// - Throws: The errors of parsing.
  init(bytes size: Int, rounds: Int) throws {
    let recipes = RecipeTexts.recipes(bytes: size)
    let text = RecipeTexts.text(of: recipes)
    let pieces = stride(from: 0, to: text.count, by: Self.chunkSize).map {
      Array(text[$0..<min($0 + Self.chunkSize, text.count)])
    }
    guard try Self.read(pieces) == recipes else {
      throw ReportError("The decoded recipes differ from those that were sent.")
    }
    bytes = text.count
    chunks = pieces.count
    snapshots = try Self.median(rounds) { try Self.read(pieces).count }
    // The cost of a value depends on its size, so each value is one recipe.
    partials = try Self.median(1) { try Self.readPartials(of: recipes) }
    reparsing = try Self.timeOfReparsing(text)
    let total = try Allocations { try Self.snapshots(of: pieces) }
    allocations = Double(total.count) / Double(pieces.count)
  }

  private static func median(_ rounds: Int, _ body: () throws -> Int) throws -> Double {
    try (0..<max(rounds, 1)).map { _ in Double(try measure(body, calls: 1)) }.median
  }

  private static func read(_ pieces: [[UInt8]]) throws -> [Recipe] {
    var parser = GeneratedContentParser()
    for piece in pieces {
      try parser.append(piece)
      withExtendedLifetime(parser.snapshot()) {}
    }
    return try [Recipe](parser.finish())
  }

  private static func snapshots(of pieces: [[UInt8]]) throws -> Int {
    var parser = GeneratedContentParser()
    var open = 1
    for piece in pieces {
      try parser.append(piece)
      if !parser.snapshot().isComplete { open += 1 }
    }
    return open
  }

  private static func readPartials(of recipes: [Recipe]) throws -> Int {
    var count = 0
    for recipe in recipes {
      let text = recipe.generatedContent.jsonBytes(.compact)
      var parser = GeneratedContentParser()
      for start in stride(from: 0, to: text.count, by: chunkSize) {
        try parser.append(text[start..<min(start + chunkSize, text.count)])
        let partial = try Recipe.PartiallyGenerated(parser.snapshot())
        if partial.name != nil { count += 1 }
      }
    }
    return count
  }

  private static func timeOfReparsing(_ text: [UInt8]) throws -> Double {
    let chunks = text.count / chunkSize
    let step = max(1, chunks / samples)
    var total = 0.0
    var count = 0
    for chunk in stride(from: step / 2, to: chunks, by: step) {
      let prefix = text[..<(chunk * chunkSize)]
      let time = try measure(
        { try GeneratedContent(json: prefix).isComplete ? 2 : 1 }, calls: 1)
      total += Double(time)
      count += 1
    }
    return total / Double(max(count, 1)) * Double(chunks)
  }

  /// Returns the budgets: 100 KB in 10 ms, and ten times the text in twelve times the time.
  static func budgets(_ results: [StreamingResult]) -> [Budget] {
    guard results.count == sizes.count else { return [] }
    let growth = zip(results.dropFirst(), results).map { longer, shorter in
      Budget(
        title: "\(longer.bytes.bytes) beside \(shorter.bytes.bytes) in chunks",
        figure: longer.snapshots / shorter.snapshots, limit: .atMost(12))
    }
    return [
      Budget(
        title: "\(results[1].bytes.bytes) in chunks", figure: results[1].snapshots / 1_000_000,
        limit: .atMost(6), unit: .milliseconds)
    ] + growth
  }
}
