#if Macros
import SchemaKit
import Testing

/// The examples of SchemaReading's pages, and of type texts.
struct ReadingExamples {
  // example: person
  @Generable
  struct Person {
    var name: String
    @Guide(.range(0...150))
    var age: Int
  }
  // example: end

  @Test func `a text that is not JSON is read`() throws {
    // example: reading
    let reader = try SchemaReader(Person.self)
    let reading = try reader.read("Here you go: {'name': 'Ada', age: '36'}")
    let person = try Person(reading.content)
    let kinds = Set(reading.mends.map(\.kind))
    // example: end
    #expect(person.name == "Ada")
    #expect(person.age == 36)
    #expect(kinds.count > 1)
  }

  @Test func `a schema is stated in a prompt`() throws {
    // example: type text
    let text = try TypeText(Recipe.self)
    let prompt = "Answer with JSON of the first type, and nothing else:\n\(text)"
    // example: end
    #expect(prompt.contains("\nname:string"))
  }
}
#endif
