import SchemaKit
import SchemaTestSupport
import Testing

/// The guide `contains`, from its declaration to documents, verdicts, imports and comparisons.
struct ContainedElementsTests {
  private static let document = #"""
    {"type":"array","contains":{"enum":["a","b"]},"minContains":2,"maxContains":3,"maxItems":5,\#
    "items":{"type":"string"}}
    """#

  private static func schema(
    _ guides: GenerationGuide<[String]>...
  ) throws -> GenerationSchema {
    try GenerationSchema(
      root: DynamicGenerationSchema(type: [String].self, guides: guides), dependencies: [])
  }

  @Test func `E8: a property states the values that its array contains`() throws {
    let tags = DynamicGenerationSchema(
      type: [String].self,
      guides: [.contains("safety", "security", atLeast: 2, atMost: 3), .maximumCount(8)])
    let rows = DynamicGenerationSchema(type: [[Int]].self, guides: [.element(.contains(0))])
    let report = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Report",
        properties: [.init(name: "tags", schema: tags), .init(name: "rows", schema: rows)]),
      dependencies: [])
    let encoded = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(report)
    #expect(encoded.diagnostics.isEmpty)
    let text = encoded.jsonString()
    #expect(
      text.contains(
        #"""
        "tags":{"type":"array","contains":{"enum":["safety","security"]},"minContains":2,\#
        "maxContains":3,"maxItems":8,"items":{"type":"string"}}
        """#), "\(text)")
    #expect(
      text.contains(
        #"""
        "rows":{"type":"array","items":{"type":"array","contains":{"enum":[0]},\#
        "items":{"type":"integer"}}}
        """#), "\(text)")
  }

  @Test func `G1: ranges of the same values are merged, and other values are kept`() throws {
    let guides: [GenerationGuide<[String]>] = [
      .contains("b", "a", atMost: 4), .contains("c"), .contains("a", "b", atLeast: 2),
      .contains("a", "b", atLeast: 0, atMost: 3),
    ]
    let forward = try GenerationSchema(
      root: DynamicGenerationSchema(type: [String].self, guides: guides), dependencies: [])
    let backward = try GenerationSchema(
      root: DynamicGenerationSchema(type: [String].self, guides: guides.reversed()),
      dependencies: [])
    let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
    let text = try encoder.encode(forward).jsonString()
    #expect(
      text == #"""
        {"type":"array","contains":{"enum":["c"]},"allOf":[{"contains":{"enum":["a","b"]},\#
        "minContains":2,"maxContains":3}],"items":{"type":"string"}}
        """#)
    #expect(try encoder.encode(backward).jsonString() == text)
    for validator in [
      try ContentValidator(forward), try ContentValidator(document: GeneratedContent(json: text)),
    ] {
      #expect(validator.isValid(GeneratedContent(elements: ["a", "c", "b"])))
      #expect(!validator.isValid(GeneratedContent(elements: ["a", "b"])))
      #expect(!validator.isValid(GeneratedContent(elements: ["a", "c", "d"])))
      #expect(!validator.isValid(GeneratedContent(elements: ["a", "a", "a", "b", "c"])))
    }
  }

  @Test func `G6: counts that no array has, and guides without a meaning, are errors`() throws {
    let crossed = #expect(throws: SchemaError.self) {
      try SchemaGraph(Self.schema(.contains("a", atLeast: 3), .contains("a", atMost: 2)))
    }
    guard case .contradictoryGuides(_, let context)? = crossed else {
      Issue.record("\(String(describing: crossed))")
      return
    }
    #expect(context.debugDescription.contains("At least 3 and at most 2 elements"))
    for guide in [
      GenerationGuide<[String]>.contains("a", atLeast: -1), .contains("a", atMost: -1),
    ] {
      let error = #expect(throws: SchemaError.self) { try SchemaGraph(Self.schema(guide)) }
      guard case .invalidGuide? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `I1: a document that lists contained values keeps them, and gives the same verdicts`()
    throws
  {
    let imported = try SchemaImporter().import(Self.document)
    #expect(imported.isLossless)
    let encoded = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(imported.schema)
    #expect(
      encoded.jsonString() == #"""
        {"type":"array","contains":{"enum":["a","b"]},"minContains":2,"maxContains":3,\#
        "maxItems":5,"items":{"type":"string"}}
        """#)
    let own = try ContentValidator(imported.schema)
    let other = try ContentValidator(document: GeneratedContent(json: Self.document))
    let texts = ["[]", #"["a"]"#, #"["a","b"]"#, #"["a","a","c","b"]"#, #"["a","a","b","b"]"#]
    for (text, isValid) in zip(texts, [false, false, true, true, false]) {
      let value = try GeneratedContent(json: text)
      #expect(own.isValid(value) == isValid, "\(text)")
      #expect(other.isValid(value) == isValid, "\(text)")
    }
  }

  @Test(arguments: [
    #"{"type":"array","contains":{"type":"string"}}"#, #"{"contains":{"const":1}}"#,
    #"{"type":["array","null"],"contains":{"const":1}}"#,
    #"{"type":"array","contains":{"const":[1]}}"#,
    #"{"type":"array","contains":{"const":1},"prefixItems":[{},{}],"minItems":2,"maxItems":2}"#,
    #"{"const":[1],"type":"array","contains":{"const":2}}"#,
  ])
  func `I2: other forms of the keyword are a warning`(document: String) throws {
    let imported = try SchemaImporter().import(document)
    #expect(imported.diagnostics.contains { $0.rule == .contains })
  }

  @Test func `I2: the keyword next to a union and to a reference is not lost`() throws {
    for document in [
      ##"""
      {"$ref":"#/$defs/a","type":"array","contains":{"const":1},"$defs":{"a":{"type":"array"}}}
      """##,
      #"""
      {
        "type":"array","contains":{"const":1},
        "anyOf":[{"type":"array"},{"maxItems":9,"type":"array"}]
      }
      """#,
    ] {
      let imported = try SchemaImporter().import(document)
      #expect(!imported.diagnostics.contains { $0.rule == .contains })
      let validator = try ContentValidator(imported.schema)
      #expect(validator.isValid(try GeneratedContent(json: "[2,1]")))
      #expect(!validator.isValid(try GeneratedContent(json: "[2,2]")))
    }
  }

  @Test func `a comparison is certain only without the constraint`() throws {
    let plain = try Self.schema()
    let guided = try Self.schema(.contains("a"))
    let narrow = try Self.schema(.contains("a"), .maximumCount(1))
    func compare(_ old: GenerationSchema, _ new: GenerationSchema) throws -> SchemaCompatibility {
      try SchemaCompatibility(from: SchemaGraph(old), to: SchemaGraph(new))
    }
    #expect(try compare(guided, plain).verdict == .compatible)
    #expect(try compare(guided, guided).verdict == .compatible)
    let added = try compare(plain, guided)
    #expect(added.verdict == .unknown)
    #expect(added.reasons.map(\.rule) == [.constraint])
    #expect(try compare(guided, narrow).verdict == .unknown)
  }
}
