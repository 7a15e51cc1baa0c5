import SchemaConformances
import SchemaTestSupport
import Testing

@testable import SchemaEncoding

/// Exclusive bounds, multiples and choices, as they are written.
struct ConstraintRuleTests {
  @Test func `tables of constraints have an element for each`() {
    let constraints = DialectRules.Constraint.allCases
    #expect(constraints.map(\.rawValue) == Array(constraints.indices))
  }

  @Test func `E12: exclusive bounds and multiples are exact`() throws {
    #expect(
      try guided(Double.self, .exclusiveMinimum(0.1), .exclusiveMaximum(1e300))
        == #"{"type":"number","exclusiveMinimum":0.1,"exclusiveMaximum":1e300}"#)
    #expect(
      try guided(Double.self, .multiple(of: 0.01)) == #"{"type":"number","multipleOf":0.01}"#)
    #expect(
      try guided(UInt64.self, .multiple(of: .max))
        == #"{"type":"integer","minimum":0,"multipleOf":18446744073709551615}"#)
  }

  @Test func `an exclusive bound of an integer is written as its minimum`() throws {
    #expect(
      try guided(Int.self, .exclusiveMinimum(5), .exclusiveMaximum(9))
        == #"{"type":"integer","minimum":6,"maximum":8}"#)
    #expect(
      try guided(Int.self, .exclusiveMinimum(5), .minimum(7))
        == #"{"type":"integer","minimum":7}"#)
    // 64 bits do not hold the integer above.
    #expect(
      try guided(Double.self, .exclusiveMinimum(1e30), .minimum(1))
        == #"{"type":"number","exclusiveMinimum":1e30}"#)
  }

  @Test func `several multiples become one that fits 64 bits, otherwise all are written`() throws {
    #expect(
      try guided(Int.self, .multiple(of: 4), .multiple(of: 6))
        == #"{"type":"integer","multipleOf":12}"#)
    #expect(
      try guided(Int.self, .multiple(of: .max), .multiple(of: .max - 1))
        == #"{"type":"integer","multipleOf":9223372036854775806,"#
        + #""allOf":[{"multipleOf":9223372036854775807}]}"#)
    let dialect = TestDialect { $0.constraints.combination = .differentKeywords }
    let described = try guided(Int.self, .multiple(of: .max), .multiple(of: .max - 1), in: dialect)
    #expect(described.contains(#""description":"A multiple of 9223372036854775807.""#))
    #expect(described.contains(#""multipleOf":9223372036854775806"#))
  }

  @Test(
    arguments: [
      .exclusiveMinimum(.infinity), .exclusiveMaximum(.nan), .multiple(of: .infinity),
      .multiple(of: 0), .multiple(of: -1), .anyOf([1, .nan]),
    ] as [GenerationGuide<Double>])
  func `E12: a number that is not finite is an error, and so is a multiple of zero`(
    guide: GenerationGuide<Double>
  ) throws {
    guard case .invalidGuide(_, let context) = fault(Holder<Double>.schema([guide])) else {
      Issue.record("The guide is accepted.")
      return
    }
    #expect(context.path.pointer == "/value")
  }

  @Test(arguments: [-1, Int.min])
  func `D1: a guide at a depth below zero is an error`(depth: Int) throws {
    let guide = GenerationGuide<Int>(
      GuideValue(.bounds(minimum: SchemaNumber(1), maximum: nil), depth: depth))
    for schema in [
      Holder<Int>.schema([guide]), Holder<[Int]>.schema([.element(guide)]),
    ] {
      let error = try #require(fault(schema))
      guard case .invalidGuide = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(error.description.contains("\(depth)"))
    }
  }

  @Test func `D1: a guide at a depth that no array has is an error`() throws {
    let deepest = GenerationGuide<Int>(
      GuideValue(.bounds(minimum: SchemaNumber(1), maximum: nil), depth: .max))
    guard case .invalidGuide = fault(Holder<[Int]>.schema([.element(deepest)])) else {
      Issue.record("The guide is accepted.")
      return
    }
  }

