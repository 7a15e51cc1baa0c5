import SchemaEncoding
import Testing

@Suite struct TypesOnlyDialectTests {
  typealias Dynamic = DynamicGenerationSchema

  private let encoder = SchemaEncoder(dialect: TypesOnlyDialect())

  private func encode(_ schema: Dynamic) throws -> EncodedSchema {
    let root = Dynamic(name: "Root", properties: [Dynamic.Property(name: "value", schema: schema)])
    return try encoder.encode(GenerationSchema(root: root, dependencies: []))
  }

  private static let constrained: [(Dynamic, String)] = [
    (Dynamic(type: String.self, guides: [.anyOf(["a", "b"])]), #"One of: "a", "b"."#),
    (Dynamic(type: String.self, guides: [.pattern(/^a$/)]), "Matches the regular expression ^a$"),
    (Dynamic(type: String.self, guides: [.format(.date)]), "Format: date."),
    (
      Dynamic(type: String.self, guides: [.length(1...5)]),
      "At least 1 characters. At most 5 characters."
    ),
    (Dynamic(type: Int.self, guides: [.range(1...5)]), "At least 1. At most 5."),
    (Dynamic(type: Double.self, guides: [.exclusiveMinimum(0)]), "More than 0."),
    (Dynamic(type: Double.self, guides: [.exclusiveMaximum(1)]), "Less than 1."),
    (Dynamic(type: Int.self, guides: [.multiple(of: 3)]), "A multiple of 3."),
    (
      Dynamic(arrayOf: .string, minimumElements: 1, maximumElements: 2),
      "At least 1 elements. At most 2 elements."
    ),
  ]

  @Test(arguments: constrained.indices)
  func `D1: a constraint that the dialect does not name is described`(index: Int) throws {
    let (schema, words) = Self.constrained[index]
    let document = try encode(schema)
    let value = try #require(document.root.properties.first?.schema)
    #expect(value.description == words)
    #expect(Set(value.keywords.members.map(\.name)).isSubset(of: ["type", "description", "items"]))
    #expect(!document.diagnostics.isEmpty)
    #expect(document.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [
    (Dynamic.any, "any value"), (.null, "null"),
    (.dictionary(of: .string), "'additionalProperties'"),
    (.tuple(of: [.string, .integer]), "'prefixItems'"),
  ])
  func `D1: a shape that the dialect does not name is rejected`(
    schema: Dynamic, feature: String
  ) throws {
    let error = #expect(throws: SchemaError.self) { try encode(schema) }
    guard case .unsupported(feature, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.pointer == "/value")
    #expect(context.recoverySuggestion?.isEmpty == false)
  }
}
