import SchemaContent
import SchemaDialects
import SchemaDocuments
import SchemaEncoding
import SchemaTestSupport
import Testing

@testable import SchemaImport

/// Documents whose translation is as large as they are, and no larger.
///
/// The benchmark `documents` measures how their cost grows.
struct ProportionTests {
  private func graph(_ text: String, depth: Int = 512) throws -> (SchemaGraph, ImportedSchema) {
    let options = SchemaImporter.Options(maximumDepth: depth)
    let imported = try SchemaImporter(options: options).import(text)
    return (try SchemaGraph(imported.schema), imported)
  }

  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  @Test func `a base object with a hundred alternatives keeps the base in each`() throws {
    let alternatives = list(100) {
      #"{"properties":{"kind":{"const":"k\#($0)"},"v\#($0)":{"type":"integer"}}}"#
    }
    let (graph, imported) = try graph(
      """
      {"type":"object","required":["kind","id"],"properties":{"kind":{"type":"string"},\
      "id":{"type":"object","properties":{"a":{"type":"string"}}}},"oneOf":[\(alternatives)]}
      """)
    #expect(imported.diagnostics.map(\.rule) == [.exclusiveOneOf])
    #expect(graph.root.choices.count == 100)
    #expect(
      graph.root.choices.enumerated().allSatisfy { index, choice in
        choice.properties.map(\.name) == ["kind", "id", "v\(index)"]
      })
    // The object of the base is written once.
    #expect(graph.definitions.map(\.name) == ["id"])
  }

  @Test func `ten discriminated conditions in one schema become one union`() throws {
    let conditions = list(10) {
      """
      {"if":{"properties":{"kind":{"const":"k\($0)"}},"required":["kind"]},\
      "then":{"properties":{"v\($0)":{"type":"integer"}},"required":["v\($0)"]}}
      """
    }
    let kinds = list(10) { "\"k\($0)\"" }
    let (graph, imported) = try graph(
      """
      {"type":"object","required":["kind"],"properties":{"kind":{"enum":[\(kinds)]}},\
      "allOf":[\(conditions)]}
      """)
    #expect(graph.root.choices.count == 10)
    #expect(graph.root.choices.last?.properties.map(\.name) == ["kind", "v9"])
    #expect(imported.isLossless)
  }

  @Test(.withOptimizer)
  func `a chain of ten thousand definitions with a diagnostic at each is one of each`() throws {
    let definitions = list(10_000) {
      ##""d\##($0)":{"type":"object","propertyNames":{"maxLength":9,"pattern":"^n"},"##
        + ##""properties":{"##
        + ##""next":{"$ref":"#/$defs/d\##($0 + 1)"}}}"##
    }
    let (graph, imported) = try graph(
      ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions),"d10000":{"type":"null"}}}"##)
    #expect(graph.definitions.count == 10_000)
    #expect(imported.diagnostics.count == 10_000)
  }

  @Test(.withOptimizer)
  func `a nest of twenty thousand levels with a diagnostic at each needs no stack`()
    async throws
  {
    let depth = 20_000
    let count = try await onSmallStack {
      let text =
        String(repeating: #"{"type":"array","uniqueItems":true,"items":"#, count: depth) + "{}"
        + String(repeating: "}", count: depth)
      let options = SchemaImporter.Options(maximumDepth: depth + 1)
      return try SchemaImporter(options: options).import(text).diagnostics.count
    }
    #expect(count == depth)
  }

  @Test(
    .withOptimizer,
    arguments: [
      (#"{"type":"string","allOf":["#, "]}"), (#"{"type":"string","anyOf":["#, "]}"),
      (#"{"type":"string","oneOf":["#, "]}"), (#"{"not":"#, "}"),
      (#"{"if":"#, #","then":{}}"#),
    ])
  func `schemas that apply to one value nest as deep as the limit allows`(
    opening: String, closing: String
  ) async throws {
    let depth = 4000
    let imported = try await onSmallStack {
      let text =
        String(repeating: opening, count: depth) + "{}" + String(repeating: closing, count: depth)
      let options = SchemaImporter.Options(maximumDepth: 2 * depth + 2)
      return try? SchemaImporter(options: options).import(text)
    }
    #expect(imported != nil || opening.contains("not"))
  }

  @Test func `H3: of many alternatives that any object meets, exactly one holds never`() throws {
    func document(_ count: Int) throws -> GeneratedContent {
      let alternatives = Array(repeating: "{}", count: count).joined(separator: ",")
      return try GeneratedContent(
        json: #"{"type":"object","properties":{"a":{}},"not":{"oneOf":[\#(alternatives)]}}"#)
    }
    #expect(try SchemaImporter().import(document(3)).diagnostics.isEmpty)
    #expect(try SchemaImporter().import(document(100)).diagnostics.map(\.rule) == [.not])
    let growth = try growthOfTime(from: 2_000, prepare: document) {
      _ = try SchemaImporter().import($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: a long title is not searched in a long description`() throws {
    func document(_ count: Int) throws -> GeneratedContent {
      let letters = String(repeating: "a", count: count)
      return try GeneratedContent(
        json: """
          {"type":"object","properties":{"p":{"type":"string","title":"\(letters)b",\
          "description":"\(letters)\(letters)"}}}
          """)
    }
    let imported = try SchemaImporter().import(document(4))
    let property = try SchemaGraph(imported.schema).root.properties[0].node
    #expect(property.description == "aaaab: aaaaaaaa")
    let growth = try growthOfTime(from: 2_000, prepare: document) {
      _ = try SchemaImporter().import($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: the patterns of an object are prepared once for all of its names`() throws {
    func document(_ count: Int) throws -> GeneratedContent {
      let names = list(count) { "\"name\($0)\"" }
      let patterns = list(count) { #""^p\#($0)$":{"type":"string"}"# }
      return try GeneratedContent(
        json: #"{"type":"object","required":[\#(names)],"patternProperties":{\#(patterns)}}"#)
    }
    let growth = try growthOfTime(from: 500, prepare: document) {
      _ = try SchemaImporter().import($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `diamonds of references forty deep are forty definitions`() throws {
    let definitions = list(40) {
      ##""d\##($0)":{"type":"object","properties":{"a":{"$ref":"#/$defs/d\##($0 + 1)"},"##
        + ##""b":{"$ref":"#/$defs/d\##($0 + 1)"}}}"##
    }
    let (graph, _) = try graph(
      ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions),"d40":{"type":"null"}}}"##)
    #expect(graph.nodeIDs.count < 250)
    let combined = list(40) {
      ##""d\##($0)":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
    }
    let (alias, _) = try self.graph(
      ##"{"$ref":"#/$defs/d0","$defs":{\##(combined),"d40":{"type":"null"}}}"##)
    #expect(alias.root.kind == .null)
  }

  @Test func `diamonds of combined objects forty deep are written once each`() throws {
    let definitions = list(40) {
      ##""d\##($0)":{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},"##
        + ##"{"required":["a"]}]},"b":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},"##
        + ##"{"required":["b"]}]}}}"##
    }
    let (graph, _) = try graph(
      ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions),"d40":{"type":"object"}}}"##)
    #expect(graph.nodeIDs.count < 1000)
  }

  @Test func `allOf of unions is not multiplied out`() throws {
    let unions = list(30) { _ in
      #"{"anyOf":[{"minLength":1},{"pattern":"a"},{"maxLength":9}]}"#
    }
    let (graph, imported) = try graph(#"{"type":"string","allOf":[\#(unions)]}"#)
    #expect(graph.root.choices.count == 3)
    #expect(imported.diagnostics.count { $0.rule == .combination } == 29)
  }

  @Test func `types that contain each other, combined, are finite`() throws {
    let text = ##"""
      {"$ref": "#/$defs/A", "$defs": {
        "A": {"type": "object", "properties": {"x": {"allOf": [{"$ref": "#/$defs/A"},
          {"$ref": "#/$defs/B"}]}, "y": {"type": "integer"}}},
        "B": {"type": "object", "properties": {"x": {"$ref": "#/$defs/B"}, "z": {"type": "null"}},
          "required": ["z"]}}}
      """##
    let (graph, _) = try graph(text)
    #expect(graph.nodeIDs.count < 60)
  }

  @Test func `H2: the patterns of a document share a budget`() throws {
    // Each pattern is written out as 60 000 instructions.
    var table = PatternTable(documentSize: 1)
    let answers = try (0..<30).map { number in
      let pattern = try table.pattern("^(?:abcdefghij){6000}b\(number)$")
      return table.values([.string("a"), .null], allowedBy: pattern)
    }
    let known = answers.compactMap(\.self)
    #expect(known.count > 10 && known.count < 20)
    #expect(known.allSatisfy { $0 == [.null] })
    let set = try SchemaPattern(ecma: "^(?:abcdefghij){6000}c$")
    let names = table.matches("a", of: [set], in: .root)
    #expect(names == [PatternSet.Match(index: 0, isCertain: false)])
  }

  @Test(.withOptimizer)
  func `H3: rules that many places share are read in proportion to the document`() throws {
    // Each place is a union of two cases, with 'a' and with 'b'.
    func document(_ count: Int) throws -> GeneratedContent {
      let rule = #"{"required":["a"]}"#
      let rules = list(60) { _ in #"{"allOf":[\#(list(count / 60) { _ in rule })]}"# }
      let places = list(count) {
        ##""p\##($0)":{"type":"object","properties":{"a":{}},"allOf":[{"$ref":"#/$defs/U"}]}"##
      }
      return try GeneratedContent(
        json: """
          {"type":"object","properties":{\(places)},\
          "$defs":{"U":{"oneOf":[{"required":["b"]},{"anyOf":[\(rules)]}]}}}
          """)
    }
    let importer = SchemaImporter()
    let graph = try SchemaGraph(importer.import(document(60)).schema)
    #expect(graph.root.properties.allSatisfy { $0.node.kind == .anyOf }, "\(graph)")
    let growth = try growthOfTime(from: 300, prepare: document) { _ = try importer.import($0) }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: a chain of impossible schemas is left out of their parents at once`() throws {
    func document(_ count: Int) throws -> GeneratedContent {
      let references = list(count) { ##"{"$ref":"#/$defs/d\##($0)"}"## }
      let properties = list(count) { ##""p\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }
      let objects = list(8) { #""o\#($0)":{"type":"object","properties":{\#(properties)}}"# }
      let definitions = list(count) {
        ##""d\##($0)":{"type":"object","required":["a"],"properties":{"##
          + ##""a":{"$ref":"#/$defs/d\##($0 + 1)"}}}"##
      }
      return try GeneratedContent(
        json: ##"""
          {"type":"object","properties":{"u":{"anyOf":[\##(references),{"type":"null"}]},
            \##(objects)},
           "$defs":{\##(definitions),"d\##(count)":false}}
          """##)
    }
    let imported = try SchemaImporter().import(document(3))
    #expect(Set(imported.diagnostics.map(\.rule)) == [.neverValid])
    let properties = try SchemaGraph(imported.schema).root.properties.map(\.node)
    #expect(properties[0].choices.count == 1)
    #expect(properties[1].properties.map(\.node.kind) == [.never, .never, .never])
    let growth = try growthOfTime(from: 400, prepare: document) {
      _ = try SchemaImporter().import($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: an object with many properties is not repeated for each case of a rule`() throws {
    func notes(_ count: Int, _ rules: String) throws -> [ImportRule] {
      let properties = list(count) { "\"p\($0)\":{}" }
      let imported = try SchemaImporter().import(
        #"{"type":"object","properties":{\#(properties)},"dependentRequired":{\#(rules)}}"#)
      return imported.diagnostics.map(\.rule)
    }
    let two = #""p0":["p1"],"p2":["p3"]"#
    #expect(try notes(10, two).isEmpty)
    #expect(try notes(2_000, two) == [.dependencies])
    // The cases of five rules are 32 objects.
    #expect(try notes(10, two + #","p4":["p5"],"p6":["p7"],"p8":["p9"]"#) == [.dependencies])
  }

  @Test func `H3: the rules of a long union are not compared with each other`() throws {
    func document(_ count: Int) throws -> GeneratedContent {
      let impossible = list(count) { _ in "false" }
      let equal = list(count) { _ in #"{"required":["a"]}"# }
      return try GeneratedContent(
        json: #"{"type":"object","properties":{"a":{}},"not":{"oneOf":[\#(impossible),\#(equal)]}}"#
      )
    }
    let importer = SchemaImporter()
    #expect(try importer.import(document(80)).diagnostics.map(\.rule) == [.not])
    let growth = try growthOfTime(from: 120, prepare: document) { _ = try importer.import($0) }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: references that extend each other are combined in proportion to the document`()
    throws
  {
    // Each definition has the keywords of all definitions before it.
    func document(_ count: Int, _ own: (Int) -> String) -> String {
      let definitions = list(count - 1) {
        ##""d\##($0 + 1)":{"$ref":"#/$defs/d\##($0)",\##(own($0 + 1))}"##
      }
      let properties = list(count) { ##""p\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }
      return #"{"type":"object","properties":{\#(properties)},"#
        + #""$defs":{"d0":{"type":"string"},\#(definitions)}}"#
    }
    func encoded(_ text: String) throws -> (GeneratedContent, [ImportRule], length: Int) {
      let imported = try SchemaImporter().import(text)
      let schema = try SchemaEncoder().encode(imported.schema)
      let content = try GeneratedContent(json: schema.jsonString())
      return (content, imported.diagnostics.map(\.rule), schema.jsonString().utf8.count)
    }
    let (few, rules, _) = try encoded(document(30) { #""maxLength":\#(2_000 - $0)"# })
    #expect(rules.isEmpty)
    #expect(try few[["$defs", "d29", "maxLength"]]?.value(Int.self) == 1_971)
    let (many, notes, _) = try encoded(document(700) { #""maxLength":\#(2_000 - $0)"# })
    // Without the definition before it, the type of a definition is not known.
    #expect(Set(notes) == [.combination, .inferredType])
    #expect(try many[["$defs", "d29", "maxLength"]]?.value(Int.self) == 1_971)

    // The descriptions tell these keywords.
    let text = document(700) { #""not":{"const":"v\#($0)"}"# }
    let (_, told, length) = try encoded(text)
    #expect(Set(told) == [.not, .combination])
    #expect(length < 16 * text.utf8.count)
  }

  /// A document whose references extend each other so often that no more are followed, and then an
  /// object with further properties.
  private func exhausting(_ properties: String, _ definitions: String) -> String {
    let chain = list(900) {
      ##""d\##($0 + 1)":{"$ref":"#/$defs/d\##($0)","allOf":[{}],"$comment":"\##($0)"}"##
    }
    let users = list(900) { ##""p\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }
    return #"{"type":"object","properties":{\#(users),"#
      + #""late":{"type":"object","properties":{\#(properties)}}},"#
      + #""$defs":{"d0":{"type":"object","properties":{"q1":{}}},\#(chain),\#(definitions)}}"#
  }

  @Test func `H3: schemas that a place leads to itself are combined however large a document is`()
    throws
  {
    let text = exhausting(
      ##""x":{"$ref":"#/$defs/base","maxLength":3},"##
        + ##""y":{"allOf":[{"$ref":"#/$defs/base"},{"maxLength":4}]},"##
        + #""z":{"allOf":[{"minLength":2},{"maxLength":5}],"type":"string"}"#,
      #""base":{"type":"string","minLength":1}"#)
    let imported = try SchemaImporter().import(text)
    #expect(imported.diagnostics.contains { $0.rule == .combination })
    let incomplete = imported.diagnostics.filter { $0.path.description.contains("late") }
    #expect(incomplete.isEmpty)
    let written = try GeneratedContent(
      json: SchemaEncoder().encode(imported.schema).jsonString())
    func bound(_ name: String, _ keyword: String) throws -> Int? {
      try written[["properties", "late", "properties", .key(name), .key(keyword)]]?.value(Int.self)
    }
    #expect(try bound("x", "minLength") == 1 && bound("x", "maxLength") == 3)
    #expect(try bound("y", "minLength") == 1 && bound("y", "maxLength") == 4)
    #expect(try bound("z", "minLength") == 2 && bound("z", "maxLength") == 5)
  }

  @Test func `H3: an object is not closed by schemas of which some are missing`() throws {
    let text = exhausting(
      ##""x":{"$ref":"#/$defs/d899","required":["q1"],"unevaluatedProperties":false}"##,
      #""e":{}"#)
    let imported = try SchemaImporter().import(text)
    let rules = Set(imported.diagnostics.map(\.rule))
    #expect(rules.isSuperset(of: [.combination, .unevaluated]))
    #expect(rules.isDisjoint(with: [.unsatisfiable, .neverValid]))
  }

  @Test func `H3: rules for the presence of properties leave references to be followed`() throws {
    let cases = list(60) { #"{"required":["a\#($0)"]}"# }
    let names = list(60) { #""a\#($0)":{}"# }
    let object = #"{"type":"object","properties":{\#(names)},"oneOf":[\#(cases)]}"#
    let text =
      ##"{"type":"object","properties":{"o":\##(object),"##
      + ##""x":{"$ref":"#/$defs/two","maxLength":3}},"##
      + ##""$defs":{"one":{"type":"string"},"two":{"$ref":"#/$defs/one","minLength":1}}}"##
    let imported = try SchemaImporter().import(text)
    let written = try GeneratedContent(
      json: SchemaEncoder().encode(imported.schema).jsonString())
    #expect(try written[["properties", "x", "type"]]?.value(String.self) == "string")
    #expect(try written[["properties", "x", "minLength"]]?.value(Int.self) == 1)
  }
}
