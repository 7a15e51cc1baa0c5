#if Macros
import Testing

/// The expansions of properties.
struct PropertyExpansionTests {
  @Test func `a key, stacked guides and several descriptions`() async throws {
    try await expect(
      """
      @Generable
      struct Pet {
        @Guide(key: "nick_name", description: first)
        @Guide(description: "second", .minimumLength(2))
        @SchemaKit.Guide(pattern)
        var nick: String
      }
      """,
      generates: [
        """
        (name: "nick_name", description: (first) + " " + ("second"), \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.nick }, \
        guides: [.minimumLength(2), SchemaMacros.GenerableExpansion.guide(pattern)])
        """,
        #"properties.append("nick_name", self.nick)"#,
        "var nick = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.nick }",
        #"self.nick = try properties.value(forProperty: "nick_name")"#,
        "partial.nick = SchemaMacros.GenerableExpansion.partial(self.nick)",
      ])
  }

  @Test func `properties that are not generated stay unchanged`() async throws {
    try await expect(
      """
      @Generable
      struct Pet: Identifiable {
        let id = UUID()
        let kind: String = "pet"
        static let shared: Int = 1
        lazy var late: Int = 2
        var watched: Int = 3 { didSet {} }
        var computed: Int { 4 }
        var name: String
      }
      """,
      generates: [
        """
        properties.reserveCapacity(1)
        properties.append(SchemaModel.GenerationSchema.Property(name: "name", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.name }))
        return
        """,
        """
        var properties = SchemaMacros.GenerableExpansion.Properties()
        properties.append("name", self.name)
        return properties.finish()
        """,
        """
        var id: SchemaModel.GenerationID
        var name = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.name }
        nonisolated init(
        """,
      ])
  }

  @Test func `conditions stay around properties`() async throws {
    func conditional(_ first: String, _ second: String) -> String {
      "#if os(Linux)\n\(first)\n#elseif DEBUG && canImport(Pets)\n\(second)\n#else\n#endif\n"
    }
    func property(_ name: String, _ guides: String = "") -> String {
      """
      properties.append(SchemaModel.GenerationSchema.Property(name: "\(name)", \
      type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.\(name) }\
      \(guides)))
      """
    }
    let read = conditional(
      #"self.age = try content.value(forProperty: "age")"#,
      #"self.years = try content.value(forProperty: "years")"#)
    try await expect(
      """
      @Generable
      struct Pet {
        #if os(Linux)
        @Guide(.minimum(1)) var age: Int
        #elseif DEBUG && canImport(Pets)
        var years: Int
        #else
        #endif
      }
      """,
      generates: [
        "properties.reserveCapacity(2) "
          + conditional(property("age", ", guides: [.minimum(1)]"), property("years")) + "return",
        conditional(
          #"properties.append("age", self.age)"#, #"properties.append("years", self.years)"#),
        conditional(
          "var age = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.age }",
          "var years = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.years }"),
        "nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID()) {",
        "self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content)) \(read) }",
        "partial.id = SchemaModel.GenerationID() "
          + conditional(
            "partial.age = SchemaMacros.GenerableExpansion.partial(self.age)",
            "partial.years = SchemaMacros.GenerableExpansion.partial(self.years)"),
        "try content.requireComplete(for: Self.self) \(read) }",
      ])
  }

  @Test func `Self, ID and types that are implicitly unwrapped mean the same in the partial`()
    async throws
  {
    try await expect(
      """
      @Generable
      struct Pet: Identifiable {
        var id: ID
        var `default`: String!
        var friends: [Self]
      }
      """,
      generates: [
        """
        (name: "default", type: SchemaMacros.GenerableExpansion.generableProperty { \
        (value: Self) in value.`default` })
        """,
        #"properties.append("default", self.`default`)"#,
        """
        @_implements(Swift.Identifiable, ID) \
        typealias GenerationIdentity = SchemaModel.GenerationID
        @_implements(Swift.Identifiable, id) var generationID: SchemaModel.GenerationID
        var id = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.id }
        """,
        """
        nonisolated init(generationID: SchemaModel.GenerationID = SchemaModel.GenerationID(), \
        id: Pet.ID.PartiallyGenerated? = nil, `default`: String?.PartiallyGenerated? = nil, \
        friends: [Pet].PartiallyGenerated? = nil) {
          self.init(identifiedBy: generationID)
          self.id = id
          self.`default` = `default`
          self.friends = friends
        }
        """,
        #"self.`default` = try properties.value(forProperty: "default")"#,
        "{ self.generationID = id }",
        "partial.`default` = SchemaMacros.GenerableExpansion.partial(self.`default`)",
      ])
  }

  @Test func `comments are descriptions on request`() async throws {
    let source = #"""
      /// A "pet".
      @Generable(commentsAsDescriptions: VALUE)
      struct Pet {
        /// In years,
        /// not months.
        var age: Int
      }
      """#
    try await expect(
      source.replacing("VALUE", with: "true"),
      generates: [
        #"(name: "age", description: "In years, not months.", type: "#,
        #"title: "Pet", description: "A \"pet\".", properties: properties)"#,
      ])
    try await expect(
      source.replacing("VALUE", with: "false"),
      generates: [#"(name: "age", type: "#, #"title: "Pet", properties: properties)"#])
  }
}
#endif
