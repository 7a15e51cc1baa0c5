import Foundation
import SchemaConformances
import SchemaModel
import Testing

private struct Step: ConvertibleFromGeneratedContent {
  var name: String
  var minutes: Int?

  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Step.self)
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
  }
}

private struct Recipe: ConvertibleFromGeneratedContent {
  var title: String
  var steps: [Step]

  init(_ content: GeneratedContent) throws {
    title = try content.value(forProperty: "title")
    steps = try content.value(forProperty: "steps")
  }
}

private enum Color: String, ConvertibleFromGeneratedContent {
  case red, green

  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Color.self)
    guard let value = Color(rawValue: try String(content)) else {
      throw GeneratedContent.ConversionError(
        .notRepresentable, expected: "Color", found: try String(content))
    }
    self = value
  }
}

struct GeneratedContentReadingTests {
  @Test func `values are read by the type they go to`() throws {
    let content = GeneratedContent(properties: [
      "name": "Ada", "born": 1815, "living": false, "ratio": 0.5, "tags": ["a", "b"],
    ])
    let name: String = try content.value(forProperty: "name")
    let born: Int? = try content.value(forProperty: "born")
    let living: Bool = try content.value(forProperty: "living")
    let ratio: Double = try content.value(forProperty: "ratio")
    let tags: [String]? = try content.value(forProperty: "tags")
    let died: Int? = try content.value(forProperty: "died")
    #expect(name == "Ada")
    #expect(born == 1815)
    #expect(!living)
    #expect(ratio == 0.5)
    #expect(tags == ["a", "b"])
    #expect(died == nil)
    #expect(try content.value(GeneratedContent.self) == content)
  }

