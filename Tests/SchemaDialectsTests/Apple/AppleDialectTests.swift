import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct AppleDialectTests {
  private let encoder = SchemaEncoder(dialect: AppleDialect())

  private static let samples: [(name: String, type: any Generable.Type, facts: [String])] = [
    ("age", Age.self, AppleFacts.age), ("cat", CatAlone.Cat.self, AppleFacts.cat),
    ("hedgehog", Hedgehog.self, AppleFacts.hedgehog),
    ("person", PersonAlone.Person.self, AppleFacts.person),
    ("petClub", PetClub.self, AppleFacts.petClub), ("shelter", Shelter.self, AppleFacts.shelter),
    ("newsletter", ShelterNewsletter.self, AppleFacts.newsletter),
  ]

  @Test(arguments: samples)
  func `D3: Apple's own schemas come out equal, keyword by keyword`(
    name: String, type: any Generable.Type, facts: [String]
  ) throws {
    let actual = try JSONValue(text: encoder.encode(type).jsonString()).facts()
    #expect(Set(actual).subtracting(facts) == [], "\(name) says more, or otherwise.")
    #expect(Set(facts).subtracting(actual) == [], "\(name) says less, or otherwise.")
    #expect(actual.count == facts.count)
  }

  @Test(
    .enabled(if: Corpus.has("apple"), Comment(rawValue: Corpus.absence)), arguments: samples)
  func `D3: the listed facts are those of the schemas from Apple's framework`(
    name: String, type: any Generable.Type, facts: [String]
  ) throws {
    let file = Corpus.folder.appendingPathComponent("apple/\(name).json")
    let expected = try JSONValue(contentsOf: file)
    #expect(expected.facts().sorted() == facts.sorted())
    #expect(try JSONValue(text: encoder.encode(type).jsonString()) == expected)
  }

  @Test func `D3: every object has all six keys, also one without properties`() throws {
    struct Nothing: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [])
      }
    }
    #expect(
      try encoder.encode(Nothing.self).jsonString()
        == #"{"type":"object","title":"Nothing","additionalProperties":false,"properties":{},"#
        + #""required":[],"x-order":[]}"#)
  }

  @Test func `D3: every object and union has a title and no plain string has`() throws {
    let parsed = try JSONValue(text: encoder.encode(Zoo.self).jsonString())
    var titles: [String] = []
    visit(parsed) { schema in
      let isTitled = schema["title"] != nil
      let isNamed = schema["type"] == .string("object") || schema["anyOf"] != nil
      #expect(isTitled == isNamed)
      if case .string(let title)? = schema["title"] { titles.append(title) }
    }
    #expect(titles.sorted() == ["Age", "Animal", "Cat", "Hedgehog", "Zoo"])
  }

  /// Calls a function with every schema object that says what kind of value it describes.
  private func visit(_ value: JSONValue, _ body: ([String: JSONValue]) -> Void) {
    guard case .object(let members) = value else { return }
    if members["type"] != nil || members["anyOf"] != nil { body(members) }
    for (name, member) in members {
      switch (name, member) {
      case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
        for schema in schemas.values { visit(schema, body) }
      case ("items", _): visit(member, body)
      case ("anyOf", .array(let schemas)): for schema in schemas { visit(schema, body) }
      default: break
      }
    }
  }

  @Test func `D3: a description is next to a reference`() throws {
    let document = try encoder.encode(Zoo.self)
    let star = document.root.properties[0].schema
    #expect(star.reference == "#/$defs/Animal")
    #expect(star.description == "The favourite")
    #expect(star.keywords.members.map(\.name) == ["$ref", "description"])
  }

  @Test func `D3: a title that two types share is written as the name of the definition`() throws {
    struct Both: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "one", type: Cat.self), Property(name: "two", type: CatAlone.Cat.self),
          ])
      }
    }
    let definitions = try encoder.encode(Both.self).root.definitions
    let names = ["SchemaDialectsTests.Cat", "CatAlone.Cat", "Age"]
    #expect(definitions.map(\.name) == names)
    #expect(definitions.map { $0.schema.title } == names)
  }

  @Test func `D1: constraints that Apple's framework cannot state are described or rejected`()
    throws
  {
    let date = try encoder.encode(Date.self)
    #expect(date.jsonString() == #"{"type":"string","description":"Format: date-time."}"#)
    #expect(date.diagnostics.map(\.severity) == [.warning])
    #expect(throws: SchemaError.self) { try encoder.encode(GeneratedContent.self) }
    let null = try GenerationSchema(root: .null, dependencies: [])
    #expect(throws: SchemaError.self) { try encoder.encode(null) }
  }

  @Test func `D1: number guides that Apple's framework lacks are described`() throws {
    let document = try encoder.encode(
      GenerationSchema(
        type: Age.self,
        properties: [
          Property(
            name: "share", type: Double.self, guides: [.exclusiveMinimum(0), .multiple(of: 0.5)]),
          Property(name: "size", type: Int.self, guides: [.anyOf([36, 38])]),
          Property(name: "next", type: Int.self, guides: [.exclusiveMinimum(4)]),
        ]))
    #expect(
      document.root.properties.map { $0.schema.description } == [
        "More than 0. A multiple of 0.5.", "One of: 36, 38.", nil,
      ])
    #expect(document.root.properties[2].schema["minimum"]?.number == SchemaNumber(5))
    #expect(document.diagnostics.map(\.path.pointer) == ["/share", "/share", "/size"])
  }

  @Test func `D1: dictionaries and tuples are rejected, open objects are closed with a note`()
    throws
  {
    #expect(throws: SchemaError.self) { try encoder.encode([String: Int].self) }
    let tuple = try GenerationSchema(root: .tuple(of: [.string]), dependencies: [])
    #expect(throws: SchemaError.self) { try encoder.encode(tuple) }
    let open = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Open", properties: [.init(name: "a", schema: .string)], additionalProperties: .any),
      dependencies: [])
    let document = try encoder.encode(open)
    #expect(document.root["additionalProperties"] == false)
    #expect(document.diagnostics.map(\.severity) == [.note])
  }

  @Test func `an array at the root has neither title nor order`() throws {
    let document = try encoder.encode([Age].self)
    #expect(document.root.keywords.members.map(\.name) == ["type", "items", "$defs"])
    #expect(document.diagnostics.isEmpty)
  }
}

private enum Animal: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Cat.self, Hedgehog.self])
  }
}

private struct Zoo: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "star", description: "The favourite", type: Animal.self),
        Property(name: "animals", type: [Animal].self), Property(name: "name", type: String.self),
      ])
  }
}
