import SchemaKit

/// The cost of a schema and of a typical answer in tokens, with possible savings.
struct SchemaCost {
  /// A property with its cost.
  struct Property {
    let path: SchemaPath
    /// In the text of the schema.
    let schema: Int
    /// In a typical answer.
    let answer: Int
  }

  /// A name or a description with its cost, and the saving of a shorter one.
  struct Text {
    /// The name, or the place of the description.
    let text: String
    /// Its own tokens.
    let tokens: Int
    /// The number of occurrences in the schema.
    let mentions: Int
    /// The number of occurrences in a typical answer, to a tenth.
    let occurrences: Double
    /// How many tokens a shorter one would save, in the schema and in an answer.
    let saving: (schema: Int, answer: Int)
  }

  /// How many tokens a short description has.
  static let foundDescription = 8

  /// The name of the dialect.
  let dialect: String

  /// The tokens of the schema's text, without white space.
  let schema: Int

  /// The tokens of a typical answer, without white space.
  let answer: Int

  /// How many tokens of the schema are names and descriptions.
  let names: Int
  let descriptions: Int

  /// The properties, in the order of the schema.
  let properties: [Property]

  /// The names of more than one token, those that cost most first.
  let longNames: [Text]

  /// The descriptions of more than ``foundDescription`` tokens, the longest first.
  let longDescriptions: [Text]

  /// Estimates the cost of a schema.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - dialect: The dialect in which its text is written.
  /// - Throws: `SchemaError` if the dialect rejects the schema.
  init(_ graph: SchemaGraph, in dialect: any SchemaDialect) throws {
    let document = DocumentCost(try SchemaEncoder(dialect: dialect).encode(graph), of: graph)
    let answer = TypicalAnswer(graph)
    self.dialect = dialect.name
    schema = Self.tokens(Double(document.hundredths))
    self.answer = Self.tokens(answer.hundredths)
    properties = answer.properties.map { property in
      Property(
        path: property.path, schema: Self.tokens(Double(document.properties[property.path] ?? 0)),
        answer: Self.tokens(property.hundredths))
    }
    var occurrences: [[UInt8]: Double] = [:]
    var order: [String] = []
    for property in answer.properties {
      let key = Array(property.name.utf8)
      if occurrences[key] == nil { order.append(property.name) }
      occurrences[key, default: 0] += property.occurrences
    }
    let texts = order.map { name in
      Self.name(
        name, mentions: document.mentions[Array(name.utf8)] ?? 0,
        occurrences: occurrences[Array(name.utf8)] ?? 0)
    }
    names = texts.reduce(0) { $0 + $1.tokens * $1.mentions }
    longNames = Self.sorted(texts.filter { $0.saving.schema + $0.saving.answer > 0 })
    descriptions = Self.tokens(
      Double(document.descriptions.reduce(0) { $0 + $1.hundredths }))
    longDescriptions = Self.sorted(
      document.descriptions.compactMap { description in
        let tokens = Self.tokens(Double(description.hundredths))
        guard tokens > Self.foundDescription else { return nil }
        return Text(
          text: description.path.description, tokens: tokens, mentions: 1, occurrences: 0,
          saving: (tokens - Self.foundDescription, 0))
      })
  }

  /// Names and descriptions by their saving, the largest first; equal ones keep their order.
  private static func sorted(_ texts: [Text]) -> [Text] {
    func saving(_ text: Text) -> Int { text.saving.schema + text.saving.answer }
    return texts.enumerated().sorted { first, second in
      let savings = (saving(first.element), saving(second.element))
      return savings.0 == savings.1 ? first.offset < second.offset : savings.0 > savings.1
    }.map(\.element)
  }

  private static func name(_ name: String, mentions: Int, occurrences: Double) -> Text {
    let tokens = max(1, Self.tokens(Double(TokenEstimator.hundredths(of: name))))
    let answer = (Double(tokens - 1) * occurrences).rounded()
    return Text(
      text: name, tokens: tokens, mentions: mentions, occurrences: occurrences,
      saving: ((tokens - 1) * mentions, Int(min(answer, 1e12))))
  }

  /// Hundredths of tokens as tokens, at most a very large number.
  private static func tokens(_ hundredths: Double) -> Int {
    Int((min(hundredths, 1e14) / 100).rounded())
  }
}
