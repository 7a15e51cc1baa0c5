import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport

/// What a mapping costs while an answer arrives (P3).
enum FittedStream {
  /// Measures a dictionary that arrives as entries, in chunks of 4 bytes, with a snapshot after
  /// each.
  static func budgets(rounds: Int) throws -> [Budget] {
    let document = #"""
      {"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}}
      """#
    let imported = try SchemaImporter().import(document)
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
        title: "a stream of 100 KB through a mapping, beside without",
        figure: times.ratio(of: 1, to: 0), limit: .atMost(3)),
      Budget(
        title: "a stream of ten times the text through a mapping",
        figure: times.ratio(of: 1, to: 2), limit: .atMost(12)),
    ]
  }

  private static func text(bytes: Int) -> [UInt8] {
    var text = Array(#"{"value":["#.utf8)
    var count = 0
    while text.count < bytes {
      if count > 0 { text.append(UInt8(ascii: ",")) }
      text += #"{"key":"key\#(count)","value":[\#(count),\#(count + 1)]}"#.utf8
      count += 1
    }
    return text + "]}".utf8
  }

  private static func read(_ text: [UInt8], through mapping: AnswerMapping) throws -> Int {
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
