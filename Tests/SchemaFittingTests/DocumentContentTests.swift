import Foundation
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport
import Testing

/// A document as content has the same value, order and numbers as its text.
struct DocumentContentTests {
  private func check(_ schema: EncodedSchema, _ comment: Comment) throws {
    let content = try schema.content()
    let options = GeneratedContentParser.Options(maximumDepth: .max)
    #expect(content == (try GeneratedContent(json: schema.utf8, options: options)), comment)
    #expect(content.jsonBytes(.compact) == schema.utf8, comment)
    #expect(content.isComplete, comment)
  }

  @Test(.withOptimizer, arguments: FittedDialects.names)
  func `content has the same values as the text, in every dialect`(name: String) throws {
    let dialect = FittedDialects.dialect(named: name)
    let encoder = SchemaEncoder(dialect: dialect)
    var schemas = ArbitrarySchemas(seed: 7)
    var count = 0
    for round in 0..<300 {
      let (root, others) = schemas.next()
      guard let schema = try? GenerationSchema(root: root, dependencies: others),
        let graph = try? SchemaGraph(schema)
      else { continue }
      let comment: Comment = "\(name), round \(round)"
      if let encoded = try? encoder.encode(graph) { try check(encoded, comment) }
      guard let fitted = try? encoder.fit(graph) else { continue }
      try check(fitted.schema, comment)
      count += 1
    }
    #expect(count > 20)
  }

  @Test func `content has the parts of other documents that an adaptation sets`() throws {
    let other = try SchemaEncoder().encode([Bool].self).root
    let number = try #require(SchemaNumber(text: "-1.50e-400".utf8))
    var dialect = TestDialect()
    dialect.adaptation = { keywords, _ in
      keywords["x-schema"] = .schema(other)
      keywords["x-schemas"] = .schemas([other, other])
      keywords["x-number"] = .number(number)
      keywords["x-text"] = "\u{0} \"\\ \u{1F600}"
      keywords["x-values"] = [.null, true, 0.5, ["a/b~": []]]
    }
    let encoded = try SchemaEncoder(dialect: dialect).encode([Int].self)
    try check(encoded, "")
    #expect(encoded.jsonString().contains(#""x-schemas":[{"#))
  }

  @Test func `content of a decoded document has the order of its text`() throws {
    let text = #"{"title":"T","b":[1,18446744073709551615,0.25,null],"type":"object","a":{}}"#
    let decoded = try JSONDecoder().decode(EncodedSchema.self, from: Data(text.utf8))
    try check(decoded, "")
  }

  @Test func `content of a deep document takes no stack`() async throws {
    let depth = greatDepth
    let isSame = try await onSmallStack {
      var schema = DynamicGenerationSchema(type: Int.self)
      for _ in 0..<depth { schema = DynamicGenerationSchema(arrayOf: schema) }
      let encoded = try SchemaEncoder().encode(GenerationSchema(root: schema, dependencies: []))
      return try encoded.content().jsonBytes(.compact) == encoded.utf8
    }
    #expect(isSame)
  }
}
