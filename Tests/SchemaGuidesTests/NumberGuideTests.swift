import SchemaConformances
import SchemaGuides
import SchemaModel
import Testing

/// Exclusive bounds, multiples and choices of scalars.
@Suite struct NumberGuideTests {
  private typealias Constraint = GuideValue.Constraint

  private func merged(_ constraints: Constraint...) -> GuideConstraints {
    GuideSet(constraints.map { GuideValue($0) }).constraints
  }

  private func number(_ text: String) throws -> SchemaNumber {
    try #require(SchemaNumber(text: text.utf8))
  }

  @Test func `G1: of an inclusive and an exclusive bound the tighter holds`() {
    let one = SchemaNumber(1)
    let two = SchemaNumber(2)
    let above = merged(
      .bounds(minimum: one, maximum: nil), .exclusiveBounds(minimum: two, maximum: nil))
    #expect(above.minimum == nil && above.exclusiveMinimum == two)
    let from = merged(
      .exclusiveBounds(minimum: one, maximum: nil), .bounds(minimum: two, maximum: nil))
    #expect(from.minimum == two && from.exclusiveMinimum == nil)
    let below = merged(
      .exclusiveBounds(minimum: nil, maximum: one), .bounds(minimum: nil, maximum: two))
    #expect(below.maximum == nil && below.exclusiveMaximum == one)
  }

  @Test func `G1: at one number the exclusive bound wins, whichever comes first`() {
    let five = SchemaNumber(5)
    let bounds: [Constraint] = [
      .bounds(minimum: five, maximum: five), .exclusiveBounds(minimum: five, maximum: five),
    ]
    for constraints in [merged(bounds[0], bounds[1]), merged(bounds[1], bounds[0])] {
      #expect(constraints.minimum == nil && constraints.maximum == nil)
      #expect(constraints.exclusiveMinimum == five && constraints.exclusiveMaximum == five)
    }
  }

  @Test func `a multiple of which another is a multiple says nothing more`() {
    #expect(
      merged(.multiple(of: SchemaNumber(3)), .multiple(of: SchemaNumber(6))).multiples
        == [SchemaNumber(6)])
    #expect(
      merged(.multiple(of: SchemaNumber(6)), .multiple(of: SchemaNumber(3))).multiples
        == [SchemaNumber(6)])
    #expect(
      merged(.multiple(of: SchemaNumber(6)), .multiple(of: SchemaNumber(4))).multiples
        == [SchemaNumber(4), SchemaNumber(6)])
  }

  @Test(arguments: ["0", "-2", "-0.5"])
  func `a multiple of what is not above zero is a fault`(text: String) throws {
    let fault = try #require(merged(.multiple(of: try number(text))).fault)
    #expect(fault.problem.contains(text))
  }

  @Test(
    arguments: [
      (["0", "0"], "exclusive maximum", true), (["0", "1"], "no integer", false),
      (["0.5", "1"], "no integer", false),
    ] as [([String], String, Bool)])
  func `G6: exclusive bounds that leave nothing are a contradiction`(
    ends: [String], what: String, forNumbers: Bool
  ) throws {
    let constraints = merged(
      .exclusiveBounds(minimum: try number(ends[0]), maximum: try number(ends[1])))
    #expect(constraints.contradiction(for: .integer) != nil, "\(what)")
    #expect((constraints.contradiction(for: .number) != nil) == forNumbers, "\(what)")
  }

  @Test(
    arguments: [
      ("3", "1", "2", false), ("3", "1", "3", true), ("0.5", "0.6", "0.9", false),
      ("0.5", "0.6", "1", true), ("3", "-2", "-1", false), ("3", "-3", "-1", true),
      ("3", "-1", "1", true), ("7", "9223372036854775800", "9223372036854775807", true),
      ("1e400", "1", "2", true),
    ] as [(String, String, String, Bool)])
  func `G6: bounds between which no multiple lies are a contradiction, as far as 64 bits tell`(
    multiple: String, low: String, high: String, hasOne: Bool
  ) throws {
    let constraints = merged(
      .multiple(of: try number(multiple)),
      .bounds(minimum: try number(low), maximum: try number(high)))
    #expect((constraints.contradiction(for: .number) == nil) == hasOne)
  }

  @Test func `G6: an integral multiple of a fraction has to lie between the bounds of integers`() {
    let constraints = merged(
      .multiple(of: SchemaNumber(1.5) ?? SchemaNumber(1)),
      .bounds(minimum: SchemaNumber(1), maximum: SchemaNumber(2)))
    #expect(constraints.contradiction(for: .number) == nil)
    #expect(constraints.contradiction(for: .integer)?.contains("1.5") == true)
  }

  @Test func `G6: excluded ends do not count among multiples`() {
    let constraints = merged(
      .multiple(of: SchemaNumber(5)),
      .exclusiveBounds(minimum: SchemaNumber(5), maximum: SchemaNumber(10)))
    #expect(constraints.contradiction(for: .number)?.contains("5") == true)
  }

  @Test func `G2: scalars are intersected in the order of the first list, by their values`() throws
  {
    let first: [SchemaScalar] = ["a", 1, true, .null, 2]
    let second: [SchemaScalar] = [.number(try number("2.0")), .null, "b", false, 1]
    #expect(merged(.scalars(first), .scalars(second)).choices == [1, .null, 2])
    #expect(merged(.scalars([1, .number(try number("1e0")), 1])).choices == [1])
    #expect(merged(.scalars(["a", 1]), .choices(["a", "b"])).choices == ["a"])
    #expect(merged(.scalars([0, false, "0", "", .null])).choices?.count == 5)
  }

  @Test func `G3: bounds and multiples drop the numbers that they exclude, and nothing else`() {
    let constraints = merged(
      .scalars([1, 2, 4, 9, "x", true]), .multiple(of: SchemaNumber(2)),
      .exclusiveBounds(minimum: SchemaNumber(2), maximum: nil))
    #expect(constraints.choices == [4, "x", true])
    let reversed = merged(.bounds(minimum: SchemaNumber(5), maximum: nil), .scalars([1, 9]))
    #expect(reversed.choices == [9])
  }

  @Test func `G6: choices of which bounds leave none name both sides`() throws {
    let constraints = merged(
      .scalars([1, 2]), .bounds(minimum: SchemaNumber(5), maximum: nil))
    let text = try #require(constraints.contradiction(for: .integer))
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
    #expect(SchemaNumber(3).isMultiple(of: try number("1.0000000000000000000001")) == nil)
  }

  @Test func `least common multiples are exact, or there is none`() throws {
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
