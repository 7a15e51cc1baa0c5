import SchemaEncoding
import SchemaImport
import SchemaTestSupport
import Testing

struct ConditionImportTests {
  private static func pair(_ k: String, _ l: String) -> String {
    #"{"type":"object","additionalProperties":false,"properties":{"k":{"type":"string","#
      + #""enum":["\#(k)"]},"l":{"type":"string","enum":["\#(l)"]}},"required":["k","l"]}"#
  }

  private static func withX(_ k: String) -> String {
    #"{"type":"object","additionalProperties":false,"properties":{"k":{"type":"string","#
      + #""enum":["\#(k)"]},"x":{"type":"string"},"y":{"type":"string","maxLength":3}},"#
      + #""required":["k","x"]}"#
  }

  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"object","properties":{"kind":{"enum":["a","b","c"]},"v":{"type":"string"}"#
        + #"},"required":["kind"],"additionalProperties":false,"if":{"properties":{"kind":{"co"#
        + #"nst":"a"}}},"then":{"required":["v"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"kind":{"typ"#
        + #"e":"string","enum":["a"]},"v":{"type":"string"}},"required":["kind","v"]},{"type":"#
        + #""object","additionalProperties":false,"properties":{"kind":{"type":"string","enum""#
        + #":["b","c"]},"v":{"type":"string"}},"required":["kind"]}]}"#,
      [.discriminator]),
    ImportCase(
      #"{"type":"object","properties":{"kind":{"enum":["a","b"]}},"required":["kind"],"all"#
        + #"Of":[{"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"prop"#
        + #"erties":{"x":{"type":"integer"}},"required":["x"]}},{"if":{"properties":{"kind":{""#
        + #"const":"b"}}},"then":{"properties":{"y":{"type":"string"}}},"else":{"properties":{"#
        + #""z":{"type":"null"}}}}]}"#,
      #"{"anyOf":[{"type":"object","properties":{"kind":{"type"#
        + #"":"string","enum":["a"]},"x":{"type":"integer"},"z":{"type":"null"}},"required":[""#
        + #"kind","x"]},{"type":"object","properties":{"kind":{"ty"#
        + #"pe":"string","enum":["b"]},"y":{"type":"string"}},"required":["kind"]}]}"#,
      [.discriminator, .discriminator]),
    ImportCase(
      #"{"type":"object","properties":{"kind":{"type":"string"},"v":{"type":"string"}},"ad"#
        + #"ditionalProperties":false,"if":{"properties":{"kind":{"enum":["a","b"]}},"required"#
        + #"":["kind"]},"then":{"required":["v"]},"else":{"properties":{"v":{"maxLength":3}}}}"#,
      #"{"description":"If it has a 'kind' that is one of \"a\", \"b\", it has 'v'. Otherwise, "#
        + #"it has no 'v' but one that has at most 3 characters.","#
        + #""anyOf":[{"type":"object","additionalProperties":false,"properties":{"kind":{"typ"#
        + #"e":"string","enum":["a","b"]},"v":{"type":"string"}},"required":["kind","v"]},{"ty"#
        + #"pe":"object","additionalProperties":false,"properties":{"kind":{"type":"string"},""#
        + #"v":{"type":"string","maxLength":3}},"required":[]}]}"#,
      [.condition]),
    ImportCase(
      #"{"type":"object","properties":{"kind":{"enum":["a"]},"v":{"type":"string"}},"addit"#
        + #"ionalProperties":false,"if":{"properties":{"kind":{"const":"a"}},"required":["kind"#
        + #""]},"then":{"required":["v"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"kind":{"typ"#
        + #"e":"string","enum":["a"]},"v":{"type":"string"}},"required":["kind","v"]},{"type":"#
        + #""object","additionalProperties":false,"properties":{"v":{"type":"string"}},"requir"#
        + #"ed":[]}]}"#,
      [.discriminator]),
    ImportCase(
      #"{"type":"integer","if":{"minimum":3},"then":{"multipleOf":2}}"#,
      #"{"type":"integer","description":"If it is at least 3, it is a multiple of 2."}"#,
      [.condition]),
    ImportCase(
      #"{"type":"object","properties":{"k":{"enum":["a","b"]},"l":{"enum":["c","d"]}},"req"#
        + #"uired":["k","l"],"additionalProperties":false,"allOf":[{"if":{"properties":{"k":{""#
        + #"const":"a"}}},"then":{"properties":{"l":{"const":"c"}}}},{"if":{"properties":{"l":"#
        + #"{"const":"d"}}},"then":{"properties":{"k":{"const":"b"}}}}]}"#,
      #"{"anyOf":[\#(pair("a", "c")),\#(pair("b", "d")),\#(pair("b", "c"))]}"#,
      [.discriminator, .discriminator]),
    // The case without 'x' contradicts the first condition.
    ImportCase(
      #"{"type":"object","properties":{"k":{"enum":["a","b"]},"x":{"type":"string"},"y":{""#
        + #"type":"string"}},"required":["k"],"additionalProperties":false,"allOf":[{"if":{"pr"#
        + #"operties":{"k":{"const":"a"}}},"then":{"required":["x"]}},{"if":{"required":["x"]}"#
        + #","then":{"properties":{"y":{"maxLength":3}}}}]}"#,
      #"{"anyOf":[\#(withX("a")),\#(withX("b")),"#
        + #"{"type":"object","additionalProperties":false,"properties":{"k":{"type":"string","#
        + #""enum":["b"]},"y":{"type":"string"}},"required":["k"]}]}"#,
      [.discriminator, .discriminator]),
  ]

  @Test(arguments: cases)
  func `I2: an if on a constant becomes a union`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }

  @Test(arguments: [
    // Four cases would repeat the object twice as often as the two cases of the first condition.
    #"{"if":{"properties":{"l":{"const":"c"}}},"then":{"required":["p1"]}}"#,
    #"{"if":{"required":["p1"]},"then":{"properties":{"p2":{"maxLength":3}}}}"#,
  ])
  func `I2: a further if is told in words where its cases would repeat a large object`(
    condition: String
  ) throws {
    let properties = (0..<60).map { #""p\#($0)":{"type":"string"}"# }.joined(separator: ",")
    let document = #"""
      {"type":"object","properties":{"k":{"enum":["a","b"]},"l":{"enum":["c","d"]},\#(properties)},
        "required":["k","l"],"allOf":[
          {"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["p0"]}},\#(condition)]}
      """#
    let imported = try SchemaImporter().import(document)
    #expect(imported.diagnostics.map(\.rule) == [.discriminator, .condition])
    let root = try SchemaGraph(imported.schema).root
    #expect(root.choices.count == 2)
    let text = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString()
    #expect(text.contains(#""description":"If it has "#), "\(text)")
  }
}
