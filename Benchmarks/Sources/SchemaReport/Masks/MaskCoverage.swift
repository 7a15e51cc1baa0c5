import ConstrainedDecoding

/// The number of schemas in the corpus that an engine handles correctly by the definition of
/// MaskBench: it accepts the schema and each valid instance, and rejects each invalid instance.
///
/// Instances are written without white space, with their properties in the order of the corpus.
struct MaskCoverage: Codable {
  var name: String
  var schemas = 0
  /// The number of schemas that the engine rejects.
  var refusedSchemas = 0
  /// The number of other schemas with a valid instance that the engine rejects.
  var refusingValid = 0
  /// The number of other schemas with an invalid instance that the engine accepts.
  var takingInvalid = 0
  /// The number of schemas without any of these errors.
  var right = 0

  var percent: Double { schemas == 0 ? 0 : Double(right) / Double(schemas) * 100 }

  /// Computes the coverage of masks for the whole corpus.
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
      "Schemas of the corpus with only right verdicts, of \((results.first?.schemas ?? 0).grouped)",
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
