import SchemaEncoding
import SchemaTestSupport
import Testing

/// E17: one value says what a node looks like, so that counts and text agree.
struct WrittenFormTests {
  private typealias Dynamic = DynamicGenerationSchema

  /// A schema of nodes of all kinds, each once as a required and once as an optional property.
  private static func schema() throws -> GenerationSchema {
    let part = Dynamic(
      name: "Part",
      properties: [
        .init(name: "a", schema: .string, isOptional: true),
        .init(name: "b", schema: .nullable(.integer)),
      ])
    let parts: [(String, Dynamic)] = [
      ("text", .string), ("list", .array(of: .nullable(.integer))), ("anything", .any),
      ("null", .null), ("word", .enumeration(of: ["a", "b"])),
      ("mixed", .enumeration(of: ["a", 1])), ("maybe", .nullable(.string)),
      ("maybeMixed", .nullable(.enumeration(of: ["a", 1]))),
      ("either", Dynamic(name: "Either", anyOf: [.string, .boolean, .null])),
      ("part", Dynamic(referenceTo: "Part")),
      ("maybePart", .nullable(Dynamic(referenceTo: "Part"))),
      ("pair", .tuple(of: [.string, .nullable(.enumeration(of: ["x"]))])),
      ("map", .dictionary(of: .nullable(.any))),
      ("open", Dynamic(name: "Open", properties: [], additionalProperties: .any)),
    ]
    let properties = parts.flatMap { name, schema in
      [
        Dynamic.Property(name: name, schema: schema),
        Dynamic.Property(name: "\(name)2", description: "Two", schema: schema, isOptional: true),
      ]
    }
    return try GenerationSchema(
      root: Dynamic(name: "Root", properties: properties), dependencies: [part])
  }

  /// The counts of a document, read from its text.
  private struct TextCounts: Equatable {
    var unions = 0
    var choices = 0
    var properties = 0
    var optionalProperties = 0

    init() {}

    init(_ root: EncodedSchema.Node) {
      var pending = [root]
      while let schema = pending.popLast() {
        for keyword in schema.keywords.members {
          switch (keyword.name, keyword.value) {
          case ("type", .array): unions += 1
          case ("enum", .array(let values)): choices += values.count
          case ("const", _): choices += 1
          case (_, .schema(let part)): pending.append(part)
          case (_, .schemas(let parts)):
            if keyword.name == "anyOf" { unions += 1 }
            pending += parts
          case (_, .namedSchemas(let parts)):
            if keyword.name == "properties" {
              properties += parts.count
              optionalProperties += parts.count - schema.required.count
            }
            pending += parts.map(\.schema)
          default: break
          }
        }
      }
    }
  }

  @Test(arguments: [DialectRules.NullForm.typeList, .union, .keyword])
  func `E17: the meter counts what the document has, in each form of null`(
    form: DialectRules.NullForm
  ) throws {
    let graph = try SchemaGraph(Self.schema())
    for choice in 0..<32 {
      func has(_ bit: Int) -> Bool { choice >> bit & 1 == 1 }
      let encoder = SchemaEncoder(
        dialect: TestDialect {
          $0.nullForm = form
          $0.optional = has(0) ? .nullable : .omitted
          $0.constraints.choicesHaveType = has(1)
          $0.constraints.singleChoiceIsConstant = has(2)
          $0.definitions?.wrapsDescriptions = has(3)
          $0.definitions?.copiesRoot = has(4)
          $0.limits.unions = 1_000
        })
      let document = try encoder.encode(graph)
      let counts = encoder.measure(DocumentForm(graph, in: encoder)).counts
      var measured = TextCounts()
      measured.unions = counts.unions + counts.describedReferences
      measured.choices = counts.choices
      measured.properties = counts.properties
      measured.optionalProperties = counts.optionalProperties
      #expect(measured.unions > 0 && measured.choices > 0 && measured.properties > 0)
      #expect(measured == TextCounts(document.root), "\(choice): \(document)")
    }
  }
}
