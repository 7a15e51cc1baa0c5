import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing

@testable import SchemaFitting

/// Answers that combine several forms, which are each tested alone elsewhere (rules D7 to D9).
struct AnswerCaseTests {
  @Test func `D8: entries that are empty leave nothing between other properties`() throws {
    let fitted = try FittedDialects.fit(
      document: #"""
        {"type":"object","required":["a"],"additionalProperties":{"type":"string"},
         "properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}
        """#, in: AnthropicDialect())
    let content = try fitted.content(
      from: GeneratedContent(json: #"{"a":1,"additionalProperties":[],"b":2}"#))
    #expect(content == (try GeneratedContent(json: #"{"a":1,"b":2}"#)))
    #expect(content.jsonString(.compact) == #"{"a":1,"b":2}"#)
  }

  @Test func `D8: a property of null appears once, however an answer is cut`() throws {
    let part = #"{"type":"object","additionalProperties":false,"required":["a"],"properties":"#
    let null = #""a":{"type":["string","null"]}"#
    let fitted = try FittedDialects.fit(
      document: FittedDialects.object([
        "p": #"{"anyOf":[\#(part){\#(null)}},\#(part){\#(null),"b":{"type":"integer"}}}]}"#
      ]), in: AppleDialect())
    var parser = GeneratedContentParser()
    var reader = AnswerReader(fitted.mapping)
    for chunk in [#"{"p":{"option1":{}"#, "}}"] {
      try parser.append(chunk)
      _ = try reader.content(from: parser.snapshot())
    }
    let content = try reader.content(from: parser.finish())
    #expect(content.jsonString(.compact) == #"{"p":{"a":null}}"#)
  }

  @Test func `D8: a list that is a definition distinguishes the alternatives of a union`() throws {
    let fitted = try FittedDialects.fit(
      document: ##"""
        {"type":"object","additionalProperties":false,"required":["u"],"properties":{"u":{"anyOf":[
          \##(FittedDialects.object(["kind": ##"{"$ref":"#/$defs/Kind"}"##])),
          \##(FittedDialects.object(["kind": #"{"const":"zz"}"#]))]}},
         "$defs":{"Kind":{"enum":["a","b"]}}}
        """##, in: AnthropicDialect())
    #expect(fitted.schema.jsonString().contains("$ref"))
    #expect(!fitted.diagnostics.contains { $0.fitting == .union }, "\(fitted.diagnostics)")
    for text in [#"{"u":{"kind":"b"}}"#, #"{"u":{"kind":"zz"}}"#] {
      try expectThereAndBack(text, fitted)
    }
    let content = try fitted.content(from: GeneratedContent(json: #"{"u":{"kind":"ZZ"}}"#))
    #expect(content.jsonString(.compact) == #"{"u":{"kind":"zz"}}"#)
  }

  @Test(arguments: [("1", "2"), ("true", "false"), (#""1""#, "1"), ("null", "0.5")])
  func `I8: constants that are not strings distinguish alternatives`(
    first: String, second: String
  ) throws {
    func alternative(_ kind: String, _ value: String) -> String {
      FittedDialects.object([
        "kind": #"{"const":\#(kind)}"#,
        "map": #"{"type":"object","additionalProperties":\#(value)}"#,
      ])
    }
    let document = FittedDialects.object([
      "u": """
      {"anyOf":[\(alternative(first, #"{"type":"integer"}"#)),
        \(alternative(second, #"{"type":"string"}"#))]}
      """
    ])
    let fitted = try FittedDialects.fit(
      document: document, in: TestDialect { $0.objects.additionalProperties = .rejected })
    #expect(!fitted.diagnostics.contains { $0.fitting == .union }, "\(fitted)")
    let texts = [
      #"{"u":{"kind":\#(first),"map":{"a":1}}}"#, #"{"u":{"kind":\#(second),"map":{"a":"b"}}}"#,
    ]
    for text in texts { try expectThereAndBack(text, fitted) }
    // A stored mapping keeps these constants.
    let stored = try JSONDecoder().decode(
      AnswerMapping.self, from: try JSONEncoder().encode(fitted.mapping))
    for text in texts {
      let content = try GeneratedContent(json: text)
      #expect(try stored.content(from: fitted.answer(for: content)) == content)
    }
  }

  @Test func `D7: a union in a union is distinguished from the other alternatives`() throws {
    let fitted = try FittedDialects.fit(
      document: FittedDialects.object([
        "p": #"""
        {"anyOf":[
          {"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},
            {"type":"array","items":{"type":"integer"}}]},
          {"type":"array","items":{"type":"boolean"}}]}
        """#
      ]), in: OpenAIDialect())
    for text in [#"{"p":[1,2]}"#, #"{"p":{"a":"b"}}"#, #"{"p":[true]}"#, #"{"p":[]}"#] {
      try expectThereAndBack(text, fitted)
    }
  }

  @Test(arguments: FittedDialects.names)
  func `D8: null in a union with objects around its alternatives is not an absent property`(
    name: String
  ) throws {
    let dialect = FittedDialects.dialect(named: name)
    let alternatives = #"""
      {"type":"object","additionalProperties":{"type":"integer"}},
      {"type":"array","items":{"type":"object","additionalProperties":{"type":"string"}}}
      """#
    let unions = [
      #"{"anyOf":[\#(alternatives),{"type":"null"}]}"#,
      #"{"anyOf":[\#(alternatives),{"enum":[true,null]}]}"#,
      #"{"anyOf":[\#(alternatives),{"type":"null"},{"enum":[true,null]}]}"#,
    ]
    let null = try GeneratedContent(json: #"{"x":null}"#)
    for (union, isRequired) in unions.flatMap({ [($0, false), ($0, true)] }) {
      let fitted = try FittedDialects.fit(
        document: #"""
          {"type":"object","additionalProperties":false,"properties":{"x":\#(union)},
           "required":\#(isRequired ? ["x"] : [])}
          """#, in: dialect)
      let validator = try FittedDialects.validator(of: fitted, in: dialect)
      let isWrapped = fitted.diagnostics.contains { $0.fitting == .union }
      #expect(isWrapped || !["openai", "anthropic", "apple"].contains(name), "\(fitted)")
      let texts = [#"{"x":null}"#, #"{"x":{"a":1}}"#, #"{"x":[{"a":"b"}]}"#]
      for text in isRequired ? texts : texts + ["{}"] {
        let answer = try fitted.answer(for: GeneratedContent(json: text))
        #expect(validator.report(on: answer).isValid, "\(answer)\n\(fitted)")
        if isRequired || isWrapped || dialect.rules.optional == .omitted {
          try expectThereAndBack(text, fitted)
        }
      }
      if isRequired, validator.report(on: null).isValid {
        #expect(try fitted.content(from: null) == null, "\(fitted)")
      }
    }
  }

  @Test func `a union is compared again if one among its alternatives has changed`() throws {
    let (levels, others) = (8, 50)
    let dictionary = #"{"type":"object","additionalProperties":{"type":"integer"}}"#
    // Each level is unclear once the next one has objects around its alternatives.
    let definitions = (0..<levels).map { level in
      let name = level + 2 < levels ? "U\(level + 2)" : "option1"
      let other = FittedDialects.object([name: #"{"type":"integer"}"#])
      return level + 1 < levels
        ? ##""U\##(level)":{"anyOf":[\##(other),{"$ref":"#/$defs/U\##(level + 1)"}]}"##
        : #""U\#(level)":{"anyOf":[\#(dictionary),{"type":"array","items":{"type":"integer"}}]}"#
    }
    let properties = (0..<others).map {
      #""p\#($0)":{"anyOf":[\#(dictionary),{"type":"string"}]}"#
    }
    let document = ##"""
      {"type":"object","additionalProperties":false,"required":["u"],
       "properties":{"u":{"$ref":"#/$defs/U0"},\##(properties.joined(separator: ","))},
       "$defs":{\##(definitions.joined(separator: ","))}}
      """##
    let dialect = TestDialect { $0.objects.additionalProperties = .rejected }
    var editor = GraphEditor(
      try SchemaGraph(SchemaImporter().import(document).schema),
      for: SchemaEncoder(dialect: dialect))
    DictionaryPass().run(on: &editor)
    let unclear = UnclearUnions(in: editor.graph)
    #expect(unclear.names.count == levels)
    let fitted = try FittedDialects.fit(document: document, in: dialect)
    for text in [#"{"u":{"a":1}}"#, #"{"u":[1]}"#, #"{"u":{"U3":1},"p7":{"b":2}}"#] {
      try expectThereAndBack(text, fitted)
    }
  }

  @Test func `D7: a property that exceeds two limits does not affect the others`() throws {
    let names = (0..<25).map { "p\($0)" }
    let union = #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#
    let fitted = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,
         "properties":{\#(names.map { "\"\($0)\":\(union)" }.joined(separator: ","))}}
        """#, in: AnthropicDialect())
    #expect(fitted.jsonString().contains(#""p0":{"anyOf""#), "\(fitted)")
    for text in [#"{"p0":1,"p24":"x"}"#, #"{"p24":1}"#, "{}"] {
      try expectThereAndBack(text, fitted)
    }
  }

  @Test(.withOptimizer)
  func `H2: unions in unions do not keep the shapes of all unions below them`() throws {
    let levels = 400
    let definitions = (0..<levels).map {
      #"""
      "U\#($0)":{"anyOf":[{"$ref":"#/$defs/U\#($0 + 1)"},
        {"type":"object","additionalProperties":false,"required":["map\#($0)"],"properties":{
          "map\#($0)":{"type":"object","additionalProperties":{"type":"integer"}}}}]}
      """#
    }
    let document =
      ##"{"$ref":"#/$defs/U0","$defs":{"U\##(levels)":{"type":"null"},"##
      + "\(definitions.joined(separator: ","))}}"
    let fitted = try FittedDialects.fit(
      document: document, in: TestDialect { $0.objects.additionalProperties = .rejected })
    let shapes = fitted.mapping.plan.nodes.reduce(0) { count, node in
      guard case .union(let alternatives) = node else { return count }
      return count + alternatives.reduce(0) { $0 + $1.answers.count }
    }
    // The unions above the last 256 have two each.
    #expect(shapes <= 256 * 256 / 2 + 2 * 2 * levels, "\(shapes)")
    #expect(fitted.diagnostics.contains { $0.fitting == .union })
    try expectThereAndBack(#"{"map\#(levels - 1)":{"a":1}}"#, fitted)
    try expectThereAndBack(#"{"map0":{"a":1}}"#, fitted)
  }

  @Test func `H1: a stored mapping whose unions lead in circles is an error of decoding`() throws {
    func shape(requiring name: String) -> ValueShape {
      var shape = ValueShape(.object)
      shape.required = [name]
      return shape
    }
    let mapping = AnswerMapping(
      nodes: [
        .same,
        .union([
          .init(value: 1, answers: [0], schema: 0),
          .init(value: 2, answers: [1], schema: 1),
        ]), .same,
      ], root: 1, shapes: [shape(requiring: "a"), shape(requiring: "b")])
    try expectCorrupted(mapping, "cycle")
  }

  @Test(arguments: [
    AnswerMapping.Node.form(ListForm(), parts: [1]),
    .form(WrappedForm(property: "value"), parts: [1]), .form(TextForm(kind: .json), parts: [1]),
  ])
  func `H1: a stored mapping whose form hands a value on to itself is an error of decoding`(
    form: AnswerMapping.Node
  ) throws {
    try expectCorrupted(AnswerMapping(nodes: [.same, form], root: 1), "cycle")
  }

  @Test func `H1: a stored mapping whose union and form lead in a circle is an error of decoding`()
    throws
  {
    let union = AnswerMapping.Node.union([
      .init(value: 2, answers: [0], schema: 0)
    ])
    let mapping = AnswerMapping(
      nodes: [.same, union, .form(ListForm(), parts: [1])], root: 1, shapes: [ValueShape(.array)])
    try expectCorrupted(mapping, "cycle")
  }

  @Test func `H1: a stored mapping whose first node changes values is an error of decoding`() throws
  {
    try expectCorrupted(AnswerMapping(nodes: [.form(ListForm())], root: 0), "first node")
  }

  @Test func `H1: a stored mapping that lacks a shape of an alternative is an error of decoding`()
    throws
  {
    let union = AnswerMapping.Node.union([.init(value: 0, answers: [0], schema: 0)])
    try expectCorrupted(AnswerMapping(nodes: [.same, union], root: 1), "shapes")
  }

  private func expectCorrupted(
    _ mapping: AnswerMapping, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let data = try JSONEncoder().encode(mapping)
    let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try JSONDecoder().decode(AnswerMapping.self, from: data)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(context.debugDescription.contains(reason), sourceLocation: sourceLocation)
  }

  @Test func `D8: a stored mapping that requires a name twice finds it once`() throws {
    func shape(requiring names: [String]) -> ValueShape {
      var shape = ValueShape(.object)
      shape.required = names
      return shape
    }
    let declared = try SchemaGraph(String.self)
    let mapping = AnswerMapping(
      nodes: [
        .same,
        .union([
          .init(value: 2, answers: [0], schema: 0),
          .init(value: 3, answers: [1], schema: 1),
        ]), .object(.init(properties: [.init(name: "x", answerName: "a", value: 0)])),
        .object(.init(properties: [.init(name: "y", answerName: "a", value: 0)])),
      ], root: 1, shapes: [shape(requiring: ["a", "a"]), shape(requiring: ["b"])],
      alternatives: DeclaredAlternatives([declared.root, declared.root], of: declared))
    let stored = try JSONDecoder().decode(
      AnswerMapping.self, from: try JSONEncoder().encode(mapping))
    let content = try stored.content(from: GeneratedContent(json: #"{"a":1}"#))
    #expect(content.jsonString(.compact) == #"{"x":1}"#)
  }

  @Test func `D9: choices of several types are read in other capitals`() throws {
    let fitted = try FittedDialects.fit(
      document: FittedDialects.object(["mode": #"{"enum":["Auto",1]}"#]), in: AnthropicDialect())
    let content = try fitted.content(from: GeneratedContent(json: #"{"mode":"auto"}"#))
    #expect(content.jsonString(.compact) == #"{"mode":"Auto"}"#)
    try expectThereAndBack(#"{"mode":1}"#, fitted)
  }

  @Test func `D9: alternatives whose tags differ in capitals only are distinguished`() throws {
    let kinds = [
      ("Cat", #"{"type":"object","additionalProperties":{"type":"string"}}"#),
      ("cat", #"{"type":"array","items":{"type":"integer"}}"#),
    ]
    let parts = kinds.map { kind, tags in
      FittedDialects.object(["kind": #"{"const":"\#(kind)"}"#, "tags": tags])
    }
    let fitted = try FittedDialects.fit(
      document: FittedDialects.object(["p": #"{"anyOf":[\#(parts.joined(separator: ","))]}"#]),
      in: AnthropicDialect())
    try expectThereAndBack(#"{"p":{"kind":"cat","tags":[1]}}"#, fitted)
    try expectThereAndBack(#"{"p":{"kind":"Cat","tags":{"a":"b"}}}"#, fitted)
  }

  @Test func `D8: the value of an entry may be null`() throws {
    let fitted = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":{"anyOf":[
          {"type":"integer"},{"type":"string"},{"type":"null"}]}}
        """#, in: AppleDialect())
    try expectThereAndBack(#"{"a":null,"b":1}"#, fitted)
  }

  @Test func `D8: an optional union with null and a choice of null may be absent, and null`() throws
  {
    let fitted = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"properties":{
          "a":{"anyOf":[{"enum":[true,null]},{"type":"null"}]}}}
        """#, in: AppleDialect())
    for text in ["{}", #"{"a":null}"#, #"{"a":true}"#] { try expectThereAndBack(text, fitted) }
  }
}
