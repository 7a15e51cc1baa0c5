import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

struct NameTests {
  private func names(
    _ types: [any Generable.Type], in dialect: any SchemaDialect = TestDialect()
  ) throws -> [String] {
    try SchemaEncoder(dialect: dialect).encode(whole(of: types)).root.definitions.map(\.name)
  }

  @Test(
    arguments: [
      ([Order.Status.self], ["Status"]),
      ([Order.Status.self, Payment.Status.self], ["Order.Status", "Payment.Status"]),
      ([Order.Line.Status.self, Payment.Status.self], ["Line.Status", "Payment.Status"]),
      (
        [Order.Line.Status.self, Payment.Line.Status.self, Payment.Status.self],
        ["Order.Line.Status", "Payment.Line.Status", "Payment.Status"]
      ),
      ([Status.self, Order.Status.self], ["SchemaEncodingTests.Status", "Order.Status"]),
      (
        [Page<Order.Status>.self, Page<Payment.Status>.self],
        ["Page<Order.Status>", "Page<Payment.Status>", "Order.Status", "Payment.Status"]
      ),
      ([Page<Int>.self, Page<String>.self], ["Page<Int>", "Page<String>"]),
    ] as [([any Generable.Type], [String])])
  func `E10: names are as short as the other names allow`(
    types: [any Generable.Type], expected: [String]
  ) throws {
    let actual = try names(types)
    #expect(actual == expected)
  }

  @Test func `E10: names do not depend on the order of the types`() throws {
    let types: [any Generable.Type] = [
      Order.Status.self, Payment.Status.self, Order.Line.Status.self, Payment.Line.Status.self,
      Status.self, Page<Order.Status>.self, Page<Payment.Status>.self, Page<Status>.self,
      `a/b`.self, `m~n`.self, Größe.self,
    ]
    let ascii = TestDialect { $0.definitions?.names = .ascii(punctuation: "_", maximumLength: 14) }
    var random = SplitMix64(seed: 10)
    for dialect in [TestDialect(), ascii] {
      let reference = try bodies(types, in: dialect)
      for round in 0..<40 {
        #expect(
          try bodies(types.shuffled(using: &random), in: dialect) == reference,
          "seed 10, round \(round)")
      }
    }
  }

  /// The definition under each name, as text.
  ///
  /// The text identifies these types.
  private func bodies(
    _ types: [any Generable.Type], in dialect: any SchemaDialect
  ) throws -> [String: String] {
    let document = try SchemaEncoder(dialect: dialect).encode(whole(of: types))
    var bodies: [String: String] = [:]
    for definition in document.root.definitions {
      let names = definition.schema.properties.map {
        "\($0.name) \($0.schema.items?.reference ?? "")"
      }
      bodies[definition.name] = names.joined(separator: ",")
    }
    #expect(bodies.count == document.root.definitions.count)
    return bodies
  }

  @Test func `E10: two types with one title have a definition each`() throws {
    let document = try SchemaEncoder(dialect: TestDialect())
      .encode(whole(of: [Order.Status.self, Payment.Status.self]))
    let root = document.root
    #expect(
      root.properties.map(\.schema.reference) == ["#/$defs/Order.Status", "#/$defs/Payment.Status"])
    #expect(root.definitions.map { $0.schema.properties[0].name } == ["paid", "cleared"])
  }

  @Test func `E10: a dynamic schema and a type of one title both get a definition`() throws {
    typealias Schema = DynamicGenerationSchema
    let root = Schema(
      name: "Root",
      properties: [
        Schema.Property(name: "made", schema: Schema(name: "Circle", properties: [])),
        Schema.Property(name: "known", schema: Schema(type: Circle.self)),
      ])
    let schema = try GenerationSchema(root: root, dependencies: [])
    let document = try SchemaEncoder(dialect: TestDialect()).encode(schema)
    #expect(
      document.root.definitions.map(\.name) == ["Root.Circle", "SchemaEncodingTests.Circle"])
    #expect(document.root.definitions.map(\.schema.required) == [[], ["radius"]])
  }

  @Test func `E10: a definition may have the title of the root`() throws {
    enum Inner {
      struct Whole: SchemaOnly {
        static var generationSchema: GenerationSchema {
          GenerationSchema(type: Self.self, properties: [Property(name: "n", type: Int.self)])
        }
      }
    }
    let document = try SchemaEncoder(dialect: TestDialect()).encode(whole(of: [Inner.Whole.self]))
    #expect(document.root.title == "Whole")
    #expect(document.root.definitions.map(\.name) == ["Whole"])
    #expect(document.root.properties[0].schema.reference == "#/$defs/Whole")
  }

  @Test func `E10: a clash is an error if the caller chooses this`() throws {
    let encoder = SchemaEncoder(dialect: TestDialect(), nameClash: .error)
    let error = #expect(throws: SchemaError.self) {
      try encoder.encode(whole(of: [Order.Status.self, Payment.Status.self]))
    }
    guard case .duplicateType("Whole", "Status", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.path.pointer == "/p1", "It is where the second of the two is met.")
    #expect(error?.recoverySuggestion?.isEmpty == false)
    #expect(throws: Never.self) { try encoder.encode(whole(of: [Order.Status.self, Circle.self])) }
  }

  @Test func `E10: a clash with the title of the root is also an error`() throws {
    struct Payments: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self, title: "Status",
          properties: [
            Property(name: "payment", type: Payment.Status.self),
            Property(name: "next", type: Payments?.self),
          ])
      }
    }
    let encoder = SchemaEncoder(dialect: TestDialect(), nameClash: .error)
    let error = fault { try encoder.encode(Payments.self) }
    guard case .duplicateType("Status", "Status", let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.pointer == "/payment")
  }

  @Test func `E10: a dialect's alphabet still leaves distinct names`() throws {
    let types: [any Generable.Type] = [
      `a/b`.self, `m~n`.self, `with space`.self, Größe.self, Page<Int>.self,
    ]
    let dialect = TestDialect { $0.definitions?.names = .ascii(punctuation: "_") }
    #expect(try names(types, in: dialect) == ["a_b", "m_n", "with_space", "Gr__e", "Page_Int_"])
    let colliding = try makeDynamic(["x/y", "x~y", "x y", "x_y"])
    let document = try SchemaEncoder(dialect: dialect).encode(colliding)
    let names = document.root.definitions.map(\.name)
    #expect(Set(names).count == 4)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { byte in byte < 0x80 && byte != 0x2F } })
    #expect(
      document.root.properties.map(\.schema.reference) == names.map { "#/$defs/\($0)" })
  }

  @Test func `E10: names are cut to a dialect's length and stay distinct`() throws {
    let long = String(repeating: "n", count: 70)
    let schema = try makeDynamic((0..<12).map { "\(long)\($0)" })
    let dialect = TestDialect { $0.definitions?.names = .ascii(maximumLength: 64) }
    let names = try SchemaEncoder(dialect: dialect).encode(schema).root.definitions.map(\.name)
    #expect(Set(names).count == 12)
    #expect(names.allSatisfy { $0.count <= 64 })
  }

  @Test func `E13: the name of a local type is the same in every process`() throws {
    struct Local: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [])
      }
    }
    #expect(try names([Local.self]) == ["Local"])
    let both = try names([Local.self, otherLocal()])
    #expect(both.first?.hasSuffix("Local") == true)
    #expect(both.last?.hasSuffix("Local_2") == true)
    #expect(both.allSatisfy { !$0.contains("context") && !$0.contains("$") })
  }

  private func otherLocal() -> any Generable.Type {
    struct Local: SchemaOnly {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self, properties: [Property(name: "other", type: Int.self)])
      }
    }
    return Local.self
  }

  private func makeDynamic(_ names: [String]) throws -> GenerationSchema {
    try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Root",
        properties: names.enumerated().map { index, name in
          DynamicGenerationSchema.Property(
            name: "p\(index)", schema: DynamicGenerationSchema(referenceTo: name))
        }),
      dependencies: names.map { DynamicGenerationSchema(name: $0, properties: []) })
  }
}

