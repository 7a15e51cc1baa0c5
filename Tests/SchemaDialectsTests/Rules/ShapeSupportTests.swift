import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Objects and tuples that a dialect cannot state completely.
struct ShapeSupportTests {
  private typealias Dynamic = DynamicGenerationSchema

  private let pair = GenerationSchema(
    type: Spot.self, description: "Two", tupleOf: [Int.self, Bool.self])

  /// An object that requires some properties, names one of them, and may have others.
  private func open(
    minimum: Int, forbidden: [String] = [], patterns: [(String, GenerationSchema.Reference)] = []
  ) throws -> GenerationSchema {
    var builder = SchemaTableBuilder(name: "Open")
    let number = builder.reserve()
    let any = builder.append(.any)
    let never = builder.append(.never)
    var properties = [GenerationSchema.Property(name: "a", reference: .type(Int.self))]
    properties += forbidden.map {
      GenerationSchema.Property(name: $0, reference: .entry(never), isOptional: true)
    }
    for (pattern, reference) in patterns {
      properties.append(
        GenerationSchema.Property(matching: try SchemaPattern(ecma: pattern), reference: reference))
    }
    builder.declare(
      number, kind: .object(properties, additional: .entry(any)), title: .title("Open"),
      guides: minimum > 0 ? [GuideValue(.propertyCount(minimum: minimum, maximum: nil))] : [])
    return try builder.makeSchema()
  }

  @Test func `D1: the length of a tuple is described where its keywords are not stated`() throws {
    let dialect = TestDialect {
      $0[.minimumCount] = .described
      $0[.maximumCount] = .described
    }
    let document = try SchemaEncoder(dialect: dialect).encode(pair)
    #expect(
      document.jsonString()
        == #"{"type":"array","description":"Two. At least 2 elements. At most 2 elements.","#
        + #""prefixItems":[{"type":"integer"},{"type":"boolean"}]}"#)
    #expect(document.diagnostics.map(\.severity) == [.warning, .warning])
    guard
      case .unsupported("'maxItems'", _)? = fault(
        pair, in: TestDialect { $0[.maximumCount] = .rejected })
    else {
      Issue.record("A keyword that the dialect rejects is written.")
      return
    }
  }

  @Test func `D1: the length of a tuple obeys the largest minimum`() throws {
    let text = try text(
      pair,
      in: TestDialect {
        $0.constraints.states = { constraint, _, _ in constraint != .minimumCount }
      })
    #expect(!text.contains("minItems") && text.contains(#""maxItems":2"#))
  }

  @Test(arguments: [3, 2])
  func `D1: each length and count above its largest is described`(largest: Int) throws {
    let schema = try GenerationSchema(
      root: Dynamic(
        name: "Counts",
        properties: [
          .init(name: "text", schema: Dynamic(type: String.self, guides: [.length(3...3)])),
          .init(name: "list", schema: Dynamic(type: [Int].self, guides: [.count(3...3)])),
          .init(
            name: "scores",
            schema: Dynamic(
              type: [String: Int].self, guides: [.minimumProperties(3), .maximumProperties(3)])),
        ]), dependencies: [])
    let dialect = TestDialect {
      $0.constraints.states = { _, count, _ in count <= SchemaNumber(largest) }
    }
    let document = try SchemaEncoder(dialect: dialect).encode(schema)
    let codes = [
      "dialect.min-length", "dialect.max-length", "dialect.min-items", "dialect.max-items",
      "dialect.min-properties", "dialect.max-properties",
    ]
    #expect(document.diagnostics.map(\.code) == (largest < 3 ? codes : []))
    #expect(document.diagnostics.allSatisfy { $0.rule == .constraint })
  }

  @Test func `D1: an object that would have too few properties once it is closed is rejected`()
    throws
  {
    let closing = TestDialect { $0.objects.open = .closed }
    guard case .unsupported(_, let context)? = fault(try open(minimum: 2), in: closing) else {
      Issue.record("No value satisfies what is written.")
      return
    }
    #expect(context.debugDescription.contains("2 properties"))
    guard case .unsupported? = fault(try open(minimum: 2, forbidden: ["b"]), in: closing) else {
      Issue.record("A forbidden property does not count.")
      return
    }
    #expect(try text(open(minimum: 1), in: closing).contains(#""minProperties":1"#))
    #expect(try text(open(minimum: 2)).contains(#""minProperties":2"#))
  }

