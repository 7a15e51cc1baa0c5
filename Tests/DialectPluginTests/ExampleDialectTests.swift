import SchemaEncoding
import Testing

struct ExampleDialectTests {
  private let encoder = SchemaEncoder(dialect: ExampleDialect())

  @Test func `a dialect changes the order keyword, renames one, adds one and describes another`()
    throws
  {
    let expected =
      #"{"type":"object","title":"Ticket","additionalProperties":false,"x-version":1,"#
      + #""properties":{"#
      + #""code":{"type":"string","description":"Matches the regular expression '^[A-Z]{3}$'."},"#
      + #""size":{"type":"string","options":["small","large"]},"#
      + ##""next":{"description":"What follows","anyOf":[{"$ref":"#"}]}},"##
      + #""required":["code","size"],"order":["code","size","next"]}"#
    #expect(try encoder.encode(Ticket.self).jsonString() == expected)
  }

  @Test func `a constraint that is described leaves a diagnostic`() throws {
    let diagnostics = try encoder.encode(Ticket.self).diagnostics
    #expect(diagnostics.map(\.path.pointer) == ["/code"])
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
    #expect(diagnostics.first?.problem.contains("'pattern'") == true)
    #expect(diagnostics.first?.problem.contains("'example'") == true)
  }

  @Test func `what a dialect rejects is an error with its place`() {
    let error = #expect(throws: SchemaError.self) { try encoder.encode(Limited.self) }
    guard case .unsupported("'maximum'", let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.pointer == "/amount")
    #expect(context.recoverySuggestion?.isEmpty == false)
  }

  @Test func `with strict, a described constraint is an error`() {
    let strict = SchemaEncoder(dialect: ExampleDialect(), isStrict: true)
    let error = #expect(throws: SchemaError.self) { try strict.encode(Ticket.self) }
    #expect(error?.path.pointer == "/code")
  }

  @Test func `the check of the finished document adds what it finds`() throws {
    let diagnostics = try encoder.encode(String.self).diagnostics
    #expect(diagnostics.map(\.problem) == ["Example expects an object with properties."])
  }

  @Test func `a resolved graph is encoded in this dialect as in any other`() throws {
    let graph = try SchemaGraph(Ticket.self)
    #expect(try encoder.encode(graph).jsonString() == encoder.encode(Ticket.self).jsonString())
  }
}

/// A struct with a choice, a pattern and a way to contain itself.
private struct Ticket: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "code", type: String.self, guides: [/^[A-Z]{3}$/]),
        GenerationSchema.Property(
          name: "size", type: String.self, guides: [.anyOf(["small", "large"])]),
        GenerationSchema.Property(name: "next", description: "What follows", type: Ticket?.self),
      ])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

/// A struct with an upper bound, which Example rejects.
private struct Limited: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "amount", type: Int.self, guides: [.maximum(10)])
      ])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}
