import SchemaEncoding
import SchemaGuides
import SchemaImport
import SchemaTestSupport
import Testing

struct PresenceImportTests {
  private static let properties =
    #""properties":{"a":{"type":"string"},"b":{"type":"integer"}}"#
  private static let closed = #"{"type":"object",\#(properties),"additionalProperties":false,"#
  private static let a =
    #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}},"#
  private static let b =
    #"{"type":"object","additionalProperties":false,"properties":{"b":{"type":"integer"}},"#
  private static let both =
    #"{"type":"object","additionalProperties":false,\#(properties),"#

  static let cases: [ImportCase] = [
    // Exactly one.
    ImportCase(
      closed + #""oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
      #"{"anyOf":[\#(a)"required":["a"]},\#(b)"required":["b"]}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      closed + #""oneOf":[{"required":["a"],"properties":{"b":false}},"#
        + #"{"required":["b"],"properties":{"a":{"not":{}}}}]}"#,
      #"{"anyOf":[\#(a)"required":["a"]},\#(b)"required":["b"]}]}"#,
      [.exclusiveOneOf]),
    // At least one: the alternatives exclude each other.
    ImportCase(
      closed + #""anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
      #"{"anyOf":[\#(both)"required":["a"]},\#(b)"required":["b"]}]}"#,
      [.exclusiveOneOf]),
    // Not both, and none.
    ImportCase(
      closed + #""not":{"required":["a","b"]}}"#,
      #"{"anyOf":[\#(b)"required":[]},\#(a)"required":["a"]}]}"#),
    ImportCase(
      closed + #""not":{"anyOf":[{"required":["a"]},{"required":["b"]}]}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{},"required":[]}"#),
    // An open object says which property it does not have.
    ImportCase(
      #"{"type":"object",\#(properties),"not":{"required":["a"]}}"#,
      #"{"type":"object","properties":{"a":false,"b":{"type":"integer"}},"required":[]}"#),
    // A property that another requires.
    ImportCase(
      closed + #""dependentRequired":{"a":["b"]}}"#,
      #"{"anyOf":[\#(b)"required":[]},\#(both)"required":["a","b"]}]}"#),
    // A condition on the presence of properties.
    ImportCase(
      closed + #""if":{"required":["a"]},"then":{"required":["b"]}}"#,
      #"{"anyOf":[\#(b)"required":[]},\#(both)"required":["a","b"]}]}"#,
      [.discriminator]),
    ImportCase(
      closed + #""if":{"required":["a"]},"then":{"properties":{"b":false}},"#
        + #""else":{"required":["b"]}}"#,
      #"{"anyOf":[\#(b)"required":["b"]},\#(a)"required":["a"]}]}"#,
      [.discriminator]),
    // A condition on the presence of properties, with other keywords in its branches.
    ImportCase(
      closed + #""if":{"required":["a"]},"then":{"properties":{"b":{"minimum":3}}},"#
        + #""else":{"required":["b"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"#
        + #""properties":{"a":{"type":"string"},"b":{"type":"integer","minimum":3}},"#
        + #""required":["a"]},\#(b)"required":["b"]}]}"#,
      [.discriminator]),
    // A rule that `required` decides leaves one object.
    ImportCase(
      closed + #""required":["a"],"oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
      a + #""required":["a"]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      #"{"type":"object","dependentSchemas":{"a":{}}}"#,
      #"{"type":"object","additionalProperties":true}"#),
  ]

  @Test(arguments: cases)
  func `I2: rules for properties that occur together are small unions of what they allow`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }

  /// A document with 20 properties, a rule for them, and 20 further properties.
  private func large(_ rule: (String) -> String) -> String {
    let names = (0..<20).map { "p\($0)" }
    let properties = (names + (0..<20).map { "q\($0)" })
      .map { #""\#($0)":{"type":"string"}"# }.joined(separator: ",")
    let required = names.map { #"{"required":["\#($0)"]}"# }.joined(separator: ",")
    return #"{"type":"object","properties":{\#(properties)},\#(rule(required))}"#
  }

  @Test func `I2: a rule whose cases would repeat the object is said in the description`() throws {
    let names = (0..<19).map { "p\($0)" }.joined(separator: ", ") + " and p19"
    let any = try SchemaImporter().import(large { #""anyOf":[\#($0)]"# })
    #expect(any.diagnostics.map(\.rule) == [.combination])
    let root = try SchemaGraph(any.schema).root
    #expect(try description(of: any) == "Give at least one of \(names).")
    #expect(root.kind == .object && root.properties.count == 40)
    let one = try SchemaImporter().import(large { #""description":"A part","oneOf":[\#($0)]"# })
    #expect(try description(of: one) == "A part. Give exactly one of \(names).")
    let both = try SchemaImporter().import(
      large { _ in #""anyOf":[{"minProperties":1},{"maxProperties":0}],"# + Self.notBoth })
    #expect(try description(of: both) == "Give at most one of p0 and p1.")
    let dependent = try SchemaImporter().import(
      large { _ in #""dependentRequired":{"p0":["p1","p2"],"q0":[],"q1":["x y"]}"# })
    #expect(
      try description(of: dependent)
        == "Give p1 and p2 if p0 is given. Give 'x y' if q1 is given.")
    #expect(dependent.diagnostics.map(\.rule) == [.dependencies])
    let condition = try SchemaImporter().import(
      large { _ in #""if":{"required":["p0"]},"then":{"required":["p1"]}"# })
    #expect(try description(of: condition) == "Give p1 if p0 is given.")
    #expect(condition.diagnostics.map(\.rule) == [.condition])
  }

  private func description(of imported: ImportedSchema) throws -> String? {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema)
    return try document.content().property(named: "description")?.value(String.self)
  }

  private static let shapes = ##"""
    {"openapi": "3.1.0", "components": {"schemas": {
      "Shape": {
        "oneOf": [
          {"$ref": "#/components/schemas/Circle"}, {"$ref": "#/components/schemas/Ring"}],
        "discriminator": {
          "propertyName": "kind",
          "mapping": {"circle": "#/components/schemas/Circle", "round": "Circle"}}},
      "Circle": {"type": "object", "properties": {"kind": {"type": "string"}}},
      "Ring": {"type": "object", "properties": {"kind": {"type": "string"}}}}}}
    """##

  @Test func `I8: ranges, single numbers and alternatives of alternatives exclude each other`()
    throws
  {
    func notes(_ alternatives: String) throws -> [ImportDiagnostic] {
      try SchemaImporter().import(#"{"oneOf":[\#(alternatives)]}"#).diagnostics
    }
    let exclusive = [
      #"{"type":"integer","minimum":3,"maximum":3},{"type":"integer","enum":[4]}"#,
      #"{"anyOf":[{"type":"null"},{"type":"string","maxLength":2}]},"#
        + #"{"type":"string","minLength":3}"#,
      #"{"type":"array","maxItems":1},{"type":"array","minItems":2}"#,
    ]
    for alternatives in exclusive {
      #expect(try notes(alternatives).map(\.rule) == [.exclusiveOneOf])
    }
    let remedies = [
      #"{"type":"integer","minimum":3},{"type":"integer","maximum":3}"#: "ranges",
      #"{"type":"string","minLength":3},{"type":"string","maxLength":3}"#: "lengths",
      #"{"type":"array","minItems":3},{"type":"array","maxItems":3}"#: "numbers of elements",
      #"{"type":"object"},{"type":"object","required":["a"]}"#: "'const'",
    ]
    for (alternatives, word) in remedies {
      let note = try #require(try notes(alternatives).first { $0.rule == .overlappingOneOf })
      #expect(note.remedy?.contains(word) == true, "\(note)")
    }
  }

  @Test(
    arguments: [
      (##"{"$ref":"#/$defs/long","nullable":true}"##, ##"{"$ref":"#/$defs/short"}"##, true),
      (##"{"$ref":"#/$defs/long","nullable":true}"##, #"{"type":"null"}"#, false),
      (
        ##"{"$ref":"#/$defs/long","nullable":true}"##,
        ##"{"$ref":"#/$defs/short","nullable":true}"##,
        false
      ),
      (
        #"{"nullable":true,"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
        #"{"nullable":true,"type":"array","items":{}}"#, false
      ),
      (
        #"{"type":"string","nullable":true,"enum":["a"]}"#,
        #"{"type":"string","nullable":true,"enum":["b"]}"#, false
      ),
      (
        ##"{"properties":{"k":{"$ref":"#/$defs/long","nullable":true}},"required":["k"]}"##,
        ##"{"properties":{"k":{"$ref":"#/$defs/short","nullable":true}},"required":["k"]}"##, false
      ),
      (##"{"$ref":"#/$defs/three","nullable":true}"##, #"{"type":"null"}"#, false),
      (##"{"$ref":"#/$defs/listed","nullable":true}"##, #"{"type":"null"}"#, false),
      (##"{"$ref":"#/$defs/listed"}"##, #"{"type":"null"}"#, true),
      (
        #"{"nullable":true,"enum":["a",null],"allOf":[{"type":"string"}]}"#, #"{"type":"null"}"#,
        false
      ),
      (##"{"$ref":"#/$defs/many"}"##, #"{"type":"null"}"#, true),
      (##"{"$ref":"#/$defs/many"}"##, #"{"type":"object"}"#, false),
      (##"{"$ref":"#/$defs/many","nullable":true}"##, #"{"type":"null"}"#, false),
    ] as [(String, String, Bool)])
  func `I8: alternatives exclude each other by null and by the types of long unions`(
    first: String, second: String, isExclusive: Bool
  ) throws {
    let many = (0..<40).map { #"{"type":"object","properties":{"k":{"const":\#($0)}}}"# }
    let imported = try SchemaImporter().import(
      #"""
      {"oneOf":[\#(first),\#(second)],
       "$defs":{"long":{"type":"string","minLength":3},"short":{"type":"string","maxLength":2},
                "three":{"type":"integer","minimum":3,"maximum":3},"listed":{"enum":["a","b"]},
                "many":{"anyOf":[\#(many.joined(separator: ","))]}}}
      """#)
    let rules = imported.diagnostics.map(\.rule)
    #expect(rules.contains(.exclusiveOneOf) == isExclusive, "\(imported.diagnostics)")
    #expect(rules.contains(.overlappingOneOf) != isExclusive)
  }

  @Test func `I8: a discriminator gives each alternative its values of the property`() throws {
    let imported = try SchemaImporter().import(
      Self.shapes, at: ["components", "schemas", "Shape"])
    #expect(imported.diagnostics.map(\.rule) == [.exclusiveOneOf])
    let graph = try SchemaGraph(imported.schema)
    let alternatives = graph.root.children.map { graph.resolving($0) }
    #expect(alternatives.map(\.title) == ["Circle", "Ring"])
    let tags = alternatives.map { $0.properties[0].node.constraints.choices?.map(\.string) }
    #expect(tags == [["circle", "round"], ["Ring"]])
    #expect(alternatives.allSatisfy { !$0.properties[0].isOptional })
  }

  @Test(
    arguments: [
      (#""const":"cat""#, #""enum":["dog","wolf"]"#, [["cat"], ["dog", "wolf"]], true),
      (#""const":"cat""#, #""type":"string""#, [["cat"], ["Dog"]], true),
      (#""const":1"#, #""const":2"#, [[nil], [nil]], false),
    ] as [(String, String, [[String?]], Bool)])
  func `I8: a discriminator requires the property that alternatives list values for`(
    cat: String, dog: String, tags: [[String?]], isRequired: Bool
  ) throws {
    let imported = try SchemaImporter().import(
      ##"""
      {"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],
       "discriminator":{"propertyName":"kind"},
       "$defs":{"Cat":{"type":"object","properties":{"kind":{\##(cat),"default":"cat"}}},
                "Dog":{"type":"object","properties":{"kind":{\##(dog)}}}}}
      """##)
    let rules = Set(imported.diagnostics.map(\.rule))
    #expect(rules.contains(.exclusiveOneOf) == isRequired, "\(imported.diagnostics)")
    let graph = try SchemaGraph(imported.schema)
    let alternatives = graph.root.children.map { graph.resolving($0) }
    let found = alternatives.map { $0.properties[0].node.constraints.choices?.map(\.string) ?? [] }
    #expect(found == tags)
    #expect(alternatives.allSatisfy { $0.properties[0].isOptional != isRequired })
  }

  private static let notBoth = #""not":{"required":["p0","p1"]}"#
}
