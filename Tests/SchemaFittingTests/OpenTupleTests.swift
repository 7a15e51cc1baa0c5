import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaImport
import SchemaModel
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

@testable import SchemaFitting

/// Arrays with schemas for their first elements, whose length is open.
struct OpenTupleTests {
  /// The keywords of an array, and values of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let keywords: String
    let values: [String]

    init(_ keywords: String, _ values: [String]) {
      (self.keywords, self.values) = (keywords, values)
    }

    var document: String {
      FittedDialects.object(["t": #"{"type":"array",\#(keywords)}"#])
    }

    var contents: [String] { values.map { #"{"t":\#($0)}"# } }
    var testDescription: String { keywords }
  }

  private static let two = #""prefixItems":[{"type":"string"},{"type":"integer"}]"#

  static let cases = [
    Case(two, ["[]", #"["a"]"#, #"["a",1]"#]),
    Case(#"\#(two),"items":false"#, ["[]", #"["a"]"#, #"["a",1]"#]),
    Case(#"\#(two),"items":false,"minItems":1"#, [#"["a"]"#, #"["a",1]"#]),
    Case(
      #"\#(two),"items":{"type":"boolean"}"#,
      ["[]", #"["a"]"#, #"["a",1]"#, #"["a",1,true]"#, #"["a",1,true,false,true]"#]),
    Case(
      #"\#(two),"items":{"type":"boolean"},"minItems":3,"maxItems":4"#,
      [#"["a",1,true]"#, #"["a",1,true,false]"#]),
    Case(
      #"\#(two),"items":true,"minItems":2"#, [#"["a",1]"#, #"["a",1,null,[1],{"a":2}]"#]),
    Case(
      ##""items":[{"type":"string"},{"$ref":"#/properties/t"}],"additionalItems":{"type":"null"}"##,
      ["[]", #"["a"]"#, #"["a",["b",[]]]"#, #"["a",["b"],null,null]"#]),
    // No element at all.
    Case(#""maxItems":0"#, ["[]"]),
    Case(#""prefixItems":[false],"items":false"#, ["[]"]),
    // Elements that may be null or of any kind themselves.
    Case(
      #""prefixItems":[{},{"type":["string","null"]},{"type":"null"},{"enum":[1,null]}],"#
        + #""items":false"#,
      ["[]", "[null]", "[1,null]", #"[{"a":1},"a"]"#, "[null,null,null]", "[[],null,null,null]"]),
    Case(
      ##""prefixItems":[{"type":"integer"},{"anyOf":[{"type":"object","properties":{"a":{}}},"##
        + #"{"type":"array","items":{"type":"string"}},{"type":"null"}]}],"items":false"#,
      ["[]", "[1]", "[1,null]", #"[1,{"a":[]}]"#, #"[1,["x"]]"#]),
  ]

  private static func contents(_ text: String) throws -> GeneratedContent {
    try GeneratedContent(json: text)
  }

  @Test(arguments: FittedDialects.names, cases)
  func `D8: each length has a fitted form that is valid and maps back to it`(
    name: String, test: Case
  ) throws {
    let dialect = FittedDialects.dialect(named: name)
    let fitted = try FittedDialects.fit(document: test.document, in: dialect)
    let validator = try FittedDialects.validator(of: fitted, in: dialect)
    for text in test.contents {
      let content = try Self.contents(text)
      let answer = try fitted.answer(for: content)
      let report = validator.checkedReport(on: answer)
      #expect(report.isValid, "\(answer.jsonString)\n\(report)\n\(fitted)")
      let back = try fitted.content(from: answer)
      #expect(back == content, "\(answer.jsonString) became \(back.jsonString)\n\(fitted)")
    }
  }

  @Test(arguments: FittedDialects.names, cases)
  func `D8: a stream shows the elements that have arrived, and ends with the content`(
    name: String, test: Case
  ) throws {
    let fitted = try FittedDialects.fit(
      document: test.document, in: FittedDialects.dialect(named: name))
    for text in test.contents {
      let content = try Self.contents(text)
      let answer = try fitted.answer(for: content).jsonString(.compact)
      var parser = GeneratedContentParser()
      var reader = AnswerReader(fitted.mapping)
      var earlier: GeneratedContent?
      for byte in answer.utf8 {
        try parser.append([byte])
        let shown = try reader.content(from: parser.snapshot())
        if let earlier { #expect(earlier.isBeginning(of: shown), "\(earlier) became \(shown)") }
        #expect(try fitted.content(from: parser.snapshot()) == shown, "\(answer)")
        earlier = shown
      }
      #expect(try reader.content(from: parser.finish()) == content, "\(answer)")
    }
  }

  @Test(arguments: FittedDialects.names, cases)
  func `D8: an answer to the fitted schema maps back to content of the document`(
    name: String, test: Case
  ) throws {
    let dialect = FittedDialects.dialect(named: name)
    let fitted = try FittedDialects.fit(document: test.document, in: dialect)
    guard fitted.diagnostics.allSatisfy({ $0.severity == .note }) else { return }
    let declared = try ContentValidator(document: test.document)
    let graph = try SchemaGraph(
      SchemaImporter().import(FittedDialects.document(of: fitted, in: dialect)).schema)
    var instances = RandomInstances(graph, seed: 1)
    for _ in 0..<randomCases(40, oneIn: 4) {
      let answer = try Self.contents(instances.valid())
      do {
        let content = try fitted.content(from: answer)
        let report = declared.checkedReport(on: content)
        #expect(report.isValid, "\(answer.jsonString)\n\(content.jsonString)\n\(report)\n\(fitted)")
      } catch let error as AnswerMappingError {
        // The description says that no element follows an absent one.
        #expect(error.code == .missingElement || error.code == .invalidText, "\(error)")
        if error.code == .missingElement {
          #expect(fitted.jsonString().contains("so are those after it"), "\(fitted)")
        }
      }
    }
  }

  @Test(arguments: [
    (#"{"t":{"item1":"a","item2":1,"more":[]}}"#, #"["a",1]"#),
    (#"{"t":{"more":[true,false],"item2":1,"item1":"a"}}"#, #"["a",1,true,false]"#),
    (#"{"t":{"item1":"a","more":[]}}"#, #"["a"]"#),
    (#"{"t":{}}"#, "[]"),
    (#"{"t":{"item1":"a","item2":1}}"#, #"["a",1]"#),
  ])
  func `elements keep their order, however an answer orders its properties`(
    answer: String, value: String
  ) throws {
    let fitted = try FittedDialects.fit(
      document: Self.cases[3].document, in: TestDialect { $0.tuples = .rejected })
    #expect(fitted.diagnostics.compactMap(\.fitting) == [.tuple, .tuple], "\(fitted)")
    let content = try fitted.content(from: Self.contents(answer))
    #expect(content.jsonString(.compact) == #"{"t":\#(value)}"#)
  }

  @Test(arguments: [
    (#"{"t":{"item2":1}}"#, "/t/1", "'item2' is present, and 'item1' before it is absent."),
    (
      #"{"t":{"item1":"a","more":[true]}}"#, "/t/2",
      "'more' is present, and 'item2' before it is absent."
    ),
  ])
  func `an element after an absent one is an error with its place`(
    answer: String, place: String, problem: String
  ) throws {
    let fitted = try FittedDialects.fit(
      document: Self.cases[3].document, in: TestDialect { $0.tuples = .rejected })
    let error = #expect(throws: AnswerMappingError.self) {
      try fitted.content(from: Self.contents(answer))
    }
    #expect(error?.code == .missingElement)
    #expect(error?.path.pointer == place)
    #expect(error?.problem == problem)
    // Until the answer is complete, the absent element may still arrive.
    let begun = try fitted.content(from: Self.contents(String(answer.dropLast(2))))
    #expect(!begun.isComplete)
  }

  @Test func `null and an empty list stand for absent elements where all properties are required`()
    throws
  {
    let document = Case(
      #""prefixItems":[{"type":"integer"},{"type":["integer","null"]},{"type":"integer"}]"#, []
    ).document
    let fitted = try FittedDialects.fit(document: document, in: OpenAIDialect())
    let pairs = [
      ("[]", #"{"item1":null,"item2":[],"item3":null}"#),
      ("[1]", #"{"item1":1,"item2":[],"item3":null}"#),
      ("[1,null]", #"{"item1":1,"item2":[null],"item3":null}"#),
      ("[1,null,3]", #"{"item1":1,"item2":[null],"item3":3}"#),
    ]
    for (value, written) in pairs {
      let answer = try fitted.answer(for: Self.contents(#"{"t":\#(value)}"#))
      #expect(answer.jsonString(.compact) == #"{"t":\#(written)}"#, "\(fitted)")
      #expect(try fitted.content(from: answer).jsonString(.compact) == #"{"t":\#(value)}"#)
    }
  }

  @Test(
    arguments: [
      (["t", 1], "/t/item2"), (["t", 2], "/t/more/0"), (["t", 4, "a"], "/t/more/2/a"),
      (["t", 5], "/t/more"),
    ] as [(SchemaPath, String)])
  func `places of elements are places in the answer`(place: SchemaPath, found: String) throws {
    let fitted = try FittedDialects.fit(
      document: Case(#"\#(Self.two),"items":true"#, []).document,
      in: TestDialect { $0.tuples = .rejected })
    let answer = try fitted.answer(for: Self.contents(#"{"t":["a",1,[],2,{"a":3}]}"#))
    #expect(fitted.mapping.answerPlace(of: place, in: answer).pointer == found, "\(answer)")
  }

  @Test(arguments: FittedDialects.names)
  func `D11: elements that the document does not mention are not offered`(name: String) throws {
    let fitted = try FittedDialects.fit(
      document: Self.cases[0].document, in: FittedDialects.dialect(named: name))
    let notes = fitted.diagnostics.filter { $0.rule == .unmentionedProperties }
    #expect(
      notes.map(\.problem) == [
        "The array is closed: it names its elements and does not mention others, so a model is not"
          + " asked for them."
      ])
    #expect(notes.map(\.path.pointer) == ["/t"])
    let error = #expect(throws: AnswerMappingError.self) {
      try fitted.answer(for: Self.contents(#"{"t":["a",1,2,3]}"#))
    }
    #expect(error?.code == .unmentionedProperty)
    #expect(error?.path.pointer == "/t/2")
    #expect(
      error?.problem
        == "The fitted schema has no place for the elements from index 2 on, because the document"
        + " does not mention them.")
    let exact = try SchemaEncoder(dialect: FittedDialects.dialect(named: name), isExact: true)
      .fit(SchemaImporter().import(Self.cases[0].document).schema)
    try expectThereAndBack(#"{"t":["a",1,2,[3]]}"#, exact)
  }

  @Test func `a stored mapping is the same after it is read, and an older one is read`() throws {
    let fitted = try FittedDialects.fit(document: Self.cases[3].document, in: OpenAIDialect())
    let stored = try JSONDecoder().decode(
      AnswerMapping.self, from: JSONEncoder().encode(fitted.mapping))
    #expect(stored == fitted.mapping)
    let answer = try Self.contents(#"{"t":{"item1":"a","item2":null,"more":[]}}"#)
    #expect(try stored.content(from: answer).jsonString(.compact) == #"{"t":["a"]}"#)
    let older = #"{"properties":["item1","item2"]}"#
    let form = try JSONDecoder().decode(ElementsForm.self, from: Data(older.utf8))
    #expect(form == ElementsForm(properties: ["item1", "item2"]))
    #expect(String(decoding: try JSONEncoder().encode(form), as: UTF8.self) == older)
  }
}
