import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import Testing

/// Exclusive bounds, multiples and choices of scalars, through resolution.
struct NumberGuideTests {
  private func number(_ text: String) throws -> SchemaNumber {
    try #require(SchemaNumber(text: text.utf8))
  }

  private func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text))
  }

  @Test func `G1: of an inclusive and an exclusive bound the tighter holds`() throws {
    let above = try resolved(Double.self, type: [.minimum(1)], property: [.exclusiveMinimum(2)])
      .constraints
    #expect(above.minimum == nil && above.exclusiveMinimum == SchemaNumber(2))
    let from = try resolved(Double.self, type: [.exclusiveMinimum(1)], property: [.minimum(2)])
      .constraints
    #expect(from.minimum == SchemaNumber(2) && from.exclusiveMinimum == nil)
    let below = try resolved(Double.self, type: [.exclusiveMaximum(1)], property: [.maximum(2)])
      .constraints
    #expect(below.maximum == nil && below.exclusiveMaximum == SchemaNumber(1))
  }

  @Test(
    arguments: [
      [.range(5...9), .exclusiveMinimum(5), .exclusiveMaximum(9)],
      [.exclusiveMinimum(5), .exclusiveMaximum(9), .range(5...9)],
    ] as [[GenerationGuide<Double>]])
  func `G1: at one number the exclusive bound wins, whichever comes first`(
    guides: [GenerationGuide<Double>]
  ) throws {
    for constraints in [
      try resolved(Double.self, type: guides).constraints,
      try resolved(Double.self, type: [guides[0]], property: Array(guides.dropFirst())).constraints,
    ] {
      #expect(constraints.minimum == nil && constraints.maximum == nil)
      #expect(constraints.exclusiveMinimum == SchemaNumber(5))
      #expect(constraints.exclusiveMaximum == SchemaNumber(9))
    }
  }

  @Test(arguments: [(3, 6, 6), (6, 3, 6), (6, 4, 12)])
  func `several multiples are their least common one`(first: Int, second: Int, common: Int) throws {
    let node = try resolved(
      Int.self, type: [.multiple(of: first)], property: [.multiple(of: second)])
    #expect(node.constraints.multiples == [SchemaNumber(common)])
  }

  @Test func `multiples whose least common one 64 bits do not hold are all kept`() throws {
    let node = try resolved(
      Int.self, type: [.multiple(of: .max)], property: [.multiple(of: .max - 1)])
    #expect(node.constraints.multiples == [SchemaNumber(Int.max - 1), SchemaNumber(Int.max)])
  }

  @Test(arguments: ["0", "-2", "-0.5"])
  func `a multiple of zero or of a negative number is a fault`(text: String) throws {
    let error = try #require(
      try refusal(Decimal.self, type: [.multiple(of: decimal(text))]))
    guard case .invalidGuide(_, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.debugDescription.contains(text))
  }

  @Test(
    arguments: [
      ("0", "0", "exclusive maximum", true), ("0", "1", "integer", false),
      ("0.5", "1", "integer", false),
    ])
  func `G6: exclusive bounds that leave nothing are a contradiction`(
    low: String, high: String, word: String, forNumbers: Bool
  ) throws {
    let guides: [GenerationGuide<Decimal>] = [
      .exclusiveMinimum(try decimal(low)), .exclusiveMaximum(try decimal(high)),
    ]
    let text = try contradiction(Int.self, type: guides.map { GenerationGuide<Int>($0) })
    #expect(text?.isEmpty == false)
    if forNumbers {
      #expect(try contradiction(Decimal.self, type: guides)?.contains(word) == true)
    } else {
      #expect(try contradiction(Decimal.self, type: guides) == nil)
    }
  }

  @Test(
    arguments: [
      ("3", "1", "2", false), ("3", "1", "3", true), ("0.5", "0.6", "0.9", false),
      ("0.5", "0.6", "1", true), ("3", "-2", "-1", false), ("3", "-3", "-1", true),
      ("3", "-1", "1", true), ("7", "9223372036854775800", "9223372036854775807", true),
      ("1e100", "1", "2", true),
    ] as [(String, String, String, Bool)])
  func `G6: bounds without a multiple between them are a contradiction, up to 64 bits`(
    multiple: String, low: String, high: String, hasOne: Bool
  ) throws {
    let text = try contradiction(
      Decimal.self, type: [.multiple(of: decimal(multiple))],
      property: [.range(decimal(low)...decimal(high))])
    #expect((text == nil) == hasOne)
  }

  @Test func `G1: bounds on an integer are integers`() throws {
    let guides: [GenerationGuide<Double>] = [.minimum(-2.5), .maximum(7.9)]
    let constraints = try resolved(Int.self, type: guides.map { GenerationGuide<Int>($0) })
      .constraints
    #expect(constraints.minimum == SchemaNumber(-2) && constraints.maximum == SchemaNumber(7))
    let exclusive: [GenerationGuide<Double>] = [.exclusiveMinimum(0.5), .exclusiveMaximum(9.5)]
    let inner = try resolved(Int.self, type: exclusive.map { GenerationGuide<Int>($0) }).constraints
    #expect(inner.minimum == SchemaNumber(1) && inner.maximum == SchemaNumber(9))
    let wide = try resolved(Double.self, type: guides).constraints
    #expect(wide.minimum == SchemaNumber(-2.5))
  }

  @Test func `G6: an integral multiple of a fraction has to lie between the bounds of integers`()
    throws
  {
    let guides: [GenerationGuide<Double>] = [.multiple(of: 1.5), .range(1...2)]
    #expect(try contradiction(Double.self, type: guides) == nil)
    #expect(
      try contradiction(Int.self, type: guides.map { GenerationGuide<Int>($0) })?.contains("1.5")
        == true)
  }

  @Test func `G6: excluded ends do not count among multiples`() throws {
    let text = try contradiction(
      Double.self, type: [.multiple(of: 5)],
      property: [.exclusiveMinimum(5), .exclusiveMaximum(10)])
    #expect(text?.contains("5") == true)
  }

  @Test func `G2: numbers are intersected in the order of the type's list, by their values`() throws
  {
    let node = try resolved(
      Decimal.self, type: [.anyOf([4, try decimal("1.0"), 2, 1])],
      property: [.anyOf([try decimal("2.00"), 3, try decimal("10e-1")])])
    #expect(node.constraints.choices == [1, 2])
    #expect(try resolved(Int.self, type: [.anyOf([0, 1, 0])]).constraints.choices == [0, 1])
  }

  @Test func `G2: choices of other kinds are not equal to a number or a string`() throws {
    let choices: [SchemaScalar] = [0, false, "0", "", .null]
    let schema = GenerationSchema(type: Guided<GeneratedContent>.self, enumeration: choices)
    #expect(try SchemaGraph(schema).root.constraints.choices == choices)
  }

  @Test func `G3: bounds and multiples drop the numbers that they exclude`() throws {
    let kept = try resolved(
      Int.self, type: [.anyOf([1, 2, 4, 9])], property: [.multiple(of: 2), .exclusiveMinimum(2)])
    #expect(kept.constraints.choices == [4])
    let reversed = try resolved(Int.self, type: [.minimum(5)], property: [.anyOf([1, 9])])
    #expect(reversed.constraints.choices == [9])
    #expect(reversed.constraints.minimum == nil, "What the bound says is in the choices.")
  }

  @Test func `G3: a multiple of too many digits to be applied to choices is stated`() throws {
    // A decimal number of 20 digits.
    let multiple = try decimal("1.2345678901234567891")
    let kept = try resolved(
      Decimal.self, type: [.anyOf([0, 2])], property: [.multiple(of: multiple)])
    #expect(kept.constraints.choices == [0, 2])
    #expect(kept.constraints.multiples.map(\.description) == ["1.2345678901234567891"])
    let applied = try resolved(
      Decimal.self, type: [.anyOf([1, 2])], property: [.multiple(of: 2)])
    #expect(applied.constraints.multiples.isEmpty)
  }

  @Test func `G6: the error for choices that bounds all exclude names both sides`() throws {
    let text = try #require(
      try contradiction(Int.self, type: [.anyOf([1, 2])], property: [.minimum(5)]))
    #expect(text.contains("1, 2") && text.contains("bounds"))
  }

  @Test func `G8: a multiple is found exactly, where a double would not`() throws {
    let large = try number("9007199254740993")
    #expect(large.isMultiple(of: SchemaNumber(3)) == true)
    #expect(try number("0.3").isMultiple(of: try number("0.1")) == true)
    #expect(try number("1.13").isMultiple(of: try number("0.01")) == true)
    #expect(try number("1e300").isMultiple(of: SchemaNumber(7)) == false)
    #expect(try number("7e300").isMultiple(of: SchemaNumber(7)) == true)
    #expect(try number("1e99999999999").isMultiple(of: SchemaNumber(3)) == false)
    #expect(SchemaNumber(0).isMultiple(of: SchemaNumber(3)) == true)
    #expect(SchemaNumber(-9).isMultiple(of: SchemaNumber(3)) == true)
    #expect(SchemaNumber(5).isMultiple(of: SchemaNumber(50)) == false)
    #expect(SchemaNumber(3).isMultiple(of: SchemaNumber(0)) == nil)
    #expect(SchemaNumber(0).isMultiple(of: SchemaNumber(0)) == nil)
    #expect(SchemaNumber(3).isMultiple(of: try number("1.0000000000000000000001")) == nil)
  }

  @Test func `least common multiples are exact, or nil`() throws {
    #expect(SchemaNumber(4).leastCommonMultiple(with: SchemaNumber(6)) == SchemaNumber(12))
    #expect(
      try number("0.5").leastCommonMultiple(with: try number("0.75")) == (try number("1.5")))
    #expect(try number("0.1").leastCommonMultiple(with: SchemaNumber(3)) == SchemaNumber(3))
    #expect(
      SchemaNumber(Int.max).leastCommonMultiple(with: SchemaNumber(Int.max - 1)) == nil)
    #expect(SchemaNumber(0).leastCommonMultiple(with: SchemaNumber(2)) == nil)
    #expect(SchemaNumber(-2).leastCommonMultiple(with: SchemaNumber(2)) == nil)
    #expect(try number("1e400").leastCommonMultiple(with: SchemaNumber(2)) == nil)
  }
}
