import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaModel
import SchemaValidation
import Testing

/// The closing of objects whose documents do not mention further properties (rule D11).
struct ClosedObjectTests {
  /// The most ordinary document there is.
  private static let city = #"""
    {"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}
    """#

  private func graph(_ document: String) throws -> SchemaGraph {
    try SchemaGraph(SchemaImporter().import(document).schema)
  }

  private func fit(
    _ document: String, in name: String, isExact: Bool = false
  ) throws -> FittedSchema {
    try SchemaEncoder(dialect: FittedDialects.dialect(named: name), isExact: isExact)
      .fit(graph(document))
  }

  @Test(arguments: FittedDialects.names)
  func `D11: an object that does not mention further properties is closed in every dialect`(
    name: String
  ) throws {
    let schema = try fit(Self.city, in: name)
    #expect(schema.mapping.isIdentity)
    #expect(schema.schema.root.properties.map(\.name) == ["city"])
    #expect(schema.diagnostics.map(\.rule) == [.unmentionedProperties])
    #expect(schema.diagnostics.allSatisfy { $0.severity == .note && $0.fitting == nil })
    // The service of OpenAPI's form takes no such keyword, and closes each object.
    guard name != "gemini-openapi" else { return }
    #expect(schema.jsonString().contains(#""additionalProperties":false"#), "\(schema)")
  }

  @Test func `D11: one note counts the closed objects of a document`() throws {
    let inner = #"{"type":"object","properties":{"x":{"type":"string"}}}"#
    func notes(_ properties: String) throws -> [SchemaDiagnostic] {
      try fit(#"{"type":"object","properties":{\#(properties)}}"#, in: "gemini").diagnostics
    }
    let one = try notes(#""a":{"type":"string"}"#)
    #expect(
      one.map(\.problem) == [
        "The object is closed: it names its properties and does not mention others, so a model is"
          + " not asked for them."
      ])
    let three = try notes(#""a":\#(inner),"b":\#(inner)"#)
    #expect(
      three.map(\.problem) == [
        "The object and 2 more are closed: they name their properties and do not mention others,"
          + " so a model is not asked for them."
      ])
    let closed = try fit(#"{"type":"object","additionalProperties":false}"#, in: "gemini")
    #expect(closed.diagnostics.isEmpty)
  }

  @Test(arguments: [
    #""additionalProperties":true"#, #""additionalProperties":{}"#,
    #""additionalProperties":{"type":"string"}"#, #""patternProperties":{"^x":{}}"#,
    #""unevaluatedProperties":true"#, #""minProperties":2"#,
    #""if":{"minProperties":1},"then":{"required":["b"]}"#,
  ])
  func `D11: an object whose document mentions or needs others has a place for them`(
    keyword: String
  ) throws {
    let document = #"""
      {"type":"object","properties":{"a":{"type":"string"}},\#(keyword)}
      """#
    let schema = try fit(document, in: "openai")
    #expect(schema.schema.root.properties.map(\.name) == ["a", "additionalProperties"])
    #expect(!schema.diagnostics.contains { $0.rule == .unmentionedProperties })
  }

  @Test(arguments: [
    #""dependentRequired":{"a":["b"]}"#,
    #""if":{"required":["a"]},"then":{"required":["b"]}"#,
    #""not":{"required":["a"],"not":{"required":["b"]}}"#,
  ])
  func `D11: the cases of a rule for properties name what the rule requires`(
    keyword: String
  ) throws {
    let schema = try fit(
      #"""
      {"type":"object","properties":{"a":{"type":"string"},"c":{"type":"string"}},\#(keyword)}
      """#,
      in: "openai")
    let cases = schema.schema.root.properties.first?.schema.anyOf ?? []
    #expect(cases.map { $0.properties.map(\.name) } == [["c"], ["a", "c", "b"]])
    #expect(schema.diagnostics.contains { $0.rule == .unmentionedProperties })
    try expectThereAndBack(#"{"c":"x"}"#, schema)
    try expectThereAndBack(#"{"a":"x","b":[1]}"#, schema)
  }

  @Test(arguments: [
    #"{"type":"object"}"#, #"{"type":"object","not":{"required":["a"]}}"#,
    #"{"type":"object","properties":{"a":false},"minProperties":1}"#,
  ])
  func `D11: an object that names no property, or needs others, stays a dictionary`(
    part: String
  ) throws {
    let schema = try fit(FittedDialects.object(["p": part]), in: "openai")
    #expect(schema.diagnostics.contains { $0.fitting == .dictionary })
    try expectThereAndBack(#"{"p":{"b":1}}"#, schema)
  }

  @Test(arguments: [
    #""properties":{"a":false}"#,
    #""properties":{"a":{"type":"string"},"b":{}},"#
      + #""not":{"anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
  ])
  func `D11: an object that must not have any property that it names is empty`(
    keywords: String
  ) throws {
    let part = #"{"type":"object",\#(keywords)}"#
    let schema = try fit(FittedDialects.object(["p": part]), in: "openai")
    let object = try #require(schema.schema.root.properties.first).schema
    #expect(object.type == "object" && object.properties.isEmpty)
    #expect(schema.diagnostics.map(\.rule) == [.unmentionedProperties])
    try expectThereAndBack(#"{"p":{}}"#, schema)
    #expect(throws: AnswerMappingError.self) {
      try schema.answer(for: GeneratedContent(json: #"{"p":{"c":1}}"#))
    }
    let exact = try fit(FittedDialects.object(["p": part]), in: "openai", isExact: true)
    #expect(exact.diagnostics.contains { $0.fitting == .dictionary })
    try expectThereAndBack(#"{"p":{"c":1}}"#, exact)
  }

  @Test func `D11: a required name without a schema keeps its place`() throws {
    let schema = try fit(
      #"{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}"#,
      in: "openai")
    #expect(schema.schema.root.properties.map(\.name) == ["a", "b"])
    try expectThereAndBack(#"{"a":"x","b":[1]}"#, schema)
  }

  @Test(arguments: [
    // Both parts name properties, and no part mentions others.
    (#"{"properties":{"b":{"type":"string"}}}"#, true),
    (#"{"additionalProperties":true}"#, false),
    (#"{"patternProperties":{"^x":{}}}"#, false),
  ])
  func `D11: merged objects are closed if none of them mentions others`(
    part: String, isClosed: Bool
  ) throws {
    let own = #""type":"object","properties":{"a":{"type":"string"}}"#
    for document in [
      #"{\#(own),"allOf":[\#(part)]}"#, ##"{\##(own),"$ref":"#/$defs/P","$defs":{"P":\##(part)}}"##,
    ] {
      let schema = try fit(document, in: "openai")
      let names = schema.schema.root.properties.map(\.name)
      #expect(names.contains("additionalProperties") != isClosed, "\(schema)")
    }
  }

  @Test func `D11: alternatives are closed with the properties next to the union`() throws {
    let document = #"""
      {"type":"object","additionalProperties":false,"required":["p"],"properties":{"p":{
        "type":"object","properties":{"a":{"type":"string"}},"anyOf":[
          {"properties":{"b":{"type":"integer"}},"required":["b"]},
          {"properties":{"c":{"type":"boolean"}},"required":["c"]}]}}}
      """#
    let schema = try fit(document, in: "openai")
    try expectThereAndBack(#"{"p":{"a":"x","b":1}}"#, schema)
    try expectThereAndBack(#"{"p":{"a":"x","c":true}}"#, schema)
    let both = try GeneratedContent(json: #"{"p":{"a":"x","b":1,"c":true}}"#)
    #expect(throws: AnswerMappingError.self) { try schema.answer(for: both) }
  }

  @Test func `D11: an alternative is the one whose closed form has the value's properties`() throws
  {
    let schema = try fit(
      #"""
      {"type":"object","additionalProperties":false,"required":["p"],"properties":{"p":{"anyOf":[
        {"type":"object","properties":{"a":{}},"required":["a"]},
        {"type":"object","properties":{"a":{},"b":{}},"required":["a"]}]}}}
      """#, in: "openai")
    try expectThereAndBack(#"{"p":{"a":1,"b":2}}"#, schema)
  }

  // MARK: Content without a place

  @Test(arguments: ["openai", "json-schema"])
  func `D11: content that has no place is an error that names the properties`(name: String) throws {
    let document = #"""
      {"type":"object","properties":{"city":{"type":"string"},"at":{
        "type":"object","properties":{"x":{"type":"number"}},"required":["x"]}},
        "required":["city","at"]}
      """#
    let schema = try fit(document, in: name)
    func error(_ text: String) throws -> AnswerMappingError? {
      let content = try GeneratedContent(json: text)
      return #expect(throws: AnswerMappingError.self) { try schema.answer(for: content) }
    }
    try expectThereAndBack(#"{"city":"Rome","at":{"x":1}}"#, schema)
    let one = try error(#"{"city":"Rome","at":{"x":1,"y":2}}"#)
    #expect(one?.code == .unmentionedProperty)
    #expect(one?.path.pointer == "/at/y")
    #expect(
      one?.problem
        == "The fitted schema has no place for 'y', because the document does not mention it.")
    let two = try error(#"{"city":"Rome","at":{"x":1,"y":2,"z":3}}"#)
    #expect(
      two?.problem
        == "The fitted schema has no place for 'y', 'z', because the document does not mention"
        + " them.")
    let apart = try error(#"{"city":"Rome","zip":1,"at":{"x":1,"y":2}}"#)
    #expect(apart?.path.pointer == "/zip")
    #expect(apart?.problem.contains("'zip' (and 1 more in other objects)") == true)
    let exact = try fit(document, in: name, isExact: true)
    try expectThereAndBack(#"{"city":"Rome","zip":1,"at":{"x":1,"y":2}}"#, exact)
  }

  @Test func `D11: a stored mapping knows the properties that have no place`() throws {
    for name in ["openai", "json-schema"] {
      let schema = try fit(
        #"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{}}}}}"#, in: name)
      let data = try JSONEncoder().encode(schema.mapping)
      let stored = try JSONDecoder().decode(AnswerMapping.self, from: data)
      #expect(stored == schema.mapping)
      let content = try GeneratedContent(json: #"{"a":{"c":1}}"#)
      let error = #expect(throws: AnswerMappingError.self) { try stored.answer(for: content) }
      #expect(error?.path.pointer == "/a/c")
    }
  }

  @Test func `D11: an exact fitting writes every open object as before`() throws {
    let schema = try fit(Self.city, in: "openai", isExact: true)
    #expect(schema.schema.root.properties.map(\.name) == ["city", "additionalProperties"])
    #expect(schema.diagnostics.map(\.fitting) == [.openObject, .anyValue])
    try expectThereAndBack(#"{"city":"Rome","zip":1}"#, schema)
  }

  // MARK: Everything else leaves the object open

  @Test func `D11: validation and plain encoding leave the object open`() throws {
    let graph = try graph(Self.city)
    let content = try GeneratedContent(json: #"{"city":"Rome","zip":1}"#)
    #expect(try ContentValidator(graph).isValid(content))
    let plain = try SchemaEncoder().encode(graph).jsonString()
    #expect(!plain.contains("additionalProperties"))
    #expect(try ContentValidator(document: GeneratedContent(json: plain)).isValid(content))
    let again = try SchemaEncoder().encode(SchemaImporter().import(plain).schema)
    #expect(again.jsonString() == plain)
    let said = try SchemaEncoder().encode(
      self.graph(#"{"type":"object","properties":{"a":{}},"additionalProperties":true}"#))
    #expect(said.jsonString().contains(#""additionalProperties":true"#))
  }

  @Test func `D11: a dialect that closes open objects has one note on those of a document`() throws
  {
    let inner = #"{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}"#
    let document = #"""
      {"type":"object","properties":{"a":\#(inner),"b":\#(inner)},"required":["a","b"]}
      """#
    let found = try SchemaEncoder(dialect: OpenAIDialect()).check(graph(document))
    #expect(found.map(\.rule) == [.unmentionedProperties])
    #expect(found.first?.problem.hasPrefix("The object and 2 more are closed") == true)
  }

  @Test func `D7: a finding on a declared place that fitting writes several times is one`() throws {
    let document = #"""
      {"type":"object","additionalProperties":false,"required":["child","age"],"properties":{
        "name":{"type":"string"},"age":{"type":"integer","minimum":0,"maximum":150},
        "child":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}
      """#
    let schema = try fit(document, in: "anthropic")
    let found = schema.diagnostics.map { "\($0.path.pointer) \($0.code) \($0.problem)" }
    #expect(found.count == Set(found).count, "\(found)")
    #expect(schema.diagnostics.count { $0.code == "dialect.minimum" } == 1, "\(found)")
    #expect(schema.diagnostics.count { $0.code == "dialect.maximum" } == 1, "\(found)")
  }
}
