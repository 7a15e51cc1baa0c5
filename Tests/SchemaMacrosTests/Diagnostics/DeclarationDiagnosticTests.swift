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
        "1:1: error: '@Generable' can only be used on structs and enums, and this is a class.",
        "fix-it: Make it a struct",
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
        "1:1: error: '@Generable' can only be used on structs and enums, and this is an actor.",
        "fix-it: Make it a struct",
      ],
      fixed: "@Generable struct Pet {}")
  }

  @Test func `behaviour 19: a protocol`() async throws {
    try await expect(
      "@Generable protocol Pet {}",
      diagnostics: [
        "1:1: error: '@Generable' can only be used on structs and enums, and this is a "
          + "protocol."
      ])
  }

  @Test func `behaviour 19: an empty enum`() async throws {
    try await expect(
      "@Generable enum Pet { static let count = 0 }",
      diagnostics: [
        "1:1: error: A '@Generable' enum needs at least one case."
      ])
  }

  @Test func `behaviour 19: a conformance by hand, alone or among others`() async throws {
    let message =
      "'@Generable' adds the conformance to 'Generable': remove the conformance or the macro."
    try await expect(
      "@Generable struct Pet: SchemaKit.Generable { var age: Int }",
      diagnostics: [
        "1:24: error: \(message)",
        "fix-it: Remove the conformance",
      ],
      fixed: "@Generable struct Pet { var age: Int }")
    try await expect(
      "@Generable enum Pet: String, Generable { case cat }",
      diagnostics: [
        "1:30: error: \(message)",
        "fix-it: Remove the conformance",
      ],
      fixed: "@Generable enum Pet: String { case cat }")
    try await expect(
      "@Generable struct Pet: Equatable, Generable, Hashable { var age: Int }",
      diagnostics: [
        "1:35: error: \(message)",
        "fix-it: Remove the conformance",
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
        "2:14: error: '@Generable' cannot extend a private nested type: make it 'fileprivate'.",
        "fix-it: Make it 'fileprivate'",
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
        "1:36: error: 'commentsAsDescriptions' is read at compile time: write 'true' or "
          + "'false'."
      ])
  }

  @Test func `a type with a mistake expands to code without further errors`()
    async throws
  {
    try await expect(
      "@Generable struct Pet { var age: Any }",
      diagnostics: [
        "1:34: error: 'Any' cannot be generated: use 'GeneratedContent', which holds any value "
          + "that a model can generate.",
        "fix-it: Replace 'Any' with 'GeneratedContent'",
      ],
      generates: """
          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            SchemaModel.GeneratedContent.generationSchema
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            SchemaModel.GeneratedContent(properties: [:])
          }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)
          }
        }
        """,
      fixed: "@Generable struct Pet { var age: GeneratedContent }")
  }
}
#endif
