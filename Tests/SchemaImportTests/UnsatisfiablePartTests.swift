import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

/// I3: what nothing can satisfy is left out with a warning where the document can do without it.
struct UnsatisfiablePartTests {
  @Test(
    arguments: [
      (
        #"{"type":"object","properties":{"b":{"type":"object","enum":["x"]},"c":{"type":"null"}}}"#,
        "/properties/b", ["b", "c"]
      ),
      (
        #"{"type":"object","properties":{"b":{"type":"integer","minimum":2,"maximum":1}}}"#,
        "/properties/b", ["b"]
      ),
      (
        // The array needs an element, so the property that holds it has no value.
        #"""
        {"type":"object","properties":{"b":{"type":"array","minItems":1,\#
        "items":{"type":"null","enum":[1]}}}}
        """#,
        "/properties/b/items", ["b"]
      ),
      (
        #"{"type":"object","patternProperties":{"^b":{"type":"null","enum":[1]}}}"#,
        "/patternProperties/^b", ["^b"]
      ),
    ])
  func `I3: an optional property that nothing satisfies is left out with a warning`(
    document: String, place: String, names: [String]
  ) throws {
    let outcome = try importing(document)
    let root = try SchemaGraph(outcome.imported.schema).root
    #expect(outcome.imported.diagnostics.map(\.rule) == [.neverValid])
    #expect(outcome.imported.diagnostics.map(\.path.pointer) == [place])
    #expect(outcome.imported.diagnostics.first?.severity == .warning)
    let found = root.properties.map(\.name) + root.patternProperties.map(\.pattern.source)
    #expect(found == names)
    let nodes = root.properties.map(\.node) + root.patternProperties.map(\.node)
    #expect(nodes.first?.kind == .never)
    // I5: a part that was left out stays left out, without a diagnostic.
    #expect(try importing(outcome.text).text == outcome.text)
    #expect(try importing(outcome.text).losses.isEmpty)
  }

  @Test
  func `I3: further properties, elements and alternatives that nothing satisfies are left out`()
    throws
  {
    let never = #"{"type":"string","enum":[1]}"#
    let object = try importing("{\"type\":\"object\",\"additionalProperties\":\(never)}")
    #expect(object.imported.diagnostics.map(\.rule) == [.neverValid])
    #expect(object.text.contains(#""additionalProperties":false"#))
    let array = try importing("{\"type\":\"array\",\"maxItems\":3,\"items\":\(never)}")
    #expect(array.imported.diagnostics.map(\.rule) == [.neverValid])
    #expect(array.text.contains(#""maxItems":0"#))
    let union = try importing("{\"anyOf\":[\(never),{\"type\":\"null\"}]}")
    #expect(union.imported.diagnostics.map(\.rule) == [.neverValid])
    let types = try importing(#"{"type":["integer","string"],"minimum":2,"maximum":1}"#)
    #expect(types.imported.diagnostics.map(\.rule) == [.neverValid])
    #expect(try SchemaGraph(types.imported.schema).root.choices.map(\.kind) == [.string])
  }

  @Test(
    arguments: [
      (#""b":false"#, ""),
      (#""b":{"type":"null","enum":[1]}"#, ""),
      (#""b":{"not":{}}"#, #""patternProperties":{"^b":false},"#),
      // The patterns have no values either.
      (
        #""b":{"type":"null","enum":[1]}"#,
        #""patternProperties":{"^x":{"type":"null","enum":[1]}},"#
      ),
      // A pattern excludes a declared property.
      (#""b":{"type":"string"}"#, #""patternProperties":{"^b":false},"#),
      (
        #""b":{"type":"string"}"#,
        #""patternProperties":{"^b":{"type":"integer","minimum":2,"maximum":1}},"#
      ),
    ])
  func `I3: a minimum number of properties counts only properties that may exist`(
    property: String, patterns: String
  ) throws {
    func document(minimum: Int) -> String {
      #"""
      {"type":"object","properties":{"a":{"type":"integer"},\#(property)},\#(patterns)\#
      "additionalProperties":false,"minProperties":\#(minimum)}
      """#
    }
    #expect(try importing(document(minimum: 1)).text.contains(#""minProperties":1"#))
    let error = try #require(try importError(document(minimum: 2)))
    #expect(error.rule == .unsatisfiable)
    #expect(error.path.pointer == "")
  }

  @Test func `I3: a minimum number of properties does not count a pattern that is left out`() throws
  {
    func document(_ other: String) -> String {
      #"""
      {"type":"object","patternProperties":{"^x":{"type":"null","enum":[1]}\#(other)},
       "additionalProperties":false,"minProperties":2}
      """#
    }
    #expect(try importing(document(#","^y":{"type":"null"}"#)).losses == ["patternProperties"])
    let error = try #require(try importError(document("")))
    #expect(error.rule == .unsatisfiable)
    #expect(error.path.pointer == "")
  }

  @Test func `I3: the error for too few properties names all properties without values`() throws {
    let never = #"{"type":"null","enum":[1]}"#
    let error = try #require(
      try importError(
        #"""
        {"type":"object",
         "properties":{"a":\#(never),"b":\#(never),"c":{"type":"integer"},"d":false},
         "patternProperties":{"^x":\#(never)},"additionalProperties":\#(never),"minProperties":2}
        """#))
    #expect(
      error.problem.hasPrefix(
        "'minProperties' is 2, and these properties have no values: 'a', 'b', 'd', the pattern "
          + "'^x', any further property. "))
  }

  @Test func `I3: the error for too few properties at several levels has the first cause once`()
    throws
  {
    var document = #"{"type":"null","enum":[1]}"#
    for _ in 0..<4 {
      document = #"""
        {"type":"object","properties":{"x":\#(document)},"additionalProperties":false,\#
        "minProperties":1}
        """#
    }
    let error = try #require(try importError(document))
    #expect(
      error.problem == "'minProperties' is 1, and these properties have no values: 'x'. "
        + "No value of the list satisfies the other keywords.")
  }

  @Test func `I3: the error for a required property has its path and its position`() throws {
    let document = #"""
      {"type":"object","required":["a"],"properties":{"a":{"type":"object","required":["b"],
        "properties":{"b":{"type":"null","enum":[1]}}}}}
      """#
    let error = try #require(try importError(document))
    #expect(error.rule == .unsatisfiable)
    #expect(error.path.pointer == "/properties/a/properties/b")
    #expect(error.position?.line == 2)
  }

  @Test(.timeLimit(.minutes(5)))
  func `H2, H3: properties that nothing satisfies cost the same at any depth`() throws {
    // As many properties as levels: with a path for each, the import takes quadratic time.
    func document(_ count: Int) throws -> GeneratedContent {
      let properties = (0..<count).map { #""k\#($0)":{"type":"null","enum":[1]}"# }
        .joined(separator: ",")
      let opening = #"{"type":"object","properties":{"a":"#
      return try GeneratedContent(
        json: String(repeating: opening, count: count)
          + #"{"type":"object","properties":{\#(properties)}}"#
          + String(repeating: "}}", count: count),
        options: GeneratedContentParser.Options(maximumDepth: 2 * count + 8))
    }
    let importer = SchemaImporter(options: SchemaImporter.Options(maximumDepth: 100_000))
    let diagnostics = try importer.import(document(100)).diagnostics
    #expect(diagnostics.map(\.rule) == Array(repeating: .neverValid, count: 100))
    let growth = try growthOfTime(from: 1_000, prepare: document) { _ = try importer.import($0) }
    #expect(growth < proportionalGrowth)
  }

  @Test func `I3: a required name that only a pattern describes keeps its schema`() throws {
    let document = #"""
      {"type":"object","properties":{"a":{"type":"string"}},
       "patternProperties":{"^b$":{"type":"string"},"^x":{"type":"integer"}},
       "additionalProperties":false,"required":["b"]}
      """#
    let outcome = try importing(document)
    #expect(outcome.imported.diagnostics.isEmpty)
    let root = try SchemaGraph(outcome.imported.schema).root
    #expect(root.properties.map(\.name) == ["a", "b"])
    #expect(root.properties.map(\.node.kind) == [.string, .string])
    #expect(root.properties.map(\.isOptional) == [true, false])
    let error = try importError(
      #"{"type":"object","patternProperties":{"^b$":false},"required":["b"]}"#)
    #expect(error?.rule == .unsatisfiable)
    #expect(error?.path.pointer == "/patternProperties/^b$")
  }

  @Test(
    arguments: ["false", #"{"type":"integer"}"#, #"{"type":"string","minLength":2,"maxLength":1}"#])
  func `I3: a listed property that a pattern leaves no value is an error or left out`(
    pattern: String
  ) throws {
    for isClosed in [true, false] {
      func document(required: String) -> String {
        #"""
        {"type":"object","properties":{"b":{"type":"string"}},"required":[\#(required)],
         "patternProperties":{"^b":\#(pattern)},"additionalProperties":\#(!isClosed)}
        """#
      }
      let error = try #require(try importError(document(required: #""b""#)))
      #expect(error.rule == .unsatisfiable)
      #expect(error.path.pointer == "/properties/b")
      #expect(error.problem.hasPrefix("'b' is required, and no value satisfies both its schema"))
      let outcome = try importing(document(required: ""))
      let left = try #require(
        outcome.imported.diagnostics.first { $0.path == ["properties", "b"] })
      #expect(left.rule == .neverValid)
      #expect(outcome.imported.diagnostics.allSatisfy { $0.rule == .neverValid })
      let root = try SchemaGraph(outcome.imported.schema).root
      #expect(root.properties.map(\.node.kind) == [.never])
      #expect(try importing(outcome.text).text == outcome.text)
      #expect(try importing(outcome.text).losses.isEmpty)
    }
  }

  @Test func `I3, I5: a part that is left out can leave a property no type that a pattern allows`()
    throws
  {
    let outcome = try importing(
      #"""
      {"type":"object","properties":{
         "b":{"anyOf":[{"type":"string"},{"type":"integer","minimum":2,"maximum":1}]}},
       "patternProperties":{"^b":{"type":"integer"}}}
      """#)
    #expect(outcome.imported.diagnostics.map(\.rule) == [.neverValid, .neverValid])
    #expect(try importing(outcome.text).text == outcome.text)
    #expect(try importing(outcome.text).losses.isEmpty)
  }

  @Test func `I2: a pattern that a closed object forbids adds nothing to its properties`() throws {
    func document(_ patterns: String, _ name: String = "a") -> String {
      #"""
      {"type":"object","properties":{"\#(name)":{"type":"string"}},"required":["\#(name)"],
       "additionalProperties":false,"patternProperties":{\#(patterns)}}
      """#
    }
    let outcome = try importing(document(#""^x-":false"#))
    #expect(outcome.imported.diagnostics.isEmpty)
    #expect(
      outcome.text
        == #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}},"#
        + #""required":["a"]}"#)
    for name in DialectRegistry.standard.names {
      let dialect = try #require(DialectRegistry.standard.dialect(named: name))
      let encoded = try SchemaEncoder(dialect: dialect).encode(outcome.imported.schema)
      #expect(encoded.diagnostics.isEmpty, "\(dialect.name): \(encoded.diagnostics)")
    }
    // It excludes names that another pattern allows, or may exclude a name that is listed.
    for (patterns, name) in [
      (#""^x-":{"type":"integer"},"^x-a":false"#, "a"), (#""(?<!x)b":false"#, "ab"),
    ] {
      let kept = try importing(document(patterns, name))
      #expect(kept.text.contains("false,\"patternProperties\":{"), "\(kept.text)")
      #expect(try importing(kept.text).text == kept.text)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `H3: many properties are compared with many patterns in proportional time`() throws {
    func document(_ count: Int) throws -> GeneratedContent {
      let properties = (0..<count).map { #""b\#($0)":{"type":"string"}"# }
        .joined(separator: ",")
      let patterns = (0..<count).map { #""^b\#($0)?":{"type":"string"}"# }
        .joined(separator: ",")
      return try GeneratedContent(
        json: #"{"type":"object","properties":{\#(properties)},"patternProperties":{\#(patterns)}}"#
      )
    }
    let growth = try growthOfTime(from: 200, prepare: document) {
      _ = try SchemaImporter().import($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `I3: a place without a type has no diagnostic about types that it lacks`() throws {
    let outcome = try importing(
      #"""
      {"type":"object","properties":{"a":{"type":"integer",\#
      "allOf":[{"type":"string","minLength":3}]}}}
      """#
    )
    #expect(outcome.imported.diagnostics.map(\.rule) == [.neverValid])
  }

  @Test func `I4: an embedded schema of an older draft is read by its own draft`() throws {
    let document = ##"""
      {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
       "properties":{"a":{"$ref":"#/$defs/old"}},
       "$defs":{"old":{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://e.org/old",
         "type":"object","properties":{"n":{"$ref":"#/definitions/n"}},
         "definitions":{"n":{"type":"integer","minimum":0,"exclusiveMinimum":true}}}}}
      """##
    let outcome = try importing(document)
    #expect(outcome.imported.diagnostics.isEmpty, "\(outcome.imported.diagnostics)")
    // Above 0 is at least 1 for an integer.
    #expect(outcome.text.contains(#""n":{"type":"integer","minimum":1}"#))
  }

  @Test func `a root whose title is the name of a definition leaves it the name`() throws {
    for root in [##""$ref":"#/$defs/A""##, ##""type":"array","items":{"$ref":"#/$defs/A"}"##] {
      let outcome = try importing(
        "{\"title\":\"A\",\(root),\"$defs\":{\"A\":{\"type\":\"string\",\"minLength\":1}}}")
      #expect(outcome.imported.isLossless)
      #expect(try importing(outcome.text).text == outcome.text)
    }
  }
}
