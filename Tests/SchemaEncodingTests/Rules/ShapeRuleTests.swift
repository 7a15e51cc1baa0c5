import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Dictionaries, open objects, tuples and unions with null.
struct ShapeRuleTests {
  private typealias Dynamic = DynamicGenerationSchema

  private func text(
    of root: DynamicGenerationSchema, in dialect: any SchemaDialect = TestDialect()
  ) throws -> String {
    try SchemaTestSupport.text(GenerationSchema(root: root, dependencies: []), in: dialect)
  }

  private let open = DynamicGenerationSchema(
    name: "Open", properties: [DynamicGenerationSchema.Property(name: "a", schema: .string)],
    additionalProperties: .any)

  @Test func `a dictionary states the schema of its values`() throws {
    #expect(
      try guided([String: Int].self)
        == #"{"type":"object","additionalProperties":{"type":"integer"}}"#)
    #expect(
      try guided([String: [String: Double]].self, .minimumProperties(1), .maximumProperties(9))
        == #"{"type":"object","minProperties":1,"maxProperties":9,"additionalProperties":"#
        + #"{"type":"object","additionalProperties":{"type":"number"}}}"#)
    #expect(
      try guided([String: GeneratedContent].self)
        == #"{"type":"object","additionalProperties":true}"#)
  }

  @Test func `E6: an open object is marked before its properties`() throws {
    #expect(
      try text(of: open)
        == #"{"type":"object","title":"Open","additionalProperties":true,"#
        + #""properties":{"a":{"type":"string"}},"required":["a"]}"#)
    let typed = Dynamic(
      name: "Typed", properties: [Dynamic.Property(name: "a", schema: .string, isOptional: true)],
      additionalProperties: .integer)
    #expect(
      try text(of: typed, in: TestDialect { $0.keywords.propertyOrder = "order" })
        == #"{"type":"object","title":"Typed","additionalProperties":{"type":"integer"},"#
        + #""properties":{"a":{"type":"string"}},"required":[],"order":["a"]}"#)
  }

  @Test func `a tuple states its length`() throws {
    #expect(
      try text(of: .tuple(of: [.string, .integer]))
        == #"{"type":"array","minItems":2,"maxItems":2,"#
        + #""prefixItems":[{"type":"string"},{"type":"integer"}]}"#)
    #expect(try text(of: .tuple(of: [])) == #"{"type":"array","minItems":0,"maxItems":0}"#)
    let pair = GenerationSchema(
      type: Twig.self, description: "Two", tupleOf: [Int.self, [String].self])
    #expect(
      try SchemaTestSupport.text(pair)
        == #"{"type":"array","description":"Two","minItems":2,"maxItems":2,"#
        + #""prefixItems":[{"type":"integer"},{"type":"array","items":{"type":"string"}}]}"#)
  }

  @Test func `a value that may be null is a union with null, without a name`() throws {
    #expect(
      try text(of: .nullable(.string)) == #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#)
    // The union has its null already.
    let optional = Dynamic(
      name: "N",
      properties: [
        Dynamic.Property(name: "a", schema: .nullable(.string), isOptional: true)
      ])
    let document = try text(of: optional, in: TestDialect { $0.optional = .nullable })
    #expect(document.contains(#""a":{"anyOf":[{"type":"string"},{"type":"null"}]}"#))
  }

  @Test func `E2: values of a dictionary and elements of a tuple may be definitions`() throws {
    let leaf = Dynamic(name: "Leaf", properties: [Dynamic.Property(name: "n", schema: .integer)])
    let root = Dynamic(
      name: "Root",
      properties: [
        Dynamic.Property(name: "map", schema: .dictionary(of: leaf)),
        Dynamic.Property(name: "pair", schema: .tuple(of: [leaf, .string])),
      ], additionalProperties: leaf)
    let document = try text(of: root)
    #expect(document.contains(##""additionalProperties":{"$ref":"#/$defs/Leaf"},"properties""##))
    #expect(document.contains(##""map":{"type":"object","additionalProperties":{"$ref""##))
    #expect(document.contains(##""prefixItems":[{"$ref":"#/$defs/Leaf"},{"type":"string"}]"##))
  }