  @Test func `D1: a pattern of properties that an object must not have obeys the same rule`() throws
  {
    let schema = try open(minimum: 0, patterns: [("^x-", .type(Never.self))])
    #expect(try text(schema).contains(#""patternProperties":{"^x-":false}"#))
    guard
      case .unsupported? = fault(
        schema, in: TestDialect { $0.objects.open = .written(forbidden: .rejected) })
    else {
      Issue.record("The pattern is written where the dialect rejects it.")
      return
    }
    let document = try SchemaEncoder(
      dialect: TestDialect { $0.objects.open = .written(forbidden: .warned) }
    )
    .encode(schema)
    #expect(!document.jsonString().contains("patternProperties"))
    let warning = try #require(document.diagnostics.first)
    #expect(document.diagnostics.count == 1 && warning.severity == .warning)
  }

  @Test func `D1: the warning of an omitted forbidden property states the loss`() throws {
    let dialect = TestDialect { $0.objects.open = .written(forbidden: .warned) }
    let document = try SchemaEncoder(dialect: dialect).encode(open(minimum: 0, forbidden: ["b"]))
    let warning = try #require(document.diagnostics.first)
    #expect(warning.path.pointer == "/b")
    #expect(warning.problem.contains("must not have") && warning.problem.contains("left out"))
    #expect(warning.remedy == "Check the value after decoding.")
  }

  @Test func `a flattened union keeps the description of its alternative`() throws {
    let age = GenerationSchema(
      type: Spot.self, title: nil, description: "If known", anyOf: [Years.self, Absent.self])
    let dialect = TestDialect {
      $0.nullForm = .keyword
      $0[.null] = .written
    }
    #expect(
      try text(age, in: dialect)
        == #"{"type":"integer","nullable":true,"description":"If known. In years"}"#)
  }

  @Test func `elements of a root that is copied count once`() throws {
    struct Tree: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [
            Property(name: "names", type: [String].self, guides: [.maximumCount(6)]),
            Property(name: "next", type: Tree?.self),
          ])
      }
    }
    let dialect = TestDialect {
      $0.definitions?.copiesRoot = true
      $0.advisedElements = 10
    }
    #expect(try SchemaEncoder(dialect: dialect).encode(Tree.self).diagnostics.isEmpty)
  }

  @Test func `a property that must not exist has no place in the order`() throws {
    var builder = SchemaTableBuilder(name: "Order")
    let number = builder.reserve()
    let never = builder.append(.never)
    builder.declare(
      number,
      kind: .object(
        [
          GenerationSchema.Property(name: "a", reference: .entry(never), isOptional: true),
          GenerationSchema.Property(name: "b", reference: .type(Int.self)),
        ], additional: nil), title: .title("Order"))
    let dialect = TestDialect { $0.objects.generatesRequiredFirst = true }
    #expect(try SchemaEncoder(dialect: dialect).encode(builder.makeSchema()).diagnostics.isEmpty)
  }

  @Test func `D1: bounds are written if choices of numbers are described`() throws {
    let schema = GenerationSchema(
      type: Spot.self,
      properties: [
        Property(name: "n", type: Int.self, guides: [.range(0...9), .anyOf([3, 1, 40])])
      ])
    let dialect = TestDialect { $0[.numberChoices] = .described }
    let document = try SchemaEncoder(dialect: dialect).encode(schema)
    let number = document.root.properties[0].schema
    #expect(number["minimum"] == 1 && number["maximum"] == 3)
    #expect(number.description == "One of: 3, 1.")
    #expect(document.diagnostics.count == 1)
    let written = try SchemaEncoder(dialect: TestDialect()).encode(schema)
    #expect(written.root.properties[0].schema.keywords.members.map(\.name) == ["type", "enum"])
  }
}

private struct Years: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, description: "In years", representing: Int.self)
  }
}

private struct Absent: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, enumeration: [.null])
  }
}
