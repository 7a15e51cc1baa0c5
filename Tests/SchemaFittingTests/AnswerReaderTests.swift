import ContentStorage
import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaImport
import SchemaModel
import SchemaTestSupport
import Testing

@testable import SchemaFitting

/// The reader that is kept between the snapshots of an answer (rules D8 and H3).
struct AnswerReaderTests {
  /// Expects the same of a reader that is kept as of one that begins anew at each cut.
  func expectAgreement(
    _ text: [UInt8], _ mapping: AnswerMapping, _ comment: String
  ) throws {
    var parser = GeneratedContentParser()
    var reader = AnswerReader(mapping)
    var earlier = GeneratedContent.nothing()
    for byte in text {
      try parser.append([byte])
      let snapshot = parser.snapshot()
      let kept = try reader.content(from: snapshot)
      let anew = try mapping.content(from: snapshot)
      #expect(
        kept == anew, "\(comment), \(snapshot.jsonString): \(kept.jsonString), \(anew.jsonString)")
      #expect(
        earlier.isBeginning(of: kept), "\(comment): \(earlier.jsonString), \(kept.jsonString)")
      #expect(snapshot.isComplete || !kept.isComplete, "\(comment): \(kept.jsonString)")
      earlier = kept
    }
    let whole = try parser.finish()
    let content = try reader.content(from: whole)
    #expect(try content == mapping.content(from: whole) && content.isComplete, "\(comment)")
  }

  @Test(arguments: FittedDialects.names)
  func `D8: a reader that continues gives the same content as a new reader`(
    name: String
  ) throws {
    for seed in 1...UInt64(tried(of: 120, oneIn: 12)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      let encoder = SchemaEncoder(dialect: FittedDialects.dialect(named: name))
      let encoded = try encoder.fit(graph)
      var instances = RandomInstances(graph, seed: seed)
      let content = try GeneratedContent(json: instances.valid())
      let text = try encoded.answer(for: content).jsonBytes(.singleLine)
      guard text.count < 400 else { continue }
      try expectAgreement(text, encoded.mapping, "\(name), seed \(seed)")
    }
  }

  @Test(arguments: [
    #""[{\"key\":\"a\",\"value\":\"[1,2]\"},{\"key\":\"b\",\"value\":\"\\\"x\\\"\"}]""#,
    #""[]""#, #""[{\"value\":\"1\",\"key\":\"a\"}]""#,
  ])
  func `D8: a value in JSON text is mapped, and also a value in a text inside it`(text: String)
    throws
  {
    let mapping = AnswerMapping(
      nodes: [
        .same, .form(TextForm(kind: .json), parts: [2]), .form(EntriesForm(), parts: [3]),
        .form(TextForm(kind: .json)),
      ], root: 1)
    try expectAgreement(Array(text.utf8), mapping, text)
    let content = try mapping.content(from: GeneratedContent(json: text))
    #expect(content.shape == .object)
    #expect(try mapping.content(from: mapping.answer(for: content)) == content)
  }

  @Test(arguments: [
    (#"{"value":5}"#, "5"), (#"{"value":"ab"}"#, #""ab""#), (#"{"value":[[1],{"a":[]}]}"#, nil),
    (#"{"other":[1],"value":null,"more":2}"#, "null"), (#"{"other":1}"#, #"{"other": 1}"#),
    (#"{"value":{"value":[true,"x"]}}"#, nil), ("[1]", "[1]"),
  ])
  func `C2, D8: a value in a wrapper is complete when the wrapper is`(
    text: String, content: String?
  ) throws {
    let mapping = AnswerMapping(
      nodes: [
        .same, .form(WrappedForm(property: "value"), parts: [2]),
        .form(WrappedForm(property: "value")),
      ],
      root: 1)
    try expectAgreement(Array(text.utf8), mapping, text)
    if let content, content.first != "[" {
      let inner = AnswerMapping(
        nodes: [.same, .form(WrappedForm(property: "value"))], root: 1)
      #expect(try inner.content(from: GeneratedContent(json: text)).jsonString == content)
    }
  }

  @Test func `an answer of another reader, or an earlier snapshot, is read from its start`() throws
  {
    let mapping = AnswerMapping(nodes: [.same, .form(EntriesForm())], root: 1)
    var reader = AnswerReader(mapping)
    func expect(_ text: String, _ content: String) throws {
      #expect(
        try reader.content(from: GeneratedContent(json: text)).jsonString(.compact) == content)
    }
    try expect(#"[{"key":"a","value":1}]"#, #"{"a":1}"#)
    try expect(#"[{"key":"a","value":2}]"#, #"{"a":2}"#)
    var parser = GeneratedContentParser()
    try parser.append(#"[{"key":"a","value":"xy"#)
    let early = parser.snapshot()
    try parser.append(#"z"}]"#)
    #expect(
      try reader.content(from: parser.snapshot()).jsonString(.compact) == #"{"a":"xyz"}"#)
    #expect(try reader.content(from: early).jsonString(.compact) == #"{"a":"xy"}"#)
  }

  @Test func `an answer that is an error stays one`() throws {
    var reader = AnswerReader(
      AnswerMapping(nodes: [.same, .form(EntriesForm())], root: 1))
    var parser = GeneratedContentParser()
    try parser.append(#"[{"value":1}"#)
    for _ in 0..<2 {
      let snapshot = parser.snapshot()
      let error = #expect(throws: AnswerMappingError.self) {
        try reader.content(from: snapshot)
      }
      #expect(error?.code == .invalidEntry)
      try parser.append(#",{"key":"a","value":1}"#)
    }
  }

  @Test func `a key that occurs twice is found after its value has waited for the wrapper`() throws
  {
    let mapping = AnswerMapping(
      nodes: [
        .same, .form(EntriesForm(), parts: [2]), .form(WrappedForm(property: "value")),
      ], root: 1)
    var reader = AnswerReader(mapping)
    var parser = GeneratedContentParser()
    try parser.append(#"[{"key":"a","value":{"value":1}},{"key":"a","value":{"value":true,"#)
    #expect(try reader.content(from: parser.snapshot()).jsonString(.compact) == #"{"a":1}"#)
    try parser.append(#""more":1}}]"#)
    let snapshot = parser.snapshot()
    let error = #expect(throws: AnswerMappingError.self) { try reader.content(from: snapshot) }
    #expect(error?.code == .duplicateKey)
  }

  @Test func `H2: the content of a snapshot shares its memory with the previous one`() throws {
    var reader = AnswerReader(
      AnswerMapping(nodes: [.same, .form(EntriesForm())], root: 1))
    var parser = GeneratedContentParser()
    try parser.append(#"[{"key":"a","value":"x"#)
    let first = try reader.content(from: parser.snapshot())
    try parser.append("y")
    let second = try reader.content(from: parser.snapshot())
    #expect(!first.stored.blocks.isDisjoint(with: second.stored.blocks))
    #expect(second.streamChanges(since: first)?.map(\.path.pointer) == ["/a"])
    #expect(first.jsonString(.compact) == #"{"a":"x"}"#)
  }

  /// Answers in which something is long: its mapping, and the text by the number of parts.
  private static let long: [(String, [AnswerMapping.Node], @Sendable (Int) -> String)] = [
    (
      "entries", [.form(EntriesForm())],
      { list($0) { #"{"key":"k\#($0)","value":[\#($0)]}"# } }
    ),
    (
      "an entry", [.form(EntriesForm())],
      { #"[{\#((0..<$0).map { "\"x\($0)\":1," }.joined())"value":1,"key":"a"}]"# }
    ),
    (
      "a string in a wrapper", [.form(WrappedForm(property: "a"))],
      { #"{"a":"\#(long($0))"}"# }
    ),
    (
      "a late wrapper", [.form(WrappedForm(property: "a"))],
      { #"{\#((0..<$0).map { "\"x\($0)\":1," }.joined())"a":1}"# }
    ),
    ("JSON text", [.form(TextForm(kind: .json))], { "\"\(list($0) { "[\($0)]" })\"" }),
    ("text that may be JSON", [.form(TextForm(kind: .any))], { "\"\(list($0) { "[\($0)]" })\"" }),
    (
      "entries in JSON text",
      [.form(TextForm(kind: .json), parts: [2]), .form(EntriesForm())],
      { "\"\(list($0) { #"{\"key\":\"k\#($0)\",\"value\":1}"# })\"" }
    ),
    (
      "an element that waits",
      [
        .form(ElementsForm(properties: ["b", "a"]))
      ],
      { #"{"a":\#(list($0) { "\($0)" }),"b":1}"# }
    ),
    (
      "elements",
      [.form(ElementsForm(properties: (0..<2_000).map { "item\($0)" }))],
      { "{\((0..<$0).map { "\"item\($0)\":\($0)" }.joined(separator: ","))}" }
    ),
    (
      "elements behind another member",
      [.form(ElementsForm(properties: (0..<2_000).map { "item\($0)" }))],
      { "{\"x\":1,\((0..<$0).map { "\"item\($0)\":\($0)" }.joined(separator: ","))}" }
    ),
    (
      "a late tag",
      [
        .union([
          .init(value: 2, answers: [0], schema: 0),
          .init(value: 0, answers: [1], schema: 1),
        ]), .form(WrappedForm(property: "a")),
      ], { #"{\#((0..<$0).map { "\"x\($0)\":1," }.joined())"tag":"x","a":1}"# }
    ),
    (
      "properties",
      [
        .object(.init(properties: [.init(name: "a", answerName: "b", value: 0)], others: 2)),
        .form(TextForm(kind: .any)),
      ],
      { #"{\#((0..<$0).map { "\"x\($0)\":\"1\"," }.joined())"b":1}"# }
    ),
    (
      "depth", [.array(elements: 1)],
      { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    ),
  ]

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[\((0..<count).map(element).joined(separator: ","))]"
  }

  private static func long(_ count: Int) -> String { String(repeating: "abcdefgh", count: count) }

  private static func tagged(_ tag: String) -> ValueShape {
    var shape = ValueShape(.object)
    shape.required = ["tag"]
    shape.tags = [.init(name: "tag", choices: [tag])]
    return shape
  }

  @Test(arguments: long.indices)
  func `H3: the work for a stream is in proportion to its text`(index: Int) throws {
    let (name, nodes, text) = Self.long[index]
    let mapping = AnswerMapping(
      nodes: [.same] + nodes, root: 1, shapes: [Self.tagged("x"), Self.tagged("y")])
    // Quadratic work would have a growth of 16; a part of it may be so.
    let bound = 11.0
    let growth = try growthOfTime(from: 500, below: bound) {
      Array(text($0).utf8)
    } work: { text in
      var parser = GeneratedContentParser(
        options: GeneratedContentParser.Options(maximumDepth: .max))
      var reader = AnswerReader(mapping)
      for start in stride(from: 0, to: text.count, by: 4) {
        try parser.append(text[start..<min(start + 4, text.count)])
        _ = try reader.content(from: parser.snapshot())
      }
      _ = try reader.content(from: parser.finish())
    }
    #expect(growth < bound, "\(name)")
  }
}

/// Objects with renamed properties, and with properties whose absence stands for null (rules D8 and
/// H3).
struct RenamedPropertyTests {
  private static func mapping(
    _ count: Int, absence: AnswerMapping.Absence = .omitted
  ) -> AnswerMapping {
    AnswerMapping(
      nodes: [
        .same,
        .object(
          .init(
            properties: (0..<count).map {
              .init(name: "k\($0)é", answerName: "k\($0)_", value: 0, absence: absence)
            })),
      ], root: 1)
  }

  private static func object(_ members: [String]) throws -> GeneratedContent {
    try GeneratedContent(json: "{\(members.joined(separator: ","))}")
  }

  @Test(
    arguments: [
      // Keys that are not declared, in front of the renamed properties.
      { count in (0..<count * 4).map { "\"x\($0)\":1" } + (0..<count).map { "\"k\($0)_\":1" } },
      // Declared names of renamed properties.
      { count in (0..<count).map { "\"k\($0)é\":1" } + (0..<count * 4).map { "\"x\($0)\":1" } },
      // The declared name of one, in front of the others under their names in answers.
      { count in
        ["\"k0é\":1"] + (1..<count).map { "\"k\($0)_\":1" } + (0..<count * 4).map { "\"x\($0)\":1" }
      },
    ] as [@Sendable (Int) -> [String]])
  func `H3: twice the keys and renamed properties take about twice the time`(
    members: @Sendable (Int) -> [String]
  ) throws {
    for absence in [AnswerMapping.Absence.omitted, .omittedForNull] {
      // At most 2.3 for twice the size is 5.3 for four times the size.
      let bound = 5.3
      let growth = try growthOfTime(from: 500, below: bound) { count in
        (Self.mapping(count, absence: absence), try Self.object(members(count)))
      } work: { mapping, answer in
        _ = try mapping.content(from: answer)
      }
      #expect(growth < bound, "\(absence)")
    }
  }

  @Test(arguments: [
    [#""k0_":1"#, #""x":1"#, #""k0é":2"#], [#""k0é":1"#, #""k1_":1"#, #""k0_":2"#],
  ])
  func `D8: a renamed property under both of its names is an error`(members: [String]) throws {
    let answer = try Self.object(members)
    let error = #expect(throws: AnswerMappingError.self) {
      try Self.mapping(2).content(from: answer)
    }
    #expect(error?.code == .duplicateKey && error?.path.pointer == "/k0é")
    var reader = AnswerReader(Self.mapping(2))
    for _ in 0..<2 {
      #expect(throws: AnswerMappingError.self) { try reader.content(from: answer) }
    }
  }

  @Test func `D8: a renamed property keeps its value under its declared name`() throws {
    let mapping = Self.mapping(3, absence: .omittedForNull)
    let text = #"{"k1é":1,"x":2,"k0_":3}"#
    try AnswerReaderTests().expectAgreement(Array(text.utf8), mapping, text)
    let content = try mapping.content(from: GeneratedContent(json: text))
    #expect(content.jsonString(.compact) == #"{"k1é":1,"x":2,"k0é":3,"k2é":null}"#)
  }
}

/// Answers with an object for an array of fixed length (rules D8 and H3).
struct ElementsFormTests {
  private static func mapping(_ count: Int) -> AnswerMapping {
    AnswerMapping(
      nodes: [
        .same,
        .form(ElementsForm(properties: (0..<count).map { "item\($0 + 1)" })),
      ], root: 1)
  }

  @Test(arguments: [
    (#"{"item1":1,"item2":"a","item3":[2]}"#, #"[1,"a",[2]]"#),
    (#"{"item3":3,"item1":1,"item2":2}"#, "[1,2,3]"),
    (#"{"item1":1,"x":0,"item3":3,"item2":{"a":2}}"#, #"[1,{"a":2},3]"#),
    (#"{"item1":1,"item4":3}"#, "[1]"), ("{}", "[]"), (#"[1,2,3,4]"#, "[1,2,3,4]"),
  ])
  func `D8: elements are read in any order, at every cut`(answer: String, content: String) throws {
    let mapping = Self.mapping(3)
    try AnswerReaderTests().expectAgreement(Array(answer.utf8), mapping, answer)
    let read = try mapping.content(from: GeneratedContent(json: answer))
    #expect(read.jsonString(.compact) == content)
  }

  @Test func `D8: an array with more elements than the form stays unchanged`() throws {
    let mapping = Self.mapping(2)
    for text in ["[1,2,3]", "[1,2]", "[1]"] {
      let content = try GeneratedContent(json: text)
      #expect(try mapping.content(from: mapping.answer(for: content)) == content)
    }
  }

  @Test(arguments: ["", #""x":0,"#])
  func `H3: the elements of a complete answer are read in proportional time`(first: String) throws {
    let growth = try growthOfTime(from: 500) { count in
      let members = (1...count).map { "\"item\($0)\":\($0)" }.joined(separator: ",")
      return (Self.mapping(count), try GeneratedContent(json: "{\(first)\(members)}"))
    } work: { mapping, answer in
      _ = try mapping.content(from: answer)
    }
    #expect(growth < proportionalGrowth)
  }
}

/// Forms by themselves (rules D8 and D9).
struct AnswerFormTests {
  @Test(arguments: [
    (#""RED""#, "red"), (#""Red""#, "red"), (#""red""#, "red"), (#""ÉTÉ""#, "été"),
    // A text stays unchanged if it stands for no choice, or for several.
    (#""blue""#, "blue"), (#""Go""#, "Go"), (#""go""#, "go"), (#""GO""#, "GO"),
  ])
  func `D9: a choice in other capitals is read as the declared choice`(
    answer: String, content: String
  ) throws {
    let mapping = AnswerMapping(
      nodes: [.same, .form(SpellingForm(choices: ["red", "été", "go", "gO"]))], root: 1)
    #expect(try mapping.content(from: GeneratedContent(json: answer)) == GeneratedContent(content))
    let declared = GeneratedContent(content)
    #expect(try mapping.answer(for: declared) == declared)
  }

  @Test(arguments: [true, false])
  func `D9: alternatives are distinguished by tags in other capitals`(ignoresCase: Bool) throws {
    func shape(_ tag: String) -> ValueShape {
      var shape = ValueShape(.object)
      shape.tags = [.init(name: "kind", choices: [tag])]
      return shape
    }
    let mapping = AnswerMapping(
      nodes: [
        .same,
        .union([
          .init(value: 2, answers: [0], schema: 0),
          .init(value: 3, answers: [1], schema: 1),
        ]), .object(.init(properties: [.init(name: "a", answerName: "b", value: 0)])),
        .object(.init(properties: [.init(name: "c", answerName: "b", value: 0)])),
      ], root: 1, shapes: [shape("list"), shape("map")], ignoresCase: ignoresCase)
    let content = try mapping.content(from: GeneratedContent(json: #"{"kind":"MAP","b":1}"#))
    #expect(content.jsonString(.compact) == #"{"kind":"MAP","\#(ignoresCase ? "c" : "b")":1}"#)
  }

  @Test(arguments: [
    (#"{"red":true,"blue":false,"green":true}"#, #"["red","green"]"#),
    (#"{"red":false}"#, "[]"), (#"{"red":[true,{"blue":true}],"blue":true}"#, #"["blue"]"#),
    (#"["red"]"#, #"["red"]"#),
  ])
  func `D8: a custom form reads an answer at every cut, and writes it`(
    answer: String, content: String
  ) throws {
    let mapping = AnswerMapping(
      nodes: [
        .same, .form(WrappedForm(property: "value"), parts: [2]),
        .form(FlagsForm(choices: ["red", "blue", "green"])),
      ], root: 1)
    let text = #"{"value":\#(answer)}"#
    try AnswerReaderTests().expectAgreement(Array(text.utf8), mapping, text)
    let read = try mapping.content(from: GeneratedContent(json: text))
    #expect(read.jsonString(.compact) == content)
    #expect(try mapping.content(from: mapping.answer(for: read)) == read)
  }

  @Test(arguments: [
    #"["b","a"]"#, #"["a","a"]"#, #"["z"]"#, #"["a",1]"#, #"["a"]"#, "[]", "1",
  ])
  func `D8: a custom form leaves values that it cannot state unchanged`(text: String) throws {
    let mapping = AnswerMapping(
      nodes: [.same, .form(FlagsForm(choices: ["a", "b", "c"]))], root: 1)
    let content = try GeneratedContent(json: text)
    #expect(try mapping.content(from: mapping.answer(for: content)) == content)
  }

  @Test(arguments: [
    #"{"type":"array","items":{"enum":["a",1]},"maxItems":2}"#,
    #"{"type":"array","items":{"enum":["a",1]},"maxItems":1}"#,
    #"{"type":"array","items":{"enum":["a","b"]},"minItems":1,"maxItems":2}"#,
  ])
  func `D8: a custom pass leaves arrays whose elements its form would lose`(
    document: String
  ) throws {
    let declared = try SchemaGraph(SchemaImporter().import(document).schema)
    var editor = GraphEditor(declared, for: SchemaEncoder(dialect: OpenAIDialect()))
    FlagsPass().run(on: &editor)
    #expect(!editor.graph.isChanged)
  }

  @Test func `D7: a custom pass fits a graph alone, and gives the way back`() throws {
    let declared = try SchemaGraph(
      SchemaImporter().import(
        #"""
        {"type":"array","items":{"enum":["red","blue","green"]},"maxItems":3}
        """#
      ).schema)
    let encoder = SchemaEncoder(dialect: OpenAIDialect())
    var editor = GraphEditor(declared, for: encoder)
    let pass = FlagsPass()
    #expect(pass.isNeeded(for: encoder.rules))
    pass.run(on: &editor)
    #expect(editor.graph.graph().root.properties.map(\.name) == ["red", "blue", "green"])
    #expect(editor.diagnostics().map(\.fitting) == [.choices])
    let mapping = MappingBuilder(editor.graph).mapping()
    let answer = try GeneratedContent(json: #"{"red":true,"blue":false,"green":true}"#)
    let content = try mapping.content(from: answer)
    #expect(content.jsonString(.compact) == #"["red","green"]"#)
    #expect(try mapping.answer(for: content) == answer)
  }

  @Test func `every form is stored under its own name, and is equal after reading`() throws {
    #expect(Set(AnswerMapping.forms.map { $0.name }).count == AnswerMapping.forms.count)
    let mapping = AnswerMapping(
      nodes: [
        .same, .form(WrappedForm(property: "a"), parts: [3]), .form(EntriesForm(), parts: [4]),
        .form(ElementsForm(properties: ["x"]), parts: [5]), .form(TextForm(kind: .any), parts: [6]),
        .form(ChoicesForm(choices: [.init(answer: "1", .number(SchemaNumber(1)))])),
        .form(SpellingForm(choices: ["a"])), .array(elements: 1),
        .tuple([1, 2]),
        .object(.init(entries: [.init(property: "x", names: ["y"], values: 1)])), .union([]),
      ], root: 1)
    let data = try JSONEncoder().encode(mapping)
    let stored = try JSONDecoder().decode(AnswerMapping.self, from: data)
    #expect(stored == mapping && stored.hashValue == mapping.hashValue)
    let unknown = String(decoding: data, as: UTF8.self).replacing("\"spelling\"", with: "\"new\"")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AnswerMapping.self, from: Data(unknown.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("'new'"))
  }
}

// Mappings that tests write by hand have the positions of nodes as literals.
extension MappingPlan.ID: ExpressibleByIntegerLiteral {
  init(integerLiteral position: Int) { self.init(position: position) }
}
