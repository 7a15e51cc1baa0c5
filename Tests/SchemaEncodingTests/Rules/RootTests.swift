import SchemaEncoding
import SchemaTestSupport
import Testing

struct RootTests {
  @Test func `E1: the root is written inline and keeps its title`() throws {
    let expected =
      #"{"type":"object","title":"Circle","additionalProperties":false,"#
      + #""properties":{"radius":{"type":"number"}},"required":["radius"]}"#
    #expect(try text(Circle.self) == expected)
  }

  @Test func `E1: a root union is written inline and keeps its title`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Shape.self)
    #expect(document.root.reference == nil)
    #expect(document.root.title == "Shape")
    #expect(document.root.description == "What it looks like")
    #expect(document.root.anyOf.map(\.reference) == ["#/$defs/Circle", "#/$defs/Square"])
  }

  @Test(arguments: [
    (String.self as any Generable.Type, #"{"type":"string"}"#),
    (Int.self, #"{"type":"integer"}"#),
    (Double.self, #"{"type":"number"}"#),
    (Bool.self, #"{"type":"boolean"}"#),
    ([String].self, #"{"type":"array","items":{"type":"string"}}"#),
    ([[Bool]].self, #"{"type":"array","items":{"type":"array","items":{"type":"boolean"}}}"#),
    (GeneratedContent.self, "{}"),
    (
      Size.self,
      #"{"type":"string","description":"How large","enum":["small","medium","large","xlarge"]}"#
    ),
    (
      Percentage.self,
      #"{"type":"integer","description":"In percent","minimum":0,"maximum":100}"#
    ),
  ])
  func `E1: a root of any kind is written inline`(type: any Generable.Type, expected: String)
    throws
  {
    #expect(try text(type) == expected)
  }

  @Test func `E2: a schema with a title is written once and referenced`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Team.self)
    #expect(document.root.definitions.map(\.name) == ["Person"])
    let references = document.root.properties.map {
      $0.schema.reference ?? $0.schema.items?.reference
    }
    #expect(references == Array(repeating: "#/$defs/Person", count: 3))
  }

  @Test func `E2: a definition does not repeat its title`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Team.self)
    let person = try #require(document.root.definitions.first?.schema)
    #expect(person.title == nil)
    #expect(person.description == "Somebody")
    #expect(person.properties.map(\.name) == ["name", "children", "friend"])
  }

  @Test func `E2: a definition has its title if the dialect writes titles`() throws {
    let document = try SchemaEncoder(dialect: TestDialect { $0.title = { $1 ?? $0.title } })
      .encode(Team.self)
    #expect(document.root.title == "Team")
    #expect(document.root.definitions.map { $0.schema.title } == ["Person"])
  }

  @Test func `E2: no schema has a title if the dialect writes none`() throws {
    let text = try text(Team.self, in: TestDialect { $0.title = { _, _ in nil } })
    #expect(!text.contains("title"))
  }

  @Test func `E2: a schema without a title is written wherever it occurs`() throws {
    struct Shirt: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "chest", type: Size.self), Property(name: "arm", type: Size.self),
          ])
      }
    }
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Shirt.self)
    #expect(document.root.definitions.isEmpty)
    let sizes = ["small", "medium", "large", "xlarge"]
    #expect(document.root.properties.map { $0.schema.choices } == [sizes, sizes])
  }

  @Test func `E2: an alternative of a union may be a definition`() throws {
    let expected =
      #"{"title":"Shape","description":"What it looks like","#
      + ##""anyOf":[{"$ref":"#/$defs/Circle"},{"$ref":"#/$defs/Square"}],"$defs":{"##
      + #""Circle":{"type":"object","additionalProperties":false,"#
      + #""properties":{"radius":{"type":"number"}},"required":["radius"]},"#
      + #""Square":{"type":"object","additionalProperties":false,"#
      + #""properties":{"side":{"type":"number"}},"required":["side"]}}}"#
    #expect(try text(Shape.self) == expected)
  }

  @Test func `E3: a nested occurrence of the root is a reference to the root`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Person.self)
    #expect(document.root.properties[1].schema.items?.reference == "#")
    #expect(document.root.properties[2].schema.reference == "#")
    #expect(document.root.definitions.isEmpty)
  }

  @Test func `E3: a root without a title is referenced in the same way`() throws {
    let expected =
      ##"{"type":"object","additionalProperties":false,"properties":{"next":{"$ref":"#"}},"##
      + #""required":[]}"#
    #expect(try text(Untitled.self) == expected)
  }

  @Test func `E3: a type below the root refers to its own definition`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Team.self)
    let person = try #require(document.root.definitions.first?.schema)
    #expect(person.properties[2].schema.reference == "#/$defs/Person")
  }

  @Test func `E3: the root occurs again in other types`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Chicken.self)
    #expect(document.root.properties[0].schema.reference == "#/$defs/Egg")
    #expect(document.root.definitions[0].schema.properties[0].schema.reference == "#")
  }

  @Test func `E3: an array at the root that occurs inside under guides is written out there`()
    throws
  {
    let document = try SchemaEncoder(dialect: TestDialect()).encode([Person].self)
    let person = try #require(document.root.definitions.first?.schema)
    let children = person.properties[1].schema
    #expect(children.type == "array")
    #expect(children["maxItems"] == 3)
    #expect(children.items?.reference == "#/$defs/Person")
  }

  @Test(
    arguments: [
      Branches<Branch>.self, [Branch].self, Twigs.self,
    ] as [any Generable.Type])
  func `E3: an array at the root that occurs inside is referred to`(type: any Generable.Type) throws
  {
    let branch =
      ##""$defs":{"Branch":{"type":"object","additionalProperties":false,"properties":{"##
      + ##""named":{"$ref":"#"},"generic":{"$ref":"#"},"optional":{"$ref":"#"}},"##
      + ##""required":["named","generic"]}}}"##
    let expected = ##"{"type":"array","items":{"$ref":"#/$defs/Branch"},"## + branch
    if type == [Branch].self {
      #expect(try text(type) == expected)
      let schema = [Branch].generationSchema
      #expect(try SchemaEncoder(dialect: TestDialect()).encode(schema).jsonString() == expected)
    } else {
      // What gives the schema of the arrays as its own is not the type of the arrays.
      #expect(try text(type).hasPrefix(##"{"type":"array","items":{"$ref":"#/$defs/Branch"}"##))
    }
  }

  @Test func `E3: a root that is an alias of an array of itself with guides is referenced`() throws
  {
    #expect(try text(Few.self) == ##"{"type":"array","maxItems":3,"items":{"$ref":"#"}}"##)
  }

  @Test func `E15: types that contain themselves and each other do not overflow the stack`()
    async throws
  {
    let texts = try await onSmallStack {
      [try text(Person.self), try text([Chicken].self), try text(Untitled.self)]
    }
    let references = texts.map { $0.matches(of: /"\$ref":"([^"]*)"/).map { String($0.output.1) } }
    #expect(
      references == [
        ["#", "#"], ["#/$defs/Chicken", "#/$defs/Egg", "#/$defs/Chicken"], ["#"],
      ])
  }

  @Test func `E3: a schema that is passed for a type does not replace the type inside`() throws {
    let schema = GenerationSchema(
      type: String.self, properties: [Property(name: "name", type: String.self)])
    #expect(
      try text(schema)
        == #"{"type":"object","title":"String","additionalProperties":false,"properties":{"#
        + #""name":{"type":"string"}},"required":["name"]}"#,
      "A string is no object with a name.")
  }
}

private struct Branch: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "named", type: [Branch].self), property(of: [Branch].self),
        Property(name: "optional", type: [Branch]?.self),
      ])
  }

  /// The compiler does not know here that the type is an array.
  private static func property<Value: Generable>(of type: Value.Type) -> Property {
    Property(name: "generic", type: type)
  }
}

private struct Branches<Element: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema { [Element].generationSchema }
}

private struct Twigs: SchemaOnly {
  static var generationSchema: GenerationSchema { [Branch].generationSchema }
}

private struct Few: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, representing: [Few].self, guides: [.maximumCount(3)])
  }
}

private struct Untitled: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "next", type: Untitled?.self)])
  }
}

private struct Chicken: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "egg", type: Egg?.self)])
  }
}

private struct Egg: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "chicken", type: Chicken.self)])
  }
}
