import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import Testing

/// Schemas that are too large, and the parts of them that become smaller (rules D6 and D7).
struct SizeFittingTests {
  typealias Dynamic = DynamicGenerationSchema

  private static let integer = #"{"type":"integer"}"#

  /// An object of some properties named `p0` and so on, all integers, as a JSON Schema and a value.
  private func wide(_ count: Int) -> (schema: String, value: String) {
    let names = (0..<count).map { "p\($0)" }
    let members = names.map { "\"\($0)\":\(Self.integer)" }.joined(separator: ",")
    return (
      #"""
      {"type":"object","additionalProperties":false,"required":\#(names),"properties":{\#(members)}}
      """#,
      "{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}"
    )
  }

  private func smallParts(of schema: FittedSchema) -> [String] {
    schema.diagnostics.filter { $0.fitting == .size && !isDefinition($0) }.map(\.path.pointer)
  }

  /// Indicates whether a part became a definition, in which nothing is lost.
  private func isDefinition(_ diagnostic: SchemaDiagnostic) -> Bool {
    diagnostic.problem.hasSuffix("so it is written as a definition.")
  }

  @Test(arguments: [
    TestDialect { $0.limits.properties = 10 },
    TestDialect { $0.limits.characters = 15 },
  ])
  func `D6: whether a schema fits does not depend on the order of its properties`(
    dialect: TestDialect
  ) throws {
    let (part, value) = wide(8)
    let first = try FittedDialects.fit(
      document: FittedDialects.object([
        "a": part, "b": Self.integer, "c": Self.integer, "d": Self.integer,
      ]), in: dialect)
    let last = try FittedDialects.fit(
      document: FittedDialects.object([
        "b": Self.integer, "c": Self.integer, "d": Self.integer, "a": part,
      ]), in: dialect)
    for schema in [first, last] {
      #expect(smallParts(of: schema) == ["/a"])
      try expectThereAndBack(#"{"a":\#(value),"b":1,"c":2,"d":3}"#, schema)
    }
  }

  /// A type with optional, described references to itself, named `p0` and so on.
  private func tree(ofParts count: Int) throws -> GenerationSchema {
    let tree = Dynamic(
      name: "Tree",
      properties: (0..<count).map {
        Dynamic.Property(
          name: "p\($0)", description: "Part \($0).", schema: Dynamic(referenceTo: "Tree"),
          isOptional: true)
      })
    return try GenerationSchema(root: tree, dependencies: [])
  }

  @Test(arguments: [5, 17])
  func `D7: described references to the type itself cost descriptions, and no level`(
    count: Int
  ) throws {
    let schema = try SchemaEncoder(
      dialect: TestDialect {
        $0.definitions?.recursion = .rejected
        $0.definitions?.wrapsDescriptions = true
        $0.limits.unions = 12
      }
    ).fit(tree(ofParts: count))
    #expect(schema.schema.root.definitions.map(\.name) == ["Tree_2", "Tree_3", "Tree_4"])
    #expect(smallParts(of: schema) == (count == 5 ? 2..<5 : 0..<17).map { "/p\($0)" })
    try expectThereAndBack(#"{"p0":{"p0":{"p0":{"p0":{"p0":{}}}}}}"#, schema)
  }

  @Test func `D7: levels for which descriptions make no room do not cost any`() throws {
    let schema = try SchemaEncoder(
      dialect: TestDialect {
        $0.definitions?.recursion = .rejected
        $0.definitions?.wrapsDescriptions = true
        $0.limits.unions = 7
        $0.limits.properties = 14
      }
    ).fit(tree(ofParts: 5))
    #expect(schema.schema.root.definitions.map(\.name) == ["Tree_2"])
    #expect(smallParts(of: schema).isEmpty)
    try expectThereAndBack(#"{"p0":{"p0":{"p0":{}}}}"#, schema)
  }

  @Test(arguments: [true, false])
  func `D6: the null of an optional property counts as one of its choices`(isOptional: Bool) throws
  {
    let choices = (0..<999).map { "\"c\($0)\"" }.joined(separator: ",")
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":\#(isOptional ? [] : ["n"]),
          "properties":{"n":{"enum":[\#(choices),1]}}}
        """#, in: OpenAIDialect())
    #expect(smallParts(of: schema) == (isOptional ? ["/n"] : []))
    try expectThereAndBack(#"{"n":1}"#, schema)
    try expectThereAndBack(#"{"n":"c7"}"#, schema)
  }

  @Test func `D1: choices that are too many leave the other constraints of the value`() throws {
    let choices = (0..<1500).map { "\"c\($0)@example.org\"" }.joined(separator: ",")
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":["address"],
          "properties":{"address":{"type":"string","format":"email","enum":[\#(choices)]}}}
        """#, in: OpenAIDialect())
    let address = schema.schema.root.properties[0].schema
    #expect(address["enum"] == nil && address["format"] == "email")
    let description = try #require(address.description)
    #expect(description.hasPrefix("One of: \"c0@example.org\", "))
    #expect(description.hasSuffix("\"c99@example.org\", …"))
    let problem = try #require(schema.diagnostics.first { $0.fitting == .size }).problem
    #expect(problem.hasSuffix("The description has the first 100 of them."))
  }

  @Test func `D7: a root that becomes JSON text has one diagnostic`() throws {
    let names = (0..<6000).map { "p\($0)" }
    let properties = names.map { #""\#($0)":{"type":"integer"}"# }.joined(separator: ",")
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"required":\#(names),
          "properties":{\#(properties)}}
        """#, in: OpenAIDialect())
    #expect(schema.schema.root.properties.map(\.name) == ["value"])
    #expect(schema.diagnostics.map(\.fitting) == [.size])
    #expect(schema.diagnostics.first?.problem.contains("JSON text") == true)
  }

  @Test func `D6: the names of the definitions for deeply nested parts count`() throws {
    // Ten parts with names of 40 characters nest too deep: 400 characters for their names, as
    // many for those of the definitions, and 20 for what is in them.
    let names = (0..<10).map { "p\($0)" + String(repeating: "x", count: 38) }
    let part = FittedDialects.object(["ab": Self.integer])
    let members = names.map { #""\#($0)":\#(part)"# }.joined(separator: ",")
    let document = #"""
      {"type":"object","additionalProperties":false,"required":\#(names),"properties":{\#(members)}}
      """#
    for (maximum, areDefinitions) in [(1000, true), (600, false)] {
      let schema = try FittedDialects.fit(
        document: document,
        in: TestDialect {
          $0.limits.depth = 1
          $0.limits.characters = maximum
        })
      #expect(smallParts(of: schema).isEmpty == areDefinitions)
      let definitions = schema.diagnostics.filter(isDefinition)
      #expect(definitions.map(\.path.pointer).allSatisfy { names.contains(String($0.dropFirst())) })
      #expect(definitions.isEmpty == schema.schema.root.definitions.isEmpty)
      #expect(!areDefinitions || definitions.count == names.count)
      #expect(!schema.schema.root.definitions.isEmpty)
      let values = names.map { #""\#($0)":{"ab":1}"# }.joined(separator: ",")
      try expectThereAndBack("{\(values)}", schema)
    }
  }

  @Test(arguments: [true, false])
  func `D6: the names of definitions count before their contents`(
    isEnough: Bool
  ) throws {
    // 80 characters for the names of the two definitions, 2 for the properties of the root, and 41
    // for those of the definitions.
    let types = ["A", "B"].map { $0 + String(repeating: "x", count: 39) }
    let long = String(repeating: "p", count: 40)
    let first = FittedDialects.object(["\(long)": Self.integer])
    let second = FittedDialects.object(["q": Self.integer])
    let document = ##"""
      {"$defs":{"\##(types[0])":\##(first),"\##(types[1])":\##(second)},
        "type":"object","additionalProperties":false,"required":["a","b"],"properties":{
          "a":{"$ref":"#/$defs/\##(types[0])"},"b":{"$ref":"#/$defs/\##(types[1])"}}}
      """##
    let schema = try FittedDialects.fit(
      document: document, in: TestDialect { $0.limits.characters = isEnough ? 123 : 121 })
    #expect(smallParts(of: schema) == (isEnough ? [] : ["/a"]))
    try expectThereAndBack(#"{"a":{"\#(long)":1},"b":{"q":2}}"#, schema)
  }

  // MARK: Types at every place

  private static let inlining = TestDialect {
    $0.definitions = nil
    $0.limits.depth = 3
  }

  /// A document with a type `T` of seven properties.
  private func document(_ root: String) -> String {
    #"{"$defs":{"T":\#(wide(7).schema)},\#(root.dropFirst())"#
  }

  private static let reference = ##"{"$ref":"#/$defs/T"}"##

  @Test func `D7: of types that are written at every place, the part that is too deep is text`()
    throws
  {
    let deep = FittedDialects.object([
      "x": FittedDialects.object(["y": FittedDialects.object(["z": Self.integer])])
    ])
    let schema = try FittedDialects.fit(
      document: document(
        FittedDialects.object([
          "a": Self.reference, "b": Self.reference, "c": Self.reference, "d": deep,
          "e": wide(7).schema,
        ])), in: Self.inlining)
    #expect(smallParts(of: schema) == ["/d/x/y"])
    let value = wide(7).value
    try expectThereAndBack(
      #"{"a":\#(value),"b":\#(value),"c":\#(value),"d":{"x":{"y":{"z":1}}},"e":\#(value)}"#, schema)
  }

  @Test func `D7: a type that is written too deep is text at that place only`() throws {
    let schema = try FittedDialects.fit(
      document: document(
        FittedDialects.object([
          "a": FittedDialects.object(["b": FittedDialects.object(["c": Self.reference])]),
          "d": Self.reference,
        ])), in: Self.inlining)
    #expect(smallParts(of: schema) == ["/a/b/c"])
    let value = wide(7).value
    try expectThereAndBack(#"{"a":{"b":{"c":\#(value)}},"d":\#(value)}"#, schema)
  }

  @Test(arguments: [20, 60].prefix(tried(of: 2)))
  func `D7: types that double at each level are written out as far as there is room`(
    levels: Int
  ) throws {
    let types = (0...levels).map { level in
      Dynamic(
        name: "T\(level)",
        properties: level == levels
          ? []
          : ["a", "b"].map {
            Dynamic.Property(
              name: $0, schema: Dynamic(referenceTo: "T\(level + 1)"), isOptional: true)
          })
    }
    let schema = try SchemaEncoder(dialect: GeminiOpenAPIDialect()).fit(
      GenerationSchema(root: types[0], dependencies: Array(types.dropFirst())))
    #expect(!smallParts(of: schema).isEmpty)
    #expect(schema.jsonString().utf8.count < 1_000_000)
    for name in ["a", "b"] {
      let text =
        String(repeating: "{\"\(name)\":", count: levels) + "{}"
        + String(repeating: "}", count: levels)
      try expectThereAndBack(text, schema)
    }
  }

  // MARK: Roots

  @Test(arguments: ["1", #""a""#])
  func `D7: a union at the root is JSON text if the dialect accepts no union there`(value: String)
    throws
  {
    let schema = try FittedDialects.fit(
      document: #"{"type":["string","integer"]}"#,
      in: TestDialect {
        $0[.otherRoot] = .rejected
        $0.limits.unions = 0
      })
    #expect(smallParts(of: schema) == [""])
    #expect(schema.schema.root.properties.map(\.name) == ["value"])
    try expectThereAndBack(value, schema)
  }

  @Test(arguments: [DialectRules.Support.written, .rejected])
  func `D7: an open root whose entries exceed a limit is JSON text`(
    otherRoot: DialectRules.Support
  ) throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],
          "additionalProperties":{"type":"string"}}
        """#,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0[.otherRoot] = otherRoot
        $0.limits.properties = 3
      })
    #expect(smallParts(of: schema) == [""])
    try expectThereAndBack(#"{"a":1,"b":"c"}"#, schema)
  }

  @Test(arguments: [DialectRules.Support.written, .rejected])
  func `D7: a root with more properties than a dialect allows is JSON text`(
    otherRoot: DialectRules.Support
  ) throws {
    let (root, value) = wide(8)
    let schema = try FittedDialects.fit(
      document: root,
      in: TestDialect {
        $0[.otherRoot] = otherRoot
        $0.limits.properties = 7
      })
    #expect(smallParts(of: schema) == [""])
    try expectThereAndBack(value, schema)
  }

  @Test func `D7: a limit that a fitted schema exceeds names no remedy but a smaller schema`()
    throws
  {
    let dialect = TestDialect { $0.limits.characters = 6 }
    let node = Dynamic(
      name: "LongName", properties: [.init(name: "a", schema: Dynamic(type: Int.self))])
    let schema = try GenerationSchema(
      root: Dynamic(arrayOf: Dynamic(referenceTo: "LongName")), dependencies: [node])
    let error = fault { try SchemaEncoder(dialect: dialect).fit(schema) }
    #expect(error?.recoverySuggestion == "Make the schema smaller, or divide it into several.")
  }

  @Test(arguments: [
    (2, ["/a size", "/b size"]), (3, ["/a dictionary", "/b dictionary", "/a size"]),
  ])
  func `D7: parts of a value in JSON text have no diagnostics`(
    depth: Int, expected: [String]
  ) throws {
    let map = #"{"type":"object","additionalProperties":{"type":"integer"}}"#
    let inner = FittedDialects.object(["map": map, "c": Self.integer])
    let schema = try FittedDialects.fit(
      document: FittedDialects.object([
        "a": #"{"type":"object","additionalProperties":\#(inner)}"#, "b": map,
      ]),
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.limits.depth = depth
        $0.definitions = nil
      })
    let found = schema.diagnostics.map { "\($0.path.pointer) \($0.fitting.map { "\($0)" } ?? "")" }
    #expect(found == expected)
  }

  // MARK: Alternatives

  private func union(_ alternatives: String...) -> String {
    #"{"anyOf":[\#(alternatives.joined(separator: ","))]}"#
  }

  /// A closed object of optional properties named `p1` to `p13`, with a type for the last property.
  private func alternative(lastOfType type: String) -> String {
    let members = (1...13).map { #""p\#($0)":{"type":"\#($0 < 13 ? "string" : type)"}"# }
      .joined(separator: ",")
    return #"{"type":"object","additionalProperties":false,"properties":{\#(members)}}"#
  }

  @Test func `D8: alternatives stay distinguishable if the properties of one become lists`() throws
  {
    let union = union(alternative(lastOfType: "string"), alternative(lastOfType: "integer"))
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["u": union]), in: AnthropicDialect())
    #expect(schema.schema.root.properties.map(\.schema.type) == ["string"])
    #expect(smallParts(of: schema) == ["/u"])
    for value in [#"{"p13":5}"#, #"{"p13":"5"}"#, #"{"p12":"a","p13":5}"#, "{}"] {
      try expectThereAndBack(#"{"u":\#(value)}"#, schema)
    }
  }

  @Test func `D8: alternatives stay distinguishable if they have too many choices`() throws {
    func alternative(_ name: String, _ value: String) -> String {
      let choices = (0..<600).map { "\"\(name)\($0)\"" }.joined(separator: ",")
      return FittedDialects.object(["kind": #"{"enum":[\#(choices)]}"#, "x": value])
    }
    let entry = FittedDialects.object(["key": #"{"type":"string"}"#, "value": Self.integer])
    let union = union(
      alternative("a", Self.integer),
      alternative("b", #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
      alternative("c", #"{"type":"array","items":\#(entry)}"#))
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["u": union]), in: OpenAIDialect())
    try expectThereAndBack(#"{"u":{"kind":"a1","x":1}}"#, schema)
    try expectThereAndBack(#"{"u":{"kind":"b1","x":{"k":1}}}"#, schema)
    try expectThereAndBack(#"{"u":{"kind":"c1","x":[{"key":"k","value":1}]}}"#, schema)
  }

  @Test(arguments: [true, false])
  func `D8: alternatives stay distinguishable if a part of one becomes JSON text`(
    isDefined: Bool
  ) throws {
    let (part, value) = wide(8)
    let first = FittedDialects.object(["p": part])
    let second = FittedDialects.object(["p": #"{"type":"string"}"#])
    let union = union(isDefined ? ##"{"$ref":"#/$defs/First"}"## : first, second)
    let schema = try FittedDialects.fit(
      document: ##"""
        {"type":"object","additionalProperties":false,"required":["u"],
          "properties":{"u":\##(union)},"$defs":{"First":\##(first)}}
        """##, in: TestDialect { $0.limits.properties = 6 })
    #expect(smallParts(of: schema).contains("/u"))
    try expectThereAndBack(#"{"u":{"p":"a"}}"#, schema)
    try expectThereAndBack(#"{"u":{"p":\#(value)}}"#, schema)
  }

  @Test(.withOptimizer)
  func `D8: alternatives stay distinguishable if the document is out of proportion`() throws {
    let (part, value) = wide(100)
    let union = union(
      FittedDialects.object(["p": part]), FittedDialects.object(["p": #"{"type":"string"}"#]))
    func fitted(_ count: Int) throws -> FittedSchema {
      let members = (0..<count).map { #""a\#($0)":{}"# }.joined(separator: ",")
      let growing = #"{"type":"object","additionalProperties":false,"properties":{\#(members)}}"#
      return try FittedDialects.fit(
        document: FittedDialects.object(["a": growing, "u": union]),
        in: TestDialect { $0[.anyValue] = .rejected })
    }
    // A document that is a little out of proportion loses its smallest part.
    var schema: FittedSchema?
    for count in stride(from: 300, to: 3_000, by: 20) where schema == nil {
      let document = try fitted(count)
      if !smallParts(of: document).isEmpty { schema = document }
    }
    let found = try #require(schema)
    #expect(smallParts(of: found) == ["/u"])
    try expectThereAndBack(#"{"a":{"a7":[1]},"u":{"p":"a"}}"#, found)
    try expectThereAndBack(#"{"a":{},"u":{"p":\#(value)}}"#, found)
  }

  @Test(.timeLimit(.minutes(5)))
  func `H3: definitions that exceed a limit take time in proportion to their number`() throws {
    func graph(_ count: Int) throws -> SchemaGraph {
      let definitions = (0..<count).map { index in
        let next = index < count - 1 ? ##","n":{"$ref":"#/$defs/D\##(index + 1)"}"## : ""
        return #"""
          "D\#(index)":{"type":"object","additionalProperties":false,"required":["v"],
            "properties":{"v":{"type":"integer"}\#(next)}}
          """#
      }.joined(separator: ",")
      return try SchemaGraph(
        SchemaImporter().import(##"{"$ref":"#/$defs/D0","$defs":{\##(definitions)}}"##).schema)
    }
    let encoder = SchemaEncoder(dialect: TestDialect { $0.limits.properties = 10 })
    let growth = try growthOfTime(from: 1_000, prepare: graph) { _ = try encoder.fit($0) }
    #expect(growth < proportionalGrowth)
  }

  // MARK: Names

  @Test(arguments: [
    (20, #"{"type":"object","properties":{"\#(long)":{}},"additionalProperties":false}"#),
    (10, #"{"type":"object","properties":{"a":{}},"additionalProperties":{"type":"string"}}"#),
    (
      20,
      ##"""
      {"type":"object","properties":{"a":{"$ref":"#/$defs/\##(long)"}},"additionalProperties":false,
        "$defs":{"\##(long)":{"type":"object","additionalProperties":false,"properties":{"b":{}}}}}
      """##
    ),
  ])
  func `D7: names are as short as the dialect's limit requires`(limit: Int, document: String) throws
  {
    let schema = try FittedDialects.fit(
      document: document,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.objects.open = .rejected
        $0.limits.nameLength = limit
      })
    try expectThereAndBack("{}", schema)
    switch limit {
    case 10: try expectThereAndBack(#"{"a":1,"b":"c"}"#, schema)
    default:
      let text = document.contains("$defs") ? #"{"a":{"b":1}}"# : #"{"\#(long)":1}"#
      try expectThereAndBack(text, schema)
    }
  }
}

private let long = String(repeating: "x", count: 30)
