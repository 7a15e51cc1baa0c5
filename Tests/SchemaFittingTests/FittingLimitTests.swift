import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import Testing

/// Schemas that are fitted because they are too large, too deep, or endless (rules D6 and D7).
struct FittingLimitTests {
  typealias Dynamic = DynamicGenerationSchema

  private func encode(
    _ root: Dynamic, _ others: [Dynamic] = [], in dialect: any SchemaDialect
  ) throws -> FittedSchema {
    try SchemaEncoder(dialect: dialect)
      .fit(GenerationSchema(root: root, dependencies: others))
  }

  @Test func `D7: recursion is written out for four levels, and is JSON text below`() throws {
    let tree = Dynamic(
      name: "Tree",
      properties: [
        Dynamic.Property(name: "n", schema: .integer),
        Dynamic.Property(name: "next", schema: Dynamic(referenceTo: "Tree"), isOptional: true),
      ])
    let schema = try encode(tree, in: AnthropicDialect())
    #expect(schema.schema.root.definitions.map(\.name) == ["Tree_2", "Tree_3", "Tree_4"])
    #expect(schema.diagnostics.map(\.fitting) == [.recursion])
    var text = "{\"n\":0}"
    for level in 1...9 { text = "{\"n\":\(level),\"next\":\(text)}" }
    try expectThereAndBack(text, schema)
    let answer = try schema.answer(for: GeneratedContent(json: text))
    #expect(answer[["next", "next", "next", "next"]]?.kind != nil)
    #expect(throws: AnswerMappingError.self) {
      try schema.content(
        from: GeneratedContent(
          json: #"{"n":1,"next":{"n":1,"next":{"n":1,"next":{"n":1,"next":"no JSON"}}}}"#))
    }
  }

  @Test func `D7: a part that nests too deep becomes a definition`() throws {
    var inner = Dynamic.integer
    var text = "1"
    for _ in 0..<30 {
      inner = .tuple(of: [inner])
      text = "[\(text)]"
    }
    let schema = try encode(inner, in: OpenAIDialect())
    #expect(!schema.schema.root.definitions.isEmpty)
    try expectThereAndBack(text, schema)
  }

  @Test func `D7: many parts side by side that nest too deep become definitions`() throws {
    var part = #"{"type":"integer"}"#
    var value = "1"
    for _ in 0..<11 {
      part = #"""
        {"type":"object","properties":{"inner":\#(part)},"required":["inner"],\#
        "additionalProperties":false}
        """#
      value = #"{"inner":\#(value)}"#
    }
    let names = (0..<30).map { "part\($0)" }
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":\#(names),"properties":{\#
        \#(names.map { "\"\($0)\":\(part)" }.joined(separator: ","))}}
        """#, in: OpenAIDialect())
    #expect(schema.schema.root.definitions.count == names.count)
    try expectThereAndBack(
      "{\(names.map { "\"\($0)\":\(value)" }.joined(separator: ","))}", schema)
  }

  @Test func `D7: optional properties beyond the limit are arrays of one element or none`() throws {
    let root = Dynamic(
      name: "Root",
      properties: (0..<40).map {
        Dynamic.Property(name: "p\($0)", schema: .integer, isOptional: true)
      })
    let schema = try encode(root, in: AnthropicDialect())
    #expect(schema.schema.root.required.count == 16)
    try expectThereAndBack("{}", schema)
    try expectThereAndBack(#"{"p0":1,"p39":2}"#, schema)
  }

  @Test func `D7: a list in place of an optional property has its diagnostics at its place`() throws
  {
    let root = Dynamic(
      name: "Root",
      properties: (0..<25).map {
        Dynamic.Property(name: "p\($0)", schema: .integer, isOptional: true)
      })
    let schema = try encode(root, in: AnthropicDialect())
    #expect(schema.diagnostics.filter { $0.fitting != nil }.map(\.path.pointer) == ["/p24"])
    // Nobody has declared a count, so none is lost.
    #expect(schema.diagnostics.allSatisfy { $0.severity == .note })
    let strict = SchemaEncoder(dialect: AnthropicDialect(), isStrict: true)
    #expect(throws: Never.self) { try strict.fit(GenerationSchema(root: root, dependencies: [])) }
    let fitted = try #require(schema.diagnostics.first { $0.fitting == .optional })
    #expect(fitted.problem.contains("An answer with more elements"))
    let error = #expect(throws: AnswerMappingError.self) {
      try schema.content(from: GeneratedContent(json: #"{"p24":[1,2]}"#))
    }
    #expect(error?.code == .tooManyValues && error?.path == ["p24"])
  }

  @Test(arguments: [DialectRules.NullForm.keyword, .union, .typeList], [0, 1, 3])
  func `D7: properties that may be null become lists if the dialect allows no more unions`(
    form: DialectRules.NullForm, unions: Int
  ) throws {
    let schema = try FittedDialects.fit(
      document: ##"""
        {"type":"object","additionalProperties":false,"properties":{
          "a":{"$ref":"#/$defs/T","description":"A."},"b":{"type":"integer"},
          "c":{"type":["string","integer"]},"d":{"$ref":"#/$defs/T"},\##
        "e":{"type":["string","null"]}},
         "$defs":{"T":{"type":"object","additionalProperties":false,"properties":{}}}}
        """##,
      in: TestDialect {
        $0.optional = .nullable
        $0.nullForm = form
        $0.definitions?.wrapsDescriptions = true
        $0.limits.unions = unions
      })
    // An absent 'e' cannot be distinguished from null.
    let whole = #"{"a":{},"b":1,"c":2,"d":{},"e":"x"}"#
    for value in [#"{"e":null}"#, whole, #"{"c":"x","e":"y"}"#] {
      try expectThereAndBack(value, schema)
    }
  }

  @Test(arguments: [true, false])
  func `D7: unions beyond the limit are JSON text, but for those in definitions`(
    isReferenced: Bool
  ) throws {
    let union = #"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#
    let names = (0..<20).map { "p\($0)" }
    let parts = names.map { "\"\($0)\":\(isReferenced ? ##"{"$ref":"#/$defs/\##($0)"}"## : union)" }
    let definitions = names.map { "\"\($0)\":\(union)" }
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":\#(names),\#
        "properties":{\#(parts.joined(separator: ","))},\#
        "$defs":{\#(isReferenced ? definitions.joined(separator: ",") : "")}}
        """#, in: AnthropicDialect())
    #expect(schema.diagnostics.count { $0.fitting == .size } == (isReferenced ? 0 : 4))
    let members = (0..<20).map { "\"p\($0)\":\($0 % 2 == 0 ? "1" : "\"a\"")" }
    try expectThereAndBack("{\(members.joined(separator: ","))}", schema)
  }

  @Test func `D7: choices beyond the limit are described`() throws {
    let choices = (0..<600).map { "choice \($0)" }
    let root = Dynamic(
      name: "Root",
      properties: ["a", "b"].map {
        Dynamic.Property(name: $0, schema: Dynamic(type: String.self, guides: [.anyOf(choices)]))
      })
    let schema = try encode(root, in: OpenAIDialect())
    #expect(schema.schema.root.properties.map { $0.schema.choices?.count } == [600, nil])
    #expect(schema.diagnostics.map(\.severity) == [.warning])
    try expectThereAndBack(#"{"a":"choice 1","b":"choice 2"}"#, schema)
  }

  @Test(arguments: [true, false])
  func `D7: choices of several types beyond the limit are JSON text`(isRoot: Bool) throws {
    let choices = (0..<600).map { "\($0),\"choice \($0)\"" }.joined(separator: ",")
    let part = #"{"enum":[\#(choices)]}"#
    let schema = try FittedDialects.fit(
      document: isRoot
        ? part
        : #"""
        {"type":"object","additionalProperties":false,"required":["x"],"properties":{"x":\#(part)}}
        """#, in: OpenAIDialect())
    #expect(schema.diagnostics.contains { $0.fitting == .size && $0.severity == .warning })
    for value in ["1", "\"choice 1\""] {
      try expectThereAndBack(isRoot ? value : "{\"x\":\(value)}", schema)
    }
  }

  @Test func `D7: without fitting, the remedy of a limit names SchemaEncoder.fit(_:)`() throws {
    var part = #"{"type":"integer"}"#
    for _ in 0..<11 {
      part = #"""
        {"type":"object","properties":{"inner":\#(part)},"required":["inner"],\#
        "additionalProperties":false}
        """#
    }
    let schema = try SchemaImporter().import(part).schema
    let error = fault { try SchemaEncoder(dialect: OpenAIDialect()).encode(schema) }
    #expect(error?.recoverySuggestion?.contains("SchemaEncoder.fit(_:)") == true)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `D7: every schema that resolves is accepted in every dialect`(seed: UInt64) throws {
    var schemas = ArbitrarySchemas(seed: seed)
    var count = 0
    for round in 0..<150 {
      let (root, others) = schemas.next()
      guard let schema = try? GenerationSchema(root: root, dependencies: others),
        let graph = try? SchemaGraph(schema)
      else { continue }
      for name in FittedDialects.names {
        let encoder = SchemaEncoder(
          dialect: FittedDialects.dialect(named: name))
        #expect(throws: Never.self, "seed \(seed), round \(round), \(name)") {
          try encoder.fit(graph)
        }
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test func `a schema of many levels is fitted, and its answers are mapped, on a small stack`()
    async throws
  {
    let depth = greatDepth / 20
    let isEqual = try await onSmallStack {
      var schema = Dynamic.any
      for _ in 0..<depth { schema = .array(of: schema) }
      let encoded = try SchemaEncoder(dialect: OpenAIDialect())
        .fit(GenerationSchema(root: schema, dependencies: []))
      let text =
        String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      let options = GeneratedContentParser.Options(maximumDepth: .max)
      let content = try GeneratedContent(json: text, options: options)
      let answer = try encoded.answer(for: content)
      return try encoded.content(from: answer) == content && answer != content
    }
    #expect(isEqual)
  }
}
