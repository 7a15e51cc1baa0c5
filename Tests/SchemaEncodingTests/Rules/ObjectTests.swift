import SchemaEncoding
import SchemaTestSupport
import Testing

struct ObjectTests {
  @Test func `E5: only optional properties are absent from required`() throws {
    let expected =
      #"{"type":"object","title":"Maybe","additionalProperties":false,"properties":{"#
      + #""number":{"type":"integer","minimum":1,"maximum":5},"words":{"type":"array","#
      + #""minItems":2,"items":{"type":"string"}},"size":{"type":"string","#
      + #""description":"How large","enum":["small","medium","large","xlarge"]},"#
      + #""flag":{"type":"boolean"}},"required":["flag"]}"#
    #expect(try text(Maybe.self) == expected)
  }

  @Test func `E5: a dialect may require nullable optional properties`() throws {
    let document = try SchemaEncoder(dialect: TestDialect { $0.optional = .nullable })
      .encode(Maybe.self)
    let root = document.root
    #expect(root.required == ["number", "words", "size", "flag"])
    #expect(root.properties[0].schema["type"] == ["integer", "null"])
    #expect(root.properties[1].schema["type"] == ["array", "null"])
    #expect(root.properties[2].schema["type"] == ["string", "null"])
    #expect(
      root.properties[2].schema["enum"] == ["small", "medium", "large", "xlarge", .null])
    #expect(root.properties[3].schema["type"] == "boolean")
  }

  @Test func `E5: a nullable reference is a union with null`() throws {
    struct Maker: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "shape", description: "Any", type: Shape?.self),
            Property(name: "circle", type: Circle?.self),
            Property(name: "again", type: Maker?.self),
          ])
      }
    }
    let document = try text(Maker.self, in: TestDialect { $0.optional = .nullable })
    #expect(
      document.contains(
        ##""shape":{"description":"Any","anyOf":[{"$ref":"#/$defs/Shape"},{"type":"null"}]}"##))
    #expect(document.contains(##""circle":{"anyOf":[{"$ref":"#/$defs/Circle"},{"type":"null"}]}"##))
    #expect(document.contains(##""again":{"anyOf":[{"$ref":"#"},{"type":"null"}]}"##))
  }

  @Test func `E6: every object is closed`() throws {
    let root = try SchemaEncoder(dialect: TestDialect()).encode(Team.self).root
    let objects = [root] + root.definitions.map(\.schema)
    #expect(objects.map(\.type) == ["object", "object"])
    #expect(objects.map { $0["additionalProperties"] } == [false, false])
  }

  @Test func `E6: properties, required and the order keyword are in declaration order`() throws {
    let document = try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = "order" })
      .encode(Reasoned.self)
    let names = ["reasoning", "answer", "zeta", "alpha"]
    #expect(document.root.properties.map(\.name) == names)
    #expect(document.root.required == ["reasoning", "answer", "alpha"])
    #expect(document.root["order"]?.strings == names)
  }

  @Test func `E6: properties are in the order of declaration, not of the alphabet`() throws {
    let expected =
      #""properties":{"reasoning":{"type":"string"},"answer":{"type":"string"},"#
      + #""zeta":{"type":"string"},"alpha":{"type":"string"}},"#
      + #""required":["reasoning","answer","alpha"]}"#
    #expect(try text(Reasoned.self).hasSuffix(expected))
  }

  @Test func `E6: an object without properties still has every keyword`() throws {
    struct Nothing: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [])
      }
    }
    let expected =
      #"{"type":"object","title":"Nothing","additionalProperties":false,"properties":{},"#
      + #""required":[],"order":[]}"#
    #expect(
      try text(Nothing.self, in: TestDialect { $0.keywords.propertyOrder = "order" }) == expected)
  }

  @Test func `E7: a property's description replaces its type's at this place only`() throws {
    struct Two: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "described", description: "Here", type: Size.self),
            Property(name: "plain", type: Size.self),
            Property(name: "part", description: "There", type: Percentage.self),
            Property(name: "share", type: Percentage.self),
          ])
      }
    }
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Two.self)
    let descriptions = document.root.properties.map { $0.schema.description }
    #expect(descriptions == ["Here", "How large", "There", "In percent"])
  }

  @Test func `E7: keywords next to a reference change no other place`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Team.self)
    #expect(document.root.properties[0].schema.description == "Who decides")
    #expect(document.root.properties[1].schema.description == nil)
    #expect(document.root.definitions[0].schema.description == "Somebody")
  }

  @Test func `E7: a description of a reference to the root does not change the root`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Person.self)
    #expect(document.root.description == "Somebody")
    #expect(document.root.properties[2].schema.description == "The best one")
  }

  @Test func `E7: an empty description is written, and a missing one is not`() throws {
    #expect(
      try text(Holder<Size>.schema(description: "")).contains(
        #"{"type":"string","description":"","#))
    #expect(
      try text(Holder<Int>.schema()).contains(#""value":{"type":"integer"}"#))
  }

  @Test func `E7: a description may have any characters`() throws {
    let description = "\"quoted\" back\\slash \n\t\u{1}\u{8}\u{c}\r </x> é 😀 \u{2028}"
    let expected =
      #""description":"\"quoted\" back\\slash \n\t\u0001\b\f\r </x> é 😀 "# + "\u{2028}\""
    let document = try SchemaEncoder(dialect: TestDialect())
      .encode(Holder<Int>.schema(description: description))
    #expect(document.jsonString().contains(expected))
    #expect(document.root.properties[0].schema.description == description)
  }

  @Test func `slashes are not escaped`() throws {
    #expect(!(try text(Team.self)).contains(#"\/"#))
  }
}

private struct Maybe: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "number", type: Int?.self, guides: [.range(1...5)]),
        Property(name: "words", type: [String]?.self, guides: [.minimumCount(2)]),
        Property(name: "size", type: Size?.self),
        Property(name: "flag", type: Bool.self),
      ])
  }
}

private struct Reasoned: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "reasoning", type: String.self), Property(name: "answer", type: String.self),
        Property(name: "zeta", type: String?.self), Property(name: "alpha", type: String.self),
      ])
  }
}
