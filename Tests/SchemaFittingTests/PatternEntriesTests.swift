import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport
import Testing

/// Properties whose names match patterns, in dialects without patterns of names (rules D7 and D8).
struct PatternEntriesTests {
  private func fitted(
    _ object: String, in dialect: any SchemaDialect = OpenAIDialect()
  ) throws -> FittedSchema {
    try FittedDialects.fit(document: object, in: dialect)
  }

  private func warnings(_ schema: FittedSchema) -> [String] {
    schema.diagnostics.filter { $0.severity == .warning }.map(\.problem)
  }

  /// Maps content to an answer and back.
  private func answer(to schema: FittedSchema, for content: String) throws -> String {
    let content = try GeneratedContent(json: content)
    let answer = try schema.answer(for: content)
    #expect(try schema.content(from: answer) == content, "\(answer.jsonString)\n\(schema)")
    return answer.jsonString(.compact)
  }

  private static let key =
    #""key":{"type":"string","description":"The key, which no other entry has.""#

  @Test(arguments: [
    #""patternProperties":{".*":{"type":"integer"}}"#,
    #""patternProperties":{"":{"type":"integer"}},"additionalProperties":false"#,
    #""patternProperties":{"^a":{"type":"integer"}},"additionalProperties":{"type":"integer"}"#,
  ])
  func `D7: one schema for all names is the schema of the values`(rules: String) throws {
    let schema = try fitted(#"{"type":"object",\#(rules)}"#)
    #expect(warnings(schema).isEmpty)
    let text = schema.jsonString()
    #expect(text.contains(#"\#(Self.key)},"value":{"type":"integer"}"#), "\(text)")
    #expect(
      try answer(to: schema, for: #"{"x":1}"#).contains(#"[{"key":"x","value":1}]"#))
    let map = try fitted(#"{"type":"object",\#(rules)}"#, in: XGrammarDialect())
    #expect(map.jsonString().contains(#""additionalProperties":{"type":"integer"}"#))
  }

  @Test func `D7: the key of one schema has the pattern or the names`() throws {
    let integer = #"{"type":"integer"}"#
    func text(_ patterns: String) throws -> String {
      let schema = try fitted(
        #"{"type":"object","patternProperties":{\#(patterns)},"additionalProperties":false}"#)
      #expect(warnings(schema).isEmpty)
      return schema.jsonString()
    }
    let one = try text(#""^a":\#(integer)"#)
    #expect(one.contains(#"\#(Self.key),"pattern":"^a"},"value":\#(integer)"#), "\(one)")
    let two = try text(#""^a":\#(integer),"^b":\#(integer)"#)
    #expect(two.contains(#","pattern":"(?:^a)|(?:^b)"},"value":\#(integer)"#), "\(two)")
    let lengths = try text(#""^[\\s\\S]{1,3}$":\#(integer)"#)
    #expect(lengths.contains(#","minLength":1,"maxLength":3},"value":\#(integer)"#), "\(lengths)")
    let names = try text(#""^(a|b)$":\#(integer)"#)
    #expect(names.contains(#","enum":["a","b"]},"value":\#(integer)"#), "\(names)")
  }

  @Test func `D7: many kinds of entries leave the forbidden keys to the object`() throws {
    func text(_ count: Int) throws -> String {
      let patterns = (0..<count).map { #""^x\#($0)y":{"type":"integer","minimum":\#($0)}"# }
      let schema = try fitted(
        """
        {"type":"object","properties":{"never":false},"additionalProperties":false,
          "patternProperties":{\(patterns.joined(separator: ","))}}
        """)
      #expect(
        warnings(schema).contains(
          "The document states only in words which keys the entries must not have."))
      return schema.jsonString()
    }
    let few = try text(16)
    #expect(few.split(separator: "It is not 'never'.").count == 17, "\(few)")
    #expect(!few.contains("For the key of each entry"), "\(few)")
    let many = try text(17)
    #expect(many.split(separator: "It is not 'never'.").count == 2, "\(many)")
    #expect(many.contains("For the key of each entry: It is not 'never'."), "\(many)")
  }

  @Test func `D7: what an object states of all keys is not told of its entries again`() throws {
    func text(_ count: Int, _ never: String = "") throws -> String {
      let patterns = (0..<count).map { #""^x\#($0)y":{"type":"integer","minimum":\#($0)}"# }
      return try fitted(
        """
        {"type":"object","properties":{\(never)},"additionalProperties":false,
          "propertyNames":{"pattern":"^[a-z0-9]+$"},
          "patternProperties":{\(patterns.joined(separator: ","))}}
        """
      ).jsonString()
    }
    // The object itself, and each kind of entries.
    #expect(try text(16).split(separator: "^[a-z0-9]+$").count == 18)
    #expect(try text(17).split(separator: "^[a-z0-9]+$").count == 2)
    let forbidden = try text(17, #""never":false"#)
    #expect(forbidden.split(separator: "^[a-z0-9]+$").count == 2, "\(forbidden)")
    #expect(forbidden.contains("For the key of each entry: It is not 'never'."), "\(forbidden)")
  }

  @Test func `D7: each schema of values has entries of its own`() throws {
    let schema = try fitted(
      #"""
      {"type":"object","patternProperties":{"^i":{"type":"integer"},"^s":{"type":"string"}},
        "additionalProperties":{"type":"boolean"}}
      """#)
    #expect(
      warnings(schema)
        == ["The document states only in words that other keys match none of the patterns."])
    #expect(
      try answer(to: schema, for: #"{"s1":"x","i1":1,"b":true,"i2":2}"#)
        .contains(
          #"{"additionalProperties":[{"key":"b","value":true}],"#
            + #""patternProperties":[{"key":"i1","value":1},{"key":"i2","value":2}],"#
            + #""patternProperties_2":[{"key":"s1","value":"x"}]}"#))
    let text = schema.jsonString()
    #expect(text.contains("It does not match the regular expression '^i'."), "\(text)")
    #expect(
      text.contains(
        "Properties whose names match '^s', each with its name as the key; often none."))
  }

  @Test func `D7: values whose keys match several patterns are told in words`() throws {
    let schema = try fitted(
      #"""
      {"type":"object","patternProperties":{"^a":{"type":"string"},
        "b$":{"type":"string","maxLength":3}},"additionalProperties":false}
      """#)
    #expect(
      Set(warnings(schema)) == [
        "The document states only in words that a value whose key matches several patterns must "
          + "satisfy the schemas of all of them."
      ])
    #expect(
      schema.jsonString().contains(
        "If it also matches 'b$', the value also fits entries with such keys."))
  }

  private static let together =
    "If it also fits the keys of other entries, the value also fits these entries."

  /// An object with patterns whose values all differ.
  private func fitted(patterns: [String]) throws -> FittedSchema {
    let members = patterns.enumerated().map { #""\#($1)":{"const":\#($0)}"# }
    return try fitted(
      #"{"type":"object","patternProperties":{\#(members.joined(separator: ","))}}"#)
  }

  @Test func `D7: a key names few of the other patterns that it may match`() throws {
    let few = try fitted(patterns: (0..<8).map { "a\($0)_" }).jsonString()
    #expect(few.contains("If it also matches 'a7_'") && !few.contains(Self.together))
    let many = try fitted(patterns: (0..<20).map { "a\($0)_" })
    #expect(many.jsonString().contains(Self.together))
    #expect(!many.jsonString().contains("If it also matches"))
    let problems = warnings(many)
    #expect(problems.contains { $0.contains("a value whose key matches several patterns") })
    #expect(!problems.contains { $0.contains("out of proportion") })
    // No key matches two of these.
    let distinct = try fitted(patterns: (0..<32).map { "^\($0)_" })
    #expect(!distinct.jsonString().contains(Self.together))
    #expect(!warnings(distinct).contains { $0.contains("several patterns") })
  }

  @Test func `D7, H3: patterns that are not compared are said to have common keys`() throws {
    // A comparison of two of these takes a thousand steps, and finds no common key.
    let patterns = (0..<40).map { "^[^a]{100}\($0)$" }
    let few = try fitted(patterns: Array(patterns.prefix(4)))
    #expect(!few.jsonString().contains(Self.together))
    #expect(!warnings(few).contains { $0.contains("several patterns") })
    let many = try fitted(patterns: patterns)
    #expect(many.jsonString().contains(Self.together))
    #expect(
      warnings(many).contains(
        "Not all patterns were compared, because the work would be out of proportion to the "
          + "schema, so the document states only in words that a value whose key matches several "
          + "patterns must satisfy the schemas of all of them."))
    let key = String(repeating: "b", count: 100) + "39"
    #expect(try answer(to: many, for: #"{"\#(key)":39}"#).contains(#""key":"\#(key)""#))
  }

  @Test(arguments: [
    #""patternProperties":{"^(a|b)$":{}},"additionalProperties":false"#,
    #""patternProperties":{"$^x":{"type":"null"}},"additionalProperties":false"#,
    #""patternProperties":{"^a$":{}},"propertyNames":{"enum":["a","b"]}"#,
    #""maxProperties":1,"required":["a"],"additionalProperties":true"#,
  ])
  func `D7: what no valid answer has is not offered`(rules: String) throws {
    let schema = try fitted(
      #"""
      {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},\#(rules)}
      """#)
    #expect(!schema.jsonString().contains("key"), "\(schema)")
  }

  @Test func `D7: a pattern of a named property narrows the property`() throws {
    let schema = try fitted(
      #"""
      {"type":"object","properties":{"a":{"type":"string"}},"required":["a"],
        "patternProperties":{"^a$":{"minLength":2}},"additionalProperties":false}
      """#)
    #expect(schema.jsonString().contains(#""a":{"type":"string","minLength":2}"#), "\(schema)")
  }

  @Test(arguments: [
    (#""patternProperties":{"^x":false},"#, "It does not match the regular expression '^x'."),
    (#""properties":{"x":false},"#, "It is not 'x'."),
    (#""properties":{"x":false,"y":false},"#, "It is not 'x' or 'y'."),
  ])
  func `D7: keys that no entry has are told in words`(rules: String, words: String) throws {
    let schema = try fitted(
      #"{"type":"object",\#(rules)"additionalProperties":{"type":"integer"}}"#)
    #expect(
      warnings(schema)
        == ["The document states only in words which keys the entries must not have."])
    #expect(schema.jsonString().contains(words), "\(schema)")
  }
}
