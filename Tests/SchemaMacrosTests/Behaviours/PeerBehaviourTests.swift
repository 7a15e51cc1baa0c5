#if Macros
import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaImport
import SchemaMacros
import Testing

/// The behaviours that the tests of AnyLanguageModel's macros require, by their numbers, with types
/// of our own.
///
/// If a test there expects a mistake by its own documentation, the comment states the behaviour
/// here.
struct PeerBehaviourTests {
  // There, escapes of a description come out twice; here it is the text that the expression gives.
  @Test(arguments: [
    ("lines", "First line\nSecond line"), ("quotes", #"Say "hi" and \ too"#), ("escapes", "a\nb"),
  ])
  func `peer behaviours 1 to 3: a schema with such a description is encoded and decoded`(
    name: String, description: String
  ) throws {
    let data = try JSONEncoder().encode(Texts.generationSchema)
    let decoded = try JSONDecoder().decode(GenerationSchema.self, from: data)
    let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(decoded)
    let property = try #require(schema.root.properties.first { $0.name == name })
    #expect(property.schema.description == description)
  }

  @MainActor
  @Test func `peer behaviour 4: a struct on the main actor`() throws {
    let place = try Place(GeneratedContent(json: #"{"name":"Rome","people":3}"#))
    #expect(place.name == "Rome")
    #expect(try Place(place.generatedContent).people == 3)
    #expect(Place.generationSchema.debugDescription.contains("Place"))
    #expect(place.asPartiallyGenerated().people == 3)
  }

  @Test func `peer behaviour 5: the memberwise initializer's values are in the text`() {
    let library = Library.sample
    let text = library.generatedContent.jsonString
    #expect(text.contains(#""name": "Central""#))
    #expect(text.contains(#""title": "One""#))
  }

  // There, a struct keeps its content and so its id; here nothing is added to what it stores, and
  // the id belongs to the content and to the partial.
  @Test func `peer behaviour 6: a partial has its content's id`() throws {
    let id = GenerationID()
    let content = GeneratedContent(properties: ["title": "One", "pages": 3], id: id)
    #expect(try Book.PartiallyGenerated(content).id == id)
    #expect(try Book(content).generatedContent == content)
    #expect(try Book(content).generatedContent.id == nil)
  }

  @Test func `peer behaviours 7 and 11 to 14: what stands in for a type in a partial`() {
    let partial = Library.sample.asPartiallyGenerated()
    let books: [Book.PartiallyGenerated]? = partial.books
    let shelves: [[Book.PartiallyGenerated]]? = partial.shelves
    let favourite: Book.PartiallyGenerated? = partial.favourite
    let wanted: [Book.PartiallyGenerated]? = partial.wanted
    #expect(books?.map { $0.title } == ["One", "Two"])
    #expect(shelves?.map { $0.map { $0.pages } } == [[1], [2, 3]])
    #expect(favourite?.title == "One")
    #expect(wanted?.count == 1)
  }

  @Test func `peer behaviours 8 to 10 and 12: what is its own partial stays what it is`() {
    let partial = Library.sample.asPartiallyGenerated()
    let name: String? = partial.name
    let floors: Int? = partial.floors
    let area: Double? = partial.area
    let isOpen: Bool? = partial.isOpen
    let tags: [String]? = partial.tags
    let rules: [String]? = partial.rules
    #expect(name == "Central")
    #expect(floors == 2)
    #expect(area == 10.5)
    #expect(isOpen == true)
    #expect(tags == ["a", "b"])
    #expect(rules == ["c"])
  }

  @Test func `peer behaviour 15: of empty content all is nil, and nothing throws`() throws {
    let partial = try Library.PartiallyGenerated(GeneratedContent(properties: [:]))
    #expect(partial.name == nil)
    #expect(partial.books == nil)
    #expect(partial.shelves == nil)
    #expect(partial.favourite == nil)
    #expect(partial.rules == nil)
    #expect(partial.isOpen == nil)
  }

  @Test func `peer behaviour 16: the schema has the optional properties`() throws {
    let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(Library.self)
    #expect(schema.root.properties.map { $0.name }.contains("favourite"))
    #expect(!schema.root.required.contains("favourite"))
    #expect(!schema.root.required.contains("floors"))
    #expect(schema.root.required.contains("name"))
  }

  @Test func `peer behaviours 17 to 19: enums, nested structs and both go there and back`() throws {
    for kind in [BookKind.novel, .poems] { #expect(try BookKind(kind.generatedContent) == kind) }
    let library = Library.sample
    #expect(try Library(library.generatedContent) == library)
    let json = library.generatedContent.jsonString
    #expect(try Library(GeneratedContent(json: json)) == library)
  }

  @Test func `peer behaviour 20: an array with a count`() throws {
    #expect(
      try propertyText("tags", of: Library.self)
        == #"{"type":"array","minItems":2,"maxItems":2,"items":{"type":"string"}}"#)
  }
}

@Generable
private struct Texts {
  @Guide(
    description: """
      First line
      Second line
      """
  )
  var lines: String
  @Guide(description: "Say \"hi\" and \\ too") var quotes: String
  @Guide(description: "a\nb") var escapes: String
}

@MainActor
@Generable
private struct Place {
  @Guide(description: "A town") var name: String
  var people: Int
}

@Generable
private enum BookKind {
  case novel, poems
}

@Generable
private struct Book: Equatable {
  var title: String
  var pages: Int
  var kind: BookKind?
}

@Generable
private struct Library: Equatable {
  var name: String
  var floors: Int?
  var area: Double?
  var isOpen: Bool?
  @Guide(.count(2)) var tags: [String]
  var rules: [String]?
  var books: [Book]
  var shelves: [[Book]]
  var favourite: Book?
  var wanted: [Book]?
}

extension Library {
  fileprivate static let sample = Library(
    name: "Central", floors: 2, area: 10.5, isOpen: true, tags: ["a", "b"], rules: ["c"],
    books: [Book(title: "One", pages: 1, kind: .novel), Book(title: "Two", pages: 2)],
    shelves: [
      [Book(title: "One", pages: 1)], [Book(title: "Two", pages: 2), Book(title: "3", pages: 3)],
    ],
    favourite: Book(title: "One", pages: 1), wanted: [Book(title: "Four", pages: 4)])
}
#endif
