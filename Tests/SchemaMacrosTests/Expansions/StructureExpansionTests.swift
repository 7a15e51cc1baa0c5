#if Macros
import Testing

/// The expansions of structs.
struct StructureExpansionTests {
  @Test func `a struct gets a schema, its content, a partial and an initializer`() async throws {
    try await expect(
      """
      @Generable(description: "A pet")
      public struct Pet: Hashable {
        @Guide(description: "Age", .range(0...limit), .maximum(Self.most))
        public var age: Int = 3
        private var nick: String?
        @Guide(/[a-z]+/)
        let code: String
      }
      """,
      generates: """
          nonisolated public static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(3)
            properties.append(SchemaModel.GenerationSchema.Property(name: "age", \
        description: "Age", type: SchemaMacros.GenerableExpansion.generableProperty { \
        (value: Self) in value.age }, guides: [.range(0...limit), .maximum(Self.most)]))
            properties.append(SchemaModel.GenerationSchema.Property(name: "nick", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.nick }))
            properties.append(SchemaModel.GenerationSchema.Property(name: "code", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.code }, \
        guides: [/[a-z]+/]))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", \
        description: "A pet", properties: properties)
          }

          nonisolated public var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("age", self.age)
            properties.append("nick", self.nick)
            properties.append("code", self.code)
            return properties.finish()
          }

          nonisolated public struct PartiallyGenerated: Swift.Identifiable, \
        nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            public var id: SchemaModel.GenerationID
            public var age = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.age }
            fileprivate var nick = SchemaMacros.GenerableExpansion.absent { (value: Pet) in \
        value.nick }
            var code = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.code }
            nonisolated public init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), \
        age: Int.PartiallyGenerated? = nil) {
              self.init(identifiedBy: id)
              self.age = age
            }
            nonisolated public init(_ content: SchemaModel.GeneratedContent) throws {
              self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.age = try properties.value(forProperty: "age")
              self.nick = try properties.value(forProperty: "nick")
              self.code = try properties.value(forProperty: "code")
            }
            nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID) {
              self.id = id
            }
          }

          nonisolated public func asPartiallyGenerated() -> PartiallyGenerated {
            var partial = PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())
            partial.age = SchemaMacros.GenerableExpansion.partial(self.age)
            partial.nick = SchemaMacros.GenerableExpansion.partial(self.nick)
            partial.code = SchemaMacros.GenerableExpansion.partial(self.code)
            return partial
          }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated public init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.age = try properties.value(forProperty: "age")
            self.nick = try properties.value(forProperty: "nick")
            self.code = try properties.value(forProperty: "code")
          }
        }
        """)
  }

  @Test func `an option names the schema, another one writes nil`() async throws {
    try await expect(
      """
      @Generable(name: "Animal", representNilExplicitlyInGeneratedContent: explicit)
      struct Pet {
        var nick: String?
      }
      """,
      generates: [
        #"(type: Self.self, title: "Animal", properties: properties)"#,
        "SchemaMacros.GenerableExpansion.Properties(explicitNil: explicit)",
        #"properties.append("nick", self.nick)"#, "nick: String?.PartiallyGenerated? = nil) {",
      ])
  }
}
#endif
