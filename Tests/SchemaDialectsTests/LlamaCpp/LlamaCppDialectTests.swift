import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct LlamaCppDialectTests {
  private let encoder = SchemaEncoder(dialect: LlamaCppDialect())

  @Test func `references to the root refer to a copy of it`() throws {
    let document = try encoder.encode(Branch.self)
    let copy = try #require(document.root.definitions.first)
    #expect(document.root.definitions.map(\.name) == ["Branch"])
    #expect(copy.schema["properties"] == document.root["properties"])
    #expect(document.jsonString().contains(##""$ref":"#/$defs/Branch""##))
    #expect(!document.jsonString().contains(##""#""##))
    #expect(try encoder.encode(Spot.self).root.definitions.isEmpty)
  }

  @Test func `the copy of the root repeats no diagnostics`() throws {
    let node = DynamicGenerationSchema(
      name: "Node",
      properties: [
        DynamicGenerationSchema.Property(
          name: "weight",
          schema: DynamicGenerationSchema(type: Double.self, guides: [.minimum(0)])),
        DynamicGenerationSchema.Property(
          name: "next", schema: DynamicGenerationSchema(referenceTo: "Node"), isOptional: true),
      ])
    let document = try encoder.encode(GenerationSchema(root: node, dependencies: []))
    #expect(document.diagnostics.map(\.path.pointer) == ["/weight"])
  }

  @Test func `E10: names of definitions stay distinct without punctuation`() throws {
    let names = ["a b", "ab", "a-b", "ä"]
    let parts = names.map { name in
      DynamicGenerationSchema(
        name: name,
        properties: [DynamicGenerationSchema.Property(name: name, schema: .string)])
    }
    let root = DynamicGenerationSchema(
      name: "Root",
      properties: names.map {
        DynamicGenerationSchema.Property(
          name: $0, schema: DynamicGenerationSchema(referenceTo: $0))
      })
    let document = try encoder.encode(GenerationSchema(root: root, dependencies: parts))
    let defined = document.root.definitions.map(\.name)
    #expect(Set(defined).count == 4)
    #expect(defined.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
  }

  @Test(arguments: [
    ("^[A-Z]{3}$", true), ("^(?:ab|cd)+x?$", true), (#"^\d+$"#, false), ("a", false), ("^a", false),
    ("^a|b$", false), ("^[^a]$", false), ("^.$", false), ("^\"$", false), ("^a+?$", false),
    ("^é$", false), (#"^1\.2\+$"#, true), ("^(?<n>a)$", false), ("^(?=a)a$", false),
  ])
  func `D1: a pattern is written if it can be converted to a grammar`(
    pattern: String, isWritten: Bool
  ) throws {
    let guide = GenerationGuide<String>.pattern(try Regex(pattern))
    let document = try encoder.encode(
      GenerationSchema(type: Spot.self, representing: String.self, guides: [guide]))
    #expect((document.root["pattern"] != nil) == isWritten)
    #expect(document.diagnostics.isEmpty == isWritten)
  }

  @Test func `D1: bounds are written on integers of 64 bits`() throws {
    let document = try encoder.encode(
      GenerationSchema(
        type: Spot.self,
        properties: [
          Property(name: "small", type: Int8.self), Property(name: "large", type: UInt64.self),
          Property(name: "real", type: Double.self, guides: [.maximum(1)]),
        ]))
    let schemas = document.root.properties.map(\.schema)
    #expect(schemas[0]["minimum"] != nil && schemas[0]["maximum"] != nil)
    #expect(schemas[1]["minimum"] != nil && schemas[1]["maximum"] == nil)
    #expect(schemas[2]["maximum"] == nil && schemas[2].description == "At most 1.")
  }

  @Test func `D1: of a pattern, a format and lengths the first is written`() throws {
    let guides: [GenerationGuide<String>] = [.pattern(/^a{1,9}$/), .length(1...2)]
    let document = try encoder.encode(
      GenerationSchema(type: Spot.self, representing: String.self, guides: guides))
    #expect(document.root["pattern"] != nil)
    #expect(document.root["minLength"] == nil && document.root["maxLength"] == nil)
    #expect(document.diagnostics.count == 2)
  }
}
