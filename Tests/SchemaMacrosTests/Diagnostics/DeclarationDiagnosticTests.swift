#if Macros
import Testing

/// Uses of `@Generable` at wrong places: one message each, at the place.
struct DeclarationDiagnosticTests {
  @Test func `behaviour 19: a class`() async throws {
    try await expect(
      """
      @Generable
      final class Pet {
        var age: Int = 1
      }
      """,
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 1,
          message: "'@Generable' can only be used on structs and enums, and this is a class.",
          fixIts: ["Make it a struct"])
      ],
      fixed: """
        @Generable
        final struct Pet {
          var age: Int = 1
        }
        """)
  }

  @Test func `behaviour 19: an actor`() async throws {
    try await expect(
      "@Generable actor Pet {}",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 1,
          message: "'@Generable' can only be used on structs and enums, and this is an actor.",
          fixIts: ["Make it a struct"])
      ],
      fixed: "@Generable struct Pet {}")
  }

  @Test func `behaviour 19: a protocol`() async throws {
    try await expect(
      "@Generable protocol Pet {}",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 1,
          message: "'@Generable' can only be used on structs and enums, and this is a protocol.")
      ])
  }

  @Test func `behaviour 19: an empty enum`() async throws {
    try await expect(
      "@Generable enum Pet { static let count = 0 }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 1,
          message: "A '@Generable' enum needs at least one case."
        )
      ])
  }

  @Test func `behaviour 19: a conformance by hand, alone or among others`() async throws {
    let message =
      "'@Generable' adds the conformance to 'Generable': remove the conformance or the macro."
    try await expect(
      "@Generable struct Pet: SchemaKit.Generable { var age: Int }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 24, message: message, fixIts: ["Remove the conformance"])
      ],
      fixed: "@Generable struct Pet { var age: Int }")
    try await expect(
      "@Generable enum Pet: String, Generable { case cat }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 30, message: message, fixIts: ["Remove the conformance"])
      ],
      fixed: "@Generable enum Pet: String { case cat }")
    try await expect(
      "@Generable struct Pet: Equatable, Generable, Hashable { var age: Int }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 35, message: message, fixIts: ["Remove the conformance"])
      ],
      fixed: "@Generable struct Pet: Equatable, Hashable { var age: Int }")
  }

  @Test func `behaviour 19: a private type in another type`() async throws {
    try await expect(
      """
      enum Zoo {
        @Generable private struct Pet {
          var age: Int
        }
      }
      """,
      diagnostics: [
        ExpectedDiagnostic(
          line: 2, column: 14,
          message:
            "'@Generable' cannot extend a private nested type: make it 'fileprivate'.",
          fixIts: ["Make it 'fileprivate'"])
      ],
      fixed: """
        enum Zoo {
          @Generable fileprivate struct Pet {
            var age: Int
          }
        }
        """)
  }

  @Test func `an option that has to be a literal`() async throws {
    try await expect(
      "@Generable(commentsAsDescriptions: flag) struct Pet {}",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 36,
          message:
            "'commentsAsDescriptions' is read at compile time: write 'true' or 'false'.")
      ])
  }

  @Test func `a type with a mistake expands to code without further errors`()
    async throws
  {
    try await expect(
      "@Generable struct Pet { var age: Any }",
      diagnostics: [
        ExpectedDiagnostic(
          line: 1, column: 34,
          message:
            "'Any' cannot be generated: use 'GeneratedContent', which holds any value that a model "
            + "can generate.",
          fixIts: ["Replace 'Any' with 'GeneratedContent'"])
      ],
      fixed: "@Generable struct Pet { var age: GeneratedContent }")
    let expanded = try await expansion(of: "@Generable struct Pet {\n  var age: Any\n}")
    #expect(
      expanded == """
        // 2:12: error: 'Any' cannot be generated: use 'GeneratedContent', which holds any value \
        that a model can generate.
        //   fix-it: Replace 'Any' with 'GeneratedContent'
        struct Pet {
          var age: Any

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            SchemaModel.GeneratedContent.generationSchema
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            SchemaModel.GeneratedContent(properties: [:])
          }
        }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)
          }
        }
        """)
  }
}
#endif
