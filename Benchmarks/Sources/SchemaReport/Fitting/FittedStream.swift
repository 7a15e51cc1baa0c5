import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport

/// The cost of a mapping while an answer arrives.
struct FittedStream {
  /// The kind of values in the answer.
  private let title: String

  /// The schema of the only property of the answer, `items`.
  private let document: String

  /// Returns an element of `items`, by its number.
  private let element: @Sendable (Int) -> String

  /// Dictionaries as entries, objects with optional properties, and values as JSON text.
  private static let all = [
    FittedStream(
      title: "entries",
      document: #"""
        {"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}}
        """#
    ) { #"{"key":"key\#($0)","value":[\#($0),\#($0 + 1)]}"# },
    FittedStream(
      title: "objects",
      document: #"""
        {"type":"array","items":{"type":"object","additionalProperties":false,"required":["name"],
        "properties":{"name":{"type":"string"},"size":{"type":"integer"},"note":{"type":"string"}}}}
        """#
    ) { #"{"name":"name\#($0)","size":\#($0),"note":null}"# },
    FittedStream(title: "JSON texts", document: #"{"type":"array","items":true}"#) {
      #""{\"a\":[\#($0),\"b\"]}""#
    },
  ]

  /// Measures answers that arrive in chunks of 4 bytes, with a snapshot after each.
  static func budgets(rounds: Int) throws -> [Budget] {
    try all.flatMap { try $0.budgets(rounds: rounds) }
  }

  private func budgets(rounds: Int) throws -> [Budget] {
    let imported = try SchemaImporter().import(
      #"""
      {"type":"object","additionalProperties":false,"required":["items"],
      "properties":{"items":\#(document)}}
      """#)
    let mapping = try SchemaEncoder(dialect: OpenAIDialect()).fit(imported.schema).mapping
    let small = text(bytes: 10_000)
    let large = text(bytes: 100_000)
    let times = try takeTurns(
      rounds: rounds,
      [
        { try read(large, through: .identity) }, { try read(large, through: mapping) },
        { try read(small, through: mapping) },
      ])
    return [
      Budget(
        title: "a stream of 100 KB of \(title) through a mapping, beside without",
        figure: times.ratio(of: 1, to: 0), limit: .atMost(2.5)),
      Budget(
        title: "a stream of ten times the \(title) through a mapping",
        figure: times.ratio(of: 1, to: 2), limit: .atMost(12)),
    ]
  }

  private func text(bytes: Int) -> [UInt8] {
    var text = Array(#"{"items":["#.utf8)
    var count = 0
    while text.count < bytes {
      if count > 0 { text.append(UInt8(ascii: ",")) }
      text += element(count).utf8
      count += 1
    }
    return text + "]}".utf8
  }

  private func read(_ text: [UInt8], through mapping: AnswerMapping) throws -> Int {
    var parser = GeneratedContentParser()
    var reader = AnswerReader(mapping)
    var complete = 0
    for start in stride(from: 0, to: text.count, by: 4) {
      try parser.append(text[start..<min(start + 4, text.count)])
      if try reader.content(from: parser.snapshot()).isComplete { complete += 1 }
    }
    return complete + 1
  }
}
