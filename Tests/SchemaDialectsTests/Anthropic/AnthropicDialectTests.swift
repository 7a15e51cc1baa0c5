import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct AnthropicDialectTests {
  @Test func `optional properties are omitted, or nullable if the caller chooses this`() throws {
    let omitting = try SchemaEncoder(dialect: AnthropicDialect()).encode(Booking.self)
    #expect(omitting.root.required == ["kind", "from"])
    #expect(!omitting.jsonString().contains("null"))
    let nullable = try SchemaEncoder(dialect: AnthropicDialect(optional: .nullable))
      .encode(Booking.self)
    #expect(nullable.root.required.count == 6)
    #expect(
      nullable.jsonString().contains(
        #""class":{"anyOf":[{"enum":["first","second"]},{"type":"null"}]}"#))
  }

  @Test(
    arguments: [(.omitted, "optional properties", 24), (.nullable, "unions", 16)]
      as [(DialectRules.OptionalForm, String, Int)])
  func `D6: each form of optional is counted, and the error names the other`(
    form: DialectRules.OptionalForm, limit: String, largest: Int
  ) throws {
    let dialect = AnthropicDialect(optional: form)
    #expect(try fault(wide(largest, isOptional: true), in: dialect) == nil)
    let error = try #require(try fault(wide(largest + 1, isOptional: true), in: dialect))
    guard case .limitExceeded(limit, largest + 1, largest, let context) = error else {
      Issue.record("\(error)")
      return
    }
    // The property that crosses the limit.
    let last = try SchemaGraph(wide(largest + 1, isOptional: true)).root.properties.last
    #expect(context.path.names == [try #require(last?.name)])
    #expect(context.recoverySuggestion?.contains("if the dialect allows it") == true)
  }

  @Test(arguments: [AnthropicDialect() as any SchemaDialect, BedrockDialect()])
  func `a document that is too large has one warning, also because of a definition`(
    dialect: any SchemaDialect
  ) throws {
    func schema(_ count: Int) throws -> GenerationSchema {
      let part = DynamicGenerationSchema(
        name: "Part",
        properties: (0..<count).map {
          DynamicGenerationSchema.Property(name: "property\($0)", schema: .string)
        })
      let root = DynamicGenerationSchema(
        name: "Root",
        properties: [
          DynamicGenerationSchema.Property(
            name: "part", schema: DynamicGenerationSchema(referenceTo: "Part"))
        ])
      return try GenerationSchema(root: root, dependencies: [part])
    }
    var encoder = SchemaEncoder(dialect: dialect)
    #expect(try encoder.encode(schema(100)).diagnostics.isEmpty)
    let large = try encoder.encode(schema(300))
    #expect(large.diagnostics.map(\.rule) == [.limitExceeded])
    #expect(
      large.diagnostics.first?.problem
        == "The document has \(large.utf8.count) bytes, and the dialect '\(dialect.name)' probably"
        + " rejects more than 8000, also in definitions.")
    #expect(large.diagnostics.first?.severity == .warning)
    encoder.isStrict = true
    #expect(throws: SchemaError.self) { try encoder.encode(schema(300)) }
  }

  @Test(arguments: [Branch.self, [Branch].self] as [any Generable.Type])
  func `a type that contains itself is an error with its place`(
    type: any Generable.Type
  ) throws {
    let error = try #require(fault(type, in: AnthropicDialect()))
    guard case .unsupported("recursion", let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.names.last == "main")
  }

  @Test(arguments: [(["Red Wine", "red wine"], true), (["Red", "Blue"], false)])
  func `D9: choices that differ in capitals only are a warning, or an error if strict`(
    choices: [String], isWarned: Bool
  ) throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Order",
        properties: [
          DynamicGenerationSchema.Property(
            name: "drink",
            schema: DynamicGenerationSchema(type: String.self, guides: [.anyOf(choices)]))
        ]), dependencies: [])
    let encoded = try SchemaEncoder(dialect: AnthropicDialect()).encode(schema)
    let found = encoded.diagnostics.filter { $0.rule == .capitals }
    #expect(found.map(\.path.pointer) == (isWarned ? ["/drink"] : []))
    #expect(found.allSatisfy { $0.severity == .warning })
    let strict = SchemaEncoder(dialect: AnthropicDialect(), isStrict: true)
    #expect((SchemaTestSupport.fault { try strict.encode(schema) } != nil) == isWarned)
    let other = try SchemaEncoder(dialect: OpenAIDialect()).encode(schema)
    #expect(!other.diagnostics.contains { $0.rule == .capitals })
  }

  @Test func `choices have no type, and a single choice is a constant`() throws {
    let text = try SchemaEncoder(dialect: AnthropicDialect()).encode(Booking.self).jsonString()
    #expect(text.contains(#""class":{"enum":["first","second"]},"kind":{"const":"train"}"#))
  }

  @Test(arguments: [(0, true), (1, true), (2, false)])
  func `minItems is written up to 1`(count: Int, isWritten: Bool) throws {
    let list = DynamicGenerationSchema(arrayOf: .string, minimumElements: count)
    let schema = try GenerationSchema(root: list, dependencies: [])
    let document = try SchemaEncoder(dialect: AnthropicDialect()).encode(schema)
    #expect(document.root["minItems"]?.number == (isWritten ? SchemaNumber(count) : nil))
    #expect(document.root.description == (isWritten ? nil : "At least \(count) elements."))
  }

  @Test(arguments: [#"^(?=a)b"#, #"(a)\1"#, #"\bword\b"#])
  func `D1: a pattern that the service rejects is described`(pattern: String) throws {
    let guide = GenerationGuide<String>.pattern(try Regex(pattern))
    let document = try SchemaEncoder(dialect: AnthropicDialect()).encode(
      GenerationSchema(type: Spot.self, representing: String.self, guides: [guide]))
    #expect(document.root["pattern"] == nil)
    #expect(document.root.description?.contains(pattern) == true)
    #expect(document.diagnostics.contains { $0.problem.contains("'pattern'") })
  }
}
