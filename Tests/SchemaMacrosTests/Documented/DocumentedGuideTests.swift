#if Macros
import Foundation
import SchemaDialects
import SchemaMacros
import Testing

/// Apple's documentation of guides, by the schemas that they lead to.
struct DocumentedGuideTests {
  private func schema(_ property: GenerationSchema.Property) throws -> [String: Any] {
    try encodedProperty(
      "value", of: GenerationSchema(type: CookingStep.self, properties: [property]))
  }

  private func schema<Value: Generable>(
    _ guides: GenerationGuide<Value>...
  ) throws -> [String: Any] {
    try schema(.init(name: "value", type: Value.self, guides: guides))
  }

  // Known from: the pages of the guides for numbers, which say that bounds are inclusive.
  @Test func `a range has both bounds`() throws {
    let integer = try schema(GenerationGuide<Int>.range(-3...7))
    #expect(integer.text("type") == "integer")
    #expect(integer.number("minimum") == -3)
    #expect(integer.number("maximum") == 7)
    let double = try schema(GenerationGuide<Double>.range(0.25...1.5))
    #expect(double.text("type") == "number")
    #expect(double.number("minimum") == 0.25)
    #expect(double.number("maximum") == 1.5)
  }

  // Known from: the same pages.
  @Test func `a bound stands alone`() throws {
    let smallest = try schema(GenerationGuide<Int>.minimum(2))
    #expect(smallest.number("minimum") == 2)
    #expect(smallest["maximum"] == nil)
    let largest = try schema(GenerationGuide<Float>.maximum(0.5))
    #expect(largest.number("maximum") == 0.5)
    #expect(largest["minimum"] == nil)
  }

  // Known from: the same pages, which list Decimal.
  @Test func `decimal numbers have bounds`() throws {
    let price = try schema(GenerationGuide<Decimal>.range(0...100))
    #expect(price.text("type") == "number")
    #expect(price.number("maximum") == 100)
  }

  // Known from: guides of one property are all applied, as in Apple's exported schemas.
  @Test func `guides of a property are combined`() throws {
    let value = try schema(GenerationGuide<Int>.minimum(1), .maximum(5))
    #expect(value.number("minimum") == 1)
    #expect(value.number("maximum") == 5)
  }

  // Known from: the page of `anyOf(_:)`, and the exported schemas, which keep the order.
  @Test func `choices keep their order`() throws {
    let value = try schema(GenerationGuide<String>.anyOf(["red", "green", "blue"]))
    #expect(value.texts("enum") == ["red", "green", "blue"])
  }

  // Known from: the exported schemas of 26 have a list of one, and those of 27 `const`.
  @Test func `a constant is the only value`() throws {
    let value = try schema(GenerationGuide<String>.constant("dal"))
    #expect(value.texts("enum") == ["dal"] || value.text("const") == "dal")
  }

  // Known from: the page of `pattern(_:)`, and the exported schemas; how a pattern is written may
  // differ, as long as it matches the same texts.
  @Test func `a pattern is stated`() throws {
    for value in [
      try schema(GenerationGuide<String>.pattern(/[A-Z]{2}-\d+/)),
      try schema(.init(name: "value", type: String.self, guides: [/[A-Z]{2}-\d+/])),
    ] {
      let pattern = try #require(value.text("pattern"))
      let regex = try Regex(pattern)
      #expect("AB-12".contains(regex))
      #expect(!"ab-12".contains(regex))
    }
  }

  // Known from: the pages of the guides for arrays, and the exported schemas.
  @Test func `a count is both bounds of an array`() throws {
    let exact = try schema(GenerationGuide<[String]>.count(3))
    #expect(exact.number("minItems") == 3)
    #expect(exact.number("maxItems") == 3)
    let range = try schema(GenerationGuide<[String]>.count(2...4))
    #expect(range.number("minItems") == 2)
    #expect(range.number("maxItems") == 4)
  }

  // Known from: the same pages.
  @Test func `a count has one bound`() throws {
    let smallest = try schema(GenerationGuide<[Int]>.minimumCount(1))
    #expect(smallest.number("minItems") == 1)
    #expect(smallest["maxItems"] == nil)
    let largest = try schema(GenerationGuide<[Int]>.maximumCount(6))
    #expect(largest.number("maxItems") == 6)
    #expect(largest["minItems"] == nil)
  }

  // Known from: the page of `element(_:)`: a guide that holds for each element.
  @Test func `a guide of elements is that of their schema`() throws {
    let value = try schema(GenerationGuide<[Int]>.element(.range(0...9)), .count(4))
    #expect(value.object("items")?.number("maximum") == 9)
    #expect(value.number("minItems") == 4)
    let nested = try schema(GenerationGuide<[[String]]>.element(.element(.anyOf(["a", "b"]))))
    #expect(nested.object("items")?.object("items")?.texts("enum") == ["a", "b"])
  }

  // Known from: the initializer of properties for optional types, whose guides are those of the
  // value.
  @Test func `an optional property has the guides of its value`() throws {
    let value = try schema(.init(name: "value", type: Int?.self, guides: [.range(1...5)]))
    #expect(value.number("minimum") == 1)
    let schema = GenerationSchema(
      type: CookingStep.self,
      properties: [.init(name: "value", type: [String]?.self, guides: [.count(2)])])
    #expect(try encodedProperty("value", of: schema).number("maxItems") == 2)
    #expect(try encoded(schema).texts("required") ?? [] == [])
  }

  // Known from: the macro Guide, whose expressions are copied into the schema.
  @Test func `guides of the macro are expressions of any kind`() throws {
    let schema = Bounded.generationSchema
    #expect(try encodedProperty("count", of: schema).number("maximum") == 12)
    #expect(try encodedProperty("size", of: schema).number("minimum") == 3)
    #expect(try encodedProperty("colour", of: schema).texts("enum") == ["red", "green"])
    #expect(try encodedProperty("tags", of: schema).number("minItems") == 2)
    #expect(try encodedProperty("note", of: schema).number("maxItems") == 4)
  }

  // Known from: the macro Guide with a description and guides.
  @Test func `a description and guides are combined`() throws {
    let count = try encodedProperty("count", of: Bounded.generationSchema)
    #expect(count.text("description") == "How many, with \"quotes\"")
    #expect(count.number("minimum") == 1)
  }

  // Known from: the macro Guide with a regex.
  @Test func `a regex of the macro is a pattern`() throws {
    let code = try encodedProperty("code", of: Bounded.generationSchema)
    let regex = try Regex(try #require(code.text("pattern")))
    #expect("12".contains(regex))
    #expect(!"a".contains(regex))
  }
}

private let colours = ["red", "green"]

private func smallestSize() -> Int { 3 }

@Generable
struct Bounded {
  static let most = 12

  @Guide(description: "How many, with \"quotes\"", .range(1...Bounded.most))
  var count: Int
  @Guide(.minimum(smallestSize()))
  var size: Int?
  @Guide(.anyOf(colours))
  var colour: String
  @Guide(.count(2...5))
  var tags: [String]
  @Guide(.maximumCount(4))
  var note: [String]?
  @Guide(/\d+/)
  var code: String
}
#endif
