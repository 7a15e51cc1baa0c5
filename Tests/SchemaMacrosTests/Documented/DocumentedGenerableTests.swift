#if Macros
import Foundation
import SchemaContent
import SchemaMacros
import Testing

/// Apple's documentation of `@Generable`.
struct DocumentedGenerableTests {
  // Known from: the expansion of the same macro: a default value counts for the memberwise
  // initializer only, so the property is required.
  @Test func `a property with a default value is required`() throws {
    #expect(try encoded(Menu.generationSchema).texts("required") == ["name", "pages"])
    #expect(throws: (any Error).self) {
      try Menu(GeneratedContent(json: #"{"name":"Lunch"}"#))
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

  // Known from: the associated type, whose default is the type itself: plain enumerations and
  // Swift's own types have no other.
  @Test func `plain enumerations, numbers and texts are their own partial types`() {
    #expect(Course.PartiallyGenerated.self == Course.self)
    #expect(Int.PartiallyGenerated.self == Int.self)
    #expect(String.PartiallyGenerated.self == String.self)
    #expect([CookingStep].PartiallyGenerated.self == [CookingStep.PartiallyGenerated].self)
  }
}
#endif
