import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct TokenEstimatorTests {
  /// Texts, and how many tokens `cl100k_base` and `o200k_base` make of them.
  @Test(arguments: [
    ("The quick brown fox jumps over the lazy dog.", 10, 10),
    (#"{"customerIdentifier":"c-10023","isActive":true,"balance":1250.75}"#, 20, 21),
    ("Aus der Küche, für Gäste: Größe und Gewicht.", 15, 11),
    ("東京都の天気は晴れです。", 13, 9),
    ("2026-11-21T02:00:00Z", 13, 13),
    ("5e0d2ac5-8a6d-4a7e-9f43-0a2c8c1c7d11", 33, 33),
    ("parseHTTPResponseHeaders", 4, 4),
    ("Привет, как дела сегодня?", 12, 7),
  ])
  func `short texts are about as long as tokenizers find`(text: String, first: Int, second: Int) {
    let tokens = Double(TokenEstimator.hundredths(of: text)) / 100
    let range = Double(min(first, second)) * 0.7...Double(max(first, second)) * 1.3
    #expect(range.contains(tokens), "\(tokens)")
  }

  @Test(arguments: [
    (Sample.recipe, 319, 322), (.fitness, 209, 215), (.tree, 205, 210), (.shape, 417, 421),
  ])
  func `schemas are within the stated error`(sample: Sample, first: Int, second: Int) throws {
    let text = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(sample.type).jsonString()
    let tokens = Double(TokenEstimator.hundredths(of: text)) / 100
    for count in [first, second] {
      #expect(abs(tokens - Double(count)) <= 0.09 * Double(count), "\(tokens) for \(count)")
    }
  }

  @Test func `parts cover the text in order, whatever is in it`() {
    let text = "a b\n\"ключ\": 12345, 🍰🍰 \u{0}\u{FFFE}ABCdef{}}}}}}}"
    let pieces = TokenEstimator.pieces(of: text)
    #expect(pieces.first?.offset == 0)
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.offset < $1.offset })
    #expect(pieces.allSatisfy { $0.offset < text.utf8.count && $0.hundredths > 0 })
    #expect(TokenEstimator.pieces(of: "").isEmpty)
  }

  @Test(arguments: [
    ("name", 1), ("cookingTime", 2), ("userID", 2), ("snake_case", 2), ("12345", 2),
    ("\":{\"", 1),
  ])
  func `words are cut where capitals and signs begin`(text: String, tokens: Int) {
    #expect((Double(TokenEstimator.hundredths(of: text)) / 100).rounded() == Double(tokens))
  }
}
