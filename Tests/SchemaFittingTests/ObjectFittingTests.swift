import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// The fitted forms of objects whose properties have names, patterns or both (rules D7 and D8).
struct ObjectFittingTests {
  private func answer(to schema: FittedSchema, for content: String) throws -> String {
    let content = try GeneratedContent(json: content)
    let answer = try schema.answer(for: content)
    #expect(try schema.content(from: answer) == content, "\(answer.jsonString)\n\(schema)")
    return answer.jsonString(.compact)
  }

  @Test(arguments: [AppleDialect() as any SchemaDialect, OpenAIDialect(), AnthropicDialect()])
  func `D7: properties that match a pattern are entries in addition to the named properties`(
    dialect: any SchemaDialect
  ) throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],
          "patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}
        """#, in: dialect)
    #expect(
      try answer(to: schema, for: #"{"a":1,"xy":"b"}"#)
        == #"{"a":1,"additionalProperties":[{"key":"xy","value":"b"}]}"#)
  }

  private func fitted(_ named: String, _ pattern: String) throws -> FittedSchema {
    try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"b":\#(named)},"required":["b"],
          "patternProperties":{"^b":\#(pattern)},"additionalProperties":false}
        """#, in: OpenAIDialect())
  }

  @Test func `D7: the constraint of a pattern on a named property is a warning`() throws {
    let strings = #"{"type":"array","items":{"type":"string"}"#
    let schema = try fitted("\(strings)}", "\(strings),\"minItems\":2}")
    let warnings = schema.diagnostics.filter { $0.severity == .warning }
    #expect(
      warnings.map(\.problem)
        == ["The document states only in words that 'b' must also satisfy the pattern '^b'."])
    #expect(warnings.map(\.path.pointer) == ["/b"])
  }

  @Test func `D7: the patterns of all objects have one budget`() throws {
    // Only the last patterns are not run, so they may match a name that they do not match.
    func warnings(objects count: Int) throws -> Int {
      let properties = (0..<count).map { number in
        #"""
        "o\#(number)":{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],
          "patternProperties":{"^(x[a-y]{200}){100}\#(number)":{"type":"integer"}},
          "additionalProperties":false}
        """#
      }.joined(separator: ",")
      let schema = try FittedDialects.fit(
        document: #"{"type":"object","properties":{\#(properties)},"additionalProperties":false}"#,
        in: OpenAIDialect())
      return schema.diagnostics.count { $0.problem.contains("must also satisfy the pattern") }
    }
    #expect(try warnings(objects: 1) == 0)
    let count = try warnings(objects: 80)
    #expect(count > 0 && count < 80)
  }

  @Test(arguments: [
    (
      #"{"type":"string"}"#, #"{"type":"string","maxLength":2}"#,
      #""b":{"type":"string","maxLength":2}"#
    ),
    (
      #"{"type":"integer","minimum":1}"#, #"{"type":"number","exclusiveMaximum":3}"#,
      #""b":{"type":"integer","minimum":1,"maximum":2}"#
    ),
    (#"{"enum":["x","y"]}"#, #"{"enum":["y","z"]}"#, #""b":{"type":"string","enum":["y"]}"#),
    (#"{"type":"boolean"}"#, "{}", #""b":{"type":"boolean"}"#),
  ])
  func `D7: a named property states the constraints of a pattern that matches it`(
    named: String, pattern: String, part: String
  ) throws {
    let schema = try fitted(named, pattern)
    #expect(schema.diagnostics.allSatisfy { $0.severity == .note }, "\(schema.diagnostics)")
    #expect(schema.jsonString().contains(part), "\(schema)")
  }

  @Test func `D8: values that match a pattern stay unchanged if only others change`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","patternProperties":{"^x":{"type":"string"}},
          "additionalProperties":{"type":"array","prefixItems":[{"type":"integer"}],
            "minItems":1,"items":false}}
        """#, in: TestDialect { $0.tuples = .rejected })
    #expect(
      try answer(to: schema, for: #"{"x":"a","y":[1]}"#) == #"{"x":"a","y":{"item1":1}}"#)
    let kept = try schema.content(from: GeneratedContent(json: #"{"x":{"item1":1}}"#))
    #expect(kept.jsonString(.compact) == #"{"x":{"item1":1}}"#)
  }

  @Test(
    arguments: [
      (#"{"a":{},"b":{}}"#, #"["a"]"#, ["a", "additionalProperties", "b"], []),
      (#"{"a":{},"b":{}}"#, "[]", ["additionalProperties", "a", "b"], []),
      (
        #"{"a":{},"b":{}}"#, #"["b"]"#, ["a", "b", "additionalProperties"],
        ["'b' comes before 'a'"]
      ),
    ])
  func `D7: the order of properties is noted for declared ones, not for that of the entries`(
    properties: String, required: String, order: [String], notes: [String]
  ) throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":\#(properties.replacing("{}", with: #"{"type":"string"}"#)),
          "required":\#(required),"additionalProperties":{"type":"string"}}
        """#, in: AnthropicDialect())
    #expect(schema.schema.root.properties.map(\.name) == order)
    let found = schema.diagnostics.filter { $0.rule == .propertyOrder }.map(\.problem)
    #expect(found.count == notes.count)
    for (problem, note) in zip(found, notes) { #expect(problem.contains(note), "\(problem)") }
    _ = try answer(to: schema, for: #"{"a":"1","b":"2","c":"3"}"#)
  }

  @Test(arguments: ["longNameOfAProperty", "no"])
  func `D8: an open object that may be null has none of its names twice`(name: String) throws {
    let open = #"""
      {"type":"object","required":["longNameOfAProperty"],
        "properties":{"longNameOfAProperty":{"type":"string"},"no":false},
        "additionalProperties":{"type":"string"}}
      """#
    for part in [open, #"{"anyOf":[\#(open),{"type":"null"}]}"#] {
      let schema = try FittedDialects.fit(
        document: FittedDialects.object(["p": part]), in: AppleDialect())
      func text(key: String) -> String {
        let entry = #"{"key":"\#(key)","value":"b"}"#
        return #"{"p":{"longNameOfAProperty":"a","additionalProperties":[\#(entry)]}}"#
      }
      #expect(
        try answer(to: schema, for: #"{"p":{"longNameOfAProperty":"a","c":"b"}}"#)
          == text(key: "c"))
      let answer = try GeneratedContent(json: text(key: name))
      let error = #expect(throws: AnswerMappingError.self) { try schema.content(from: answer) }
      #expect(error?.code == .duplicateKey)
      #expect(error?.path.pointer == "/p/\(name)")
      #expect(error?.problem.hasSuffix("is the name of a property of the object.") == true)
    }
  }

  @Test func `D7: each fitting of a property is noted once`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"a":{"type":"integer"},"b":false},
          "additionalProperties":false}
        """#, in: TestDialect { $0.optional = .nullable })
    #expect(schema.diagnostics.map(\.fitting) == [.optional])
  }

  @Test
  func `D8: the property with the entries has a name that no other property of the answer has`()
    throws
  {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"additionalProperties?":{"type":"integer"}},
          "required":["additionalProperties?"],"additionalProperties":{"type":"string"}}
        """#,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.objects.propertyNames = .ascii(punctuation: "_", replacement: "")
      })
    #expect(
      try answer(to: schema, for: #"{"additionalProperties?":1,"b":"c"}"#)
        == #"{"additionalProperties":1,"additionalProperties2":[{"key":"b","value":"c"}]}"#)
  }

  @Test func `D8: the characters of a replacement are allowed in names`() throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object([
        "a b": #"{"type":"integer"}"#, "c--d": #"{"type":"integer"}"#,
      ]),
      in: TestDialect { $0.objects.propertyNames = .ascii(punctuation: "", replacement: "--") })
    #expect(schema.schema.root.properties.map(\.name) == ["a--b", "c--d"])
    #expect(schema.diagnostics.map(\.path.pointer) == ["/a b"])
    try expectThereAndBack(#"{"a b":1,"c--d":2}"#, schema)
  }

  @Test(arguments: [
    // An optional property that may be null: its schema and content, its form in an answer, and
    // the content of the answer.
    ("apple", #"{"type":["integer","null"]}"#, #"{"x":null}"#, #"{"x":"null"}"#, #"{"x":null}"#),
    ("apple", #"{"type":["integer","null"]}"#, "{}", "{}", "{}"),
    ("apple", #"{"type":["string","null"]}"#, #"{"x":null}"#, "{}", "{}"),
    ("apple", #"{"enum":["a",null]}"#, #"{"x":null}"#, #"{"x":"null"}"#, #"{"x":null}"#),
    ("anthropic", #"{"type":["string","null"]}"#, #"{"x":null}"#, #"{"x":null}"#, #"{"x":null}"#),
    ("anthropic", #"{"type":["string","null"]}"#, "{}", "{}", "{}"),
    ("openai", #"{"type":["string","null"]}"#, #"{"x":null}"#, #"{"x":null}"#, #"{"x":null}"#),
    ("openai", #"{"type":["string","null"]}"#, "{}", #"{"x":null}"#, #"{"x":null}"#),
  ])
  func `D8: null and absence are distinguished if the dialect can state both`(
    dialect: String, part: String, content: String, answer: String, back: String
  ) throws {
    let schema = try FittedDialects.fit(
      document: #"{"type":"object","properties":{"x":\#(part)},"additionalProperties":false}"#,
      in: FittedDialects.dialect(named: dialect))
    let written = try schema.answer(for: GeneratedContent(json: content))
    #expect(written.jsonString(.compact) == answer, "\(schema)")
    #expect(try schema.content(from: written).jsonString(.compact) == back, "\(schema)")
  }

  @Test(arguments: [
    #"{"type":["string","null"]}"#, #"{"type":["string","integer","null"]}"#,
    ##"{"anyOf":[{"$ref":"#/$defs/T"},{"type":"null"}]}"##,
  ])
  func `D8: an optional property beyond the limit may be null, too`(part: String) throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"x":\#(part)},"additionalProperties":false,
          "$defs":{"T":{"type":"string"}}}
        """#,
      in: TestDialect {
        $0[.null] = .rejected
        $0.limits.optionalProperties = 0
      })
    let validator = try ContentValidator(schema.schema)
    for value in ["{}", #"{"x":null}"#, #"{"x":"a"}"#, #"{"x":"null"}"#] {
      let text = try answer(to: schema, for: value)
      let report = validator.checkedReport(on: try GeneratedContent(json: text))
      #expect(report.isValid, "\(text)\n\(report)\n\(schema)")
    }
  }

  @Test
  func `D7: a union without null keeps its description and that of the remaining alternative`()
    throws
  {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":["x"],"properties":{"x":{
          "description":"The place.","anyOf":[
            {"type":"string","description":"A city."},{"type":"null"}]}}}
        """#, in: AppleDialect())
    #expect(schema.jsonString().contains(#""description":"The place. A city.""#), "\(schema)")
  }

  @Test func `D8: null for an optional property is not one of its choices`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"a":{"enum":["x",false]},"b":{"enum":["x",null]}},
          "additionalProperties":false}
        """#, in: OpenAIDialect())
    let content = try schema.content(from: GeneratedContent(json: #"{"a":null,"b":null}"#))
    #expect(content.jsonString(.compact) == #"{"b":null}"#, "\(schema)")
    #expect(try answer(to: schema, for: #"{"a":false,"b":"x"}"#) == #"{"a":false,"b":"x"}"#)
  }

  @Test func `D7: a renamed union without null is described with its declared name`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":["a b"],"properties":{"a b":{
          "description":"The place.","anyOf":[
            {"type":"string","description":"A city."},{"type":"null"}]}}}
        """#,
      in: TestDialect {
        $0[.null] = .rejected
        $0.objects.propertyNames = .ascii(punctuation: "_")
      })
    #expect(
      schema.schema.root.properties.map(\.schema.description) == [
        "Named 'a b'. The place. A city."
      ], "\(schema)")
    try expectThereAndBack(#"{"a b":"x"}"#, schema)
    try expectThereAndBack(#"{"a b":null}"#, schema)
  }

  @Test(arguments: [DialectRules.Support.written, .rejected])
  func `D7: a union that may be null and absent is noted once`(null: DialectRules.Support) throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"properties":{
          "a":{"type":["string","null"]},"b":{"type":["integer","string","null"]}}}
        """#,
      in: TestDialect {
        $0.optional = .nullable
        $0[.null] = null
      })
    #expect(schema.diagnostics.map(\.path.pointer) == ["/a", "/b"])
    #expect(schema.diagnostics.map(\.fitting) == [.optional, .optional])
  }

  @Test func `D7: the description of a renamed property has its declared name`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":["温度","湿度","风","a"],"properties":{
          "温度":{"type":"integer"},"湿度":{"type":"array","items":{},"description":"In percent."},
          "风":{"$ref":"#/$defs/Wind"},"a":{"$ref":"#/$defs/Wind"}},
         "$defs":{"Wind":{"type":"object","additionalProperties":false,"required":[],
           "properties":{}}}}
        """#, in: AnthropicDialect())
    #expect(
      schema.schema.root.properties.map(\.schema.description) == [
        "Named '温度'.", "Named '湿度'. In percent.", nil, nil,
      ], "\(schema)")
    #expect(!schema.jsonString().contains("allOf") && !schema.jsonString().contains("anyOf"))
  }

  @Test func `D7: a renamed reference is described if null puts it into a union anyway`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":["风"],"properties":{
          "风":{"$ref":"#/$defs/Wind"},"雨":{"$ref":"#/$defs/Wind"}},
         "$defs":{"Wind":{"type":"object","additionalProperties":false,"required":[],
           "properties":{}}}}
        """#, in: AnthropicDialect(optional: .nullable))
    let descriptions = schema.schema.root.properties.map(\.schema.description)
    #expect(descriptions == [nil, "Named '雨'."], "\(schema)")
    #expect(schema.jsonString().components(separatedBy: "anyOf").count == 2)
  }

  @Test func `D7: a reference to the root that has been left out makes no definition of the root`()
    throws
  {
    let document = """
      {"type": "object", "additionalProperties": false,
       "patternProperties": {"^a": {"$ref": "#"}, "^b": {"type": "integer"}}}
      """
    let graph = try SchemaGraph(SchemaImporter().import(document).schema)
    for name in FittedDialects.names {
      let fitted = try SchemaEncoder(dialect: FittedDialects.dialect(named: name)).fit(graph)
      let text = String(decoding: fitted.schema.utf8, as: UTF8.self)
      let references = text.components(separatedBy: #""$ref""#).count - 1
      #expect(fitted.schema.root.definitions.count <= references, "\(name): \(text)")
    }
  }
}
