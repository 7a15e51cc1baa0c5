import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct GeminiDialectTests {
  private let encoder = SchemaEncoder(dialect: GeminiDialect())

  @Test func `D2: propertyOrdering lists the properties of every object`() throws {
    let root = try encoder.encode(Branch.self).root
    let names = ["name", "main", "others"]
    #expect(root["propertyOrdering"]?.strings == names)
    #expect(root.properties.map(\.name) == names)
    let club = try encoder.encode(PetClub.self)
    let orders = club.root.definitions.compactMap { definition in
      definition.schema["propertyOrdering"]?.strings.map { names in
        "\(definition.name): \(names.joined(separator: " "))"
      }
    }
    #expect(
      club.root["propertyOrdering"]?.strings == [
        "members", "cats", "hedgehogs", "otherPets", "presidentName",
      ])
    #expect(
      orders == [
        "Person: age children name", "Cat: name age profile",
        "Hedgehog: name age favoriteFood home hobbies", "Age: years months",
      ])
    #expect(!club.jsonString().contains("x-order"))
  }

  @Test func `D2: a described reference is wrapped, and others are not`() throws {
    let cat = try encoder.encode(CatAlone.Cat.self).jsonString()
    #expect(
      cat.contains(
        ##"""
        "age":{"description":"The age of the cat, at most 20 years",\##
        "anyOf":[{"$ref":"#/$defs/Age"}]}
        """##
      ))
    let club = try JSONValue(text: encoder.encode(PetClub.self).jsonString())
    var references = 0
    check(club) { schema in
      guard schema["$ref"] != nil else { return }
      references += 1
      #expect(schema.keys.allSatisfy { $0.hasPrefix("$") })
    }
    #expect(references == 6)
  }

  private func check(_ value: JSONValue, _ body: ([String: JSONValue]) -> Void) {
    switch value {
    case .object(let members):
      body(members)
      for member in members.values { check(member, body) }
    case .array(let values): for value in values { check(value, body) }
    default: break
    }
  }

  @Test func `D2: a cycle through required properties is a diagnostic, with its place`() throws {
    let document = try encoder.encode(Ancestor.self)
    #expect(document.diagnostics.count == 1)
    let diagnostic = try #require(document.diagnostics.first)
    #expect(diagnostic.severity == .warning)
    #expect(diagnostic.path.pointer == "/parents")
    #expect(diagnostic.problem.contains("required"))
    #expect(diagnostic.remedy?.contains("optional") == true)
  }

  @Test func `D2: a cycle through an optional property leaves no diagnostic`() throws {
    #expect(try encoder.encode(List.self).diagnostics.isEmpty)
    #expect(try encoder.encode(Wrapped<List>.self).diagnostics.isEmpty)
  }

  @Test func `D2: a cycle through an array or dictionary that may be empty leaves no diagnostic`()
    throws
  {
    #expect(try encoder.encode(PersonAlone.Person.self).diagnostics.isEmpty)
    let node = DynamicGenerationSchema(
      name: "Node",
      properties: [
        DynamicGenerationSchema.Property(
          name: "next",
          schema: .dictionary(of: DynamicGenerationSchema(referenceTo: "Node")))
      ])
    let graph = try SchemaGraph(GenerationSchema(root: node, dependencies: []))
    #expect(
      try encoder.encode(graph).diagnostics.map(\.problem).allSatisfy {
        !$0.contains("required properties")
      })
  }

  @Test func `D2: a cycle through several types is one diagnostic`() throws {
    let document = try encoder.encode(Wrapped<Left>.self)
    #expect(document.diagnostics.map(\.path.pointer) == ["/value/right/middle/left"])
  }

  @Test func `D2: a cycle through a union is a diagnostic`() throws {
    let diagnostics = try encoder.encode(Expression.self).diagnostics
    #expect(diagnostics.map(\.path.pointer) == ["/Sum/terms"])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test func `D2: every cycle is reported if several meet`() throws {
    let document = try encoder.encode(Twins.self)
    #expect(document.diagnostics.map(\.path.pointer) == ["/first", "/second"])
  }

  @Test func `D1: pattern and lengths are described`() throws {
    let schema = GenerationSchema(
      type: List.self,
      properties: [
        Property(
          name: "code", description: "A code", type: String.self,
          guides: [.pattern(/^[A-Z]+$/), .length(2...4)])
      ])
    let document = try encoder.encode(schema)
    let code = document.root.properties[0].schema
    #expect(code.keywords.members.map(\.name) == ["type", "description"])
    #expect(
      code.description
        == "A code. Matches the regular expression '^[A-Z]+$'. At least 2 characters. "
        + "At most 4 characters."
    )
    #expect(document.diagnostics.map(\.path.pointer) == ["/code", "/code", "/code"])
    #expect(document.diagnostics.allSatisfy { $0.severity == .warning && $0.remedy != nil })
  }

  @Test func `D1: exclusive bounds, multiples and mixed choices are described`() throws {
    let document = try encoder.encode(
      GenerationSchema(
        type: List.self,
        properties: [
          Property(
            name: "share", type: Double.self, guides: [.exclusiveMaximum(1), .multiple(of: 0.1)]),
          Property(name: "size", type: Double.self, guides: [.anyOf([0.5, 1])]),
          Property(name: "sure", type: Bool.self, guides: [.constant(true)]),
        ]))
    #expect(
      document.root.properties.map { $0.schema.description } == [
        "Less than 1. A multiple of 0.1.", nil, "One of: true.",
      ])
    #expect(document.root.properties[1].schema["enum"] == [0.5, 1])
    #expect(document.diagnostics.map(\.path.pointer) == ["/share", "/share", "/sure"])
  }

  @Test func `D1: a dictionary is written with a warning`() throws {
    let document = try encoder.encode([String: Int].self)
    #expect(document.jsonString().contains(#""additionalProperties":{"type":"integer"}"#))
    #expect(document.diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    arguments: [
      (Date.self, true), (UUID.self, false), (URL.self, false),
    ] as [(any Generable.Type, Bool)])
  func `D1: formats that Gemini does not know are described`(
    type: any Generable.Type, isKnown: Bool
  ) throws {
    let document = try encoder.encode(type)
    #expect((document.root["format"] != nil) == isKnown)
    #expect(document.diagnostics.isEmpty == isKnown)
    #expect((document.root.description?.hasPrefix("Format: ") ?? false) == !isKnown)
  }

  @Test func `D1: with strict, a described constraint is an error`() throws {
    let strict = SchemaEncoder(dialect: GeminiDialect(), isStrict: true)
    let error = #expect(throws: SchemaError.self) { try strict.encode(Ancestor.self) }
    guard case .unsupported("strict encoding", let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.pointer == "/parents")
    #expect(throws: SchemaError.self) { try strict.encode(UUID.self) }
    #expect(throws: Never.self) { try strict.encode(Shelter.self) }
  }

  @Test(
    arguments: [Hedgehog.self, PetClub.self, Drawing.self, Account.self] as [any Generable.Type])
  func `D2: all written keywords are accepted by Gemini`(type: any Generable.Type) throws {
    let document = try encoder.encode(type)
    let allowed: Set = [
      "$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items",
      "prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties",
      "additionalProperties", "required", "propertyOrdering",
    ]
    #expect(try KeywordNames(in: document).names.subtracting(allowed) == [])
  }
}

private struct Wrapped<Value: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "value", type: Value.self)])
  }
}

private struct List: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "head", type: Int.self), Property(name: "tail", type: [[List]]?.self),
      ])
  }
}

private struct Ancestor: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [Property(name: "parents", type: [Ancestor].self, guides: [.minimumCount(1)])])
  }
}

private struct Left: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "right", type: Right.self)])
  }
}

private struct Right: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [Property(name: "middle", type: [Center].self, guides: [.minimumCount(1)])])
  }
}

private struct Center: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "left", type: Left.self), Property(name: "again", type: Right?.self),
      ])
  }
}

private enum Expression: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Sum.self, Age.self])
  }
}

private struct Sum: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [Property(name: "terms", type: [Expression].self, guides: [.minimumCount(2)])])
  }
}

private struct Twins: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "first", type: Twins.self), Property(name: "second", type: Twins.self),
      ])
  }
}
