import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// What an encoder encodes and checks, a validator takes too.
struct InputTests {
  private struct Ticket: SchemaOnly {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, properties: [Property(name: "row", type: Int.self, guides: [.minimum(1)])])
    }
  }

  private func violations(_ validator: ContentValidator) throws -> [String] {
    let content = GeneratedContent(properties: ["row": 0])
    return validator.checkedReport(on: content).violations.map(\.path.pointer)
  }

  @Test func `V2: a type, a schema, a validated schema and a graph are checked alike`() throws {
    let row = DynamicGenerationSchema(type: Int.self, guides: [.minimum(1)])
    let dynamic = DynamicGenerationSchema(
      name: "Ticket", properties: [DynamicGenerationSchema.Property(name: "row", schema: row)])
    let validated = try ValidatedGenerationSchema(schemas: [dynamic])
    #expect(try violations(ContentValidator(Ticket.self)) == ["/row"])
    #expect(try violations(ContentValidator(Ticket.generationSchema)) == ["/row"])
    #expect(try violations(ContentValidator(validated)) == ["/row"])
    #expect(try violations(ContentValidator(SchemaGraph(Ticket.self))) == ["/row"])

    // An integer cannot be described away where nothing but types may be stated.
    var dialect = TestDialect()
    dialect.rules = DialectRules()
    let encoder = SchemaEncoder(dialect: dialect)
    let found = encoder.check(Ticket.self)
    #expect(found.map(\.path.pointer) == ["/row"])
    #expect(encoder.check(Ticket.generationSchema) == found)
    #expect(encoder.check(validated) == found)
    #expect(encoder.check(try SchemaGraph(Ticket.self)) == found)
    let document = try encoder.encode(Ticket.self)
    #expect(try encoder.encode(Ticket.generationSchema) == document)
    #expect(try encoder.encode(validated) == document)
    #expect(try encoder.encode(SchemaGraph(Ticket.self)) == document)
  }

  @Test func `a schema that is at fault makes no validator, and is reported by a check`() throws {
    let row = DynamicGenerationSchema(type: Int.self, guides: [.minimum(1), .maximum(0)])
    let validated = try ValidatedGenerationSchema(schemas: [row])
    #expect(throws: SchemaError.self) { try ContentValidator(validated) }
    #expect(throws: SchemaError.self) { try ContentValidator(validated.schema) }
    #expect(SchemaEncoder(dialect: TestDialect()).check(validated).map(\.severity) == [.error])
  }
}
