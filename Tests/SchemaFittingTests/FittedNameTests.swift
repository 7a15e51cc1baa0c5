import Foundation
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import Testing

/// The names of what is fitted (rules E10 and E13).
struct FittedNameTests {
  /// Two types with one title that contain themselves.
  private enum Tree {
    struct Node: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "leaf", type: Int.self), Property(name: "next", type: Node?.self),
          ])
      }
    }
  }

  private enum List {
    struct Node: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "text", type: String.self), Property(name: "next", type: Node?.self),
          ])
      }
    }
  }

  private struct TreeFirst: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, title: "Both",
        properties: [
          Property(name: "tree", type: Tree.Node.self),
          Property(name: "list", type: List.Node.self),
        ])
    }
  }

  private struct ListFirst: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, title: "Both",
        properties: [
          Property(name: "list", type: List.Node.self),
          Property(name: "tree", type: Tree.Node.self),
        ])
    }
  }

  @Test func `E10: levels of recursion of two types with one title are named after the types`()
    throws
  {
    let encoder = SchemaEncoder(dialect: AnthropicDialect())
    let both = try encoder.fit(TreeFirst.self).schema.root.definitions
    let other = try encoder.fit(ListFirst.self).schema.root.definitions
    let names = [
      "List_Node", "List_Node_2", "List_Node_3", "List_Node_4",
      "Tree_Node", "Tree_Node_2", "Tree_Node_3", "Tree_Node_4",
    ]
    #expect(both.map(\.name).sorted() == names)
    for definition in both {
      let same = try #require(other.first { $0.name == definition.name })
      let keywords = zip(same.schema.keywords.members, definition.schema.keywords.members)
      #expect(keywords.allSatisfy { $0.name == $1.name && $0.value == $1.value })
      let first = definition.name.hasPrefix("List") ? "text" : "leaf"
      #expect(definition.schema.properties.first?.name == first)
    }
    #expect(other.map(\.name).sorted() == names)
  }

  @Test(arguments: [false, true])
  func `D3: Apple's titles are the same whether or not another part is fitted`(
    isFitted: Bool
  ) throws {
    let record = FittedDialects.object(["c": #"{"type":"integer"}"#])
    let properties: KeyValuePairs = [
      "a": ##"{"$ref":"#/$defs/Name"}"##, "b": record,
      "list": #"{"type":"array","items":\#(record)}"#,
      "u": #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
      "d": ##"{"$ref":"#/$defs/Record"}"##, "other": isFitted ? "{}" : #"{"type":"string"}"#,
    ]
    let members = properties.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    let document = ##"""
      {"title":"R","type":"object","additionalProperties":false,\##
      "required":\##(properties.map(\.key)),
        "properties":{\##(members)},
        "$defs":{"Name":{"type":"string"},"Record":\##(record)}}
      """##
    let schema = try FittedDialects.fit(document: document, in: AppleDialect())
    #expect(schema.diagnostics.isEmpty != isFitted)
    let root = schema.schema.root
    #expect(root.title == "R")
    #expect(root.properties.map(\.schema.title) == [nil, "b", nil, "u", nil, nil])
    #expect(root.properties[2].schema.items?.title == "list")
    #expect(root.definitions.map(\.name) == ["Name", "Record"])
    #expect(root.definitions.map(\.schema.title) == [nil, "Record"])
    guard !isFitted else { return }
    // Without fitting, and in the form without loss, which has only the declared titles.
    let declared = try SchemaImporter().import(document).schema
    let encoded = try SchemaEncoder(dialect: AppleDialect()).encode(declared)
    #expect(encoded.jsonString() == schema.jsonString())
    let lossless = try GeneratedContent(
      json: String(decoding: JSONEncoder().encode(declared), as: UTF8.self))
    #expect(lossless[["properties", "b", "title"]] == nil)
    #expect(lossless[["$defs", "Name", "title"]]?.text == "Name")
  }

  @Test func `D3: an object at the root has a title also if none is declared`() throws {
    let schema = try SchemaImporter().import(FittedDialects.object(["a": "{}"])).schema
    let fitted = try SchemaEncoder(dialect: AppleDialect()).fit(schema)
    #expect(fitted.schema.root.title == "Part")
    let text = try SchemaImporter().import(#"{"title":"T","type":"string"}"#).schema
    #expect(try SchemaEncoder(dialect: AppleDialect()).encode(text).root.title == nil)
  }

  @Test func `H2: many types that contain themselves are fitted in proportion to their number`()
    throws
  {
    let count = 200
    let nodes = (0..<count).map { index in
      DynamicGenerationSchema(
        name: "Node \(index)",
        properties: [
          DynamicGenerationSchema.Property(name: "value", schema: .integer),
          DynamicGenerationSchema.Property(
            name: "next", schema: DynamicGenerationSchema(referenceTo: "Node \(index)"),
            isOptional: true),
        ])
    }
    let properties = (0..<count).map { index in
      DynamicGenerationSchema.Property(
        name: "p\(index)", schema: DynamicGenerationSchema(referenceTo: "Node \(index)"))
    }
    let graph = try SchemaGraph(
      GenerationSchema(
        root: DynamicGenerationSchema(name: "Root", properties: properties), dependencies: nodes))
    let declared = try SchemaEncoder(dialect: TestDialect()).encode(graph).utf8.count
    let dialect = TestDialect { $0.definitions?.recursion = .rejected }
    let fitted = try SchemaEncoder(dialect: dialect).fit(graph)
    // Four levels each, a note that the rest is JSON text, and room for some schemas of that.
    #expect(fitted.schema.root.definitions.count == 4 * count)
    #expect(
      fitted.schema.utf8.count < 5 * declared + 16 << 10,
      "\(fitted.schema.utf8.count) of \(declared)")
    let parts = fitted.jsonString().components(separatedBy: "Written as JSON text")
    #expect(parts.count == count + 1)
    #expect(parts.dropFirst().first?.hasPrefix(", of this JSON Schema") == true)
    // Without room for the schema, the description has an outline of the values.
    #expect(parts.last?.hasPrefix(": an object") == true)
  }

  /// A number of objects that contain themselves, all with one title.
  private func nodes(_ count: Int) throws -> SchemaGraph {
    let definitions = (0..<count).map { index in
      """
      "n\(index)": {"title": "Node", "type": "object", "additionalProperties": false,
        "required": ["v\(index)"], "properties": {
          "v\(index)": {"type": "integer"}, "next": {"$ref": "#/$defs/n\(index)"}}}
      """
    }
    let properties = (0..<count).map { "\"p\($0)\": {\"$ref\": \"#/$defs/n\($0)\"}" }
    return try SchemaGraph(
      SchemaImporter().import(
        """
        {"title": "Root", "type": "object", "additionalProperties": false,
         "properties": {\(properties.joined(separator: ","))},
         "$defs": {\(definitions.joined(separator: ","))}}
        """
      ).schema)
  }

  @Test(.withOptimizer)
  func `H2, H3: types with one title that contain themselves take size and time in proportion`()
    throws
  {
    let dialect = TestDialect { $0.definitions?.recursion = .rejected }
    let growth = try growthOfTime(from: 100, prepare: nodes) { graph in
      _ = try SchemaEncoder(dialect: dialect).fit(graph)
    }
    #expect(growth < proportionalGrowth)
    let count = 400
    let graph = try nodes(count)
    let declared = try SchemaEncoder(dialect: TestDialect()).encode(graph).utf8.count
    let fitted = try SchemaEncoder(dialect: dialect).fit(graph)
    let definitions = fitted.schema.root.definitions
    #expect(definitions.count == 4 * count)
    #expect(Set(definitions.map(\.name)).count == definitions.count)
    // Numbers make the names longer than the declared ones.
    #expect(
      fitted.schema.utf8.count < 6 * declared + 16 << 10,
      "\(fitted.schema.utf8.count) of \(declared)")
  }

  @Test(
    arguments: ["_", "", "__________", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "1234567"],
    [8, 12, 64])
  func `E10: names with a number are as short as the rule requires, with any replacement`(
    replacement: String, length: Int
  ) throws {
    let rule = NameRule.ascii(
      punctuation: "", replacement: replacement, maximumLength: length)
    // All become equal when their characters are replaced.
    let properties = (0..<12).map { index in
      let sign = String(UnicodeScalar(UInt8(index)))
      return DynamicGenerationSchema.Property(
        name: sign,
        schema: DynamicGenerationSchema(
          name: "name of a length that a rule may cut\(sign)",
          properties: [
            DynamicGenerationSchema.Property(name: "x", schema: .enumeration(of: [.string(sign)]))
          ]))
    }
    let encoded = try SchemaEncoder(
      dialect: TestDialect {
        $0.objects.propertyNames = rule
        $0.definitions?.names = rule
      }
    ).fit(
      GenerationSchema(
        root: DynamicGenerationSchema(name: "Root", properties: properties), dependencies: []))
    let names = encoded.schema.root.properties.map(\.name)
    let definitions = encoded.schema.root.definitions.map(\.name)
    for list in [names, definitions] {
      #expect(list.count == 12 && Set(list).count == list.count)
      #expect(list.allSatisfy { $0.unicodeScalars.count <= length && !$0.isEmpty }, "\(list)")
    }
  }
}
