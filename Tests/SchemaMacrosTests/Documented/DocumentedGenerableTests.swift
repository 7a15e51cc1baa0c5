#if Macros
import Foundation
import SchemaContent
import SchemaMacros
import Testing

/// Apple's documentation of `@Generable`.
struct DocumentedGenerableTests {
  private let meal = Meal(
    title: "Dal", guests: 4, note: nil, course: .main,
    steps: [CookingStep(text: "Boil", minutes: 12.5)])

  // Known from: the protocol Generable, which is convertible to and from generated content.
  @Test func `a structure is the same after it was content`() throws {
    let content = meal.generatedContent
    #expect(try content.value(String.self, forProperty: "title") == "Dal")
    #expect(try content.value(Int.self, forProperty: "guests") == 4)
    #expect(try Meal(content) == meal)
  }

  // Known from: the expansion, whose initializer is in an extension, so that Swift's own
  // memberwise one stays.
  @Test func `the memberwise initializer stays, with its defaults`() {
    let menu = Menu(name: "Lunch")
    #expect(menu.pages == 2)
    #expect(menu.id != Menu(name: "Lunch").id)
    #expect(Menu(name: "Dinner", pages: 3).summary == "Dinner, 3")
  }

  // Known from: Apple's macro in tests of a reimplementation that compares expansions with it:
  // static, computed and unannotated properties are not generated.
  @Test func `only stored properties with a type are generated`() throws {
    #expect(try encoded(Menu.generationSchema).texts("x-order") == ["name", "pages"])
    let menu = try Menu(GeneratedContent(json: #"{"name":"Lunch","pages":5}"#))
    #expect(menu.pages == 5)
    #expect(orderedKeys(of: Menu(name: "a").generatedContent) == ["name", "pages"])
  }

  // Known from: the expansion of the same macro: a default value counts for the memberwise
  // initializer only, so the property is required.
  @Test func `a property with a default value is required`() throws {
    #expect(try encoded(Menu.generationSchema).texts("required") == ["name", "pages"])
    #expect(throws: (any Error).self) {
      try Menu(GeneratedContent(json: #"{"name":"Lunch"}"#))
    }
  }

  // Known from: the macro's parameter of 26.4, and the default without it.
  @Test func `nil is left out of content`() throws {
    #expect(orderedKeys(of: meal.generatedContent) == ["title", "guests", "course", "steps"])
    var noted = meal
    noted.note = "Hot"
    #expect(try noted.generatedContent.value(String?.self, forProperty: "note") == "Hot")
  }

  // Known from: `representNilExplicitlyInGeneratedContent` of 26.4.
  @Test func `nil is null in content where the macro says so`() throws {
    let content = Table(number: 4, guest: nil).generatedContent
    guard case .structure(let properties, let keys) = content.kind else {
      Issue.record("no structure")
      return
    }
    #expect(keys == ["number", "guest"])
    #expect(properties["guest"]?.kind == .null)
    #expect(try Table(content) == Table(number: 4, guest: nil))
  }

  // Known from: the expansion: a property binds the reader that throws, unless it is optional.
  @Test func `a missing property is an error, and a missing optional is nil`() throws {
    let json = #"{"title":"Dal","guests":4,"course":"main","steps":[]}"#
    #expect(try Meal(GeneratedContent(json: json)).note == nil)
    for name in ["title", "guests", "course", "steps"] {
      let without = json.replacing(#""\#(name)":"#, with: #""other":"#)
      #expect(throws: (any Error).self) { try Meal(GeneratedContent(json: without)) }
    }
  }

  // Known from: every port of the optional reader returns nil for null; that of Apple is a guess.
  @Test func `null is nil for an optional`() throws {
    #expect(try Table(GeneratedContent(json: #"{"number":1,"guest":null}"#)).guest == nil)
    #expect(throws: (any Error).self) {
      try Table(GeneratedContent(json: #"{"number":null,"guest":null}"#))
    }
  }

  // Known from: the expansion of enumerations without associated values.
  @Test func `a case is its name`() throws {
    #expect(Course.allCases.map(\.generatedContent.kind).count == 3)
    #expect(Course.dessert.generatedContent.kind == .string("dessert"))
    #expect(try Course("starter".generatedContent) == .starter)
  }

  // Known from: the same expansion, where the first inherited type is String.
  @Test func `a case of a string enumeration is its raw value`() throws {
    #expect(Temperature.low.generatedContent.kind == .string("very low"))
    #expect(try Temperature("very low".generatedContent) == .low)
    #expect(throws: (any Error).self) { try Temperature("low".generatedContent) }
  }

  // Known from: the same expansion: only raw values of String count.
  @Test func `a case of an integer enumeration is its name`() throws {
    #expect(Grade.second.generatedContent.kind == .string("second"))
    #expect(try Grade("first".generatedContent) == .first)
    #expect(throws: (any Error).self) { try Grade(1.generatedContent) }
  }

  // Known from: the same expansion, which throws for unexpected values.
  @Test func `a value that is no case is an error`() {
    #expect(throws: (any Error).self) { try Course("soup".generatedContent) }
    #expect(throws: (any Error).self) { try Course(3.generatedContent) }
  }

  // Known from: the expansion of enumerations with associated values: an object with `type`.
  @Test func `a case with values is an object with its name as the type`() throws {
    let food = TableOrder.food(name: "Dal", count: 2)
    let content = food.generatedContent
    #expect(try content.value(String.self, forProperty: "type") == "food")
    #expect(try content.value(String.self, forProperty: "name") == "Dal")
    #expect(try content.value(Int.self, forProperty: "count") == 2)
    #expect(try TableOrder(content) == food)
  }

  // Known from: the same expansion: a value without a label is `value`.
  @Test func `a value without a label has a name`() throws {
    let content = TableOrder.drink("Tea").generatedContent
    #expect(try content.value(String.self, forProperty: "value") == "Tea")
    #expect(try TableOrder(content) == .drink("Tea"))
  }

  // Known from: the same expansion: other cases have nothing but the type.
  @Test func `a case without values in such an enumeration has a type only`() throws {
    guard case .structure(_, let keys) = TableOrder.bill.generatedContent.kind else {
      Issue.record("no structure")
      return
    }
    #expect(keys == ["type"])
    #expect(try TableOrder(GeneratedContent(json: #"{"type":"bill"}"#)) == .bill)
    #expect(throws: (any Error).self) {
      try TableOrder(GeneratedContent(json: #"{"type":"tip"}"#))
    }
  }

  // Known from: the fixture of generic types of the same reimplementation.
  @Test func `a generic type is generated for each of its types`() throws {
    let content = try GeneratedContent(json: #"{"content":7}"#)
    #expect(try Crate<Int>(content).content == 7)
    #expect(try Crate<Int>(content).spare == nil)
    #expect(throws: (any Error).self) { try Crate<String>(content) }
    let inner = try Crate<[CookingStep]>(
      GeneratedContent(json: #"{"content":[{"text":"Stir","minutes":1}]}"#))
    #expect(inner.content.map(\.text) == ["Stir"])
  }

  // Known from: the page of PartiallyGenerated: a representation of partially generated content
  // whose properties are optional.
  @Test func `nothing of a value has arrived at first`() throws {
    let partial = try Meal.PartiallyGenerated(GeneratedContent(properties: [:]))
    #expect(partial.title == nil)
    #expect(partial.guests == nil)
    #expect(partial.course == nil)
    #expect(partial.steps == nil)
  }

  // Known from: the sample of streaming in Apple's session on guided generation: properties are
  // there in the order in which they are declared.
  @Test func `a value arrives property by property`() throws {
    let partial = try Meal.PartiallyGenerated(
      GeneratedContent(json: #"{"title":"Dal","guests":4,"course":"main","steps":[{"text":"Bo"#))
    #expect(partial.title == "Dal")
    #expect(partial.guests == 4)
    #expect(partial.course == .main)
    #expect(partial.steps?.first?.text == "Bo")
    #expect(partial.steps?.first?.minutes == nil)
    #expect(partial.note == nil)
  }

  // Known from: the sample of a title in the page of `GeneratedContent.init(json:)`.
  @Test func `a text arrives in part`() throws {
    let partial = try Meal.PartiallyGenerated(GeneratedContent(json: #"{"title":"A story of"#))
    #expect(partial.title == "A story of")
  }

  // Known from: the page of GenerationID: stable for the snapshots of one response.
  @Test func `a partial value has the identifier of its content`() throws {
    let id = GenerationID()
    let first = try Meal.PartiallyGenerated(GeneratedContent(properties: ["title": "D"], id: id))
    let second = try Meal.PartiallyGenerated(
      GeneratedContent(properties: ["title": "Dal", "guests": 4], id: id))
    #expect(first.id == id)
    #expect(first.id == second.id)
    let other = try Meal.PartiallyGenerated(GeneratedContent(properties: [:]))
    #expect(other.id != id)
  }

  // Known from: the extension of Generable: `asPartiallyGenerated()`.
  @Test func `a complete value is also a partially generated value`() throws {
    let partial = meal.asPartiallyGenerated()
    #expect(partial.title == "Dal")
    #expect(partial.steps?.map(\.text) == ["Boil"])
    #expect(partial.note == nil)
  }

  // Known from: the associated type, whose default is the type itself: plain enumerations and
  // Swift's own types have no other.
  @Test func `plain enumerations, numbers and texts are their own partial types`() {
    #expect(Course.PartiallyGenerated.self == Course.self)
    #expect(Int.PartiallyGenerated.self == Int.self)
    #expect(String.PartiallyGenerated.self == String.self)
    #expect([CookingStep].PartiallyGenerated.self == [CookingStep.PartiallyGenerated].self)
  }

  // Known from: the expansion: a partial enumeration mirrors the cases with optional values.
  @Test func `a case whose values have not arrived has none`() throws {
    let partial = try TableOrder.PartiallyGenerated(
      GeneratedContent(json: #"{"type":"food","name":"Da"#))
    guard case .food(let name, let count) = partial else {
      Issue.record("another case")
      return
    }
    #expect(name == "Da")
    #expect(count == nil)
  }

  // Known from: the list of types that are Generable in the interface.
  @Test func `values of Swift's own types are content`() throws {
    #expect(true.generatedContent.kind == .bool(true))
    #expect(3.generatedContent.kind == .number(3))
    #expect(Float(0.5).generatedContent.kind == .number(0.5))
    #expect(2.5.generatedContent.kind == .number(2.5))
    #expect("a".generatedContent.kind == .string("a"))
    #expect(try Decimal(GeneratedContent(json: "0.25")) == Decimal(string: "0.25"))
    #expect(try [Int](GeneratedContent(json: "[1, 2]")) == [1, 2])
  }

  // Known from: the conversion of optionals in the interface; that nil is null is a test of
  // another implementation.
  @Test func `nil is null, and another optional is its value`() {
    #expect(Int?.none.generatedContent.kind == .null)
    #expect(Int?.some(4).generatedContent.kind == .number(4))
  }
}
#endif
