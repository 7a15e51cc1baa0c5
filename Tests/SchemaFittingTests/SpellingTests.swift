import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

@testable import SchemaFitting

/// Choices that a provider may spell in other capitals (rule D9).
struct SpellingTests {
  private static let document = #"""
    {"type":"object","additionalProperties":false,"required":["color","pet"],"properties":{
      "color":{"enum":["Red","blue"]},
      "pet":{"anyOf":[
        {"type":"object","additionalProperties":false,"required":["kind","tags"],
          "properties":{"kind":{"const":"Cat"},\#
    "tags":{"type":"object","additionalProperties":{"type":"string"}}}},
        {"type":"object","additionalProperties":false,"required":["kind"],
          "properties":{"kind":{"const":"dog"}}}]}}}
    """#

  @Test func `D9: strings in other capitals are read as they are declared`() throws {
    let schema = try FittedDialects.fit(document: Self.document, in: AnthropicDialect())
    let answer = #"{"color":"RED","pet":{"kind":"cat","tags":[{"key":"Size","value":"RED"}]}}"#
    let content = try schema.content(from: GeneratedContent(json: answer))
    #expect(
      content.jsonString(.compact)
        == #"{"color":"Red","pet":{"kind":"Cat","tags":{"Size":"RED"}}}"#,
      "\(schema)")
    try expectThereAndBack(content.jsonString, schema)
  }

  @Test(arguments: [(#"["go","Go"]"#, true), (#"["go","stop"]"#, false), (#"["1","2"]"#, nil)])
  func `D9: choices that differ in capitals only are a warning`(
    choices: String, isWarned: Bool?
  ) throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"enum":\#(choices)}"#]), in: AnthropicDialect())
    let found = schema.diagnostics.filter { $0.rule == .capitals && $0.severity == .warning }
    #expect(found.map(\.path.pointer) == (isWarned == true ? ["/a"] : []))
    #expect(schema.mapping.isIdentity == (isWarned == nil))
  }

  @Test func `D9: other dialects read strings as they are`() throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"enum":["Red"]}"#]), in: OpenAIDialect())
    let answer = try GeneratedContent(json: #"{"a":"red"}"#)
    #expect(try schema.content(from: answer) == answer)
  }

  private static let stringsOnly = TestDialect {
    $0.constraints.mayChangeCapitals = true
    $0[.numberChoices] = .rejected
    $0[.mixedChoices] = .rejected
    $0[.null] = .rejected
  }

  @Test(arguments: [
    (#"{"enum":["Auto",true,null,1]}"#, "AUTO", #""Auto""#),
    (#"{"enum":["Auto",true,null,1]}"#, "TRUE", "true"),
    (#"{"enum":["Auto",true,null,1]}"#, "Null", "null"),
    (#"{"enum":["go","Go",1]}"#, "Go", #""Go""#), (#"{"enum":["go","Go",1]}"#, "GO", #""GO""#),
    (#"{"enum":["TRUE",true]}"#, "true", #""TRUE""#),
    (#"{"enum":["TRUE",true]}"#, "(True)", "true"),
    (#"{"type":"null"}"#, "NULL", "null"),
  ])
  func `D9: choices that are written as strings are read in any capitals`(
    part: String, answer: String, content: String
  ) throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": part]), in: Self.stringsOnly)
    let read = try schema.content(from: GeneratedContent(json: #"{"a":"\#(answer)"}"#))
    #expect(read.jsonString(.compact) == #"{"a":\#(content)}"#, "\(schema)")
    try expectThereAndBack(#"{"a":\#(content)}"#, schema)
    let stored = try JSONDecoder().decode(
      AnswerMapping.self, from: try JSONEncoder().encode(schema.mapping))
    #expect(stored == schema.mapping)
    #expect(try stored.content(from: GeneratedContent(json: #"{"a":"\#(answer)"}"#)) == read)
  }

  @Test func `D9: other dialects read choices that are written as strings as they are`() throws {
    var dialect = Self.stringsOnly
    dialect.rules.constraints.mayChangeCapitals = false
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"enum":["Auto",true]}"#]), in: dialect)
    let answer = try GeneratedContent(json: #"{"a":"AUTO"}"#)
    #expect(try schema.content(from: answer) == answer)
  }

  @Test func `H3: a choice in other capitals is found among many by its text`() throws {
    func growth(_ answers: @escaping (Int) -> String, _ form: @escaping (Int) -> AnswerMapping.Node)
      throws -> Double
    {
      try growthOfTime(from: 250) { count in
        let texts = (0..<count).map { "\"\(answers($0))\"" }.joined(separator: ",")
        return (
          AnswerMapping(nodes: [.same, form(count), .array(elements: 1)], root: 2),
          try GeneratedContent(json: "[\(texts)]")
        )
      } work: { mapping, content in
        _ = try mapping.content(from: content)
      }
    }
    let spelled = try growth({ "CHOICE \($0)" }) { count in
      .form(SpellingForm(choices: (0..<count).map { "choice \($0)" }))
    }
    #expect(spelled < proportionalGrowth)
    let chosen = try growth({ "\($0)" }) { count in
      .form(
        ChoicesForm(choices: (0..<count).map { .init(answer: "\($0)", .number(SchemaNumber($0))) }))
    }
    #expect(chosen < proportionalGrowth)
    let tagged = try growthOfTime(from: 250) { count in
      var shape = ValueShape(.object)
      shape.tags = [.init(name: "kind", choices: (0..<count).map { "kind \($0)" })]
      var other = ValueShape(.object)
      other.tags = [.init(name: "kind", choices: ["other"])]
      let values = (0..<count).map { "{\"kind\":\"KIND \($0)\"}" }.joined(separator: ",")
      return (
        AnswerMapping(
          nodes: [
            .same,
            .union([
              .init(value: 0, answers: [0], schema: 0),
              .init(value: 3, answers: [1], schema: 1),
            ]), .array(elements: 1),
            .object(.init(properties: [.init(name: "a", answerName: "b", value: 0)])),
          ], root: 2, shapes: [shape, other], ignoresCase: true),
        try GeneratedContent(json: "[\(values)]")
      )
    } work: { mapping, content in
      _ = try mapping.content(from: content)
    }
    #expect(tagged < proportionalGrowth)
  }

  @Test func `H3: a value is found among many choices by its text when it is written`() throws {
    let growth = try growthOfTime(from: 500) { count in
      let choices = (0..<count).map {
        AnswerMapping.Choice(answer: "\($0)", .number(SchemaNumber($0)))
      }
      return (
        AnswerMapping(
          nodes: [.same, .form(ChoicesForm(choices: choices)), .array(elements: 1)], root: 2),
        try GeneratedContent(json: "[\((0..<count).map { "\($0)" }.joined(separator: ","))]")
      )
    } work: { mapping, content in
      _ = try mapping.answer(for: content)
    }
    #expect(growth < proportionalGrowth)
  }
}
