import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import Testing

/// A fitted document stays in proportion to the declared one (rule D7).
struct ProportionTests {
  /// The largest size of a fitted document: four times the size of the declared one, whose objects
  /// are closed if they don't mention further properties, and 16 KB.
  private func maximum(_ graph: SchemaGraph) throws -> Int {
    4 * (try SchemaEncoder().fit(graph).schema.utf8.count) + 16 << 10
  }

  /// Types that have optional properties of all types each.
  private func types(_ count: Int) throws -> SchemaGraph {
    let types = (0..<count).map { index in
      DynamicGenerationSchema(
        name: "Type\(index)",
        properties: [DynamicGenerationSchema.Property(name: "n", schema: .integer)]
          + (0..<count).map {
            DynamicGenerationSchema.Property(
              name: "t\($0)", schema: DynamicGenerationSchema(referenceTo: "Type\($0)"),
              isOptional: true)
          })
    }
    return try SchemaGraph(
      GenerationSchema(root: types[0], dependencies: Array(types.dropFirst())))
  }

  @Test(arguments: [2, 4, 16, 40].prefix(isOptimized ? 4 : 3), FittedDialects.names)
  func `D7: types that all refer to each other become a document in proportion`(
    count: Int, name: String
  ) throws {
    let graph = try types(count)
    let schema = try SchemaEncoder(dialect: FittedDialects.dialect(named: name)).fit(graph)
    let maximum = try maximum(graph)
    #expect(schema.schema.utf8.count <= maximum)
    try expectThereAndBack(#"{"n":1,"t1":{"n":2,"t0":{"n":3,"t1":{"n":4,"t1":{"n":5}}}}}"#, schema)
  }

  @Test func `D7: a type that has no room for all levels says so`() throws {
    let schema = try SchemaEncoder(dialect: AnthropicDialect()).fit(types(16))
    let problems = schema.diagnostics.filter { $0.fitting == .recursion }.map(\.problem)
    let reason = ", since more levels would make the document too large, and as JSON text below."
    #expect(problems.contains { $0.hasSuffix(reason) })
    #expect(problems.allSatisfy { $0.contains("for 4 levels") != $0.contains("too large") })
  }

  @Test(.withOptimizer, arguments: FittedDialects.names)
  func `D7: a part that grows more than the document may becomes JSON text`(name: String) throws {
    let names = (0..<2_000).map { "p\($0)" }
    let part =
      #"{"type":"object","additionalProperties":false,"properties":{"#
      + names.map { "\"\($0)\":{}" }.joined(separator: ",") + "}}"
    let document = FittedDialects.object(["a": part, "b": #"{"type":"array","items":{}}"#])
    let graph = try SchemaGraph(SchemaImporter().import(document).schema)
    let schema = try SchemaEncoder(dialect: FittedDialects.dialect(named: name)).fit(graph)
    let maximum = try maximum(graph)
    #expect(schema.schema.utf8.count <= maximum)
    let texts = schema.diagnostics.filter { $0.fitting == .size && $0.severity == .warning }
    let isStated = [
      "json-schema", "gemini", "llama.cpp", "xgrammar", "without unions of names",
    ].contains(name)
    #expect(isStated || texts.map(\.path.pointer) == ["/a"], "\(texts)")
    try expectThereAndBack(#"{"a":{"p0":1,"p7":[null]},"b":[2]}"#, schema)
  }

  /// Roots with many properties that all grow, by one property and the number of properties.
  private static let roots: [(property: String, count: Int, value: String?)] = [
    (#""p @":{}"#, 400, #"{"p 0":1,"p 7":[null]}"#),
    (#""p@":{}"#, 400, #"{"p0":1,"p7":[null]}"#),
    // Where all properties are required, null and absence are the same.
    (#""p @":{"type":"null"}"#, 2_000, nil),
  ]

  @Test(arguments: roots.indices.prefix(tried(of: 3)), FittedDialects.names)
  func `D7: a root whose properties grow more than the document may becomes JSON text`(
    index: Int, name: String
  ) throws {
    let (property, count, value) = Self.roots[index]
    let dialect = FittedDialects.dialect(named: name)
    let properties = (0..<count).map { property.replacing("@", with: "\($0)") }
    let object = #"""
      {"type":"object","additionalProperties":false,\#
      "properties":{\#(properties.joined(separator: ","))}}
      """#
    for document in [object, #"{"anyOf":[\#(object),{"type":"integer"}]}"#] {
      let graph = try SchemaGraph(SchemaImporter().import(document).schema)
      let schema = try SchemaEncoder(dialect: dialect).fit(graph)
      let maximum = try maximum(graph)
      #expect(schema.schema.utf8.count <= maximum)
      let texts = schema.diagnostics.filter { $0.fitting == .size && $0.severity == .warning }
      #expect(texts.isEmpty || texts.map(\.path) == [SchemaPath()], "\(texts)")
      #expect(name != "anthropic" || !texts.isEmpty)
      if !texts.isEmpty {
        // The forms of the properties are not written.
        #expect(schema.diagnostics.allSatisfy { $0.path == SchemaPath() })
        let text = schema.schema.jsonString()
        #expect(text.contains(#"\"additionalProperties\":false"#) && !text.contains("_0"))
      }
      if let value { try expectThereAndBack(value, schema) }
    }
  }

  @Test(.withOptimizer, .enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
  func `D7: fitted documents of others stay in proportion`() throws {
    let folder = Corpus.folder.appendingPathComponent("schemas")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    let options = GeneratedContentParser.Options(maximumDepth: 10_000, duplicateKeys: .keepLast)
    var count = 0
    for name in names {
      let file = try GeneratedContent(
        json: Data(contentsOf: folder.appendingPathComponent(name)), options: options)
      guard let imported = try? SchemaImporter().import((file[["schema"]] ?? file).jsonString),
        let graph = try? SchemaGraph(imported.schema)
      else { continue }
      let maximum = try maximum(graph)
      for dialect in DialectRegistry.standard.names {
        let encoder = SchemaEncoder(dialect: FittedDialects.dialect(named: dialect))
        guard let schema = try? encoder.fit(graph) else { continue }
        #expect(schema.schema.utf8.count <= maximum, "\(name) in \(dialect)")
        count += 1
      }
    }
    #expect(count > 300)
  }

  /// Unions by the number of their alternatives, which an answer in other capitals changes.
  private static let unions: [@Sendable (Int) -> [String]] = [
    // Strings.
    { count in (0..<count).map { "{\"const\":\"v\($0)\"}" } },
    // Objects that a property identifies, beside an object without the property.
    { count in
      [FittedDialects.object(["z": "{\"const\":\"v\"}"])]
        + (1..<count).map { FittedDialects.object(["k": "{\"const\":\"v\($0)\"}"]) }
    },
    // Objects with two names each, of which no name is unique.
    { count in
      (0..<count).map {
        FittedDialects.object([
          "a\($0 / 20)": "{\"const\":\"v\"}", "b\($0 % 20)": "{\"const\":\"v\"}",
        ])
      }
    },
  ]

  @Test(arguments: unions.indices)
  func `H3: changed alternatives of a union are compared in proportion to their number`(
    index: Int
  ) throws {
    let encoder = SchemaEncoder(dialect: AnthropicDialect())
    func graph(_ count: Int) throws -> SchemaGraph {
      let union = "{\"anyOf\":[\(Self.unions[index](count).joined(separator: ","))]}"
      return try SchemaGraph(
        SchemaImporter().import(FittedDialects.object(["p": union])).schema)
    }
    // The alternatives differ, so none of them is put into an object.
    let fitted = try encoder.fit(graph(200))
    #expect(!fitted.schema.jsonString().contains("option1"))
    let growth = try growthOfTime(from: tried(of: 1_600, oneIn: 4), prepare: graph) {
      _ = try encoder.fit($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: a list that many properties repeat takes time in proportion`() throws {
    func graph(_ count: Int) throws -> SchemaGraph {
      let list = (0..<count).map { "\"value \($0)\"" }.joined(separator: ",")
      let properties = (0..<count).map { "\"p\($0)\":{\"$ref\":\"#/$defs/List\"}" }
      let document =
        "{\"type\":\"object\",\"properties\":{\(properties.joined(separator: ","))},"
        + "\"$defs\":{\"List\":{\"enum\":[\(list)]}}}"
      return try SchemaGraph(SchemaImporter().import(document).schema)
    }
    let encoder = SchemaEncoder(dialect: GeminiOpenAPIDialect())
    let growth = try growthOfTime(from: tried(of: 1_600, oneIn: 8), prepare: graph) {
      _ = try encoder.fit($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: optional properties whose unions contain each other take time in proportion`()
    throws
  {
    func graph(_ count: Int) throws -> SchemaGraph {
      let properties = (0..<count).map { "\"p\($0)\":{\"$ref\":\"#/$defs/U\($0)\"}" }
      let unions = (0..<count).map {
        "\"U\($0)\":{\"anyOf\":[{\"const\":\"v\($0)\"},{\"$ref\":\"#/$defs/U\($0 + 1)\"}]}"
      }
      let document =
        "{\"type\":\"object\",\"properties\":{\(properties.joined(separator: ","))},"
        + "\"$defs\":{\(unions.joined(separator: ",")),\"U\(count)\":{\"type\":\"integer\"}}}"
      return try SchemaGraph(SchemaImporter().import(document).schema)
    }
    let encoder = SchemaEncoder(dialect: TestDialect { $0.optional = .nullable })
    let growth = try growthOfTime(from: tried(of: 800, oneIn: 4), prepare: graph) {
      _ = try encoder.fit($0)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: unions that share large objects take time and room in proportion`() throws {
    func graph(_ count: Int) throws -> SchemaGraph {
      let objects = ["A", "B"].map { object in
        let properties = (0..<count).map { "\"\(object)\($0)\":{\"type\":\"integer\"}" }
        return "\"\(object)\":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
          + properties.joined(separator: ",") + "}}"
      }
      let union = ##"{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}"##
      let unions = (0..<2 * count).map { "\"u\($0)\":\(union)" }
      let document =
        "{\"type\":\"object\",\"properties\":{\(unions.joined(separator: ","))},"
        + "\"$defs\":{\(objects.joined(separator: ","))}}"
      return try SchemaGraph(SchemaImporter().import(document).schema)
    }
    let encoder = SchemaEncoder(dialect: TestDialect { $0.optional = .nullable })
    let declared = try graph(50)
    let fitted = try encoder.fit(declared)
    #expect(!fitted.schema.jsonString().contains("option1"))
    let size = try JSONEncoder().encode(fitted.mapping).count
    #expect(try size < 8 * SchemaEncoder().encode(declared).utf8.count)
    try expectThereAndBack(#"{"u0":{"A0":1,"A49":2},"u99":{"B0":1}}"#, fitted)
    let growth = try growthOfTime(from: tried(of: 800, oneIn: 4), prepare: graph) {
      _ = try encoder.fit($0)
    }
    #expect(growth < proportionalGrowth)
  }
}
