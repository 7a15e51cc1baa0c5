import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// D1 and D6, by a dialect whose table a test fills in.
struct DialectRuleTests {
  /// One property for each constraint, which bears its name.
  private static let all = GenerationSchema(
    type: Age.self,
    properties: [
      Property(name: "choices", type: String.self, guides: [.anyOf(["a", "b"])]),
      Property(name: "pattern", type: String.self, guides: [.pattern(/a/)]),
      Property(name: "format", type: UUID.self),
      Property(name: "minimumLength", type: String.self, guides: [.minimumLength(1)]),
      Property(name: "maximumLength", type: String.self, guides: [.maximumLength(9)]),
      Property(name: "minimum", type: Int.self, guides: [.minimum(2)]),
      Property(name: "maximum", type: Int.self, guides: [.maximum(8)]),
      Property(name: "minimumCount", type: [Int].self, guides: [.minimumCount(3)]),
      Property(name: "maximumCount", type: [Int].self, guides: [.maximumCount(7)]),
      Property(name: "numberChoices", type: Double.self, guides: [.anyOf([0.5, 1])]),
      Property(name: "mixedChoices", type: Bool.self, guides: [.constant(true)]),
      Property(name: "contains", type: [String].self, guides: [.contains("a")]),
      Property(name: "exclusiveMinimum", type: Double.self, guides: [.exclusiveMinimum(0)]),
      Property(name: "exclusiveMaximum", type: Double.self, guides: [.exclusiveMaximum(1)]),
      Property(name: "multipleOf", type: Int.self, guides: [.multiple(of: 5)]),
      Property(
        name: "minimumPropertyCount", type: [String: Int].self, guides: [.minimumProperties(1)]),
      Property(
        name: "maximumPropertyCount", type: [String: Int].self, guides: [.maximumProperties(6)]),
    ])