  @Test func `E3: a dictionary may lead back to the root`() throws {
    #expect(
      try SchemaTestSupport.text(Twig.self)
        == ##"{"type":"object","title":"Twig","additionalProperties":false,"properties":"##
        + ##"{"twigs":{"type":"object","additionalProperties":{"$ref":"#"}}},"##
        + ##""required":["twigs"]}"##
    )
  }

  @Test func `E4: a dictionary of itself without a title cannot be written`() throws {
    #expect(
      try SchemaTestSupport.text(Endless.self)
        == ##"{"type":"object","additionalProperties":{"$ref":"#"}}"##, "It is the root.")
    guard case .circularDependency(_, let cycle, let context) = fault(Holder<Endless>.self) else {
      Issue.record("An endless dictionary is encoded.")
      return
    }
    #expect(cycle.isEmpty && context.path.pointer == "/value")
  }

  @Test(
    arguments: [
      GuideValue(.propertyCount(minimum: nil, maximum: 0)),
      GuideValue(.propertyCount(minimum: 2, maximum: nil)),
      GuideValue(.propertyCount(minimum: 3, maximum: 2)),
    ])
  func `E14: a property count that the named properties cross is an error`(guide: GuideValue) throws
  {
    var builder = SchemaTableBuilder(name: "Small")
    _ = builder.append(
      .object(
        [
          GenerationSchema.Property(
            name: "a", summary: nil, reference: .type(Int.self), isOptional: false, guides: [])
        ], additional: nil), title: .title("Small"), guides: [guide])
    guard case .contradictoryGuides = fault(try builder.makeSchema()) else {
      Issue.record("An object with one property satisfies the count.")
      return
    }
  }

  @Test func `D1: a dialect decides about dictionaries, open objects and tuples`() throws {
    let schemas = [
      try GenerationSchema(root: .dictionary(of: .string), dependencies: []),
      try GenerationSchema(root: .tuple(of: [.string]), dependencies: []),
    ]
    let describing = TestDialect {
      $0.objects.additionalProperties = .warned
      $0.objects.open = .closed
    }
    let refusing = TestDialect {
      $0.objects.additionalProperties = .rejected
      $0.tuples = .rejected
      $0.objects.open = .rejected
    }
    let warnings: [[SchemaDiagnostic.Severity]] = [[.warning], []]
    for (schema, warnings) in zip(schemas, warnings) {
      #expect(try SchemaEncoder(dialect: TestDialect()).encode(schema).diagnostics.isEmpty)
      let document = try SchemaEncoder(dialect: describing).encode(schema)
      #expect(document.diagnostics.map(\.severity) == warnings)
      #expect(document.jsonString() == (try SchemaTestSupport.text(schema)))
      guard case .unsupported = fault(schema, in: refusing) else {
        Issue.record("\(schema)")
        continue
      }
    }
    let root = try GenerationSchema(root: open, dependencies: [])
    let closed = try SchemaEncoder(dialect: describing, isStrict: true).encode(root)
    #expect(closed.diagnostics.map(\.severity) == [.note])
    #expect(closed.jsonString().contains(#""additionalProperties":false"#))
    guard case .unsupported = fault(root, in: refusing) else {
      Issue.record("An open object is written where the dialect refuses it.")
      return
    }
  }

  @Test func `a schema is inlined through dictionaries and tuples`() throws {
    let leaf = Dynamic(name: "Leaf", properties: [Dynamic.Property(name: "n", schema: .integer)])
    let root = Dynamic(
      name: "Root", properties: [Dynamic.Property(name: "pair", schema: .tuple(of: [leaf]))],
      additionalProperties: .dictionary(of: leaf))
    let document = try text(of: root, in: TestDialect { $0.definitions = nil })
    let body =
      #"{"type":"object","additionalProperties":false,"properties":{"n":{"type":"integer"}},"#
      + #""required":["n"]}"#
    #expect(
      document
        == #"{"type":"object","title":"Root","additionalProperties":"#
        + #"{"type":"object","additionalProperties":\#(body)},"properties":{"pair":"#
        + #"{"type":"array","minItems":1,"maxItems":1,"prefixItems":[\#(body)]}},"#
        + #""required":["pair"]}"#)
  }

  @Test func `E15: dictionaries may nest to any depth`() async throws {
    let count = try await onSmallStack { () -> Int in
      var schema = DynamicGenerationSchema.string
      for _ in 0..<greatDepth { schema = .tuple(of: [.dictionary(of: schema)]) }
      let graph = try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
      return try SchemaEncoder(dialect: TestDialect()).encode(graph).utf8.count
    }
    let level =
      #"{"type":"array","minItems":1,"maxItems":1,"prefixItems":["#
      + #"{"type":"object","additionalProperties":}]}"#
    #expect(count == greatDepth * level.utf8.count + #"{"type":"string"}"#.utf8.count)
  }
}

private struct Twig: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [Property(name: "twigs", type: [String: Twig].self)])
  }
}

private struct Endless: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, dictionaryOf: Endless.self)
  }
}
