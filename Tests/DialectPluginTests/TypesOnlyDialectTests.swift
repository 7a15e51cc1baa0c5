import SchemaEncoding
import Testing

struct TypesOnlyDialectTests {
  typealias Dynamic = DynamicGenerationSchema

  private let encoder = SchemaEncoder(dialect: TypesOnlyDialect())

  private func encode(_ schema: Dynamic) throws -> EncodedSchema {
    let root = Dynamic(name: "Root", properties: [Dynamic.Property(name: "value", schema: schema)])
    return try encoder.encode(GenerationSchema(root: root, dependencies: []))
  }

  private static let constrained: [(Dynamic, String, [String])] = [
    (Dynamic(type: String.self, guides: [.anyOf(["a", "b"])]), #"One of: "a", "b"."#, ["enum"]),
    (
      Dynamic(type: String.self, guides: [.pattern(/^a$/)]),
      "Matches the regular expression '^a$'.", ["pattern"]
    ),
    (Dynamic(type: String.self, guides: [.format(.date)]), "Format: date.", ["format"]),
    (
      Dynamic(type: String.self, guides: [.length(1...5)]),
      "At least 1 character. At most 5 characters.", ["min-length", "max-length"]
    ),
    (
      Dynamic(type: Int.self, guides: [.range(1...5)]), "At least 1. At most 5.",
      ["minimum", "maximum"]
    ),
    (
      Dynamic(type: Double.self, guides: [.exclusiveMinimum(0)]), "More than 0.",
      ["exclusive-minimum"]
    ),
    (
      Dynamic(type: Double.self, guides: [.exclusiveMaximum(1)]), "Less than 1.",
      ["exclusive-maximum"]
    ),
    (Dynamic(type: Int.self, guides: [.multiple(of: 3)]), "A multiple of 3.", ["multiple-of"]),
    (
      Dynamic(arrayOf: .string, minimumElements: 1, maximumElements: 2),
      "At least 1 element. At most 2 elements.", ["min-items", "max-items"]
    ),
    (
      Dynamic(type: [String].self, guides: [.contains("a", "b", atMost: 2)]),
      #"Contains 1 to 2 elements that are one of "a", "b"."#, ["contains"]
    ),
  ]

  @Test(arguments: constrained.indices)
  func `D1: a constraint that the dialect does not name is described`(index: Int) throws {
    let (schema, words, codes) = Self.constrained[index]
    let document = try encode(schema)
    let value = try #require(document.root.properties.first?.schema)
    #expect(value.description == words)
    #expect(Set(value.keywords.members.map(\.name)).isSubset(of: ["type", "description", "items"]))
    #expect(document.diagnostics.map(\.code) == codes.map { "dialect.\($0)" })
    #expect(document.diagnostics.allSatisfy { $0.severity == .warning && $0.rule == .constraint })
  }

  @Test(arguments: [
    (Dynamic.any, "any value", SchemaDiagnostic.Rule.anyValue), (.null, "null", .null),
    (.dictionary(of: .string), "'additionalProperties'", .additionalProperties),
    (.tuple(of: [.string, .integer]), "'prefixItems'", .tuple),
  ])
  func `D1: a shape that the dialect does not name is rejected`(
    schema: Dynamic, feature: String, rule: SchemaDiagnostic.Rule
  ) throws {
    let error = #expect(throws: SchemaError.self) { try encode(schema) }
    guard case .unsupported(feature, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.pointer == "/value")
    #expect(context.recoverySuggestion?.isEmpty == false)
    let root = Dynamic(name: "Root", properties: [Dynamic.Property(name: "value", schema: schema)])
    let found = encoder.check(try GenerationSchema(root: root, dependencies: []))
    #expect(found.contains { $0.severity == .error && $0.rule == rule })
  }
}
