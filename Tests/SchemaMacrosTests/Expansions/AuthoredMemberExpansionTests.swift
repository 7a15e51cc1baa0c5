#if Macros
import Testing

/// The expansions of types whose authors declare some of the members.
struct AuthoredMemberExpansionTests {
  @Test func `the author's own members are taken`() async throws {
    try await expect(
      """
      @available(macOS 15, *)
      @Generable
      struct Pet {
        var age: Int
        var generatedContent: GeneratedContent { age.generatedContent }
        static var generationSchema: GenerationSchema { Int.generationSchema }
        struct PartiallyGenerated {}
      }
      """,
      generates: """
        @available(macOS 15, *)
        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            SchemaMacros.GenerableExpansion.requireGenerable(\
        SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.age })
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.age = try properties.value(forProperty: "age")
          }
        }
        """)
  }
}
#endif
