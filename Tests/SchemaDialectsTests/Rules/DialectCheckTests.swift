import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Checks report all constraints that a dialect describes or rejects.
struct DialectCheckTests {
  private static let dialects = DialectRegistry.standard.names.compactMap {
    DialectRegistry.standard.dialect(named: $0)
  }

  @Test func `D1: a check reports everything rejected and everything described`() throws {
    let root = DynamicGenerationSchema(
      name: "Root",
      properties: [
        DynamicGenerationSchema.Property(name: "nothing", schema: .null),
        DynamicGenerationSchema.Property(name: "some", schema: .array(of: .null)),
        DynamicGenerationSchema.Property(
          name: "code", schema: DynamicGenerationSchema(type: String.self, guides: [.pattern(/a+/)])
        ),
        DynamicGenerationSchema.Property(
          name: "age", schema: DynamicGenerationSchema(type: Int.self, guides: [.minimum(3)])),
        DynamicGenerationSchema.Property(
          name: "again", schema: DynamicGenerationSchema(referenceTo: "Root"), isOptional: true),
      ])
    let graph = try SchemaGraph(GenerationSchema(root: root, dependencies: []))
    var dialect = TestDialect {
      $0[.null] = .rejected
      $0[.pattern] = .rejected
      $0[.minimum] = .described
      $0.definitions?.recursion = .rejected
    }
    let problems = SchemaEncoder(dialect: dialect, isStrict: true).check(graph)
    #expect(problems.map(\.severity) == [.error, .error, .error, .warning, .error])
    #expect(
      problems.map { $0.path.pointer } == ["/nothing", "/some", "/code", "/age", "/again"])
    #expect(problems.allSatisfy { $0.remedy?.isEmpty == false })

    dialect.rules.definitions = nil
    dialect.rules.limits.depth = 1
    #expect(SchemaEncoder(dialect: dialect).check(graph) == problems)
    dialect.rules.definitions = DialectRules.jsonSchema.definitions
    dialect.rules.definitions?.recursion = .rejected
    let limited = SchemaEncoder(dialect: dialect).check(graph)
    #expect(limited.count == 6 && limited.count { $0.problem.contains("'depth'") } == 1)
  }

  @Test func `D1: a check gives an adaptation no references where the dialect has none`() throws {
    struct Reference: Error {}
    var dialect = TestDialect {
      $0.definitions = nil
      $0[.anyValue] = .rejected
    }
    dialect.adaptation = { _, node in if node.kind == .reference { throw Reference() } }
    let root = DynamicGenerationSchema(
      name: "Root",
      properties: [
        DynamicGenerationSchema.Property(name: "any", schema: .any),
        DynamicGenerationSchema.Property(
          name: "part", schema: DynamicGenerationSchema(name: "Part", properties: [])),
      ])
    let graph = try SchemaGraph(GenerationSchema(root: root, dependencies: []))
    #expect(SchemaEncoder(dialect: dialect).check(graph).map(\.path.pointer) == ["/any"])
  }

  @Test func `D1: a check reports what the dialect's own check rejects`() throws {
    struct Refusal: Error {}
    var dialect = TestDialect()
    dialect.checks = { _ in throw Refusal() }
    let problems = try SchemaEncoder(dialect: dialect).check(SchemaGraph(Booking.self))
    #expect(problems.map(\.severity) == [.error])
  }

  @Test func `D1: an error that a dialect's own check finds stops encoding`() throws {
    var dialect = TestDialect()
    dialect.checks = { _ in
      [SchemaDiagnostic(.error, at: ["room"], problem: "No rooms.", remedy: "Leave rooms out.")]
    }
    let error = #expect(throws: SchemaError.self) {
      try SchemaEncoder(dialect: dialect).encode(Booking.self)
    }
    #expect(error?.path.pointer == "/room")
    #expect(error?.context.debugDescription.contains("No rooms.") == true)
  }

  @Test func `severities are ordered`() {
    let severities: [SchemaDiagnostic.Severity] = [.error, .note, .warning]
    #expect(severities.sorted() == [.note, .warning, .error])
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `D1: a check reports what encoding reports, and more only where encoding throws`(
    seed: UInt64
  ) throws {
    var schemas = ArbitrarySchemas(seed: seed)
    var encoded = 0
    var refused = 0
    for round in 0..<150 {
      let (root, others) = schemas.next()
      let graph: SchemaGraph
      do {
        graph = try SchemaGraph(GenerationSchema(root: root, dependencies: others))
      } catch is SchemaError {
        continue
      }
      for dialect in Self.dialects {
        let encoder = SchemaEncoder(dialect: dialect)
        let comment: Comment = "seed \(seed), round \(round), \(dialect.name)"
        let problems = encoder.check(graph)
        do {
          #expect(try encoder.encode(graph).diagnostics == problems, comment)
          encoded += 1
        } catch let error as SchemaError {
          refused += 1
          let errors = problems.filter { $0.severity == .error }
          #expect(errors.contains { $0.problem == error.context.debugDescription }, comment)
        }
      }
    }
    #expect(encoded > 20 && refused > 20, "seed \(seed): \(encoded) encoded, \(refused) refused")
  }

  @Test func `D1: the error of choices of several kinds names them`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "N",
        properties: [
          DynamicGenerationSchema.Property(
            name: "mixed", schema: .enumeration(of: ["a", 1]))
        ]), dependencies: [])
    let problems = SchemaEncoder(dialect: DeepSeekDialect()).check(schema)
    let error = try #require(problems.first { $0.severity == .error })
    #expect(error.problem.contains("a list of values of several kinds"))
    #expect(error.remedy?.hasPrefix("Use choices of one kind, or fit") == true)
  }

  @Test func `D1: advisable limits are reported in addition to rejected parts`() throws {
    let dialect = TestDialect {
      $0.advisedLimits.properties = 1
      $0[.null] = .rejected
    }
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "N",
        properties: ["a", "b"].map {
          DynamicGenerationSchema.Property(name: $0, schema: .null)
        }), dependencies: [])
    let rules = SchemaEncoder(dialect: dialect).check(schema).map(\.rule)
    #expect(rules.contains(.limitExceeded) && rules.contains(.null))
  }
}
