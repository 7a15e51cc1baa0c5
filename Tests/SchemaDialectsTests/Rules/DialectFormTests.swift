import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// The forms that a table of rules can choose, in a dialect whose table each test fills in.
struct DialectFormTests {
  @Test func `null has three forms`() throws {
    let texts = try [DialectRules.NullForm.typeList, .union, .keyword].map { form in
      try text(
        Booking.self,
        in: TestDialect {
          $0.optional = .nullable
          $0.nullForm = form
          $0.keywords.capitalizesTypes = form == .keyword
        })
    }
    #expect(texts[0].contains(#""note":{"type":["string","null"],"description":"Anything else"}"#))
    #expect(
      texts[0].contains(#""class":{"type":["string","null"],"enum":["first","second",null]}"#))
    #expect(
      texts[1].contains(
        #""note":{"anyOf":[{"type":"string","description":"Anything else"},{"type":"null"}]}"#))
    #expect(
      texts[1].contains(#""class":{"anyOf":[{"type":"string","enum":["first","second"]},"#))
    #expect(
      texts[2].contains(
        #""note":{"type":"STRING","nullable":true,"description":"Anything else"}"#))
    #expect(texts[2].contains(##""to":{"nullable":true,"anyOf":[{"$ref":"#/$defs/Spot"}]}"##))
    #expect(texts[1].contains(##""to":{"anyOf":[{"$ref":"#/$defs/Spot"},{"type":"null"}]}"##))
    #expect(texts[0].contains(##""to":{"anyOf":[{"$ref":"#/$defs/Spot"},{"type":"null"}]}"##))
    for text in texts { _ = try JSONValue(text: text) }
  }

  @Test(arguments: [DialectRules.NullForm.typeList, .union, .keyword])
  func `the names of all types are in capitals, also of null`(
    form: DialectRules.NullForm
  ) throws {
    let dialect = TestDialect {
      $0.optional = .nullable
      $0.nullForm = form
      $0.keywords.capitalizesTypes = true
    }
    let text = try text(Booking.self, in: dialect)
    for name in ["null", "string", "object", "array", "number", "integer", "boolean"] {
      #expect(!text.contains("\"\(name)\""))
    }
    #expect(text.contains("\"NULL\"") == (form != .keyword))
  }

  @Test(arguments: [DialectRules.NullForm.typeList, .union])
  func `a union with null has no second null`(form: DialectRules.NullForm) throws {
    let either = DynamicGenerationSchema(name: "Either", anyOf: [.string, .null])
    let root = DynamicGenerationSchema(
      name: "Root",
      properties: [
        DynamicGenerationSchema.Property(
          name: "list", schema: .array(of: either), isOptional: true),
        DynamicGenerationSchema.Property(name: "nothing", schema: .null, isOptional: true),
      ])
    let schema = try GenerationSchema(root: root, dependencies: [])
    let dialect = TestDialect {
      $0.optional = .nullable
      $0.nullForm = form
      $0.definitions = nil
    }
    let document = try SchemaEncoder(dialect: dialect).encode(schema)
    #expect(document.jsonString().contains(#""anyOf":[{"type":"string"},{"type":"null"}]"#))
    #expect(document.jsonString().contains(#""nothing":{"type":"null"}"#))
  }

  @Test func `a constant is a choice or const, with or without a type`() throws {
    func kind(_ change: (inout DialectRules) -> Void) throws -> String {
      let document = try SchemaEncoder(dialect: TestDialect(change)).encode(Booking.self)
      let members = document.root.properties[2].schema.keywords.members
      return members.map(\.name).joined(separator: " ")
    }
    #expect(try kind { _ in } == "type enum")
    #expect(try kind { $0.constraints.singleChoiceIsConstant = true } == "type const")
    #expect(try kind { $0.constraints.choicesHaveType = false } == "enum")
    #expect(
      try kind {
        $0.constraints.choicesHaveType = false
        $0.constraints.singleChoiceIsConstant = true
      } == "const")
  }

  @Test func `an adaptation leaves out the keyword of closed objects`() throws {
    var dialect = TestDialect { $0.objects.open = .closed }
    dialect.adaptation = { keywords, _ in keywords["additionalProperties"] = nil }
    let expected =
      #"{"type":"object","title":"Spot","description":"A place","#
      + #""properties":{"x":{"type":"integer"}},"required":["x"]}"#
    #expect(try text(Spot.self, in: dialect) == expected)
    let open = DynamicGenerationSchema(
      name: "Spot", description: "A place",
      properties: [DynamicGenerationSchema.Property(name: "x", schema: .integer)],
      additionalProperties: .any)
    let schema = try GenerationSchema(root: open, dependencies: [])
    #expect(try text(schema, in: dialect) == expected)
  }

  @Test func `a copy of the root has a unique name`() throws {
    let other = DynamicGenerationSchema(
      name: "B",
      properties: [
        DynamicGenerationSchema.Property(
          name: "a", schema: DynamicGenerationSchema(referenceTo: "A"), isOptional: true)
      ])
    let root = DynamicGenerationSchema(
      name: "A",
      properties: [
        DynamicGenerationSchema.Property(
          name: "b", schema: DynamicGenerationSchema(referenceTo: "B"))
      ])
    let dialect = TestDialect { $0.definitions?.copiesRoot = true }
    let document = try SchemaEncoder(dialect: dialect).encode(
      GenerationSchema(root: root, dependencies: [other]))
    #expect(document.root.definitions.map(\.name) == ["B", "A"])
    let parsed = try JSONValue(text: document.jsonString())
    #expect(parsed.resolving("#/$defs/A")?["type"] == .string("object"))
    #expect(document.root.title == "A")
    #expect(document.root.definitions[1].schema.title == nil)
    let list = try text([Branch].self, in: dialect)
    #expect(!list.contains(##""#""##))
  }

  @Test func `a changed order is a note, which strict encoding allows`() throws {
    let dialect = TestDialect { $0.objects.generatesRequiredFirst = true }
    let encoder = SchemaEncoder(dialect: dialect, isStrict: true)
    let notes = try encoder.encode(Booking.self).diagnostics
    #expect(notes.map(\.severity) == [.note])
    #expect(notes.first?.problem.contains("'kind' comes before 'note'") == true)
    #expect(try encoder.encode(Branch.self).diagnostics.isEmpty)
  }

  @Test func `the elements of all arrays are counted together for a warning`() throws {
    let list = DynamicGenerationSchema(arrayOf: .string, maximumElements: 500)
    func schema(_ count: Int) throws -> GenerationSchema {
      try GenerationSchema(
        root: DynamicGenerationSchema(
          name: "Lists",
          properties: (0..<count).map {
            DynamicGenerationSchema.Property(name: "list\($0)", schema: list)
          }), dependencies: [])
    }
    let encoder = SchemaEncoder(dialect: GeminiDialect())
    #expect(try encoder.encode(schema(1)).diagnostics.isEmpty)
    let warning = try #require(try encoder.encode(schema(2)).diagnostics.first)
    #expect(warning.severity == .warning)
    #expect(warning.problem.contains("1000") && warning.problem.contains("960"))
  }

  @Test func `a root that is not an object may get a warning`() throws {
    let dialect = TestDialect { $0[.otherRoot] = .warned }
    #expect(try SchemaEncoder(dialect: dialect).encode([Spot].self).diagnostics.count == 1)
    #expect(try SchemaEncoder(dialect: dialect).encode(Spot.self).diagnostics.isEmpty)
  }

  @Test func `D6: objects are counted apart from the arrays between them`() {
    let dialect = TestDialect { $0.limits.objectDepth = 1 }
    #expect(fault([[Spot]].self, in: dialect) == nil)
    #expect(fault(Booking.self, in: dialect) == nil, "Each definition is counted by itself.")
    guard
      case .limitExceeded("depth of objects", 2, 1, let context)? = fault(
        Booking.self,
        in: TestDialect {
          $0.limits.objectDepth = 1
          $0.definitions = nil
        })
    else {
      Issue.record("A spot in a booking is the second level.")
      return
    }
    #expect(context.path.names.count == 1)
  }

  @Test func `a warning has the remedy of the rejection, without the fitting`() throws {
    func remedy(_ change: (inout DialectRules) -> Void) throws -> [String?] {
      try SchemaEncoder(dialect: TestDialect(change)).encode([String: Int].self).diagnostics.map(
        \.remedy)
    }
    #expect(
      try remedy { $0.objects.additionalProperties = .warned }
        == ["Declare an array of a struct with a key and a value."])
  }
}
