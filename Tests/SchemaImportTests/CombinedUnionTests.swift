import SchemaContent
import SchemaDialects
import SchemaGuides
import SchemaImport
import SchemaTestSupport
import Testing

/// I6: unions beside constraints, and beside other unions.
struct CombinedUnionTests {
  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  private func kinds(_ count: Int) -> String {
    list(count) { "{\"properties\":{\"kind\":{\"const\":\"k\($0)\"}},\"required\":[\"kind\"]}" }
  }

  @Test func `I6: alternatives are combined with those that list the same value`() throws {
    let constants = list(300) { "{\"const\":\"k\($0)\"}" }
    let outcome = try importing(
      """
      {"type":"object","properties":{"kind":{"anyOf":[\(constants)]}},"anyOf":[\(kinds(300))]}
      """)
    // Each constant is left out for all but one of the alternatives.
    #expect(outcome.imported.diagnostics.map(\.rule) == Array(repeating: .excluded, count: 300))
    let choices = try SchemaGraph(outcome.imported.schema).root.choices
    #expect(choices.count == 300)
    #expect(
      choices.enumerated().allSatisfy { index, choice in
        choice.properties.first?.node.constraints.choices == [.string("k\(index)")]
      })
  }

  @Test func `I6: alternatives are combined with those of the same discriminator`() throws {
    let shapes = list(300) {
      """
      {"type":"object","properties":{"kind":{"const":"k\($0)"},"v\($0)":{"type":"integer"}},\
      "required":["kind"]}
      """
    }
    let outcome = try importing(
      """
      {"type":"object","properties":{"shape":{"oneOf":[\(shapes)]}},
       "anyOf":[\(list(300) {
        """
        {"properties":{"shape":{"type":"object","properties":{"kind":{"const":"k\($0)"}}}}}
        """
      })]}
      """)
    #expect(outcome.imported.diagnostics.map(\.rule) == Array(repeating: .excluded, count: 300))
    let choices = try SchemaGraph(outcome.imported.schema).root.choices
    #expect(
      choices.enumerated().allSatisfy { index, choice in
        choice.properties.first?.node.properties.map(\.name) == ["kind", "v\(index)"]
      })
  }

  @Test func `I6: alternatives are combined with those of the same types`() throws {
    let alternatives = list(9) { "{\"type\":\"string\",\"minLength\":\($0)}" }
    let outcome = try importing(
      #"{"type":["integer","boolean"],"anyOf":[\#(alternatives),{"type":"integer"}]}"#)
    #expect(outcome.imported.diagnostics.map(\.rule) == Array(repeating: .excluded, count: 9))
    #expect(outcome.imported.diagnostics.allSatisfy { $0.keyword == "anyOf" })
    let oneOf = try importing(
      #"{"type":["integer","boolean"],"oneOf":[\#(alternatives),{"type":"integer"}]}"#)
    let excluded = oneOf.imported.diagnostics.filter { $0.rule == .excluded }
    #expect(excluded.count == 9)
    #expect(excluded.allSatisfy { $0.keyword == "oneOf" })
    #expect(try SchemaGraph(outcome.imported.schema).root.kind == .integer)
  }

  @Test func `I2: alternatives that list different values of one list exclude each other`() throws {
    let outcome = try importing(
      #"{"type":"string","enum":["a","b","c"],"oneOf":[{"const":"a"},{"enum":["b","c"]}]}"#)
    #expect(outcome.imported.diagnostics.map(\.rule) == [.exclusiveOneOf])
    let overlapping = try importing(
      #"{"type":"string","enum":["a","b","c"],"oneOf":[{"const":"b"},{"enum":["b","c"]}]}"#)
    #expect(overlapping.imported.diagnostics.map(\.rule) == [.overlappingOneOf])
  }

  @Test(arguments: [
    #"{"type":"integer","maximum":2},{"type":"integer","minimum":3}"#,
    #"{"type":"number","maximum":2},{"type":"number","exclusiveMinimum":2}"#,
    #"{"type":"string","maxLength":3},{"type":"string","minLength":4}"#,
    #"{"const":"abc"},{"type":"string","minLength":4}"#,
    #"{"type":"array","maxItems":0},{"type":"array","minItems":1}"#,
    #"{"type":"object","maxProperties":1},{"type":"object","minProperties":2}"#,
    #"{"type":"object","required":["a"]},{"type":"object","properties":{"a":false}}"#,
    """
    {"type":"object","properties":{"a":{}},"required":["a"]},
    {"type":"object","properties":{"b":{}},"additionalProperties":false}
    """,
    """
    {"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
    {"type":"object","properties":{"a":{"type":"integer"}}}
    """,
    """
    {"type":"object","properties":{"a":{"maximum":0,"type":"number"}},"required":["a"]},
    {"type":"object","properties":{"a":{"minimum":1,"type":"number"}},"required":["a"]}
    """,
    ##"""
    {"type":"object","properties":{"k":{"$ref":"#/$defs/A"}},"required":["k"]},
    {"type":"object","properties":{"k":{"allOf":[{"const":"b"}]}},"required":["k"]}
    """##,
  ])
  func `I8: alternatives exclude each other by ranges, counts and names`(
    alternatives: String
  ) throws {
    let definitions = #""$defs":{"A":{"const":"a"}}"#
    let exclusive = try importing(#"{"oneOf":[\#(alternatives)],\#(definitions)}"#)
    let rules = exclusive.imported.diagnostics.map(\.rule)
    #expect(rules.contains(.exclusiveOneOf) && !rules.contains(.overlappingOneOf))
    let either = try importing(
      #"{"oneOf":[\#(alternatives),\#(alternatives)],\#(definitions)}"#)
    #expect(either.imported.diagnostics.map(\.rule).contains(.overlappingOneOf))
  }

  @Test func `I8: null of a nullable list overlaps another null`() throws {
    let outcome = try importing(
      """
      {"oneOf":[{"type":"string","enum":["a"],"nullable":true},
                {"type":"string","enum":["b"],"nullable":true}]}
      """)
    #expect(outcome.imported.diagnostics.map(\.rule).contains(.overlappingOneOf))
  }

  @Test func `I6: alternatives that say nothing of the discriminator stay`() throws {
    let outcome = try importing(
      """
      {"type":"object","properties":{"kind":{"enum":["k3","x"]}},"required":["kind"],
       "anyOf":[\(kinds(9)),{"properties":{"kind":{"type":"string"},"other":{"type":"null"}}}]}
      """)
    let choices = try SchemaGraph(outcome.imported.schema).root.choices
    #expect(choices.map { $0.properties.map(\.name) } == [["kind"], ["kind", "other"]])
  }

  @Test func `I6: an alternative that does not require the discriminator stays`() throws {
    let optional = list(9) { "{\"properties\":{\"kind\":{\"const\":\"k\($0)\"}}}" }
    let outcome = try importing(
      """
      {"type":"object","properties":{"kind":{"const":"k3"}},"anyOf":[\(optional)]}
      """)
    // An object without the property is valid by each of them.
    #expect(try SchemaGraph(outcome.imported.schema).root.choices.count == 9)
  }

  @Test func `I6: where no alternative is possible, the error names one`() throws {
    let error = try importError(
      #"{"type":"string","enum":["x"],"anyOf":[\#(list(9) { "{\"const\":\"k\($0)\"}" })]}"#)
    #expect(error?.rule == .unsatisfiable)
    #expect(error?.path.pointer == "/anyOf/0")
  }

  @Test(arguments: [
    // A list beside alternatives that list one value each.
    ("\"kind\":{\"enum\":[LIST]}", ""),
    // A pattern that takes long to prepare.
    ("\"kind\":{\"pattern\":\"^(?:k\\\\d+|[a-c]{COUNT00})$\"}", ""),
    // Patterns of names.
    (
      "\"a\":{}",
      ",\"patternProperties\":{\"^(?:\\\\p{L}{4}){COUNT}$\":{\"type\":\"string\"}},"
        + "\"additionalProperties\":{\"type\":\"string\"}"
    ),
  ])
  func `I6: the keywords next to a union are prepared once`(properties: String, others: String)
    throws
  {
    // The list and the patterns grow with the number of alternatives.
    func document(_ count: Int) -> String {
      let keywords = "{\"type\":\"object\",\"properties\":{\(properties)}\(others)"
        .replacing("LIST", with: list(count) { "\"k\($0)\"" })
        .replacing("COUNT", with: "\(count)")
      return "\(keywords),\"anyOf\":[\(kinds(count))]}"
    }
    let outcome = try importing(document(20))
    #expect(try SchemaGraph(outcome.imported.schema).root.choices.count == 20)
    let growth = try growthOfTime(from: tried(of: 300, oneIn: 3), prepare: document) {
      _ = try SchemaImporter().import($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(arguments: [
    // Alternatives that say nothing of the list share it.
    (#"{"enum":[LIST]}"#, #"{"required":["aNUMBER"]}"#),
    (#"{"type":["string","null"],"enum":[LIST]}"#, #"{"required":["aNUMBER"]}"#),
    (#"{"type":"array","items":{"enum":[LIST]}}"#, #"{"required":["aNUMBER"]}"#),
    // Each combination with the list is shorter than the list.
    (#"{"enum":[LIST]}"#, #"{"properties":{"kind":{"const":"kNUMBER"}}}"#),
    // There are more combinations as long as the list than copies are allowed.
    (#"{"enum":[LIST]}"#, #"{"properties":{"kind":{"maxLength":1NUMBER}}}"#),
    (
      #"{"enum":[LIST],"allOf":[{"minLength":1}]}"#,
      #"{"properties":{"kind":{"maxLength":1NUMBER}}}"#
    ),
  ])
  func `I6: a list next to a union is not repeated for each alternative`(
    kind: String, alternative: String
  ) throws {
    let count = tried(of: 4_000)
    let alternatives = list(count) { alternative.replacing("NUMBER", with: "\($0)") }
    let kind = kind.replacing("LIST", with: list(count) { "\"k\($0)\"" })
    let document = """
      {"type":"object","properties":{"kind":\(kind)},"anyOf":[\(alternatives)]}
      """
    let schema = try SchemaImporter().import(document).schema
    #expect(try SchemaGraph(schema).root.choices.count == count)
    // The translation allows 16 copies of the document.
    let size = try SchemaEncoder(dialect: TestDialect()).encode(schema).jsonString().utf8.count
    #expect(size < 32 * document.utf8.count)
  }
}