  @Test(arguments: DialectRules.Constraint.allCases)
  func `D1: a written constraint has no diagnostic`(constraint: DialectRules.Constraint) throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Self.all)
    #expect(document.diagnostics.isEmpty)
    let place = document.root.properties.first { $0.name == "\(constraint)" }
    #expect(place?.schema[constraint.keyword] != nil)
    #expect(place?.schema.description == nil)
  }

  @Test(arguments: DialectRules.Constraint.allCases)
  func `D1: a described constraint leaves a diagnostic and is part of the description`(
    constraint: DialectRules.Constraint
  ) throws {
    let dialect = TestDialect { $0[constraint] = .described }
    let document = try SchemaEncoder(dialect: dialect).encode(Self.all)
    let place = document.root.properties.first { $0.name == "\(constraint)" }
    #expect(place?.schema[constraint.keyword] == nil)
    #expect(place?.schema.description?.isEmpty == false)
    #expect(document.diagnostics.map(\.path.names) == [["\(constraint)"]])
    #expect(document.diagnostics.first?.severity == .warning)
    #expect(document.diagnostics.first?.problem.contains("'\(constraint.keyword)'") == true)
    #expect(throws: SchemaError.self) {
      try SchemaEncoder(dialect: dialect, isStrict: true).encode(Self.all)
    }
  }

  @Test(arguments: DialectRules.Constraint.allCases)
  func `D1: a rejected constraint is an error that names its place`(
    constraint: DialectRules.Constraint
  ) throws {
    let error = try #require(fault(Self.all, in: TestDialect { $0[constraint] = .rejected }))
    guard case .unsupported(let feature, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(feature.contains(constraint.keyword))
    #expect(context.path.names == ["\(constraint)"])
    #expect(context.recoverySuggestion != nil)
  }

  @Test func `D1: a description states the constraint in words`() throws {
    var dialect = TestDialect { $0.constraints.combination = .differentKeywords }
    for constraint in DialectRules.Constraint.allCases { dialect.rules[constraint] = .described }
    let document = try SchemaEncoder(dialect: dialect).encode(Self.all)
    #expect(
      document.root.properties.map { $0.schema.description } == [
        "One of: \"a\", \"b\".", "Matches the regular expression 'a'.", "Format: uuid.",
        "At least 1 character.", "At most 9 characters.", "At least 2.", "At most 8.",
        "At least 3 elements.", "At most 7 elements.", "One of: 0.5, 1.", "One of: true.",
        "Contains at least 1 element that is \"a\".", "More than 0.", "Less than 1.",
        "A multiple of 5.", "At least 1 property.",
        "At most 6 properties.",
      ])
  }

  @Test func `G3: a second pattern is described if a dialect can state only one`() throws {
    let schema = GenerationSchema(
      type: Age.self,
      properties: [
        Property(name: "code", type: String.self, guides: [.pattern(/b/), .pattern(/a/)])
      ])
    let both = try SchemaEncoder(dialect: TestDialect()).encode(schema)
    #expect(both.diagnostics.isEmpty)
    #expect(both.jsonString().contains(#""pattern":"a","allOf":[{"pattern":"b"}]"#))
    let dialect = TestDialect { $0.constraints.combination = .differentKeywords }
    let one = try SchemaEncoder(dialect: dialect).encode(schema)
    #expect(one.root.properties[0].schema["pattern"]?.string == "a")
    #expect(one.root.properties[0].schema.description == "Matches the regular expression 'b'.")
    #expect(one.diagnostics.map(\.path.pointer) == ["/code"])
  }

  @Test func `D1: a dialect may reject null and values of any kind, or warn of them`() throws {
    let any = GenerationSchema(
      type: Age.self, properties: [Property(name: "any", type: GeneratedContent.self)])
    let null = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "N", properties: [DynamicGenerationSchema.Property(name: "null", schema: .null)]),
      dependencies: [])
    #expect(try text(any).contains(#""any":{}"#))
    #expect(try text(null).contains(#""null":{"type":"null"}"#))
    #expect(fault(any, in: TestDialect { $0[.anyValue] = .rejected })?.path.pointer == "/any")
    #expect(fault(null, in: TestDialect { $0[.null] = .rejected })?.path.pointer == "/null")
    let describing = TestDialect {
      $0[.anyValue] = .warned
      $0[.null] = .warned
    }
    let warnings = try [any, null].map { schema in
      try SchemaEncoder(dialect: describing).encode(schema).diagnostics.map(\.path.pointer)
    }
    #expect(warnings == [["/any"], ["/null"]])
  }

  @Test func `a dialect may reject a root that is not an object`() {
    let dialect = TestDialect { $0[.otherRoot] = .rejected }
    #expect(fault([Age].self, in: dialect)?.path.names == [])
    #expect(fault(Age.self, in: dialect) == nil)
  }

  @Test func `a dialect may reject recursion`() throws {
    let dialect = TestDialect { $0.definitions?.recursion = .rejected }
    let error = try #require(fault(ShelterNewsletter.self, in: dialect))
    #expect(error.path.pointer == "/featuredStaff/children")
    #expect(fault(Hedgehog.self, in: dialect) == nil)
    #expect(fault(Shelter.self, in: dialect) == nil, "Two references to one type are no cycle.")
  }

  /// A limit, and the smallest value that allows pet clubs.
  struct LimitCase: Sendable {
    let name: String
    let largest: Int
    let set: @Sendable (inout DocumentLimits, Int) -> Void
  }

  @Test(arguments: [
    LimitCase(name: "depth", largest: 2) { $0.depth = $1 },
    LimitCase(name: "properties", largest: 18) { $0.properties = $1 },
    LimitCase(name: "choices", largest: 4) { $0.choices = $1 },
    LimitCase(name: "name length", largest: 13) { $0.nameLength = $1 },
    LimitCase(name: "optional properties", largest: 1) { $0.optionalProperties = $1 },
  ])
  func `D6: a limit is checked on the finished document, with the place and the figure`(
    limit: LimitCase
  ) throws {
    #expect(
      fault(PetClub.self, in: TestDialect { limit.set(&$0.limits, limit.largest) }) == nil)
    let maximum = limit.largest - 1
    let error = try #require(
      fault(PetClub.self, in: TestDialect { limit.set(&$0.limits, maximum) }))
    guard case .limitExceeded(limit.name, limit.largest, maximum, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.debugDescription.contains("\(limit.largest)"))
    #expect(context.recoverySuggestion != nil)
    #expect(!context.path.names.isEmpty)
  }

  @Test func `D6: characters of names and choices are counted together`() throws {
    func limited(_ count: Int) -> TestDialect {
      TestDialect { $0.limits.characters = count }
    }
    // "ab", "cd" and "é".
    let list = Property(name: "ab", type: String.self, guides: [.anyOf(["cd", "é"])])
    let plain = GenerationSchema(type: Shelter.self, properties: [list])
    #expect(fault(plain, in: limited(5)) == nil)
    guard case .limitExceeded("characters", 5, 4, _)? = fault(plain, in: limited(4)) else {
      Issue.record("Five characters are more than four.")
      return
    }
    // Besides "age", the name "Age" of the definition, and in it "years" and "months".
    let nested = GenerationSchema(
      type: Shelter.self, properties: [list, Property(name: "age", type: Age.self)])
    #expect(fault(nested, in: limited(22)) == nil)
    guard case .limitExceeded("characters", 22, 21, _)? = fault(nested, in: limited(21)) else {
      Issue.record("Twenty-two characters are more than twenty-one.")
      return
    }
  }

  @Test func `D6: a limit applies to keywords that an adaptation renames`() throws {
    var dialect = TestDialect { $0.limits.choices = 3 }
    dialect.adaptation = { keywords, _ in keywords.rename("enum", to: "x-choices") }
    let error = fault(PetClub.self, in: dialect)
    guard case .limitExceeded("choices", 4, 3, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `D6: nullable types count as unions`() throws {
    let dialect = TestDialect {
      $0.optional = .nullable
      $0.limits.unions = 4
    }
    #expect(fault(PersonAlone.Person.self, in: dialect) == nil)
    let error = try #require(fault(ShelterNewsletter.self, in: dialect))
    guard case .limitExceeded("unions", 5, 4, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(.withOptimizer) func `D6: a limit is found at any depth on a small stack`() async throws {
    let type = DeepTypes.arrays(depth: 50_000)
    let value = try await onSmallStack {
      let error = fault(type, in: TestDialect { $0.limits.depth = 40_000 })
      guard case .limitExceeded("depth", let value, _, _)? = error else { return 0 }
      return value
    }
    #expect(value == 40_001)
  }
}

struct SchemaDiagnosticTests {
  @Test func `a diagnostic has severity, place, problem and remedy in one line`() {
    let path = SchemaPath(["a/b", "c"])
    let warning = SchemaDiagnostic(.warning, at: path, problem: "It is weak.", remedy: "Mend it.")
    #expect(warning.description == "warning: at /a~1b/c: It is weak. Mend it.")
    let note = SchemaDiagnostic(.note, at: SchemaPath(), problem: "It is so.")
    #expect(note.description == "note: at the root: It is so.")
    #expect(note.severity < warning.severity)
    #expect(!(warning.severity < note.severity) && !(note.severity < note.severity))
  }
}
