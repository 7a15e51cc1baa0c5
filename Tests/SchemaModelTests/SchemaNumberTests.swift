import Foundation
import SchemaConformances
import SchemaModel
import Testing

private func parse(_ text: String) -> SchemaNumber? { SchemaNumber(text: text.utf8) }

struct SchemaNumberTests {
  @Test func `equal values are equal whatever they come from`() {
    let groups: [[SchemaNumber?]] = [
      [
        SchemaNumber(1), SchemaNumber(1.0), SchemaNumber(Float(1)), SchemaNumber(Decimal(1)),
        SchemaNumber(UInt8(1)), parse("1"), parse("1.000"), parse("10e-1"), parse("0.1E+1"),
      ],
      [
        SchemaNumber(0), SchemaNumber(-0.0), parse("-0"), parse("0e999999999"), parse("0.000"),
        parse("0e99999999999999999999"),
      ],
      [
        SchemaNumber(0.1), SchemaNumber(Float(0.1)), parse("0.1"),
        Decimal(string: "0.1").flatMap { SchemaNumber($0) },
      ],
      [SchemaNumber(UInt64.max), parse("18446744073709551615"), parse("1844674407370955161.5e1")],
      [SchemaNumber(Int.max), parse("9223372036854775807")],
      [SchemaNumber(Int.min), parse("-9223372036854775808.0")],
      [parse("1e400"), parse("10e399"), parse("0.01e402")],
      [parse("1e999999999")], [parse("1e-999999999")],
      [SchemaNumber(1e300), parse("1e300")],
      [parse("12345678901234567890123456789"), parse("1234567890123456789012345678900e-2")],
    ]
    for (index, group) in groups.enumerated() {
      for (other, others) in groups.enumerated() {
        for one in group {
          for two in others {
            #expect(one != nil)
            #expect((one == two) == (index == other))
            if index == other { #expect(one?.hashValue == two?.hashValue) }
          }
        }
      }
    }
  }

  @Test func `numbers are ordered by value`() {
    let texts = [
      "-1e999999999", "-1e400", "-9223372036854775809", "-9223372036854775808", "-10.5", "-10",
      "-1.5", "-1", "-0.1", "-1e-400", "0", "1e-999999999", "1e-400", "0.0999", "0.1",
      "0.10000000000000000000000001", "0.11", "0.9", "1", "1.00000000000000000000000001", "1.5",
      "9.99", "10", "9007199254740992", "9007199254740993", "9223372036854775807",
      "9223372036854775807.5", "9223372036854775808", "18446744073709551615",
      "18446744073709551616", "1e400", "1.5e400", "2e400", "1e999999999",
    ]
    let numbers = texts.compactMap(parse)
    #expect(numbers.count == texts.count)
    for (index, one) in numbers.enumerated() {
      for (other, two) in numbers.enumerated() {
        #expect((one < two) == (index < other), "\(one) < \(two)")
        #expect((one == two) == (index == other))
      }
    }
  }

  @Test(arguments: [
    ("-0", "0"), ("100.0", "100"), ("1e2", "100"), ("1e21", "1e21"),
    ("1e20", "100000000000000000000"),
    ("1.5", "1.5"), ("-0.0000001", "-1e-7"), ("1e400", "1e400"), ("15e399", "1.5e400"),
    ("2.5e-7", "2.5e-7"), ("-12.3400", "-12.34"), ("1e999999999", "1e999999999"),
    ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
  ])
  func `descriptions are number texts`(text: String, expected: String) {
    let description = parse(text)?.description ?? ""
    #expect(parse(description) == parse(text))
    #expect(parse(expected) == parse(text))
    #expect(description == expected)
  }

  @Test func `descriptions of doubles are short`() {
    #expect(SchemaNumber(100.0)?.description == "100")
    #expect(SchemaNumber(0.1)?.description == "0.1")
    #expect(SchemaNumber(Float(0.1))?.description == "0.1")
    #expect(SchemaNumber(1e300)?.description == "1e300")
    #expect(SchemaNumber(Double.leastNonzeroMagnitude)?.description == "5e-324")
    #expect(SchemaNumber(1e20)?.description == "100000000000000000000")
    #expect(SchemaNumber(0.00001)?.description == "0.00001")
    #expect(SchemaNumber(Double(1 << 60))?.description == "1152921504606847000")
    #expect(SchemaNumber(Double.nan) == nil)
    #expect(SchemaNumber(Float.infinity) == nil)
    #expect(SchemaNumber(Decimal.nan) == nil)
    #expect(SchemaNumber(Int.max).description == "9223372036854775807")
  }

  @Test func `the number of a double is what its description says`() {
    let seed: UInt64 = 10
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      let value: Double
      switch round % 4 {
      case 0: value = Double(bitPattern: .random(in: .min ... .max, using: &generator))
      case 1: value = .random(in: -1000...1000, using: &generator)
      default:
        // A decimal of up to 17 digits, some of which no double has for its shortest text.
        let digits = Int.random(
          in: -99_999_999_999_999_999...99_999_999_999_999_999, using: &generator)
        let shift = Int.random(in: 0...16, using: &generator)
        let short = digits / (0..<shift).reduce(1) { power, _ in power * 10 }
        value = Double("\(short)e-\(Int.random(in: 0...20, using: &generator))") ?? 0
      }
      guard value.isFinite else { continue }
      let number = SchemaNumber(value)
      #expect(number == SchemaNumber(text: value.description.utf8), "\(value)")
      #expect(number.map { Double($0.description) } == value)
    }
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1.e5", "0x10", "1 ", " 1", "NaN", "1e5.0",
    "--1", "1_000", "١", "1e99999999999999999999",
  ])
  func `other texts are not numbers`(text: String) {
    #expect(parse(text) == nil)
    #expect(SchemaNumber(text: text.utf8.lazy.map { $0 }) == nil)
  }

  @Test(arguments: [
    "3.14159265358979323846264338327950288419", "340282366920938463463374607431768211455",
    "-3402823669209384634633746074317682114.55",
  ])
  func `a decimal of all its 128 bits is read back`(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    #expect(SchemaNumber(decimal)?.decimalValue == decimal)
    #expect(try Decimal(decimal.generatedContent) == decimal)
  }

  @Test func `a number of more digits than a decimal has is no decimal`() {
    #expect(parse("340282366920938463463374607431768211456")?.decimalValue == nil)
    #expect(parse("1.0000000000000000000000000000000000000001")?.decimalValue == nil)
  }

  @Test func `random numbers are ordered as decimals are`() {
    let seed: UInt64 = 9
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let texts = (0..<2).map { _ in
        let digits = String(Int.random(in: -99_999...99_999, using: &generator))
        return digits + "e\(Int.random(in: -4...4, using: &generator))"
      }
      guard let one = parse(texts[0]), let two = parse(texts[1]),
        let first = Decimal(string: texts[0]), let second = Decimal(string: texts[1])
      else {
        Issue.record("\(texts)")
        continue
      }
      #expect((one < two) == (first < second))
      #expect((one == two) == (first == second))
      #expect(one.decimalValue == first)
      #expect(SchemaNumber(first) == one)
      #expect(one.doubleValue == Double(texts[0]))
      var down = Decimal()
      var source = first
      unsafe NSDecimalRound(&down, &source, 0, .down)
      #expect(one.roundedDown == SchemaNumber(down))
      var up = Decimal()
      unsafe NSDecimalRound(&up, &source, 0, .up)
      #expect(one.roundedUp == SchemaNumber(up))
    }
  }

  @Test func `numbers are rounded down and up to integers`() {
    #expect(parse("99.5")?.roundedUp == SchemaNumber(100))
    #expect(parse("99.5")?.roundedDown == SchemaNumber(99))
    #expect(parse("-99.5")?.roundedUp == SchemaNumber(-99))
    #expect(parse("-99.5")?.roundedDown == SchemaNumber(-100))
    #expect(parse("1e-999999999")?.roundedUp == SchemaNumber(1))
    #expect(parse("1e-999999999")?.roundedDown == SchemaNumber(0))
    #expect(parse("9223372036854775807.5")?.roundedUp == parse("9223372036854775808"))
    #expect(parse("1e400")?.roundedUp == parse("1e400"))
  }

  @Test func `other types are given where they fit`() {
    #expect(parse("1e400")?.doubleValue == nil)
    #expect(parse("1e400")?.isInteger == true)
    #expect(parse("1e-400")?.doubleValue == 0)
    #expect(parse("1.5")?.int64 == nil)
    #expect(parse("1.5")?.isInteger == false)
    #expect(parse("300")?.integer(UInt8.self) == nil)
    #expect(parse("255")?.integer(UInt8.self) == 255)
    #expect(parse("18446744073709551615")?.integer(UInt64.self) == .max)
    #expect(parse("1e999999999")?.integer(Int.self) == nil)
    #expect(parse("-1")?.integer(UInt64.self) == nil)
    #expect(parse("-0.5")?.isNegative == true)
    #expect(parse("1e-130")?.decimalValue == nil)
  }
}