  @Test func `a missing or null property throws if required and is nil if not`() throws {
    let content = GeneratedContent(properties: ["age": Int?.none])
    for (property, found) in [("age", "null"), ("size", "nothing")] {
      let optional: Int? = try content.value(forProperty: property)
      #expect(optional == nil)
      let error = conversionError { let _: Int = try content.value(forProperty: property) }
      #expect(error?.path == [.key(property)])
      #expect(error?.expected == "Int")
      #expect(error?.found == found)
      #expect(
        error?.errorDescription
          == "The content cannot be read at /\(property): expected Int, found \(found).")
    }
    #expect(
      conversionError { let _: Int = try content.value(forProperty: "size") }?.code == .missing)
    #expect(try content.value(GeneratedContent.self, forProperty: "age").kind == .null)
  }

  @Test func `reading a property of something else throws`() {
    for content in [
      1.generatedContent, "a".generatedContent, [1].generatedContent,
      Int?.none.generatedContent,
    ] {
      let error = conversionError { let _: Int? = try content.value(forProperty: "age") }
      #expect(error?.code == .typeMismatch)
      #expect(error?.expected == #"an object with "age" (Int)"#)
    }
  }

  @Test func `an error has the path to its place`() {
    let content = GeneratedContent(properties: [
      "title": "Soup",
      "steps": [
        GeneratedContent(properties: ["name": "boil"]),
        GeneratedContent(properties: ["name": "stir", "minutes": 2]),
        GeneratedContent(properties: ["name": 7]),
      ],
    ])
    let error = conversionError { _ = try Recipe(content) }
    #expect(error?.path.pointer == "/steps/2/name")
    #expect(error?.path == [.key("steps"), .index(2), .key("name")])
    #expect(
      error?.errorDescription
        == "The content cannot be read at /steps/2/name: expected String, found the number 7.")
    #expect(error?.recoverySuggestion?.isEmpty == false)
    #expect(error?.errorDescription?.contains("/steps/2/name") == true)
    let odd = GeneratedContent.ConversionError(
      .missing, expected: "Int", found: "nothing", path: [.key("a b"), .key("c\"")])
    #expect(odd.path.pointer == "/a b/c\"")
    #expect((odd as any Error).localizedDescription.contains("expected Int, found nothing"))
  }

  @Test func `what is still arriving counts as absent where it cannot be read`() throws {
    var builder = ContentBuilder()
    builder.beginObject()
    builder.key("colors")
    builder.beginArray()
    builder.string("red")
    builder.beginString()
    builder.appendText("gr")
    let early = builder.snapshot()
    let colors: [Color]? = try early.value(forProperty: "colors")
    #expect(colors == [.red])
    builder.appendText("een")
    #expect(try builder.snapshot().value([Color].self, forProperty: "colors") == [.red])
    builder.endString()
    #expect(try builder.snapshot().value([Color].self, forProperty: "colors") == [.red, .green])
    builder.endArray()
    builder.key("id")
    builder.beginString()
    builder.appendText("E621E1F8-C36C")
    let id: UUID? = try builder.snapshot().value(forProperty: "id")
    #expect(id == nil)
    builder.endString()
    let whole = builder.snapshot()
    #expect(throws: GeneratedContent.ConversionError.self) {
      let _: UUID? = try whole.value(forProperty: "id")
    }
  }

  @Test func `an answer that was cut off is not a value`() throws {
    var builder = ContentBuilder()
    builder.beginObject()
    builder.key("name")
    builder.string("boil")
    let cut = builder.snapshot()
    let error = conversionError { _ = try Step(cut) }
    #expect(error?.code == .incomplete)
    #expect(
      error?.errorDescription
        == "The content cannot be read: expected Step, found an unfinished object.")
    builder.endObject()
    #expect(try Step(builder.snapshot()).name == "boil")
    let outer = GeneratedContent(properties: ["step": cut])
    #expect(!outer.isComplete)
  }

  @Test func `C6: content that has not begun is not a value and has no properties`() throws {
    let builder = ContentBuilder()
    let nothing = builder.snapshot()
    let name: String? = try nothing.value(forProperty: "name")
    #expect(name == nil)
    #expect(conversionError { _ = try String(nothing) }?.code == .incomplete)
    #expect(conversionError { _ = try [Int](nothing) }?.code == .incomplete)
    #expect(conversionError { _ = try Int(nothing) } != nil)
    #expect(conversionError { let _: Int = try nothing.value(forProperty: "a") }?.code == .missing)
  }

  @Test func `a subscript gives plain Swift values`() throws {
    let content = GeneratedContent(properties: [
      "question": "Why?", "yes": true, "count": 3, "ratio": 0.25,
      "big": number("18446744073709551615"), "exact": number("0.12345678901234567890123"),
      "huge": number("1e400"), "none": Int?.none, "list": [1, 2],
      "inner": GeneratedContent(properties: ["a": 1]),
    ])
    #expect(content["question"] as? String == "Why?")
    #expect(content["yes"] as? Bool == true)
    #expect(content["count"] as? Int == 3)
    #expect(content["ratio"] as? Double == 0.25)
    #expect(content["big"] as? Decimal == Decimal(UInt64.max))
    #expect(content["exact"] as? Decimal == Decimal(string: "0.12345678901234567890123"))
    #expect((content["huge"] as? SchemaNumber)?.description == "1e400")
    #expect(content["none"] == nil)
    #expect(content["absent"] == nil)
    #expect((content["list"] as? [any Sendable])?.map { $0 as? Int } == [1, 2])
    #expect((content["inner"] as? GeneratedContent)?["a"] as? Int == 1)
    #expect(1.generatedContent["a"] == nil)
  }

  @Test func `names are found by their bytes`() throws {
    let content = GeneratedContent(properties: ["caf\u{E9}": 1, "cafe\u{301}": 2])
    #expect(try content.value(Int.self, forProperty: "caf\u{E9}") == 1)
    #expect(try content.value(Int.self, forProperty: "cafe\u{301}") == 2)
    #expect(content.properties.map(\.content) == [1.generatedContent, 2.generatedContent])
  }

  @Test func `sequences of other kinds are empty`() {
    #expect(Array(1.generatedContent.elements).isEmpty)
    #expect(Array(GeneratedContent(properties: ["a": 1]).elements).isEmpty)
    #expect(GeneratedContent(elements: [1]).properties.first { _ in true } == nil)
    #expect(GeneratedContent(elements: [1, 2]).elements.underestimatedCount == 2)
  }
}
