import ConstrainedDecoding

/// How many schemas of the corpus an engine judges wholly right, by the count of MaskBench: it
/// takes the schema, each valid instance and no other one.
///
/// Instances are written without white space, with their properties as they are in the corpus.
struct MaskCoverage: Codable {
  var name: String
  var schemas = 0
  /// The schemas that the engine does not take.
  var refusedSchemas = 0
  /// The others with a valid instance that it does not take.
  var refusingValid = 0
  /// The others with another instance that it takes.
  var takingInvalid = 0
  /// The schemas without any of these.
  var right = 0

  var percent: Double { schemas == 0 ? 0 : Double(right) / Double(schemas) * 100 }

  /// The coverage of masks, over the whole corpus.
  init(_ sample: MaskSample, _ order: TokenGrammar.Options.PropertyOrder) {
    name = "SchemaKit, \(order == .declared ? "declared" : "any") order"
    for entry in sample.corpus {
      schemas += 1
      guard let grammar = sample.grammar(of: entry, order: order) else {
        refusedSchemas += 1
        continue
      }
      let refusesValid = entry.instances.contains { !sample.takes($0, grammar) }
      let takesInvalid = entry.invalid.contains { sample.takes($0, grammar) }
      if refusesValid { refusingValid += 1 }
      if takesInvalid { takingInvalid += 1 }
      if !refusesValid, !takesInvalid { right += 1 }
    }
  }

  static func table(_ results: [MaskCoverage]) -> Table {
    var table = Table(
      "Schemas of the corpus judged wholly right, of \((results.first?.schemas ?? 0).grouped)",
      ["", "right", "%", "refused", "a valid instance refused", "an invalid one taken"])
    for result in results {
      table.add([
        result.name, "\(result.right)", result.percent.figures(3), "\(result.refusedSchemas)",
        "\(result.refusingValid)", "\(result.takingInvalid)",
      ])
    }
    return table
  }
}
