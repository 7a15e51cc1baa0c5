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
      expandsTo: """
        struct Pet {
          @SchemaKit.Guide(pattern)
          var nick: String

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(1)
            properties.append(SchemaModel.GenerationSchema.Property(name: "nick_name", \
        description: (first) + " " + ("second"), \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.nick }, \
        guides: [.minimumLength(2), SchemaMacros.GenerableExpansion.guide(pattern)]))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", \
        properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("nick_name", self.nick)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, \
        nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            var nick = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.nick }
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), \
        nick: String.PartiallyGenerated? = nil) {
              self.init(identifiedBy: id)
              self.nick = nick
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.nick = try properties.value(forProperty: "nick_name")
            }
            nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID) {
              self.id = id
            }
          }

          nonisolated func asPartiallyGenerated() -> PartiallyGenerated {
            var partial = PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())
            partial.nick = SchemaMacros.GenerableExpansion.partial(self.nick)
            return partial
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
            properties.append(SchemaModel.GenerationSchema.Property(name: "name", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.name }))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", \
        properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("name", self.name)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, \
        nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            var name = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.name }
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), \
        name: String.PartiallyGenerated? = nil) {
              self.init(identifiedBy: id)
              self.name = name
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.name = try properties.value(forProperty: "name")
            }
            nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID) {
              self.id = id
            }
          }

          nonisolated func asPartiallyGenerated() -> PartiallyGenerated {
            var partial = PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())
            partial.name = SchemaMacros.GenerableExpansion.partial(self.name)
            return partial
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

  @Test func `conditions stay around properties`() async throws {
    try await expect(
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
            properties.append(SchemaModel.GenerationSchema.Property(name: "age", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.age }, \
        guides: [.minimum(1)]))
            #elseif DEBUG && canImport(Pets)
            properties.append(SchemaModel.GenerationSchema.Property(name: "years", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.years }))
            #else
            #endif
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", \
        properties: properties)
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

          nonisolated struct PartiallyGenerated: Swift.Identifiable, \
        nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            #if os(Linux)
            var age = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.age }
            #elseif DEBUG && canImport(Pets)
            var years = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.years }
            #else
            #endif
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID()) {
              self.init(identifiedBy: id)
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))
              #if os(Linux)
              self.age = try content.value(forProperty: "age")
              #elseif DEBUG && canImport(Pets)
              self.years = try content.value(forProperty: "years")
              #else
              #endif
            }
            nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID) {
              self.id = id
            }
          }

          nonisolated func asPartiallyGenerated() -> PartiallyGenerated {
            var partial = PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())
            partial.id = SchemaModel.GenerationID()
            #if os(Linux)
            partial.age = SchemaMacros.GenerableExpansion.partial(self.age)
            #elseif DEBUG && canImport(Pets)
            partial.years = SchemaMacros.GenerableExpansion.partial(self.years)
            #else
            #endif
            return partial
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
      expandsTo: """
        struct Pet: Identifiable {
          var id: ID
          var `default`: String!
          var friends: [Self]

          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var properties: [SchemaModel.GenerationSchema.Property] = []
            properties.reserveCapacity(3)
            properties.append(SchemaModel.GenerationSchema.Property(name: "id", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.id }))
            properties.append(SchemaModel.GenerationSchema.Property(name: "default", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in \
        value.`default` }))
            properties.append(SchemaModel.GenerationSchema.Property(name: "friends", \
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.friends }))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", \
        properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("id", self.id)
            properties.append("default", self.`default`)
            properties.append("friends", self.friends)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, \
        nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            @_implements(Swift.Identifiable, ID) \
        typealias GenerationIdentity = SchemaModel.GenerationID
            @_implements(Swift.Identifiable, id) var generationID: SchemaModel.GenerationID
            var id = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.id }
            var `default` = SchemaMacros.GenerableExpansion.absent { (value: Pet) in \
        value.`default` }
            var friends = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.friends }
            nonisolated init(generationID: SchemaModel.GenerationID = SchemaModel.GenerationID(), \
        id: Pet.ID.PartiallyGenerated? = nil, `default`: String?.PartiallyGenerated? = nil, \
        friends: [Pet].PartiallyGenerated? = nil) {
              self.init(identifiedBy: generationID)
              self.id = id
              self.`default` = `default`
              self.friends = friends
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.id = try properties.value(forProperty: "id")
              self.`default` = try properties.value(forProperty: "default")
              self.friends = try properties.value(forProperty: "friends")
            }
            nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID) {
              self.generationID = id
            }
          }

          nonisolated func asPartiallyGenerated() -> PartiallyGenerated {
            var partial = PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())
            partial.id = SchemaMacros.GenerableExpansion.partial(self.id)
            partial.`default` = SchemaMacros.GenerableExpansion.partial(self.`default`)
            partial.friends = SchemaMacros.GenerableExpansion.partial(self.friends)
            return partial
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

  @Test func `comments are descriptions on request`() async throws {
    try await expect(
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
            properties.append(SchemaModel.GenerationSchema.Property(name: "age", \#
        description: "In years, not months.", \#
        type: SchemaMacros.GenerableExpansion.generableProperty { (value: Self) in value.age }))
            return SchemaModel.GenerationSchema(type: Self.self, title: "Pet", \#
        description: "A \"pet\".", properties: properties)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            properties.append("age", self.age)
            return properties.finish()
          }

          nonisolated struct PartiallyGenerated: Swift.Identifiable, \#
        nonisolated SchemaModel.ConvertibleFromGeneratedContent {
            var id: SchemaModel.GenerationID
            var age = SchemaMacros.GenerableExpansion.absent { (value: Pet) in value.age }
            nonisolated init(id: SchemaModel.GenerationID = SchemaModel.GenerationID(), \#
        age: Int.PartiallyGenerated? = nil) {
              self.init(identifiedBy: id)
              self.age = age
            }
            nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
              self.init(identifiedBy: SchemaMacros.GenerableExpansion.id(of: content))
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              self.age = try properties.value(forProperty: "age")
            }
            nonisolated fileprivate init(identifiedBy id: SchemaModel.GenerationID) {
              self.id = id
            }
          }

          nonisolated func asPartiallyGenerated() -> PartiallyGenerated {
            var partial = PartiallyGenerated(identifiedBy: SchemaModel.GenerationID())
            partial.age = SchemaMacros.GenerableExpansion.partial(self.age)
            return partial
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
