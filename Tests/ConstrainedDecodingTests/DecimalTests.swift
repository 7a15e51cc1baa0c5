import ConstrainedDecoding
import SchemaConformances
import SchemaTestSupport
import Testing

/// Numbers with bounds, against lists of numbers.
struct DecimalTests {
  /// A bound in hundredths.
  private static let bounds = [
    -10_050, -1_250, -1_000, -105, -100, -10, -1, 0, 5, 30, 100, 999, 1_000, 1_010, 10_050,
  ]

  private static func spelled(_ hundredths: Int) -> String {
    let digits = String(hundredths.magnitude)
    let padded = String(repeating: "0", count: max(3 - digits.count, 0)) + digits
    return (hundredths < 0 ? "-" : "") + padded.dropLast(2) + "." + padded.suffix(2)
  }

  /// Numbers up to 130 as they may be spelled, with their values in hundredths.
  private static let numbers: [(text: String, value: Int)] = {
    var numbers: [(text: String, value: Int)] = []
    for integer in Array(0...13) + [99, 100, 101, 130] {
      for (fraction, value) in [("", 0)] + (0...9).map({ (".\($0)", $0 * 10) })
        + (0...9).flatMap({ first in (0...9).map { (".\(first)\($0)", first * 10 + $0) } })
      {
        let value = integer * 100 + value
        numbers.append(("\(integer)\(fraction)", value))
        numbers.append(("-\(integer)\(fraction)", -value))
      }
    }
    return numbers
  }()

  private static let intervals = bounds.indices.flatMap { low in
    (low..<bounds.count).flatMap { high in
      (0..<4).map { (low: bounds[low], high: bounds[high], excluded: $0) }
    }
  }

  @Test(arguments: 0..<tried(of: intervals.count, oneIn: 40))
  func `K1: decimals lie between their bounds`(index: Int) throws {
    // A debug build takes intervals from all parts of the list.
    let (low, high, excluded) = Self.intervals[
      index * Self.intervals.count / tried(of: Self.intervals.count, oneIn: 40)]
    let minimum = excluded & 1 == 0 ? "minimum" : "exclusiveMinimum"
    let maximum = excluded & 2 == 0 ? "maximum" : "exclusiveMaximum"
    let document =
      #"{"type":"number","\#(minimum)":\#(Self.spelled(low)),"\#(maximum)":\#(Self.spelled(high))}"#
    func allows(_ value: Int) -> Bool {
      (excluded & 1 == 0 ? value >= low : value > low)
        && (excluded & 2 == 0 ? value <= high : value < high)
    }
    guard low < high || excluded == 0 else {
      #expect(throws: (any Error).self) {
        try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
      }
      return
    }
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    for (text, value) in Self.numbers {
      // A zero between bounds is written without a sign.
      let isAllowed = allows(value) && (value != 0 || !text.hasPrefix("-"))
      guard grammar.accepts(text.utf8, cache: cache) != isAllowed else { continue }
      Issue.record("\(document): \(text)")
      return
    }
  }

  @Test(
    arguments: [
      ("-9223372036854775809", true), ("-9223372036854775808.5", false), ("12.5", false),
      ("123456789012345678901234567890", true), ("123456789012345678901234567891", false),
      ("123456789012345678901234567889", true), ("-9223372036854775810", false), ("-0", false),
    ])
  func `K1: integers are exact at any length`(text: String, isAllowed: Bool) throws {
    let document = """
      {"type": "integer", "minimum": -9223372036854775809,
       "maximum": 123456789012345678901234567890}
      """
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    #expect(grammar.accepts(text.utf8, cache: MaskCache(grammar)) == isAllowed)
  }

  @Test(
    arguments: [
      (
        #"{"type": "integer", "enum": [1000000000000000000000, 5]}"#,
        ["1000000000000000000000", "5"]
      ),
      (#"{"type": "integer", "const": -12e21}"#, ["-12000000000000000000000"]),
      (#"{"type": "number", "const": 12e21}"#, ["12000000000000000000000", "1.2e22"]),
      (#"{"enum": [1e21, "a"]}"#, ["1000000000000000000000", "1e21", #""a""#]),
      (#"{"const": 1.5e-9}"#, ["1.5e-9"]),
    ])
  func `K1: a large choice may be written by its digits, and an integer only so`(
    document: String, expected: [String]
  ) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    let texts = [
      "1000000000000000000000", "1e21", "5", "-12000000000000000000000", "-1.2e22",
      "12000000000000000000000", "1.2e22", #""a""#, "1.5e-9", "100000000000000000000",
    ]
    let accepted = texts.filter { grammar.accepts($0.utf8, cache: cache) }
    #expect(Set(accepted) == Set(expected))
  }
}
