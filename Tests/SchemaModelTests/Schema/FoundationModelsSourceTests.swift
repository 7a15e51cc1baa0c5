import Foundation
import SchemaConformances
import SchemaModel
import Testing

/// Code as users of FoundationModels write it by its public interface: every initializer and every
/// static.
///
/// That it compiles is most of what is tested. What the calls make is shown by the properties that
/// the package can see.
struct FoundationModelsSourceTests {
  @Test func `every initializer of a property`() {
    let properties: [GenerationSchema.Property] = [
      .init(name: "a", type: String.self),
      .init(name: "b", description: "B", type: String?.self),
      .init(name: "c", type: Int.self, guides: [.range(1...5)]),
      .init(name: "d", description: "D", type: Int?.self, guides: [.minimum(1), .maximum(5)]),
      .init(name: "e", type: [Cat].self, guides: [.count(3)]),
      .init(name: "f", type: [Cat]?.self, guides: [.count(1...3)]),
      .init(name: "g", type: String.self, guides: [/\d+/]),
      .init(name: "h", description: "H", type: String?.self, guides: [/[a-z]+/]),
      .init(name: "i", type: String.self, guides: [.anyOf(["x", "y"])]),
      .init(name: "j", type: [[String]].self, guides: [.element(.element(.constant("k")))]),
      GenerationSchema.Property(name: "k", description: nil, type: Never.self, guides: []),
    ]
    #expect(properties.map(\.name.text).joined() == "abcdefghijk")
    #expect(
      properties.map(\.isOptional) == [false, true, false, true, false, true, false, true]
        + [false, false, false])
    #expect(properties.map { $0.guides.count } == [0, 0, 1, 2, 1, 1, 1, 1, 1, 1, 0])
    #expect(properties.map(\.summary).compactMap { $0 } == ["B", "D", "H"])
  }

  @Test func `every initializer of a schema`() throws {
    let property = GenerationSchema.Property(name: "name", type: String.self)
    let schemas = [
      GenerationSchema(type: Cat.self, properties: [property]),
      GenerationSchema(type: Cat.self, description: "A cat", properties: [property]),
      GenerationSchema(
        type: Cat.self, representNilExplicitlyInGeneratedContent: true, properties: [property]),
      GenerationSchema(
        type: Cat.self, description: "A cat", representNilExplicitlyInGeneratedContent: false,
        properties: [property]),
      GenerationSchema(type: Mood.self, anyOf: ["happy", "hungry"]),
      GenerationSchema(type: Mood.self, description: "How it is", anyOf: ["happy", "hungry"]),
      GenerationSchema(type: Pet.self, anyOf: [Cat.self, Dog.self]),
      GenerationSchema(type: Pet.self, description: "A pet", anyOf: [Cat.self, Dog.self]),
      try GenerationSchema(
        root: DynamicGenerationSchema(name: "Cat", properties: []), dependencies: []),
    ]
    #expect(
      schemas.map(\.name) == ["Cat", "Cat", "Cat", "Cat", "Mood", "Mood", "Pet", "Pet", "Cat"])
    #expect(schemas.allSatisfy { $0.debugDescription.contains($0.name) })
    let error: GenerationSchema.SchemaError.Type = SchemaError.self
    #expect("\(error)" == "SchemaError")
  }

  @Test func `guides of Int by their functions, and of other integers`() {
    let minimum: (Int) -> GenerationGuide<Int> = GenerationGuide.minimum
    let maximum: (Int) -> GenerationGuide<Int> = GenerationGuide.maximum
    let range: (ClosedRange<Int>) -> GenerationGuide<Int> = GenerationGuide.range
    let types: [GenerationSchema.Property] = [
      .init(name: "a", type: Int.self, guides: [minimum(1), maximum(5), range(2...4)]),
      .init(name: "a", type: Int.self, guides: [.minimum(1), .maximum(5), .range(2...4)]),
    ]
    #expect(types[0].guides == types[1].guides)
    #expect(types[0].guides.count == 3)
    let small: [GenerationGuide<UInt8>] = [.minimum(1), .maximum(5), .range(2...4)]
    let property = GenerationSchema.Property(name: "a", type: UInt8.self, guides: small)
    #expect(property.guides == types[0].guides)
  }

  // Known from FoundationModels 26's interface.
  @Test func `a type without a partially generated form is its own`() throws {
    struct Plain: Generable {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Plain.self, properties: [])
      }
      init() {}
      init(_ content: GeneratedContent) throws {}
      var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
    }
    func partial<Value: Generable>(_ value: Value) throws -> Value.PartiallyGenerated {
      try value.asPartiallyGenerated()
    }
    let whole: Plain = try partial(Plain())
    let form: Plain.PartiallyGenerated = whole.asPartiallyGenerated()
    #expect(form.generatedContent == whole.generatedContent)
    #expect(Plain.PartiallyGenerated.self == Plain.self)
  }

  @Test func `every guide of strings`() {
    let guides: [GenerationGuide<String>] = [
      .constant("a"), .anyOf(["a", "b"]), .pattern(/\d+/), .regex(/\d+/),
    ]
    #expect(guides[0].value == GuideValue(.choices(["a"])))
    #expect(guides[1].value == GuideValue(.choices(["a", "b"])))
    #expect(guides[2].value == guides[3].value)
  }

  @Test func `every guide of numbers`() {
    let integers: [GenerationGuide<Int>] = [.minimum(1), .maximum(5), .range(1...5)]
    let floats: [GenerationGuide<Float>] = [.minimum(1), .maximum(5), .range(1...5)]
    let doubles: [GenerationGuide<Double>] = [.minimum(1), .maximum(5), .range(1...5)]
    let decimals: [GenerationGuide<Decimal>] = [.minimum(1), .maximum(5), .range(1...5)]
    let expected: [GuideValue] = [
      GuideValue(.bounds(minimum: SchemaNumber(1), maximum: nil)),
      GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(5))),
      GuideValue(.bounds(minimum: SchemaNumber(1), maximum: SchemaNumber(5))),
    ]
    #expect(integers.map(\.value) == expected)
    #expect(floats.map(\.value) == expected)
    #expect(doubles.map(\.value) == expected)
    #expect(decimals.map(\.value) == expected)
  }

  @Test func `every guide of arrays`() {
    let guides: [GenerationGuide<[Cat]>] = [
      .minimumCount(1), .maximumCount(5), .count(4), .count(1...5),
    ]
    #expect(
      guides.map(\.value) == [
        GuideValue(.count(minimum: 1, maximum: nil)), GuideValue(.count(minimum: nil, maximum: 5)),
        GuideValue(.count(minimum: 4, maximum: 4)), GuideValue(.count(minimum: 1, maximum: 5)),
      ])
    let nested: GenerationGuide<[[Int]]> = .element(.element(.maximum(5)))
    #expect(nested.value == GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(5)), depth: 2))
  }

  @Test func `guides compile where nothing states the type, as at an attribute`() {
    // As `macro Guide<T: Generable>(description: String? = nil, _ guides: GenerationGuide<T>...)`.
    func guide<T: Generable>(
      description: String? = nil, _ guides: GenerationGuide<T>...
    ) -> [GuideValue] {
      guides.map(\.value)
    }
    // As `macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>)`.
    func guide<RegexOutput>(description: String? = nil, _ regex: Regex<RegexOutput>) -> String {
      description ?? "a regex"
    }
    #expect(guide(.count(4)) == [GuideValue(.count(minimum: 4, maximum: 4))])
    #expect(guide(.count(1...4)) == [GuideValue(.count(minimum: 1, maximum: 4))])
    #expect(
      guide(description: "some", .minimumCount(1), .maximumCount(4)) == [
        GuideValue(.count(minimum: 1, maximum: nil)), GuideValue(.count(minimum: nil, maximum: 4)),
      ])
    #expect(
      guide(.range(1...5)) == [
        GuideValue(.bounds(minimum: SchemaNumber(1), maximum: SchemaNumber(5)))
      ])
    #expect(
      guide(.range(0.1...1000)) == [
        GuideValue(.bounds(minimum: SchemaNumber(0.1), maximum: SchemaNumber(1000)))
      ])
    #expect(guide(.anyOf(["a", "b"])) == [GuideValue(.choices(["a", "b"]))])
    #expect(guide(.constant("a")) == [GuideValue(.choices(["a"]))])
    #expect(
      guide(.minimum(1)) == [GuideValue(.bounds(minimum: SchemaNumber(1), maximum: nil))])
    #expect(guide(.element(.constant("a"))) == [GuideValue(.choices(["a"]), depth: 1)])
    #expect(guide(.pattern(/a/)).count == 1)
    #expect(guide(/a/) == "a regex")
    #expect(guide(description: "digits", /\d/) == "digits")
  }

  @Test func `every way to make a dynamic schema`() throws {
    let cat = DynamicGenerationSchema(
      name: "Cat", description: "A cat",
      properties: [
        DynamicGenerationSchema.Property(
          name: "name", description: "Its name",
          schema: DynamicGenerationSchema(type: String.self)),
        .init(
          name: "age", schema: .init(type: Int.self, guides: [.range(0...20)]), isOptional: true),
        .init(name: "mood", schema: .init(name: "Mood", anyOf: ["happy", "hungry"])),
        .init(name: "friend", schema: .init(referenceTo: "Pet"), isOptional: true),
        .init(name: "nothing", schema: .null),
      ])
    let dog = DynamicGenerationSchema(
      name: "Dog", representNilExplicitlyInGeneratedContent: true, properties: [])
    let pet = DynamicGenerationSchema(
      name: "Pet", description: "Either",
      anyOf: [DynamicGenerationSchema(referenceTo: "Cat"), dog])
    let breed = DynamicGenerationSchema(
      name: "Breed", description: "Which", anyOf: ["siamese", "persian"])
    let root = DynamicGenerationSchema(
      name: "Home",
      properties: [
        .init(
          name: "pets",
          schema: .init(
            arrayOf: .init(referenceTo: "Pet"), minimumElements: 1, maximumElements: 4)),
        .init(name: "breeds", schema: .init(arrayOf: .init(referenceTo: "Breed"))),
        .init(name: "helpers", schema: .array(of: .string)),
        .init(name: "flags", schema: .array(of: .boolean)),
        .init(name: "numbers", schema: .array(of: .integer)),
        .init(name: "weights", schema: .array(of: .number)),
      ])
    let schema = try GenerationSchema(root: root, dependencies: [cat, pet, breed])
    #expect(schema.name == "Home")
    let validated = try ValidatedGenerationSchema(schemas: [root, cat, pet, breed])
    #expect(validated.schema.name == "Home")
  }

  @Test func `errors have the cases and parts that users know`() {
    let context = GenerationSchema.SchemaError.Context(debugDescription: "It is wrong.")
    let errors: [GenerationSchema.SchemaError] = [
      .duplicateType(schema: nil, type: "Cat", context: context),
      .duplicateProperty(schema: "Cat", property: "name", context: context),
      .emptyTypeChoices(schema: "Pet", context: context),
      .undefinedReferences(schema: "Home", references: ["Cat"], context: context),
    ]
    for error in errors {
      let localized: any LocalizedError = error
      #expect(localized.errorDescription?.contains("It is wrong.") == true)
      #expect(localized.recoverySuggestion == nil)
      #expect(error.context.debugDescription == "It is wrong.")
    }
  }
}

private struct Cat: Generable {
  var name: String
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [GenerationSchema.Property(name: "name", type: String.self)])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name]) }
}

private struct Dog: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

private enum Mood: String, Generable {
  case happy
  case hungry

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: ["happy", "hungry"])
  }

  init(_ content: GeneratedContent) throws {
    self = Mood(rawValue: try content.value(String.self)) ?? .happy
  }

  var generatedContent: GeneratedContent { rawValue.generatedContent }
}

private enum Pet: Generable {
  case cat(Cat)
  case dog(Dog)

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Cat.self, Dog.self])
  }

  init(_ content: GeneratedContent) throws { self = .cat(try Cat(content)) }

  var generatedContent: GeneratedContent {
    switch self {
    case .cat(let cat): cat.generatedContent
    case .dog(let dog): dog.generatedContent
    }
  }
}
