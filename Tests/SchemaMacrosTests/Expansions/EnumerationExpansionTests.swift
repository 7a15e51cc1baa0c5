#if Macros
import Testing

/// The expansions of enums without values.
struct EnumerationExpansionTests {
  @Test func `an enum without values is a choice among its names`() async throws {
    try await expect(
      """
      @Generable
      package enum Kind: Codable {
        case cat, `default`
      }
      """,
      generates: """
          nonisolated package static var generationSchema: SchemaModel.GenerationSchema {
            SchemaModel.GenerationSchema(type: Self.self, anyOf: [
              "cat",
              "default",
            ])
          }

          nonisolated package var generatedContent: SchemaModel.GeneratedContent {
            switch self {
            case .cat: return "cat".generatedContent
            case .`default`: return "default".generatedContent
            }
          }

        extension Kind: nonisolated SchemaModel.Generable {
          nonisolated package init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            switch try content.value(Swift.String.self) {
            case "cat": self = .cat
            case "default": self = .`default`
            default: throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)
            }
          }
        }
        """)
  }

  @Test func `or among its raw values, where these are strings`() async throws {
    try await expect(
      """
      @Generable
      enum Kind: String {
        case cat, dog = "do-g"
      }
      """,
      generates: """
          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            SchemaModel.GenerationSchema(type: Self.self, anyOf: [
              Self.cat.rawValue,
              Self.dog.rawValue,
            ])
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            self.rawValue.generatedContent
          }

        extension Kind: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            guard let value = Self(rawValue: try content.value(Swift.String.self)) else {
              throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)
            }
            self = value
          }
        }
        """)
  }

  @Test func `the compiler finds a raw type that the text does not show`() async throws {
    try await expect(
      """
      @Generable
      enum Kind: Text {
        case dog = "do-g"
      }
      """,
      generates: """
          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            SchemaModel.GenerationSchema(type: Self.self, anyOf: [
              SchemaMacros.GenerableExpansion.choice(Self.dog, named: "dog"),
            ])
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            switch self {
            case .dog: return SchemaMacros.GenerableExpansion.choice(Self.dog, \
        named: "dog").generatedContent
            }
          }

        extension Kind: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            switch try content.value(Swift.String.self) {
            case SchemaMacros.GenerableExpansion.choice(Self.dog, named: "dog"): self = .dog
            default: throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)
            }
          }
        }
        """)
  }

  @Test func `conditions stay around cases`() async throws {
    try await expect(
      """
      @Generable
      enum Kind {
        case cat
        #if DEBUG
        case dog
        #endif
      }
      """,
      generates: """
          nonisolated static var generationSchema: SchemaModel.GenerationSchema {
            var choices: [Swift.String] = []
            choices.reserveCapacity(2)
            choices.append("cat")
            #if DEBUG
            choices.append("dog")
            #endif
            return SchemaModel.GenerationSchema(type: Self.self, anyOf: choices)
          }

          nonisolated var generatedContent: SchemaModel.GeneratedContent {
            switch self {
            case .cat: return "cat".generatedContent
            #if DEBUG
            case .dog: return "dog".generatedContent
            #endif
            }
          }

        extension Kind: nonisolated SchemaModel.Generable {
          nonisolated init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            switch try content.value(Swift.String.self) {
            case "cat": self = .cat
            #if DEBUG
            case "dog": self = .dog
            #endif
            default: throw SchemaMacros.GenerableExpansion.unexpected(content, for: Self.self)
            }
          }
        }
        """)
  }
}
#endif
