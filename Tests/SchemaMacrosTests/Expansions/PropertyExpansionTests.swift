#if Macros
import Testing

/// What becomes of properties.
@Suite struct PropertyExpansionTests {
  @Test func `a key, stacked guides and several descriptions`() {
    expect(
      """
      @Generable
      struct Pet {
        @Guide(key: "nick_name", description: first)
        @Guide(description: "second", .minimumLength(2))
        @SchemaKit.Guide(pattern)
        var nick: String
      }
      """,
      expandsTo: """
        struct Pet {
          @SchemaKit.Guide(pattern)
          var nick: String

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(1)
            properties.append(SchemaModel.GenerationSchema.Property(name: "nick_name", description: (first) + " " + ("second"), type: String.self, guides: [.minimumLength(2), SchemaMacros.GenerableExpansion.guide(pattern)]))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("nick_name", self.nick)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            var nick: String.PartiallyGenerated?
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), nick: String.PartiallyGenerated? = nil) {
              self.id = id
              self.nick = nick
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.id = content.id ?? SchemaModel.GenerationID()
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.nick = try properties.value(forProperty: "nick_name")
            }
          }
        }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.nick = try properties.value(forProperty: "nick_name")
          }
        }
        """)
  }

  @Test func `what is not generated is not touched`() {
    expect(
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
      expandsTo: """
        struct Pet: Identifiable {
          let id = UUID()
          let kind: String = "pet"
          static let shared: Int = 1
          lazy var late: Int = 2
          var watched: Int = 3 { didSet {} }
          var computed: Int { 4 }
          var name: String

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(1)
            properties.append(SchemaModel.GenerationSchema.Property(name: "name", type: String.self))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("name", self.name)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            var name: String.PartiallyGenerated?
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), name: String.PartiallyGenerated? = nil) {
              self.id = id
              self.name = name
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.id = content.id ?? SchemaModel.GenerationID()
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.name = try properties.value(forProperty: "name")
            }
          }
        }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.name = try properties.value(forProperty: "name")
          }
        }
        """)
  }

  @Test func `conditions stay around properties`() {
    expect(
      """
      @Generable
      struct Pet {
        #if os(Linux)
        @Guide(.minimum(1)) var age: Int
        #elseif DEBUG && canImport(Pets)
        var years: Int
        #else
        // Nothing.
        #endif
      }
      """,
      expandsTo: """
        struct Pet {
          #if os(Linux)
          var age: Int
          #elseif DEBUG && canImport(Pets)
          var years: Int
          #else
          // Nothing.
          #endif

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(2)
            #if os(Linux)
            properties.append(SchemaModel.GenerationSchema.Property(name: "age", type: Int.self, guides: [.minimum(1)]))
            #elseif DEBUG && canImport(Pets)
            properties.append(SchemaModel.GenerationSchema.Property(name: "years", type: Int.self))
            #else
            #endif
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            #if os(Linux)
            properties.append("age", self.age)
            #elseif DEBUG && canImport(Pets)
            properties.append("years", self.years)
            #else
            #endif
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            #if os(Linux)
            var age: Int.PartiallyGenerated?
            #elseif DEBUG && canImport(Pets)
            var years: Int.PartiallyGenerated?
            #else
            #endif
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID()) {
              self.id = id
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.id = content.id ?? SchemaModel.GenerationID()
              #if os(Linux)
              self.age = try content.value(forProperty: "age")
              #elseif DEBUG && canImport(Pets)
              self.years = try content.value(forProperty: "years")
              #else
              #endif
            }
          }
        }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            #if os(Linux)
            self.age = try content.value(forProperty: "age")
            #elseif DEBUG && canImport(Pets)
            self.years = try content.value(forProperty: "years")
            #else
            #endif
          }
        }
        """)
  }

  @Test func `Self, ID and types that are implicitly unwrapped mean the same in the partial`() {
    expect(
      """
      @Generable
      struct Pet: Identifiable {
        var id: ID
        var `default`: String!
        var friends: [Self]
      }
      """,
      expandsTo: """
        struct Pet: Identifiable {
          var id: ID
          var `default`: String!
          var friends: [Self]

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(3)
            properties.append(SchemaModel.GenerationSchema.Property(name: "id", type: ID.self))
            properties.append(SchemaModel.GenerationSchema.Property(name: "default", type: String?.self))
            properties.append(SchemaModel.GenerationSchema.Property(name: "friends", type: [Self].self))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("id", self.id)
            properties.append("default", self.`default`)
            properties.append("friends", self.friends)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            @_implements(Swift.Identifiable, ID) typealias GenerationIdentity = SchemaModel.GenerationID
            @_implements(Swift.Identifiable, id) var generationID: SchemaModel.GenerationID
            var id: Pet.ID.PartiallyGenerated?
            var `default`: String?.PartiallyGenerated?
            var friends: [Pet].PartiallyGenerated?
            nonisolated init(generationID: SchemaModel.GenerationID = SchemaModel.GenerationID(), id: Pet.ID.PartiallyGenerated? = nil, `default`: String?.PartiallyGenerated? = nil, friends: [Pet].PartiallyGenerated? = nil) {
              self.generationID = generationID
              self.id = id
              self.`default` = `default`
              self.friends = friends
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.generationID = content.id ?? SchemaModel.GenerationID()
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.id = try properties.value(forProperty: "id")
              self.`default` = try properties.value(forProperty: "default")
              self.friends = try properties.value(forProperty: "friends")
            }
          }
        }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.id = try properties.value(forProperty: "id")
            self.`default` = try properties.value(forProperty: "default")
            self.friends = try properties.value(forProperty: "friends")
          }
        }
        """)
  }

  @Test func `the author's own members are taken`() {
    expect(
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
      expandsTo: """
        @available(macOS 15, *)
        struct Pet {
          var age: Int
          var generatedContent: GeneratedContent { age.generatedContent }
          static var generationSchema: GenerationSchema { Int.generationSchema }
          struct PartiallyGenerated {}
        }

        @available(macOS 15, *)
        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            SchemaMacros.GenerableExpansion.requireGenerable(Int.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.age = try properties.value(forProperty: "age")
          }
        }
        """)
  }

  @Test func `comments are descriptions where that is asked for`() {
    expect(
      #"""
      /// A "pet".
      @Generable(commentsAsDescriptions: true)
      struct Pet {
        /// In years,
        /// not months.
        var age: Int
      }
      """#,
      expandsTo: #"""
        /// A "pet".
        struct Pet {
          /// In years,
          /// not months.
          var age: Int

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(1)
            properties.append(SchemaModel.GenerationSchema.Property(name: "age", description: "In years, not months.", type: Int.self))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", description: "A \"pet\".", properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("age", self.age)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            var age: Int.PartiallyGenerated?
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), age: Int.PartiallyGenerated? = nil) {
              self.id = id
              self.age = age
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.id = content.id ?? SchemaModel.GenerationID()
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.age = try properties.value(forProperty: "age")
            }
          }
        }

        extension Pet: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            self.age = try properties.value(forProperty: "age")
          }
        }
        """#)
  }
}
#endif