  @Test func `choices of numbers and booleans are next to their type`() throws {
    #expect(try guided(Int.self, .anyOf([3, 1, 3])) == #"{"type":"integer","enum":[3,1]}"#)
    #expect(
      try guided(Double.self, .anyOf([0.5, 1])) == #"{"type":"number","enum":[0.5,1]}"#)
    #expect(try guided(Bool.self, .constant(true)) == #"{"type":"boolean","enum":[true]}"#)
    #expect(
      try guided(Int8.self, .anyOf([-128, 127])) == #"{"type":"integer","enum":[-128,127]}"#,
      "The bounds of the type are in the choices.")
  }

  @Test func `choices of several kinds need no type`() throws {
    let choices: [SchemaScalar] = ["a\"b", 1, true, .null]
    #expect(try text(enumeration(choices)) == #"{"enum":["a\"b",1,true,null]}"#)
    let described = GenerationSchema(
      type: Age.self, description: "Any of these", enumeration: choices)
    #expect(
      try text(described) == #"{"description":"Any of these","enum":["a\"b",1,true,null]}"#)
  }

  @Test func `choices of one kind have a type`() throws {
    #expect(try text(enumeration(["a"])) == #"{"type":"string","enum":["a"]}"#)
    #expect(try text(enumeration([1, 2])) == #"{"type":"integer","enum":[1,2]}"#)
    let half = SchemaScalar.number(try #require(SchemaNumber(0.5)))
    #expect(try text(enumeration([1, half])) == #"{"type":"number","enum":[1,0.5]}"#)
    #expect(try text(enumeration([false])) == #"{"type":"boolean","enum":[false]}"#)
    #expect(try text(enumeration([.null, .null])) == #"{"type":"null"}"#)
  }

  @Test func `choices of another kind than the value are dropped, unless none is left`() throws {
    let mixed = GenerationGuide<Int>(GuideValue(.scalars([1, "a", 2])))
    #expect(try guided(Int.self, mixed) == #"{"type":"integer","enum":[1,2]}"#)
    guard
      case .invalidGuide = fault(
        Holder<Int>.schema([GenerationGuide(GuideValue(.scalars(["a", true])))]))
    else {
      Issue.record("Choices of strings are taken for those of an integer.")
      return
    }
    guard case .contradictoryGuides = fault(Holder<Int>.schema([.anyOf([1]), .anyOf([2])])) else {
      Issue.record("Two lists without a common choice are taken for satisfiable.")
      return
    }
    let disjoint = Holder<Int>.schema([
      GenerationGuide(GuideValue(.scalars([1, "a"]))),
      GenerationGuide(GuideValue(.scalars([2, "a"]))),
    ])
    guard case .invalidGuide = fault(disjoint) else {
      Issue.record("A choice of another kind is taken for one of an integer.")
      return
    }
  }

  @Test func `G6: an empty enumeration is an error`() {
    guard case .emptyTypeChoices = fault(enumeration([])) else {
      Issue.record("An enumeration of nothing is encoded.")
      return
    }
    #expect(throws: SchemaError.self) {
      try GenerationSchema(root: .enumeration(of: []), dependencies: [])
    }
  }

  @Test func `D1: a dialect may reject choices of several kinds`() throws {
    var dialect = TestDialect { $0[.mixedChoices] = .described }
    let schema = enumeration([1, "a"])
    #expect(try text(schema, in: dialect) == #"{"description":"One of: 1, \"a\"."}"#)
    dialect.rules[.anyValue] = .rejected
    guard case .unsupported = fault(schema, in: dialect) else {
      Issue.record("Nothing is left to say of the value, and it is written.")
      return
    }
    dialect.rules[.mixedChoices] = .written
    #expect(try text(schema, in: dialect) == #"{"enum":[1,"a"]}"#)
  }

  @Test func `a property that may be null has null among its choices, once`() throws {
    let dialect = TestDialect { $0.optional = .nullable }
    struct Maybe: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "a", type: Int?.self, guides: [.anyOf([1])]),
            Property(
              name: "b", type: GeneratedContent?.self,
              guides: [GenerationGuide(GuideValue(.scalars([1, .null])))]),
            Property(
              name: "c", type: GeneratedContent?.self,
              guides: [GenerationGuide(GuideValue(.scalars([1, "x"])))]),
          ])
      }
    }
    let document = try text(Maybe.self, in: dialect)
    #expect(document.contains(#""a":{"type":["integer","null"],"enum":[1,null]}"#))
    #expect(document.contains(#""b":{"enum":[1,null]}"#))
    #expect(document.contains(#""c":{"enum":[1,"x",null]}"#))
  }

  @Test func `formats have names of their own`() throws {
    #expect(
      try guided(String.self, .format(.email)) == #"{"type":"string","format":"email"}"#)
    #expect(
      try guided(String.self, .format("color")) == #"{"type":"string","format":"color"}"#)
  }

  private func enumeration(_ choices: [SchemaScalar]) -> GenerationSchema {
    GenerationSchema(type: Age.self, enumeration: choices)
  }
}

private struct Age: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }
}
