import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct OpenAIDialectTests {
  private let encoder = SchemaEncoder(dialect: OpenAIDialect())

  @Test func `every property is required, and an optional one may be null`() throws {
    let root = try encoder.encode(Booking.self).root
    #expect(root.required == root.properties.map(\.name))
    for name in ["note", "class", "to", "stops"] {
      let property = try #require(root.properties.first { $0.name == name })
      #expect(property.schema.anyOf.last?.type == "null", "\(name)")
    }
  }

  @Test func `a reference has no other keywords: its description is at an anyOf around it`() throws
  {
    let text = try encoder.encode(Booking.self).jsonString()
    #expect(
      text.contains(
        ##""from":{"description":"Where it starts","anyOf":[{"$ref":"#/$defs/Spot"}]}"##))
  }

  @Test(arguments: [[Spot].self, Figure.self, String.self] as [any Generable.Type])
  func `a root that is not an object is an error with a remedy`(type: any Generable.Type) throws {
    let error = try #require(fault(type, in: OpenAIDialect()))
    guard case .unsupported("root", let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.recoverySuggestion?.contains("property of a struct") == true)
  }

  @Test func `D6: a long list of choices may have fewer characters`() throws {
    func choices(_ count: Int, length: Int) throws -> GenerationSchema {
      let texts = (0..<count).map { number in
        let digits = "\(number)"
        return String(repeating: "x", count: length - digits.count) + digits
      }
      let list = DynamicGenerationSchema(type: String.self, guides: [.anyOf(texts)])
      return try GenerationSchema(
        root: DynamicGenerationSchema(
          name: "A", properties: [DynamicGenerationSchema.Property(name: "list", schema: list)]),
        dependencies: [])
    }
    #expect(try fault(choices(250, length: 100), in: OpenAIDialect()) == nil)
    #expect(try fault(choices(300, length: 50), in: OpenAIDialect()) == nil)
    let error = try #require(try fault(choices(300, length: 51), in: OpenAIDialect()))
    guard
      case .limitExceeded("characters of one list of choices", 15_300, 15_000, let context) = error
    else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.pointer == "/list")
    guard
      case .limitExceeded("choices", 1001, 1000, _)? = try fault(
        choices(1001, length: 8), in: OpenAIDialect())
    else {
      Issue.record("A thousand choices are allowed.")
      return
    }
  }

  @Test func `D6: objects nest ten levels deep, not counting arrays between them`() throws {
    #expect(fault(Five<Five<Int>>.self, in: OpenAIDialect()) == nil)
    guard
      case .limitExceeded("depth of objects", 11, 10, let context)? = fault(
        Bare<Five<Five<Int>>>.self, in: OpenAIDialect())
    else {
      Issue.record("Eleven levels are more than ten.")
      return
    }
    #expect(context.path.names.count == 10)
    #expect(context.recoverySuggestion?.contains("title") == true)
  }

  @Test func `D6: the properties of the complete document are counted`() throws {
    #expect(try fault(wide(5000), in: OpenAIDialect()) == nil)
    guard
      case .limitExceeded("properties", 5001, 5000, _)? = try fault(wide(5001), in: OpenAIDialect())
    else {
      Issue.record("5 000 properties are allowed.")
      return
    }
  }
}

/// An object without a title, which is written inline.
private struct Bare<Inner: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "in", type: Inner.self)])
  }
}

private typealias Five<Inner: Generable> = Bare<Bare<[Bare<Bare<Bare<Inner>>>]>>
