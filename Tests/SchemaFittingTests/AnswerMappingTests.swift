import Foundation
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport
import Testing

/// Conversions of content and answers that are large, deep, or not in the fitted form (rule D8).
struct AnswerMappingTests {
  typealias Dynamic = DynamicGenerationSchema

  private static let anyDepth = GeneratedContentParser.Options(maximumDepth: .max)

  /// Forms of one type in a dialect without arrays of fixed length, dictionaries and punctuation.
  private static let forms = #"""
    {"type":"object","required":["map","pair","either"],"properties":{
      "map":{"type":"object","additionalProperties":{"type":"integer"}},
      "pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,
        "minItems":2},
      "either":{"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},
        {"type":"array","items":{}}]}},
     "additionalProperties":false}
    """#

  @Test(
    arguments: [GeneratedContent.maximumDepth, GeneratedContent.maximumDepth + 1, 20_000],
    [true, false])
  func `H1: JSON text and the values around it nest as deep as content may`(
    depth: Int, isTree: Bool
  ) async throws {
    let value = Dynamic(
      name: "Root", properties: [Dynamic.Property(name: "x", schema: .any)])
    let tree = Dynamic(
      name: "Tree",
      properties: [
        Dynamic.Property(name: "x", schema: Dynamic(referenceTo: "Tree"), isOptional: true)
      ])
    let arrays = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
    let trees =
      String(repeating: #"{"x":"#, count: depth - 1) + "{}"
      + String(repeating: "}", count: depth - 1)
    let dialect: any SchemaDialect = isTree ? AnthropicDialect() : OpenAIDialect()
    let encoded = try SchemaEncoder(dialect: dialect)
      .fit(GenerationSchema(root: isTree ? tree : value, dependencies: []))
    let text = isTree ? trees : #"{"x":\#(arrays)}"#
    let content = try GeneratedContent(json: text, options: Self.anyDepth)
    let answer = try encoded.answer(for: content)
    guard depth > GeneratedContent.maximumDepth else {
      return #expect(try encoded.content(from: answer) == content)
    }
    let error = #expect(throws: AnswerMappingError.self) { try encoded.content(from: answer) }
    #expect(error?.code == .tooDeep)
    #expect(error?.path.pointer == (isTree ? "/x/x/x/x" : "/x"))
    guard isTree else { return }
    // A snapshot of it, before the text has ended, is the same error.
    var parser = GeneratedContentParser(options: Self.anyDepth)
    let whole = answer.jsonBytes()
    try parser.append(whole[..<(whole.count - 8)])
    let snapshot = parser.snapshot()
    let early = #expect(throws: AnswerMappingError.self) { try encoded.content(from: snapshot) }
    #expect(early?.code == .tooDeep && early?.path == error?.path)
  }

  @Test func `H1: text that is any value and nests too deep is an error and no string`() throws {
    let encoded = try FittedDialects.fit(
      document: FittedDialects.object(["x": "{}"]),
      in: TestDialect { $0[.anyValue] = .rejected })
    func content(_ text: String) throws -> GeneratedContent {
      try encoded.content(from: GeneratedContent(properties: ["x": text]))
    }
    let deep = String(repeating: "[", count: GeneratedContent.maximumDepth)
    let error = #expect(throws: AnswerMappingError.self) { try content(deep) }
    #expect(error?.code == .tooDeep && error?.path == ["x"])
    #expect(
      try content(String(deep.dropLast())).jsonString(.compact) == #"{"x":"\#(deep.dropLast())"}"#)
  }

  @Test func `D8: the alternatives of unions in unions are distinguished once, at any depth`()
    throws
  {
    let encoded = try FittedDialects.fit(
      document: #"""
        {"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","additionalProperties":false,
          "required":["map","next"],"properties":{
            "map":{"type":"object","additionalProperties":{"type":"integer"}},
            "next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}}}}}
        """#, in: OpenAIDialect())
    let depth = 5_000
    let text =
      String(repeating: #"{"map":{"a":1},"next":"#, count: depth) + "null"
      + String(repeating: "}", count: depth)
    let content = try GeneratedContent(json: text, options: Self.anyDepth)
    let answer = try encoded.answer(for: content)
    #expect(try encoded.content(from: answer) == content && answer != content)
  }

  @Test(arguments: ["3", "[]", #"{"a":[1]}"#, #"{"a":1}"#])
  func `H3: a diamond of unions is searched once, at any number of ways through it`(
    text: String
  ) throws {
    // Each level doubles the number of ways: with 60, no search over all of them ends.
    let levels = 60
    var definitions = [
      #"""
      "L\#(levels)":{"title":"L\#(levels)","type":"object",\#
      "additionalProperties":{"type":"integer"}}
      """#,
      #""R\#(levels)":{"title":"R\#(levels)","type":"null"}"#,
    ]
    for level in 0..<levels {
      for side in ["L", "R"] {
        definitions.append(
          #"""
          "\#(side)\#(level)":{"title":"\#(side)\#(level)","anyOf":[
            {"$ref":"#/$defs/L\#(level + 1)"},{"$ref":"#/$defs/R\#(level + 1)"}]}
          """#)
      }
    }
    let encoded = try FittedDialects.fit(
      document: ##"{"$ref":"#/$defs/L0","$defs":{\##(definitions.joined(separator: ","))}}"##,
      in: TestDialect { $0.objects.additionalProperties = .rejected })
    let content = try GeneratedContent(json: text)
    let answer = try encoded.answer(for: content)
    #expect(try encoded.content(from: answer) == content)
    #expect((answer != content) == (text == #"{"a":1}"#))
  }

  @Test func `D8: objects of many properties are mapped, in any order`() throws {
    let count = 2_000
    let names = (0..<count).compactMap { Unicode.Scalar(0x4E00 + $0).map { String($0) } }
    let encoded = try SchemaEncoder(
      dialect: TestDialect {
        $0.objects.propertyNames = .ascii(punctuation: "_")
        $0.optional = .nullable
        $0.objects.additionalProperties = .rejected
      }
    ).fit(
      GenerationSchema(
        root: Dynamic(
          name: "Root",
          properties: names.map {
            Dynamic.Property(name: $0, schema: .integer, isOptional: true)
          }, additionalProperties: .integer), dependencies: []))
    let members = names.reversed().enumerated().compactMap { index, name in
      index % 3 == 0 ? nil : "\"\(index % 3 == 1 ? name : "\(name)?")\":1"
    }
    let content = try GeneratedContent(json: "{\(members.joined(separator: ","))}")
    let answer = try encoded.answer(for: content)
    #expect(answer.childCount == count + 1)
    let back = try encoded.content(from: answer)
    #expect(Set(back.properties.map(\.name)) == Set(content.properties.map(\.name)))
  }

  @Test(
    arguments: [
      // The answer, the code of its error, and the place in the content.
      (#"{"map":[{"key":"a","value":1},{"key":"b"}]}"#, .invalidEntry, "/map"),
      (#"{"map":[{"value":1}]}"#, .invalidEntry, "/map"),
      (#"{"map":[{}]}"#, .invalidEntry, "/map"),
      (#"{"map":[{"key":1,"value":1}]}"#, .invalidEntry, "/map"),
      (#"{"map":[{"key":null,"value":1}]}"#, .invalidEntry, "/map"),
      (#"{"map":[{"key":"a","value":1},{"key":"a","value":2}]}"#, .duplicateKey, "/map/a"),
      (#"{"tree":{"x":{"x":{"x":{"x":"no"}}}}}"#, .invalidText, "/tree/x/x/x/x"),
      (#"{"tree":{"x":{"x":{"x":{"x":""}}}}}"#, .invalidText, "/tree/x/x/x/x"),
      (#"{"tree":{"x":{"x":{"x":{"x":"{"}}}}}"#, .invalidText, "/tree/x/x/x/x"),
    ] as [(String, AnswerMappingError.Code, String)])
  func `D8: an answer that does not match the fitted schema is an error with a place`(
    answer: String, code: AnswerMappingError.Code, place: String
  ) throws {
    let encoded = try FittedDialects.fit(
      document: ##"""
        {"type":"object","additionalProperties":false,"properties":{
          "map":{"type":"object","additionalProperties":{"type":"integer"}},
          "tree":{"$ref":"#/$defs/Tree"}},
         "$defs":{"Tree":{"type":"object","additionalProperties":false,
          "properties":{"x":{"$ref":"#/$defs/Tree"}}}}}
        """##,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.definitions?.recursion = .rejected
      })
    let error = #expect(throws: AnswerMappingError.self, "\(encoded)") {
      try encoded.content(from: GeneratedContent(json: answer))
    }
    #expect(error?.code == code && error?.path.pointer == place, "\(encoded)")
  }

  @Test func `D8: a list for an optional value that has two values is an error`() throws {
    let encoded = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"properties":{"x":{"type":"integer"}}}
        """#, in: TestDialect { $0.limits.optionalProperties = 0 })
    #expect(
      try encoded.content(from: GeneratedContent(json: #"{"x":[1]}"#)).jsonString(.compact)
        == #"{"x":1}"#, "\(encoded)")
    let error = #expect(throws: AnswerMappingError.self) {
      try encoded.content(from: GeneratedContent(json: #"{"x":[1,2]}"#))
    }
    #expect(error?.code == .tooManyValues && error?.path == ["x"])
  }

  @Test(arguments: ["[", #"{"map":[{"key":"a","value":1}"#])
  func `D8: content that is not complete has no answer, unless answers are the content`(
    text: String
  ) throws {
    let encoded = try FittedDialects.fit(
      document: Self.forms, in: TestDialect { $0.objects.additionalProperties = .rejected })
    var parser = GeneratedContentParser()
    try parser.append(text)
    let content = parser.snapshot()
    let error = #expect(throws: AnswerMappingError.self) { try encoded.answer(for: content) }
    #expect(error?.code == .incomplete && error?.path == SchemaPath())
    #expect(try AnswerMapping.identity.answer(for: content) == content)
  }

  @Test func `a stored mapping whose choice is not a scalar is an error of decoding`() throws {
    let encoded = try SchemaEncoder(dialect: GeminiDialect())
      .fit(
        GenerationSchema(
          root: Dynamic(
            name: "Root",
            properties: [Dynamic.Property(name: "x", schema: .enumeration(of: ["a", 1]))]),
          dependencies: []))
    let stored = String(decoding: try JSONEncoder().encode(encoded.mapping), as: UTF8.self)
    for damage in [#""json":"no""#, #""json":"[1""#, #""json":"[1]""#] {
      let text = stored.replacingOccurrences(of: #""json":"1""#, with: damage)
      #expect(text != stored)
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(AnswerMapping.self, from: Data(text.utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains("choice"))
    }
  }

  @Test(
    arguments: [
      // A place in the content, an answer that does not have the form, and the place there.
      (["either", "n"], #"{"either":3}"#, "/either"),
      (["either", "n"], #"{"either":{"n":1}}"#, "/either/n"),
      (["pair", 1], #"{"pair":["a",2]}"#, "/pair/1"),
      (["pair", 1], #"{"pair":{"item1":"a"}}"#, "/pair"),
      (["map", "a"], #"{"map":{"a":"b"}}"#, "/map/a"),
      (["map", "a"], #"{"pair":[]}"#, ""),
      (["map"], "[]", ""),
    ] as [(SchemaPath, String, String)])
  func `D8: the place of a missing part of an answer is the place of the value around it`(
    place: SchemaPath, answer: String, found: String
  ) throws {
    let encoded = try FittedDialects.fit(
      document: Self.forms,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.tuples = .rejected
        $0[.anyValue] = .rejected
      })
    let answer = try GeneratedContent(json: answer)
    #expect(encoded.mapping.answerPlace(of: place, in: answer).pointer == found, "\(encoded)")
  }

  @Test(arguments: [
    (#"{"pair":{"item1":"a","other":2}}"#, #"{"pair":["a"]}"#),
    (#"{"pair":{"other":2}}"#, #"{"pair":[]}"#),
    (#"{"pair":{"item2":2,"item1":"a"}}"#, #"{"pair":["a",2]}"#),
  ])
  func `D8: an array ends before an element that the answer lacks, in snapshots and at the end`(
    answer: String, content: String
  ) throws {
    let encoded = try FittedDialects.fit(
      document: Self.forms,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.tuples = .rejected
        $0[.anyValue] = .rejected
      })
    var parser = GeneratedContentParser()
    var earlier: GeneratedContent?
    for byte in answer.utf8 {
      try parser.append([byte])
      let shown = try encoded.content(from: parser.snapshot())
      if let earlier { #expect(earlier.isBeginning(of: shown), "\(earlier) became \(shown)") }
      earlier = shown
    }
    let whole = try encoded.content(from: parser.finish())
    #expect(whole.isComplete && whole.jsonString(.compact) == content)
  }

  @Test func `if answers are the content, each place is the place in the content`() {
    let place: SchemaPath = ["a", 1]
    #expect(AnswerMapping.identity.answerPlace(of: place, in: .nothing()) == place)
  }

  @Test(arguments: [
    #"{"_x":1,"b":"c","additionalProperties":[{"key":"b","value":"d"}]}"#,
    #"{"_x":1,"additionalProperties":[{"key":"b","value":"d"}],"b":"c"}"#,
    #"{"_x":1,"$x":2,"additionalProperties":[]}"#,
    #"{"$x":2,"_x":1,"additionalProperties":[]}"#,
    #"{"_x":1,"additionalProperties":[{"key":"$x","value":"d"}]}"#,
  ])
  func `D8: no name occurs twice in content, even if it does in the answer`(answer: String) throws {
    let encoded = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{"$x":{"type":"integer"}},"required":["$x"],
          "additionalProperties":{"type":"string"}}
        """#,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.objects.propertyNames = .ascii(punctuation: "_")
      })
    let error = #expect(throws: AnswerMappingError.self, "\(encoded)") {
      try encoded.content(from: GeneratedContent(json: answer))
    }
    #expect(error?.code == .duplicateKey)
  }

  @Test(.withOptimizer) func `D7: many alternatives with a tag each are distinguished by the tag`()
    throws
  {
    let count = 2_000
    let alternatives = (0..<count).map {
      #"""
      {"type":"object","additionalProperties":false,"required":["kind","map"],"properties":{
        "kind":{"const":"k\#($0)"},
        "map":{"type":"object","additionalProperties":{"type":"integer"}}}}
      """#
    }
    let encoded = try FittedDialects.fit(
      document: #"{"anyOf":[\#(alternatives.joined(separator: ","))]}"#,
      in: TestDialect { $0.objects.additionalProperties = .rejected })
    #expect(!encoded.diagnostics.contains { $0.fitting == .union })
    let content = try GeneratedContent(json: #"{"kind":"k\#(count - 1)","map":{"a":1}}"#)
    #expect(try encoded.content(from: encoded.answer(for: content)) == content)
  }

  @Test(.withOptimizer, arguments: [false, true])
  func `D7: many objects are distinguished by a name that only one of them has`(
    hasOpenAlternative: Bool
  ) throws {
    // With an alternative that may have any name, all pairs are compared.
    let count = hasOpenAlternative ? 3 : 2_000
    var alternatives = (0..<count).map {
      #"""
      {"type":"object","additionalProperties":false,"required":["map\#($0)"],"properties":{
        "map\#($0)":{"type":"object","additionalProperties":{"type":"integer"}}}}
      """#
    }
    if hasOpenAlternative {
      alternatives.append(
        #"{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":true}"#)
    }
    let encoded = try FittedDialects.fit(
      document: #"{"anyOf":[\#(alternatives.joined(separator: ","))]}"#,
      in: TestDialect { $0.objects.additionalProperties = .rejected })
    #expect(encoded.diagnostics.contains { $0.fitting == .union } == hasOpenAlternative)
    let content = try GeneratedContent(json: #"{"map\#(count - 1)":{"a":1}}"#)
    #expect(try encoded.content(from: encoded.answer(for: content)) == content)
  }

  @Test(.withOptimizer, arguments: [1, 2_000])
  func `D7: a name distinguishes an object if the others that may have it have their own names`(
    count: Int
  ) throws {
    // The last alternative may have the names that the others need, and itself needs one.
    var alternatives = (0..<count).map {
      #"""
      {"type":"object","additionalProperties":false,"required":["map\#($0)"],"properties":{
        "map\#($0)":{"type":"object","additionalProperties":{"type":"integer"}}}}
      """#
    }
    let names = (0..<count).map { "\"map\($0)\":{\"type\":\"integer\"}" }
    alternatives.append(
      #"""
      {"type":"object","additionalProperties":false,"required":["z"],
        "properties":{"z":{"type":"integer"},\#(names.joined(separator: ","))}}
      """#)
    let encoded = try FittedDialects.fit(
      document: #"{"anyOf":[\#(alternatives.joined(separator: ","))]}"#,
      in: TestDialect { $0.objects.additionalProperties = .rejected })
    #expect(!encoded.diagnostics.contains { $0.fitting == .union })
    try expectThereAndBack(#"{"map\#(count - 1)":{"a":1}}"#, encoded)
    try expectThereAndBack(#"{"map\#(count - 1)":1,"z":2}"#, encoded)
  }

  @Test(arguments: [1, 100])
  func `D8: an answer with a declared name and its name in answers has a duplicate key`(
    count: Int
  ) throws {
    let names = (0..<count).map { "$\($0)" }
    let encoded = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{\#(
          names.map { "\"\($0)\":{\"type\":\"integer\"}" }.joined(separator: ","))},
          "additionalProperties":{"type":"array","items":{"type":"integer"}}}
        """#,
      in: TestDialect { $0.objects.propertyNames = .ascii(punctuation: "_") })
    let answer = #"{"_0":1,"$0":2,"additionalProperties":[]}"#
    let error = #expect(throws: AnswerMappingError.self) {
      try encoded.content(from: GeneratedContent(json: answer))
    }
    #expect(error?.code == .duplicateKey && error?.path == ["$0"])
    let content = try encoded.content(
      from: GeneratedContent(json: #"{"_\#(count - 1)":1,"additionalProperties":[]}"#))
    #expect(content.jsonString(.compact) == #"{"$\#(count - 1)":1}"#)
  }
}
