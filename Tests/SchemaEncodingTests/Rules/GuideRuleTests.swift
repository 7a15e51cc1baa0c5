import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

struct GuideRuleTests {
  @Test func `E8: a property's guides are intersected with its type's`() throws {
    #expect(
      try guided(Percentage.self, .atLeast(50))
        == #"{"type":"integer","description":"In percent","minimum":50,"maximum":100}"#)
    #expect(
      try guided(Percentage.self, .atLeast(-50))
        == #"{"type":"integer","description":"In percent","minimum":0,"maximum":100}"#)
    #expect(
      try guided(UInt8.self, .maximum(200)) == #"{"type":"integer","minimum":0,"maximum":200}"#)
  }

  @Test func `E8: choices of a property are taken from its type's, in the type's order`() throws {
    let guide = GenerationGuide<Size>(GenerationGuide<String>.anyOf(["xlarge", "huge", "small"]))
    #expect(
      try guided(Size.self, guide)
        == #"{"type":"string","description":"How large","enum":["small","xlarge"]}"#)
  }

  @Test func `E8: guides of elements apply to the elements of arrays at any depth`() throws {
    #expect(
      try guided([Int].self, .count(2...4), .element(.range(1...6)))
        == #"""
        {"type":"array","minItems":2,"maxItems":4,\#
        "items":{"type":"integer","minimum":1,"maximum":6}}
        """#
    )
    #expect(
      try guided([[Percentage]].self, .element(.maximumCount(3)), .element(.element(.atLeast(7))))
        == #"{"type":"array","items":{"type":"array","maxItems":3,"items":{"type":"integer","#
        + #""description":"In percent","minimum":7,"maximum":100}}}"#)
  }

  @Test func `E8: guides apply through an optional`() throws {
    struct Maybe: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "dice", type: [Int]?.self, guides: [.count(2), .element(.range(1...6))])
          ])
      }
    }
    let expected =
      #"{"dice":{"type":"array","minItems":2,"maxItems":2,"#
      + #""items":{"type":"integer","minimum":1,"maximum":6}}},"required":[]}"#
    #expect(try text(Maybe.self).hasSuffix(expected))
  }

  @Test func `E8: a guide at one place does not reach another`() throws {
    struct Two: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "few", type: [Int].self, guides: [.count(1), .element(.minimum(3))]),
            Property(name: "many", type: [Int].self),
          ])
      }
    }
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Two.self)
    #expect(document.root.properties[1].schema.keywords.members.map(\.name) == ["type", "items"])
    #expect(document.root.properties[1].schema.items?["minimum"] == nil)
  }

  @Test func `E8: every guide has an effect, not only the last one`() throws {
    #expect(try guided(Int.self, .minimum(10), .minimum(3)) == #"{"type":"integer","minimum":10}"#)
    #expect(
      try guided(String.self, .constant("a hedge")) == #"{"type":"string","enum":["a hedge"]}"#)
    #expect(
      try guided(String.self, .anyOf(["b", "a"])) == #"{"type":"string","enum":["b","a"]}"#)
    #expect(
      try guided(String.self, .pattern(/^[a-z]+$/)) == #"{"type":"string","pattern":"^[a-z]+$"}"#)
  }

  @Test func `E7: the description of a boolean and of a reference is kept`() throws {
    let boolean = try text(Holder<Bool>.schema(description: "Whether"))
    #expect(boolean.contains(#"{"type":"boolean","description":"Whether"}"#))
    let reference = try text(Holder<Circle>.schema(description: "Round"))
    #expect(reference.contains(##"{"$ref":"#/$defs/Circle","description":"Round"}"##))
  }

  @Test func `G2: choices keep the order in which they were declared`() throws {
    #expect(try text(Size.self).hasSuffix(#""enum":["small","medium","large","xlarge"]}"#))
  }

  @Test func `E9: constraints without a guide are not written`() throws {
    #expect(try guided(String.self) == #"{"type":"string"}"#)
    #expect(try guided([String].self) == #"{"type":"array","items":{"type":"string"}}"#)
    let document = try text(Team.self)
    for keyword in ["pattern", "minLength", "maxLength", "uniqueItems", "nullable", "null"] {
      #expect(!document.contains(keyword))
    }
  }

  @Test func `E9: lengths are written if a guide states them`() throws {
    #expect(
      try guided(String.self, .length(2...8)) == #"{"type":"string","minLength":2,"maxLength":8}"#)
  }

  @Test(arguments: [
    (UUID.self as any Generable.Type, "uuid"), (Date.self, "date-time"), (URL.self, "uri"),
  ])
  func `a type that is a string of a format has the format`(
    type: any Generable.Type, format: String
  ) throws {
    #expect(try text(type) == #"{"type":"string","format":"\#(format)"}"#)
  }
}

struct NumberRuleTests {
  @Test func `E12: integers are exact to the last bit`() throws {
    #expect(
      try guided(Int.self, .range(Int.min...Int.max))
        == #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#)
    #expect(
      try guided(UInt64.self, .maximum(.max))
        == #"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#)
  }

  @Test func `E12: integers that a double cannot represent are exact`() throws {
    #expect(
      try guided(Int.self, .maximum(9_007_199_254_740_993))
        == #"{"type":"integer","maximum":9007199254740993}"#)
  }

  @Test(arguments: [
    (0.1, "0.1"), (1000, "1000"), (-0.0, "0"), (1e20, "100000000000000000000"), (1e21, "1e21"),
    (2.5e-7, "2.5e-7"),
    (1e300, "1e300"), (0.30000000000000004, "0.30000000000000004"),
    (.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e308"), (-273.15, "-273.15"),
  ])
  func `E12: a double is the shortest text that reads back equal`(value: Double, written: String)
    throws
  {
    #expect(try guided(Double.self, .minimum(value)) == #"{"type":"number","minimum":\#(written)}"#)
    #expect(Double(written) == value)
  }

  @Test func `E12: a decimal keeps its digits`() throws {
    let value = try #require(Decimal(string: "12345678901234567890.12345678"))
    #expect(
      try guided(Decimal.self, .maximum(value))
        == #"{"type":"number","maximum":12345678901234567890.12345678}"#)
  }

  @Test func `E12: a float is not widened`() throws {
    #expect(try guided(Float.self, .minimum(0.1)) == #"{"type":"number","minimum":0.1}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `E12: a bound that is NaN or infinite is an error`(value: Double) throws {
    for guide in [GenerationGuide<Double>.minimum(value), .maximum(value)] {
      let error = try #require(fault(Holder<Double>.schema([guide])))
      guard case .invalidGuide = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(error.path.pointer == "/value")
      #expect(error.recoverySuggestion != nil)
    }
  }

  @Test func `E12: a bound that is NaN or infinite is an error for floats and decimals too`() {
    guard case .invalidGuide? = fault(Holder<Float>.schema([.minimum(.infinity)])) else {
      Issue.record("Float")
      return
    }
    guard case .invalidGuide? = fault(Holder<Decimal>.schema([.maximum(.nan)])) else {
      Issue.record("Decimal")
      return
    }
  }

  @Test(arguments: [
    (Int8.self as any Generable.Type, "-128", "127"), (Int16.self, "-32768", "32767"),
    (Int32.self, "-2147483648", "2147483647"), (UInt8.self, "0", "255"),
    (UInt16.self, "0", "65535"),
    (UInt32.self, "0", "4294967295"),
  ])
  func `narrow integers carry their bounds`(
    type: any Generable.Type, minimum: String, maximum: String
  ) throws {
    #expect(try text(type) == #"{"type":"integer","minimum":\#(minimum),"maximum":\#(maximum)}"#)
  }

  @Test(arguments: [
    (Int.self as any Generable.Type, #"{"type":"integer"}"#), (Int64.self, #"{"type":"integer"}"#),
    (UInt.self, #"{"type":"integer","minimum":0}"#),
    (UInt64.self, #"{"type":"integer","minimum":0}"#),
  ])
  func `wide integers carry the bounds that matter`(
    type: any Generable.Type, expected: String
  ) throws {
    #expect(try text(type) == expected)
  }

  @Test func `G8: integer bounds never pass through a double`() throws {
    #expect(
      try guided(Int.self, .minimum(9_007_199_254_740_993), .minimum(9_007_199_254_740_992))
        == #"{"type":"integer","minimum":9007199254740993}"#)
    // As doubles, both would be 2 to the power of 63.
    guard
      case .contradictoryGuides = fault(
        Holder<Int>.schema([.minimum(Int.max), .maximum(Int.max - 1)]))
    else {
      Issue.record("The minimum is taken for equal to the maximum.")
      return
    }
  }
}
