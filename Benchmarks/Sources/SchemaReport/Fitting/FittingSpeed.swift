import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport

/// The cost of fitting compared with encoding, and of mapping an answer back compared with parsing
/// it.
enum FittingSpeed {
  /// Measures the documents that OpenAI's dialect accepts both with and without fitting, and the
  /// instances of all documents that are fitted.
  ///
  /// The compared texts are not equal. Without fitting, open objects are written as closed objects.
  /// With fitting, those whose documents mention further properties have a property for entries, so
  /// the documents are longer; the budget's title has the factor. The parsed text is the answer of
  /// a provider; mapping also parses the JSON text in its strings.
  static func budgets(
    _ graphs: [SchemaGraph], _ corpus: SchemaCorpus, rounds: Int
  ) throws -> [Budget] {
    let encoder = SchemaEncoder(dialect: OpenAIDialect())
    let accepted = graphs.filter { (try? encoder.encode($0)) != nil }
    let answers = corpus.documents.flatMap { document in
      fittedAnswers(document, by: encoder)
    }
    guard !accepted.isEmpty, !answers.isEmpty else { return [] }
    // A call takes a few milliseconds, and the first call in a round is slower because the
    // processor's caches are cold. With many calls, this affects all contenders equally.
    let times = try takeTurns(
      rounds: rounds, filling: 40_000_000,
      [
        { try accepted.reduce(1) { try $0 + encoder.encode($1).utf8.count } },
        { try accepted.reduce(1) { try $0 + encoder.fit($1).schema.utf8.count } },
        { try answers.reduce(1) { try $0 + (GeneratedContent(json: $1.text).isComplete ? 1 : 0) } },
        {
          try answers.reduce(1) {
            try $0 + ($1.mapping.content(from: $1.content).isComplete ? 1 : 0)
          }
        },
      ])
    let plainBytes = try accepted.reduce(0) { try $0 + encoder.encode($1).utf8.count }
    let fittedBytes = try accepted.reduce(0) { try $0 + encoder.fit($1).schema.utf8.count }
    let factor = (Double(fittedBytes) / Double(plainBytes)).times
    return [
      Budget(
        title:
          "encoding with fitting, beside without; documents \(factor) as long",
        figure: times.ratio(of: 1, to: 0), limit: .atMost(1.5)),
      Budget(
        title: "mapping an answer back, beside parsing it", figure: times.ratio(of: 3, to: 2),
        limit: .atMost(1.2)),
    ]
  }

  private struct Answer {
    let mapping: AnswerMapping
    let text: String
    let content: GeneratedContent
  }

  /// Returns the valid instances of a document in the fitted form; an empty array if the form does
  /// not differ.
  private static func fittedAnswers(
    _ document: SchemaCorpus.Document, by encoder: SchemaEncoder
  ) -> [Answer] {
    guard let imported = try? SchemaImporter().import(document.text),
      let schema = try? encoder.fit(imported.schema), !schema.mapping.isIdentity
    else { return [] }
    return document.validInstances.compactMap { instance in
      guard let answer = try? schema.answer(for: instance),
        let parsed = try? GeneratedContent(json: answer.jsonString)
      else { return nil }
      return Answer(mapping: schema.mapping, text: answer.jsonString, content: parsed)
    }
  }
}
