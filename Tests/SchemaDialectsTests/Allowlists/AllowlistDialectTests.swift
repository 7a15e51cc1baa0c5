import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// The dialects of providers whose pages list the accepted keywords.
struct AllowlistDialectTests {
  private typealias Dynamic = DynamicGenerationSchema

  private func string(_ pattern: String) throws -> GenerationSchema {
    let guide = GenerationGuide<String>.pattern(try Regex(pattern))
    return GenerationSchema(type: Spot.self, representing: String.self, guides: [guide])
  }

  @Test(arguments: [
    ("a+", #"[\s\S]*(?:a+)[\s\S]*"#), ("^a+", #"(?:a+)[\s\S]*"#), ("a+$", #"[\s\S]*(?:a+)"#),
    ("^a+$", "a+"), ("a|b", #"[\s\S]*(?:a|b)[\s\S]*"#), ("^(a|b)$", "(a|b)"),
    (#"^a\$"#, #"(?:a\$)[\s\S]*"#),
  ])
  func `xai compares a pattern with the complete string, so a search is explicit`(
    pattern: String, written: String
  ) throws {
    let document = try SchemaEncoder(dialect: XAIDialect()).encode(string(pattern))
    #expect(document.root["pattern"]?.string == written)
    #expect(!document.diagnostics.contains { $0.code == "dialect.pattern" })
  }

  @Test(arguments: ["^a|b$", "a^b", "(?:^a)", #"\p{L}"#, #"\bword"#, #"(a)\1"#, "(?=a)b"])
  func `D1: xai describes a pattern that it does not accept`(pattern: String) throws {
    let document = try SchemaEncoder(dialect: XAIDialect()).encode(string(pattern))
    #expect(document.root["pattern"] == nil)
    #expect(document.root.description?.contains(pattern) == true)
    #expect(document.diagnostics.map(\.code).contains("dialect.pattern"))
  }

  @Test(arguments: [(256, true), (257, false)])
  func `D1: xai describes counts that it does not enforce`(count: Int, isWritten: Bool) throws {
    let list = Dynamic(arrayOf: .string, maximumElements: count)
    let document = try SchemaEncoder(dialect: XAIDialect())
      .encode(GenerationSchema(root: list, dependencies: []))
    #expect(document.root["maxItems"]?.number == (isWritten ? SchemaNumber(count) : nil))
    #expect(document.root.description == (isWritten ? nil : "At most \(count) elements."))
  }

  @Test(
    arguments: [XGrammarDialect(), TestDialect { $0.tuples = .closedByItems }]
      as [any SchemaDialect])
  func `an array of fixed length is closed by items`(dialect: any SchemaDialect) throws {
    let pair = GenerationSchema(type: Spot.self, tupleOf: [Int.self, Bool.self])
    let text = try SchemaEncoder(dialect: dialect).encode(pair).jsonString()
    #expect(text.contains(#""minItems":2"#))
    #expect(
      text.contains(#""prefixItems":[{"type":"integer"},{"type":"boolean"}],"items":false"#),
      "\(text)")
    #expect(!text.contains("maxItems") && !text.contains("At most"))
  }

  @Test func `D6: cerebras counts names and choices, and no descriptions`() throws {
    func wide(_ length: Int) throws -> GenerationSchema {
      let name = String(repeating: "n", count: length)
      return try GenerationSchema(
        root: Dynamic(
          name: "R", description: String(repeating: "d", count: 9_000),
          properties: [Dynamic.Property(name: name, schema: Dynamic(type: Int.self))]),
        dependencies: [])
    }
    #expect(try fault(wide(5_000), in: CerebrasDialect()) == nil)
    guard
      case .limitExceeded("characters", 5_001, 5_000, _)? = try fault(
        wide(5_001), in: CerebrasDialect())
    else {
      Issue.record("5 001 characters are written.")
      return
    }
  }

  @Test func `D6: azure warns above its limits, which are lower than those of openai`() throws {
    func wide(_ count: Int) throws -> GenerationSchema {
      try GenerationSchema(
        root: Dynamic(
          name: "R",
          properties: (1...count).map {
            Dynamic.Property(name: "p\($0)", schema: Dynamic(type: Int.self))
          }), dependencies: [])
    }
    let azure = SchemaEncoder(dialect: OpenAIDialect(profile: .azure))
    #expect(try azure.encode(wide(100)).diagnostics.isEmpty)
    let warnings = try azure.encode(wide(101)).diagnostics
    #expect(warnings.map(\.rule) == [.limitExceeded])
    #expect(warnings.map(\.severity) == [.warning])
    #expect(try SchemaEncoder(dialect: OpenAIDialect()).encode(wide(101)).diagnostics.isEmpty)
  }

  @Test func `D1: deepseek warns of an object without properties below the root`() throws {
    let empty = Dynamic(name: "Empty", properties: [])
    let root = Dynamic(name: "R", properties: [Dynamic.Property(name: "a", schema: empty)])
    let schema = try GenerationSchema(root: root, dependencies: [])
    let found = try SchemaEncoder(dialect: DeepSeekDialect()).encode(schema).diagnostics
    #expect(found.map(\.rule) == [.unsupported])
    #expect(found.map(\.severity) == [.warning])
    let alone = try GenerationSchema(root: empty, dependencies: [])
    #expect(try SchemaEncoder(dialect: DeepSeekDialect()).encode(alone).diagnostics.isEmpty)
  }

  @Test func `bedrock writes lengths, and its root has no title`() throws {
    let guide = GenerationGuide<String>.length(2...5)
    let schema = GenerationSchema(type: Spot.self, representing: String.self, guides: [guide])
    let text = try SchemaEncoder(dialect: BedrockDialect()).encode(schema).jsonString()
    #expect(text.contains(#""minLength":2,"maxLength":5"#))
    let booking = try SchemaEncoder(dialect: BedrockDialect()).encode(Booking.self)
    #expect(booking.root.title == nil)
  }
}
