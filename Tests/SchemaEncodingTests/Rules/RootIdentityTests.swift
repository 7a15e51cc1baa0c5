import SchemaEncoding
import SchemaTestSupport
import Testing

/// E3 and E7: references to the root, and types that only resemble the root.
struct RootIdentityTests {
  @Test func `E3: a type that hands on the schema of the root is the root`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Family.generationSchema)
    #expect(document.root.properties.map(\.schema.reference) == ["#", "#"])
    #expect(document.root.definitions.isEmpty)
  }

  @Test func `E7: guides of a type at the root stay there`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(SmallBag.self)
    #expect(document.root["maxProperties"] == 3)
    let parts = document.root.properties
    #expect(parts.map(\.schema.reference) == ["#", "#/$defs/Bag"])
    #expect(document.root.definitions[0].schema["maxProperties"] == nil)
  }

  @Test func `E7: a description of a type at the root stays there`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(BestFriend.self)
    #expect(document.root.description == "The best one")
    let friend = try #require(document.root.properties.first?.schema)
    #expect(friend.reference == "#/$defs/Friend")
    #expect(document.root.definitions[0].schema.description == "A friend")
  }
}

/// Refers to a type that returns its schema, and then to itself.
private struct Family: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "kin", type: Clan?.self), Property(name: "branch", type: Family?.self),
      ])
  }
}

private struct Clan: SchemaOnly {
  static var generationSchema: GenerationSchema { Family.generationSchema }
}

private struct Bag: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: "Bag",
      properties: [
        Property(name: "small", type: SmallBag?.self), Property(name: "any", type: Bag?.self),
      ], additionalProperties: Int.self)
  }
}

private struct SmallBag: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, representing: Bag.self,
      guides: [GenerationGuide(GuideValue(.propertyCount(minimum: nil, maximum: 3)))])
  }
}

private struct Friend: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A friend",
      properties: [Property(name: "friend", type: Friend?.self)])
  }
}

private struct BestFriend: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, description: "The best one", representing: Friend.self)
  }
}
