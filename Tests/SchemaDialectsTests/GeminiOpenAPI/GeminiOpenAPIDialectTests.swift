import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

struct GeminiOpenAPIDialectTests {
  private let encoder = SchemaEncoder(dialect: GeminiOpenAPIDialect())

  private static let fields: Set = [
    "anyOf", "default", "description", "enum", "example", "format", "items", "maxItems",
    "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum",
    "nullable", "pattern", "properties", "propertyOrdering", "required", "title", "type",
  ]

  @Test(
    arguments: [Booking.self, Drawing.self, Account.self, Shelter.self, [Spot].self]
      as [any Generable.Type])
  func `only fields of the service are written, and no references`(
    type: any Generable.Type
  ) throws {
    let keywords = try KeywordNames(in: encoder.encode(type))
    #expect(keywords.names.subtracting(Self.fields) == [])
    let types: Set = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"]
    #expect(!keywords.types.isEmpty && keywords.types.isSubset(of: types), "\(keywords.types)")
  }

  @Test func `an inline schema has the description of its place`() throws {
    let root = try encoder.encode(Booking.self).root
    #expect(root.properties[3].schema.description == "Where it starts")
    #expect(root.properties[4].schema.description == "A place")
    #expect(root.properties[5].schema.items?.description == "A place")
  }

  @Test func `a type that contains itself is an error with its place`() throws {
    let error = try #require(fault(Wrapping.self, in: GeminiOpenAPIDialect()))
    guard case .unsupported("recursion", let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.pointer == "/branch/main")
  }

  @Test func `null among alternatives becomes nullable`() throws {
    func document(_ arms: [DynamicGenerationSchema]) throws -> String {
      let union = DynamicGenerationSchema(
        name: "Either", description: "One of them", anyOf: arms)
      let root = DynamicGenerationSchema(
        name: "Holder",
        properties: [DynamicGenerationSchema.Property(name: "either", schema: union)])
      return try encoder.encode(GenerationSchema(root: root, dependencies: [])).jsonString()
    }
    #expect(
      try document([.null, .string]).contains(
        #""either":{"type":"STRING","nullable":true,"description":"One of them"}"#))
    #expect(
      try document([.integer, .null, .string]).contains(
        #""either":{"description":"One of them","nullable":true,"#
          + #""anyOf":[{"type":"INTEGER"},{"type":"STRING"}]}"#))
    #expect(
      try document([.null, .null]).contains(
        #""either":{"description":"One of them","nullable":true,"anyOf":[{"type":"NULL"}]}"#))
  }

  @Test func `D6: a diamond of types is too large, not endless`() throws {
    let names = (0...40).map { "T\($0)" }
    let types = names.indices.map { index in
      DynamicGenerationSchema(
        name: names[index],
        properties: index == 40
          ? []
          : ["a", "b"].map {
            DynamicGenerationSchema.Property(
              name: $0, schema: DynamicGenerationSchema(referenceTo: names[index + 1]))
          })
    }
    let schema = try GenerationSchema(root: types[0], dependencies: Array(types.dropFirst()))
    let limited = SchemaEncoder(
      dialect: GeminiOpenAPIDialect(), limits: SchemaGraph.Limits(nodes: 10_000))
    let error = #expect(throws: SchemaError.self) { try limited.encode(schema) }
    guard case .limitExceeded("nodes", _, _, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.recoverySuggestion?.contains("Or fit the schema") == true)
    // Without a limit of the caller, the copies are in proportion to the schema.
    let unlimited = #expect(throws: SchemaError.self) {
      try SchemaEncoder(dialect: GeminiOpenAPIDialect()).encode(schema)
    }
    guard case .limitExceeded("nodes", _, let maximum, _)? = unlimited else {
      Issue.record("\(String(describing: unlimited))")
      return
    }
    #expect(try maximum == 1 << 14 + 4 * SchemaGraph(schema).nodeIDs.count)
  }

  @Test func `H2: a long list that many properties repeat is too large`() throws {
    let list = DynamicGenerationSchema(
      name: "List",
      properties: [
        .init(
          name: "value", schema: .init(name: "Value", anyOf: (0..<200).map { "value \($0)" }))
      ])
    let properties = (0..<60).map {
      DynamicGenerationSchema.Property(
        name: "p\($0)", schema: DynamicGenerationSchema(referenceTo: "List"))
    }
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Root", properties: properties), dependencies: [list])
    func encoder(_ limit: Int) -> SchemaEncoder {
      SchemaEncoder(dialect: GeminiOpenAPIDialect(), limits: SchemaGraph.Limits(nodes: limit))
    }
    let error = #expect(throws: SchemaError.self) { try encoder(10_000).encode(schema) }
    guard case .limitExceeded("nodes", 10_001..., 10_000, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.description.contains("/p"))
    // 59 of the lists repeat the first one, each with two nodes, 200 values, and 1 690 bytes.
    #expect(throws: Never.self) { try encoder(59 * (202 + 1_690 / 64)).encode(schema) }
  }

  @Test func `E15: definitions far below each other are written out on a small stack`() async throws
  {
    let type = DeepTypes.arrays(depth: greatDepth / 10)
    let length = try await onSmallStack { try encoder.encode(type).utf8.count }
    let level = #"{"type":"ARRAY","items":}"#
    #expect(length == level.utf8.count * (greatDepth / 10) + #"{"type":"INTEGER"}"#.utf8.count)
  }
}

private struct Wrapping: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "branch", type: Branch.self)])
  }
}