struct PointerTests {
  @Test(arguments: [
    (`a/b`.self as any Generable.Type, "a/b", "#/$defs/a~1b"),
    (`m~n`.self, "m~n", "#/$defs/m~0n"),
    (`with space`.self, "with space", "#/$defs/with%20space"),
    (`100%25 "sure"`.self, "100%25 \"sure\"", "#/$defs/100%2525%20%22sure%22"),
    (Größe.self, "Größe", "#/$defs/Gr%C3%B6%C3%9Fe"),
    (Page<Int>.self, "Page<Int>", "#/$defs/Page%3CInt%3E"),
  ])
  func `E11: a reference is a JSON Pointer in a URI fragment`(
    type: any Generable.Type, name: String, reference: String
  ) throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(whole(of: [type]))
    #expect(document.root.definitions.map(\.name) == [name])
    #expect(document.root.properties[0].schema.reference == reference)
  }

  @Test func `E11: every reference resolves by the rules of RFC 6901 and RFC 3986`() throws {
    let types: [any Generable.Type] = [
      `a/b`.self, `m~n`.self, `with space`.self, `100%25 "sure"`.self, Größe.self, Page<Int>.self,
      Page<Page<Größe>>.self, Circle.self,
    ]
    let document = try SchemaEncoder(dialect: TestDialect()).encode(whole(of: types))
    let parsed = try JSONValue(text: document.jsonString())
    for property in document.root.properties {
      let reference = try #require(property.schema.reference)
      #expect(parsed.resolving(reference)?["type"] == .string("object"), "\(reference)")
    }
  }

  @Test func `E11: every reference resolves, also one from an array`() throws {
    let parsed = try JSONValue(text: text([Person].self))
    #expect(parsed.resolving("#/$defs/Person") != nil)
    #expect(parsed["items"]?["$ref"] == .string("#/$defs/Person"))
  }
}
